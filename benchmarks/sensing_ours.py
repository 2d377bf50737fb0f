"""Our driver over emulated chips on virtual time, wired and set as a board file says."""

import random
from itertools import pairwise
from math import inf
from typing import Final

from benchmarks.sensing_table import TRANSFER_S, UIDS, Table
from controller.board import Board
from controller.bootstrap.simulated.emulated_pi import SimulatedParts, emulate
from controller.game.pieces import Colour
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.ports import BoardEvent, Reading, Sighting, Uid
from hardware.sensing.plan import sweep_bound_s, unread_bound_s
from hardware.sensing.settings import ArraySettings
from hardware.simulated.pn532.profile import BY_THE_MANUAL, Profile

PATIENCE_S: Final = 30.0


class OurBoard:
    """The driver under a table with six runners.

    Args:
        board: the board file.
        settings: how its readers are read.
        profile: how its chips and wires behave.

    Attributes:
        radio: knows what the readers draw.
        unread_s: longest that a square has gone unread.
        failures: how many readings have failed, or were disturbed by a failed one.
        bound_s: the least time that the sweeps measured last can have taken.
    """

    attends = True

    def __init__(
        self, board: Board, settings: ArraySettings, profile: Profile = BY_THE_MANUAL
    ) -> None:
        self.settings = settings
        self.table = Table()
        clock = self.table.clock
        emulation = emulate(
            self.table.world, settings.places, clock, random.Random(1), profile=profile
        )
        self.radio = emulation.radio
        parts = SimulatedParts(emulation.chips, board.buses, clock, TRANSFER_S, profile)
        lines = connect(board.buses, parts, clock)
        self._board = Pn532Board(settings, lines, clock, self._take)
        self._board.connect(self._hear)
        self._readings = dict.fromkeys(settings.places, 0)
        self._read_s = dict.fromkeys(settings.places, clock.now_s())
        self.unread_s = 0.0
        self.failures = 0
        self.bound_s = 0.0
        self._awaited: tuple[Uid, int] | None = None
        self._heard_s = 0.0

    @property
    def unread_bound_s(self) -> float:
        """The longest that a square may go unread, but for what the bus and the computer take."""
        return unread_bound_s(self._board.phases, self.settings)

    @property
    def phases(self) -> int:
        """How many phases a sweep has."""
        return len(self._board.phases)

    def attend(self, squares: frozenset[int]) -> None:
        """Have these squares read more often."""
        self._board.attend(squares)

    def run(self, seconds: float) -> None:
        """Go on for a while."""
        until_s = self.table.clock.now_s() + seconds
        while self.table.clock.now_s() < until_s:
            self._board.step()

    def seen_s(self, colour: Colour, square: int) -> float:
        """Go on until the sighting of a runner on a square; returns when it was reported."""
        began_s = self.table.clock.now_s()
        self._awaited, self._heard_s = (UIDS[colour], square), -inf
        while self._heard_s < began_s:
            assert self.table.clock.now_s() < began_s + PATIENCE_S, f"{colour} not seen on {square}"
            self._board.step()
        return self._heard_s

    def sweeps_s(self, count: int) -> list[float]:
        """How long each of some sweeps takes: until every square has been read once more."""
        self.bound_s = sweep_bound_s(self.settings, self.table.tagged)
        self._readings = dict.fromkeys(self._readings, 0)
        ends: list[float] = []
        while len(ends) <= count:
            self._board.step()
            if min(self._readings.values()) > len(ends):
                ends.append(self.table.clock.now_s())
        return [end - start for start, end in pairwise(ends)]

    def _take(self, reading: Reading) -> None:
        self.failures += reading.failure is not None
        self._readings[reading.square] += 1
        self.unread_s = max(self.unread_s, reading.at_s - self._read_s[reading.square])
        self._read_s[reading.square] = reading.at_s

    def _hear(self, event: BoardEvent) -> None:
        if (
            isinstance(event, Sighting)
            and event.seen
            and self._awaited == (event.uid, event.square)
        ):
            self._awaited, self._heard_s = None, self.table.clock.now_s()
