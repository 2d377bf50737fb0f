"""Boards for messy games, on virtual time and without threads: what readers make of the wood."""

import random
from collections.abc import Callable, Collection
from typing import Final, Protocol

from controller.table.tracker import DEPARTURE_MISSES
from hardware.clock import ManualClock
from hardware.ports import BLIND, BoardEvent, ReaderChanged, ReaderState, Reading, Uid
from hardware.sightings import Sightings
from hardware.simulated.world import Piece, World

SQUARES: Final = 64
SCAN_S: Final = 0.05
FLICKER: Final = DEPARTURE_MISSES - 1
"""How many readings in a row may miss a tag that nobody has lifted."""
BLIND_STATES: Final[tuple[ReaderState, ...]] = ("resetting", "quarantined")

Emit = Callable[[BoardEvent], None]


class MessyWorld(World):
    """A world where a piece may stand between squares, seen by two readers or by none.

    Attributes:
        between: the squares that see such a piece, by its name.
    """

    def __init__(self, pieces: Collection[Piece]) -> None:
        self.between: dict[str, tuple[int, ...]] = {}
        super().__init__(SQUARES, pieces)

    def seen_on(self, piece: Piece) -> tuple[int, ...]:
        """The squares whose readers see a piece."""
        if piece.name in self.between:
            return self.between[piece.name]
        return () if piece.square is None else (piece.square,)

    def tags_on(self, square: int) -> tuple[Uid, ...]:
        return tuple(
            piece.lower_tag
            for piece in self.pieces()
            if square in self.seen_on(piece) and piece.lower_tag is not None
        )

    def remove(self, name: str) -> None:
        """Take something off the table that does not belong there."""
        super().remove(name)
        self.between.pop(name, None)


class MessyBoard(Protocol):
    """What a messy game needs of a board.

    Attributes:
        bitten: how often a co-processor's watchdog fired.
    """

    bitten: int

    def connect(self, emit: Emit) -> None:
        """Report to `emit` from now on, as a program that has just started hears it."""
        ...

    def last_read_s(self, square: int) -> float | None:
        """When a square was last read."""
        ...

    def attend(self, squares: Collection[int]) -> None:
        """Read these more often."""
        ...

    def report(self) -> None:
        """Tell of every change at once, if it is that kind of board."""
        ...

    def go_on(self, most_s: float) -> None:
        """Read for a while, that long at most; time passes."""
        ...

    def disturb(self, squares: Collection[int], rng: random.Random) -> None:
        """Let something break, or flicker, at one of these squares."""
        ...

    def heal(self) -> None:
        """Set everything right that is broken."""
        ...

    def stop(self) -> None:
        """Read no more."""
        ...

    def close(self) -> None:
        """Switch off what is left of it."""
        ...


class PlainBoard:
    """Reads the world as it is, but for readers that are out and tags that flicker."""

    bitten = 0

    def __init__(self, world: MessyWorld, clock: ManualClock, absent: Collection[int] = ()) -> None:
        self._world = world
        self._clock = clock
        self._sightings = Sightings()
        self._squares: set[int] = set()
        self._states: dict[int, ReaderState] = dict.fromkeys(absent, "absent")
        self._flickers: dict[Uid, int] = {}
        self._emit: Emit | None = None
        self._scanned_s: float | None = None

    def connect(self, emit: Emit) -> None:
        self._emit = emit
        self._sightings = Sightings()
        self._squares = set(range(1, SQUARES + 1))  # the first scan reads all of them
        for square, state in self._states.items():
            emit(ReaderChanged(square, state, self._clock.now_s()))

    def last_read_s(self, square: int) -> float | None:
        return None if self._states.get(square) in BLIND else self._scanned_s

    def attend(self, squares: Collection[int]) -> None:
        """Every square is read at each scan already."""

    @property
    def is_busy(self) -> bool:
        """Whether the next scan may tell something new by itself."""
        return bool(self._flickers or self._sightings.urgent)

    def go_on(self, most_s: float) -> None:
        self._clock.advance(min(SCAN_S, most_s) if self.is_busy else most_s)

    def report(self) -> None:
        """Read every square on which something may be seen."""
        world = self._world
        self._scanned_s = self._clock.now_s()
        missed = {uid for uid, left in self._flickers.items() if left > 0}
        self._flickers = {uid: left - 1 for uid, left in self._flickers.items() if left > 0}
        there = {square for piece in world.pieces() for square in world.seen_on(piece)}
        for square in sorted(self._squares | there):
            if self._states.get(square) in BLIND:
                continue
            uids = tuple(uid for uid in world.tags_on(square) if uid not in missed)
            reading = Reading(square, self._clock.now_s(), uids, alone=True)
            for sighting in self._sightings.take(reading):
                self._tell(sighting)
        self._squares = there | self._sightings.missing

    def disturb(self, squares: Collection[int], rng: random.Random) -> None:
        square = rng.choice(sorted(squares) or [1])
        what = rng.choice(("out", "out", "suspect", "back", "flicker", "flicker", "flicker"))
        if what == "flicker":
            for uid in self._world.tags_on(square):
                self._flickers[uid] = rng.randint(1, FLICKER)
        elif self._states.get(square) == "absent":
            return
        elif what == "out":
            self._sightings.forget(square)
            self._become(square, rng.choice(BLIND_STATES))
        elif self._states.get(square) not in BLIND and what == "suspect":
            self._become(square, "suspect")
        elif square in self._states:
            self._become(square, "back")

    def heal(self) -> None:
        for square, state in sorted(self._states.items()):
            if state != "absent":
                if state in BLIND:
                    self._become(square, "back")
                self._become(square, "healthy")

    def stop(self) -> None:
        self._emit = None

    def close(self) -> None:
        """Nothing is left of it."""

    def _become(self, square: int, state: ReaderState) -> None:
        self._states[square] = state
        if state == "healthy":
            del self._states[square]
        self._tell(ReaderChanged(square, state, self._clock.now_s()))

    def _tell(self, event: BoardEvent) -> None:
        if self._emit is not None:
            self._emit(event)
