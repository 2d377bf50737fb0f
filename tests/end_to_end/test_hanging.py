"""What hangs or dies in the real program costs what docs/reliability.md says, and not the game."""

import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, Final

import pytest

from controller.board import parse_board
from controller.bootstrap.address import scanner_ports
from controller.bootstrap.coprocessors import emulated_rp2040
from controller.bootstrap.simulated.emulated_pi import emulate
from controller.bootstrap.watchdog import SILENT_S
from hardware.clock import MonotonicClock
from hardware.simulated.plugs import PtyServer
from hardware.simulated.rp2040.firmware import Firmware
from hardware.simulated.rp2040.plugs import PtyDevice
from hardware.simulated.world import World
from tests.support.checkout import SUPPORT
from tests.support.end_to_end.ledger import read_journal
from tests.support.end_to_end.program import NoAnswer, Program
from tests.support.end_to_end.wood import Wood
from tests.support.waiting import until
from web.commands.serving import FAILED
from web.modes.recovery import REOPENED

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="a pretended Raspberry Pi: the real ones run Linux"
)

PRETEND_PI: Final = SUPPORT / "end_to_end" / "pretend_pi"
BOARD: Final = """
name = "Four squares"

[squares]
count = 4
columns = 2

# Chips that share a busy machine with other tests answer late.
[readers.timing]
ack_ms = 900
slack_ms = 900

[[readers.bus]]
squares = "1-4"
"""
SPI: Final = """transport = "spi"
select = "lines"
pins = ["GPIO5", "GPIO6", "GPIO13", "GPIO19"]
"""
SCANNER: Final = """transport = "scanner"
port = "{port}"
"""
SQUARES: Final = [1, 2, 3, 4]
PLAYERS: Final = {"Ann": "red", "Ben": "yellow", "Cem": "green"}
STOPS_WITHIN_S: Final = 30.0
"""Two seconds on a machine that is not busy: `benchmarks.stopping` tells."""
HANGS_WITHIN_S: Final = 4 * SILENT_S


class DeafPort(PtyServer):
    """A serial port that takes no bytes: nobody reads them, and there is no room for more.

    Args:
        link: its path.
    """

    def __init__(self, link: Path) -> None:
        super().__init__(f"deaf {link.name}", link)
        self.plug()
        port = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
        with suppress(BlockingIOError):
            while True:
                os.write(port, bytes(1024))
        os.close(port)

    def _serve(self, _descriptor: int) -> bool:
        return False


class Pi:
    """`hareboard run` on a pretended Raspberry Pi, with a game of three.

    Args:
        folder: what happens to it happens in here.
        bus: what its board file says of the readers' bus.
    """

    def __init__(self, folder: Path, bus: str = SPI) -> None:
        self._die, self._hang = folder / "die", folder / "hang"
        self.data = folder / "data"
        (folder / "board.toml").write_text(BOARD + bus, "utf-8")
        self.program = Program(
            "run", folder / "board.toml", "--host", "127.0.0.1", "--port", "0", "--data", self.data
        )
        self.program.wait_until_ready()
        self.program.take_seats()
        seats = [{"name": name, "colours": [colour]} for name, colour in PLAYERS.items()]
        game = {"seats": seats, "options": {"hare": "off"}}
        assert self.program.post("/api/games", **game).ok
        self.program.take_seats()
        until(self.reads, "all squares are read")

    def close(self) -> None:
        self.program.close()

    def die(self) -> None:
        """A mistake in the driver."""
        self._die.touch()
        until(lambda: not self._die.exists(), "the driver makes its mistake")

    def hang(self) -> None:
        """The bus hangs, from its next transfer on."""
        os.mkfifo(self._hang)

    def go_on(self) -> None:
        """The bus hangs no longer."""
        pipe = os.open(self._hang, os.O_WRONLY)
        self._hang.unlink()
        os.close(pipe)

    def until_opened_anew(self, times: int) -> None:
        """Wait until the readers have died so often, and read again."""

        def has_been() -> bool:
            deaths = self.program.errors.count("The readers died")
            return deaths == times and self.trouble() is None and self.reads()

        until(has_been, "the board is opened anew")

    def reads(self) -> bool:
        """Whether every square has been read."""
        readers = self.program.get("/api/readers")["readers"]
        return [each["square"] for each in readers if each["good"]] == SQUARES

    def view(self) -> Any:
        return self.program.get("/api/watch")

    def blind(self) -> list[int]:
        """Squares of which people are told that the board cannot see them."""
        blind = self.view()["table"]["blind"]
        return [] if blind is None else blind["squares"]

    def trouble(self) -> str | None:
        """Why it is not alive, as a supervisor is told; None while it is."""
        try:
            answer = self.program.ask("/healthz")
        except NoAnswer as error:
            return str(error)
        return None if answer.ok else str(answer.body.get("reason", answer.body))

    def plays(self, seat: int, action: str) -> None:
        """Somebody plays by phone."""
        path = f"/api/seats/{seat}/play"
        assert self.program.post(path, action=action, version=self.view()["version"]).ok


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pi]:
    monkeypatch.setenv("PYTHONPATH", str(PRETEND_PI))
    monkeypatch.setenv("PRETEND_PI", str(tmp_path))
    with closing(Pi(tmp_path)) as pi:
        yield pi


