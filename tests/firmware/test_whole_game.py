"""A whole game on a board whose readers and lights hang on one RP2040.

The firmware's own files run unchanged in the real MicroPython, on an emulated board with
sixty-four emulated chips, and talk over a pseudo-terminal to `hareboard run`.
"""

import random
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import pytest

from controller.board import read_board
from controller.board.examples import example_path
from controller.bootstrap import simulated_pieces, simulated_uid
from controller.bootstrap.address import scanner_ports
from controller.bootstrap.coprocessors import emulated_rp2040
from controller.bootstrap.simulated.emulated_pi import emulate
from controller.game.pieces import Colour
from hardware.clock import MonotonicClock
from hardware.lights.settings import ScannerDriver
from hardware.scanner.connect import StripWire
from hardware.simulated.pn532.profile import AS_REPORTED, BY_THE_MANUAL, Profile
from hardware.simulated.rp2040.plugs import PtyDevice
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.world import World
from tests.support.end_to_end.program import playing_on
from tests.support.firmware.device import InterpretedDevice
from tests.support.interpreter import micropython_path
from tests.support.waiting import until
from tools.autoplayer import choose

EXAMPLE: Final = example_path("pico-64")
PLAYERS: Final[dict[str, Colour]] = {"Ann": "red", "Ben": "yellow", "Cem": "green"}
LOOK_S: Final = 0.05
"""The emulated chips and the program need the processor more than questions do."""
IN_EVERY_RUN: Final = 3
PLAIN: Final = ("2", "3", "4", "C", "F")
MOST_ACTIONS: Final = 400
START: Final = 0
HOME: Final = 64


