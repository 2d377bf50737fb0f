"""A board that is calibrated on virtual time, wired as its file says or not, and a builder."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec

from controller.board import Board, read_board
from controller.bootstrap.simulated.emulated_pi import Emulation, SimulatedParts, emulate
from controller.bootstrap.simulated.miswired import Miswiring
from controller.bootstrap.simulated.runners import simulated_pieces
from controller.maintenance.calibration.answers import Answer, Dark, Here, Lit, NoCrown, There
from controller.maintenance.calibration.session import CalibrationSession
from hardware.clock import ManualClock
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.ports import BoardEvent, Reading
from hardware.simulated.world import World

TRANSFER_S: Final = 50e-6
PATIENCE_S: Final = 4.0
"""A builder who sees nothing happen for so long says that it is there."""
AWAY_S: Final = 0.5
"""How long a runner is in a hand."""
MOST_S: Final = 600.0

BOARD: Final = """\
# How the board in the shed is wired.
name = "The shed"

[squares]
count = 12
columns = 4

[readers]
stride = 2

[readers.supply]
supply_ma = 8000

[[readers.bus]]
transport = "spi"
clock_hz = 4_000_000
select = "decoder"
row_pins = ["GPIO5", "GPIO6"]
column_pins = ["GPIO16", "GPIO19"]
enable_pin = "GPIO26"
squares = [["1-4"], ["8-5"], ["9-12"]]   # row by row

[lights]
driver = "ws281x"
budget_ma = 900
"""


class Bench:
    """A board with emulated chips, and a visit to the workshop.

    Args:
        folder: where its files are.
        wrong: how it is really wired.
        text: its board file.
        seed: decides what is a matter of probability.
    """

    def __init__(
        self, folder: Path, wrong: Miswiring | None = None, text: str = BOARD, seed: int = 1
    ) -> None:
        self.path = folder / "board.toml"
        self.memory = folder / "workshop.json"
        self.wrong = wrong or Miswiring()
        if not self.path.exists():
            self.path.write_text(text, "utf-8")
        board = self.read()
        # As a board is opened for the workshop.
        settings = replace(board.settings, max_fields=1)
        self.file = msgspec.structs.replace(board, settings=settings)
        self.clock = ManualClock(100.0)
        self.world = World(len(self.file.squares), simulated_pieces())
        self._rng = random.Random(seed)
        self.emulation: Emulation | None = None
        self.start()

    def start(self) -> None:
        """Start the program, again if it has run before: only wood and files have stayed."""
        if self.emulation is not None:
            self.emulation.radio.close()
        places = self.file.settings.places
        self.emulation = emulate(self.world, places, self.clock, self._rng)
        parts = SimulatedParts(
            self.wrong.wires(self.emulation), self.file.buses, self.clock, TRANSFER_S
        )
        lines = connect(self.file.buses, parts, self.clock)
        self.board = Pn532Board(self.file.settings, lines, self.clock, self._tell)
        self.board.connect(self._tell)
        self.attended: frozenset[int] = frozenset()
        self.visit = CalibrationSession(self.file, self.path, self.memory, self.clock)

    def read(self) -> Board:
        """What the board file says now."""
        return read_board(self.path)

    def _tell(self, said: BoardEvent | Reading) -> None:
        self.visit.sense(said)

    def step(self) -> None:
        """A phase of the board, and what it makes of the visit."""
        self.board.step()
        self.visit.tick()
        attention = self.visit.snapshot.attention
        if attention != self.attended:
            self.attended = attention
            self.board.attend(attention)

    def run_until(self, true: Callable[[], bool], most_s: float = MOST_S) -> None:
        until_s = self.clock.now_s() + most_s
        while not true():
            assert self.clock.now_s() < until_s, f"stuck at {self.visit.snapshot.state}"
            self.step()

    def run(self, seconds: float) -> None:
        until_s = self.clock.now_s() + seconds
        self.run_until(lambda: self.clock.now_s() >= until_s)

    def answer(self, make: Callable[[int], Answer]) -> int:
        """Answer the question that is asked now."""
        return self.visit.carry_out(make(self.visit.snapshot.version))

    @property
    def shining(self) -> frozenset[int]:
        """The squares an eye sees lit."""
        return frozenset(
            self.wrong.lights.get(light, light)
            for light in self.visit.snapshot.lights
            if light not in self.wrong.dark
        )


class Builder:
    """Somebody who does what the page says, and says what there is to be seen.

    Args:
        bench: where.
        runner: what is put down on the squares.
        crowned: colours whose runners are said to have a tag in their crown.
    """

    def __init__(self, bench: Bench, runner: str = "red", *, crowns: bool = True) -> None:
        self.bench = bench
        self.runner = runner
        self.crowns = crowns
        self.answers = 0
        self._told: tuple[int, frozenset[int]] | None = None
        self._since_s = 0.0
        self._at: object = None

    def work(self, until: Callable[[], bool] | None = None) -> None:
        """Go through the course to its sum, or until something is so."""
        bench = self.bench
        stop = until or (lambda: bench.visit.snapshot.state.stage == "sum")
        until_s = bench.clock.now_s() + MOST_S
        while not stop():
            assert bench.clock.now_s() < until_s, f"stuck at {bench.visit.snapshot.state}"
            self.act()
            bench.step()

    def act(self) -> None:
        """Do the next thing, if there is one to be done now."""
        state = self.bench.visit.snapshot.state
        here = (state.stage, state.square, state.colour)
        if here != self._at:
            self._at, self._since_s = here, self.bench.clock.now_s()
        match state.stage:
            case "square":
                assert state.square is not None
                self._look_at_lights(state.square)
                self._put(self.runner, state.square)
                if self._is_tired():
                    self._say(There)
            case "where":
                self._say(Here)
            case "runner" if state.colour is not None and state.square is not None:
                for piece in self.bench.world.pieces():
                    if piece.name != state.colour and piece.square is not None:
                        self.bench.world.knock(piece.name)
                if self._is_tired():
                    # It stands there already: off, and on again.
                    self.bench.world.knock(state.colour)
                    self.bench.run(AWAY_S)
                self._put(state.colour, state.square)
            case "crown" if not self.crowns:
                self._say(NoCrown)
            case "crown" if state.colour is not None:
                if not self.bench.world.piece(state.colour).face_down:
                    self.bench.world.turn(state.colour)
            case _:
                pass

    def _is_tired(self) -> bool:
        """Whether nothing has happened for so long that something should be done."""
        now_s = self.bench.clock.now_s()
        if now_s < self._since_s + PATIENCE_S:
            return False
        self._since_s = now_s
        return True

    def _look_at_lights(self, square: int) -> None:
        shining = self.bench.shining
        if shining == {square} or self._told == (square, shining):
            return
        self._told = square, shining
        if shining:
            (lit,) = shining
            self._say(lambda version: Lit(version, lit))
        else:
            self._say(Dark)

    def _put(self, piece: str, square: int) -> None:
        if self.bench.world.piece(piece).square != square:
            self.bench.world.put(piece, square)

    def _say(self, make: Callable[[int], Answer]) -> None:
        self.answers += 1
        self.bench.answer(make)
