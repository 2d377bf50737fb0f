"""`hareboard run`: a board whose readers hang on real ports and whose lights on a real helper."""

import os
import random
import signal
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from controller.wiring import simulated_pieces, simulated_uid
from controller.wiring.simulation import emulate
from hardware.clock import MonotonicClock
from hardware.sensing.settings import Place
from hardware.simulated.pn532.plugs import PtyChip
from hardware.simulated.world import World
from tests.end_to_end.program import PATIENCE_S, Program, until
from tests.hardware.lights.pretending import Helper, Mischief

pytestmark = pytest.mark.skipif(
    sys.platform == "darwin", reason="macOS has no sockets of packets, and no lights helper"
)

PLACES = {1: Place(1, 0), 2: Place(1, 1), 3: Place(0, 1), 4: Place(0, 0)}
TRIES = 5
PLAYERS = {"Ann": "red", "Ben": "yellow", "Cem": "green"}


class Wood:
    """Four squares with a reader and a light each, and the program that runs on them."""

    def __init__(self, folder: Path) -> None:
        clock = MonotonicClock()
        self.world = World(len(PLACES), simulated_pieces())
        emulation = emulate(self.world, PLACES, clock, random.Random(1))
        self.plugs = [
            PtyChip(chip, folder / f"reader-{square}", clock)
            for square, chip in emulation.chips.items()
        ]
        self.helper = Helper(folder, "--keep")
        self.file = folder / "board.toml"
        self.file.write_text(self._board_file(), "utf-8")
        self._data = folder / "data"
        self.program = self._started()

    def start_again(self) -> None:
        self.program.close()
        self.program = self._started()

    def _started(self) -> Program:
        program = Program(
            "run", self.file, "--host", "127.0.0.1", "--port", "0", "--data", self._data
        )
        program.wait_until_ready()
        program.take_seats()
        return program

    def close(self) -> None:
        self.program.close()
        self.helper.until_dark()
        self.helper.end()
        for plug in self.plugs:
            plug.close()

    def begin(self) -> None:
        seats = [{"name": name, "colours": [colour]} for name, colour in PLAYERS.items()]
        assert self.program.post("/api/games", seats=seats).ok
        self.program.take_seats()

    def view(self) -> Any:
        return self.program.get("/api/watch")

    def blind(self) -> Any:
        """Squares of which people are told that the board cannot see them."""
        blind = self.view()["table"]["blind"]
        return [] if blind is None else blind["squares"]

    def moves(self, name: str, square: int) -> None:
        """A player sets their runner down until the board has understood."""
        seat = [*PLAYERS].index(name)

        def understood() -> bool:
            return bool(self.view()["seats"][seat]["runners"][0]["square"] == square)

        for _ in range(TRIES):
            self.world.put(PLAYERS[name], square)
            with suppress(TimeoutError):
                return until(understood, f"{name} moves to {square}", PATIENCE_S / TRIES)
            # What stood there from the first look on has to be touched: lifted, and seen to be.
            self.world.lift(PLAYERS[name])
            until(lambda: not self.view()["table"]["errands"], f"{name}'s runner is lifted")
        raise AssertionError(f"{name} could not move to {square}: {self.view()['table']}")

    def lights_are_out(self) -> bool:
        return self.view()["lights_trouble"] is not None

    def is_lit(self) -> bool:
        return not self.helper.is_dark() and not self.lights_are_out()

    def _board_file(self) -> str:
        buses = "".join(
            f'[[readers.bus]]\ntransport = "uart"\nport = "{plug.path}"\nsquare = {square}\n\n'
            for square, plug in zip(PLACES, self.plugs, strict=True)
        )
        tags = "".join(
            f'{colour} = {{ base = "{simulated_uid(colour, "base")}" }}\n'
            for colour in ("red", "yellow", "green")
        )
        return (
            'name = "Four squares"\n\n[squares]\ncount = 4\ncolumns = 2\n\n'
            # Chips that share a busy machine with other tests answer late.
            "[readers.timing]\nack_ms = 900\nslack_ms = 900\n\n"
            f"{buses}"
            f'[lights]\ndriver = "ws281x"\nsocket = "{self.helper.socket}"\n\n[tags]\n{tags}'
        )


@pytest.fixture
def wood(tmp_path: Path) -> Iterator[Wood]:
    with closing(Wood(tmp_path)) as wood:
        yield wood


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_game_is_played_on_wood_and_lit(wood: Wood, number: signal.Signals) -> None:
    until(wood.is_lit, "the board waits for a game")
    wood.begin()
    wood.moves("Ann", 2)
    wood.moves("Ben", 4)
    wood.program.send(number)
    assert wood.program.wait() == 0
    assert wood.helper.is_dark()


@pytest.mark.parametrize("mischief", ["refuse", "hang"])
def test_lights_that_go_out_cost_the_lights_and_not_the_game(
    wood: Wood, mischief: Mischief
) -> None:
    until(wood.is_lit, "the board is lit")
    wood.begin()
    wood.helper.mischief(mischief)
    os.kill(wood.helper.child(), signal.SIGKILL)
    until(wood.lights_are_out, "the phones are told")
    wood.moves("Ann", 2)
    assert "The game goes on by phone" in wood.view()["lights_trouble"]
    wood.helper.mischief("")
    until(wood.is_lit, "the lights are back")
    wood.moves("Ben", 4)


def test_a_plug_that_is_pulled_leaves_no_light_and_loses_no_move(wood: Wood) -> None:
    wood.begin()
    wood.moves("Ann", 2)
    until(wood.is_lit, "the board is lit")
    wood.program.kill()
    wood.program.wait()
    wood.helper.until_dark()
    wood.start_again()
    assert wood.view()["seats"][0]["runners"][0]["square"] == 2
    wood.moves("Ben", 4)
    until(wood.is_lit, "the board is lit again")


def test_the_workshop_reads_and_lights_the_wood_too(wood: Wood) -> None:
    wood.begin()
    wood.moves("Ann", 2)
    assert wood.program.post("/api/room", room="workshop").ok
    until(lambda: not wood.helper.is_dark(), "the square asked for is lit")
    wood.world.put("blue", 1)
    until(lambda: wood.program.get("/api/workshop")["square"] == 2, "the first square is checked")
    wood.world.knock("blue")
    assert wood.program.post("/api/room", room="play").ok
    assert wood.view()["seats"][0]["runners"][0]["square"] == 2
    until(wood.is_lit, "the game is lit again")