class Pico:
    """One RP2040 with everything on it, and the program that plays on it."""

    def __init__(self, folder: Path, parts: ExitStack, profile: Profile) -> None:
        example = read_board(EXAMPLE)
        lights = example.lights
        assert lights is not None
        assert isinstance(lights.driver, ScannerDriver)
        clock = MonotonicClock()
        self.world = World(64, simulated_pieces())
        places = example.settings.places
        chips = emulate(self.world, places, clock, random.Random(1), profile=profile).chips
        (port,) = scanner_ports(example)
        self.strip = SimulatedStrip(64, lights.squares, lights.count)
        wire = StripWire(lights.driver.pin, lights.count, lights.order)
        self.rp2040 = emulated_rp2040(port, chips, clock, wire, self.strip)
        self.firmware = parts.enter_context(closing(InterpretedDevice(self.rp2040)))
        self.plug = parts.enter_context(closing(PtyDevice(self.rp2040, folder / "scanner")))
        self.file = folder / "board.toml"
        tags = "".join(
            f'{colour} = {{ base = "{simulated_uid(colour, "base")}", '
            f'crown = "{simulated_uid(colour, "crown")}" }}\n'
            for colour in PLAYERS.values()
        )
        text = EXAMPLE.read_text("utf-8").replace("/dev/ttyACM0", str(self.plug.path))
        # On a busy machine chips answer late, and a phase of nine would take seconds.
        text = text.replace(
            "[readers.supply]",
            "max_fields = 2\n\n[readers.timing]\nack_ms = 900\nslack_ms = 900\n\n[readers.supply]",
        )
        self.file.write_text(f"{text}\n[tags]\n{tags}", "utf-8")
        self._data = folder / "data"
        self.program = playing_on(self.file, self._data)
        parts.callback(self.close)

    def close(self) -> None:
        """Whatever program plays on it now."""
        self.program.close()

    def start_again(self) -> None:
        self.program.close()
        self.program = playing_on(self.file, self._data)

    def begin(self) -> None:
        self.program.begin_game(PLAYERS)

    def view(self) -> Any:
        return self.program.get("/api/watch")

    def until_past(self, version: int) -> None:
        until(
            lambda: self.view()["version"] > version and not self.view()["table"]["mismatches"],
            f"it is past {version}: {self.view()['table']}",
            every_s=LOOK_S,
        )

    def carry(self) -> None:
        """Carry every runner to where the game has it, and wait until the board agrees."""

        def carried() -> bool:
            view = self.view()
            for seat in view["seats"]:
                for runner in seat["runners"]:
                    self._carry(runner["colour"], runner["square"], face_down=runner["face_down"])
            return not view["table"]["errands"] and not view["table"]["mismatches"]

        until(carried, f"every runner is carried: {self.view()['table']}", every_s=LOOK_S)

    def _carry(self, colour: Colour, square: int, *, face_down: bool) -> None:
        piece = self.world.piece(colour)
        if square in (START, HOME):
            if piece.square not in (None, square):
                self.world.knock(colour)
        elif (piece.square, piece.face_down) != (square, face_down):
            self.world.put(colour, square, face_down=face_down)

    def put(self, colour: Colour, square: int, version: int) -> None:
        """Set a runner down until the board has understood.

        What a reader sees in its first look is taken to have stood there all along: an errand says
        so, and the runner is lifted and set down again. That happens at the start, and when a busy
        machine has kept the co-processor silent for so long that it counts as gone.
        """

        def played() -> bool:
            view = self.view()
            if view["table"]["errands"]:
                self.world.lift(colour)
            elif self.world.piece(colour).square != square:
                self.world.put(colour, square)
            return bool(view["version"] > version)

        until(played, "it is seen", every_s=LOOK_S)

    def step(self, rng: random.Random, *, plainly: bool = False) -> bool:
        """One action by whoever is to act: runners by hand, the rest by phone.

        Args:
            rng: chooses.
            plainly: short ways to squares on which nothing happens.
        """
        self.carry()
        view = self.view()
        seat, version = view["to_act"], view["version"]
        if seat is None:
            return False
        me = self.program.get(f"/api/seats/{seat}")["me"]
        moves = {each["action"]: each["square"] for each in me["destinations"]}
        plain = [each["action"] for each in me["destinations"] if each["kind"] in PLAIN]
        action = rng.choice(plain[:3]) if plainly and plain else choose(me, rng)
        colour = list(PLAYERS.values())[seat]
        if action in moves and moves[action] <= HOME:
            self.put(colour, moves[action], version)
        else:
            assert self.program.post(f"/api/seats/{seat}/play", action=action, version=version).ok
        self.until_past(version)
        return True


BASES_ONLY: Final = replace(AS_REPORTED, upper=0.0)
"""The crowns of these runners are out of reach: what is made of two tags is the host's matter."""


@pytest.fixture(
    params=[BY_THE_MANUAL, pytest.param(BASES_ONLY, marks=pytest.mark.long)],
    ids=attrgetter("name"),
)
def pico(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Pico]:
    micropython_path()  # here, where a test can be skipped
    with ExitStack() as parts:
        yield Pico(tmp_path, parts, request.param)


@pytest.mark.parametrize(
    "actions", [pytest.param(IN_EVERY_RUN), pytest.param(None, marks=pytest.mark.long)]
)
def test_a_game_is_played_through_the_firmware(pico: Pico, actions: int | None) -> None:
    """The first few actions. A whole one: `make test ARGS="-m long tests/firmware -s"`."""
    rng = random.Random(3)
    pico.begin()
    until(lambda: any(map(any, pico.strip.colours)), "the lights shine", every_s=LOOK_S)
    steps = 0
    while steps != actions and pico.step(rng, plainly=actions is not None):
        steps += 1
        assert steps < MOST_ACTIONS
        if steps == IN_EVERY_RUN // 3:
            pico.start_again()
        if steps == 2 * IN_EVERY_RUN // 3:
            pico.plug.unplug()
            pico.plug.plug()
    assert (pico.view()["phase"] == "over") == (actions is None)
    assert pico.firmware.failure is None
    assert pico.rp2040.resets == 0
    print(f"{steps} actions; the firmware holds {pico.firmware.held_bytes} bytes")