@pytest.mark.long
def test_readers_that_die_have_the_board_opened_anew_and_in_the_end_the_program(pi: Pi) -> None:
    moves = ("f5", "f2", "f4")
    for number, move in enumerate(moves):
        pi.plays(number, move)
        before = pi.view()
        pi.die()
        pi.until_opened_anew(number + 1)
        now = pi.view()
        assert (now["version"], now["seats"]) == (before["version"], before["seats"])
    assert len(moves) == REOPENED
    pi.die()
    assert pi.program.wait() == FAILED
    assert "Restarting did not help. The program exits." in pi.program.errors
    assert read_journal(pi.data)[1:] == [("play", move) for move in moves]


@pytest.mark.long
def test_a_bus_that_hangs_costs_the_squares_and_not_the_game(pi: Pi) -> None:
    pi.plays(0, "f5")
    pi.hang()
    until(lambda: pi.trouble() is not None, "it is noticed", HANGS_WITHIN_S)
    assert "The readers hung: no sign of life" in str(pi.trouble())
    until(lambda: pi.blind() == SQUARES, "people are told")
    pi.plays(1, "f2")
    pi.go_on()
    until(lambda: pi.trouble() is None and pi.blind() == [], "it is back")
    pi.plays(2, "f4")
    pi.hang()
    began_s = time.monotonic()
    pi.program.send(signal.SIGTERM)
    assert pi.program.wait() in (0, FAILED)
    assert time.monotonic() - began_s < STOPS_WITHIN_S
    assert read_journal(pi.data)[1:] == [("play", move) for move in ("f5", "f2", "f4")]


@pytest.mark.long
def test_a_serial_port_that_takes_no_bytes_costs_its_square_and_nobody_elses(
    tmp_path: Path,
) -> None:
    with closing(Wood(tmp_path)) as wood:
        wood.begin()
        wood.moves("Ann", 2)
        plug = wood.plugs[2]  # of square 3
        plug.unplug()
        with closing(DeafPort(tmp_path / "reader-3")):
            until(lambda: wood.blind() == [3], "people are told")
            wood.moves("Ben", 4)
            assert wood.program.ask("/healthz").ok
            assert wood.blind() == [3]
        plug.plug()
        until(lambda: wood.blind() == [], "it is read again")


@pytest.mark.long
def test_a_co_processor_that_takes_no_bytes_costs_the_squares_and_not_the_game(
    tmp_path: Path,
) -> None:
    link = tmp_path / "scanner"
    board = parse_board(BOARD + SCANNER.format(port=link), "four squares")
    clock = MonotonicClock()
    chips = emulate(World(64, ()), board.settings.places, clock, random.Random(1)).chips
    (port,) = scanner_ports(board)
    rp2040 = emulated_rp2040(port, chips, clock)
    firmware = Firmware(rp2040)
    firmware.start()
    with ExitStack() as stack:
        stack.callback(firmware.stop)
        plug = stack.enter_context(closing(PtyDevice(rp2040, link)))
        pi = stack.enter_context(closing(Pi(tmp_path, SCANNER.format(port=link))))
        pi.plays(0, "f5")
        plug.unplug()
        with closing(DeafPort(link)):
            until(lambda: pi.blind() == SQUARES, "people are told")
            pi.plays(1, "f2")
            assert pi.trouble() is None
        plug.plug()
        until(lambda: pi.blind() == [], "it is read again")
        pi.plays(2, "f4")
