"""Boards for messy games, on virtual time and without threads: what readers make of the wood."""

import random
from collections.abc import Callable, Collection
from contextlib import suppress
from itertools import count
from typing import Final, Protocol

from controller.table.tracker import DEPARTURE_MISSES
from controller.wiring.simulation import SimulatedParts, emulate
from hardware.clock import ManualClock
from hardware.errors import NotConnected
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.ports import BLIND, BoardEvent, ReaderChanged, ReaderState, Reading, Uid
from hardware.scanner.board import ScannerBoard
from hardware.scanner.connect import StripWire, wiring
from hardware.scanner.coprocessor import Coprocessor
from hardware.scanner.strip import ScannerStrip
from hardware.sensing.plan import serpentine
from hardware.sensing.settings import ArraySettings, ScannerPort, SpiBus, usual_select
from hardware.sightings import Sightings
from hardware.simulated.pn532.chip import Chip
from hardware.simulated.pn532.faults import FAULTS, Odds
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.world import Piece, World
from tests.hardware.scanner.devices import EmulatedScanner, reach

SQUARES: Final = 64
SCAN_S: Final = 0.05
ODDS: Final = Odds(corrupt=0.1, resets=0.05, busy=0.2, stale=0.2)
STRIP: Final = StripWire("GP22", SQUARES, "GRB")
MOST_BROKEN: Final = 8
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
        self._pieces.pop(name, None)
        self.between.pop(name, None)


class MessyBoard(Protocol):
    """What a messy game needs of a board."""

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


class PlainBoard:
    """Reads the world as it is, but for readers that are out and tags that flicker."""

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
        self._squares = set()
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

    def _become(self, square: int, state: ReaderState) -> None:
        self._states[square] = state
        if state == "healthy":
            del self._states[square]
        self._tell(ReaderChanged(square, state, self._clock.now_s()))

    def _tell(self, event: BoardEvent) -> None:
        if self._emit is not None:
            self._emit(event)


def _break_one(chips: dict[int, Chip], squares: Collection[int], rng: random.Random) -> None:
    chip = chips[rng.choice(sorted(set(squares) & set(chips)) or sorted(chips))]
    if chip.faults.active:
        chip.faults.clear()
    else:
        chip.faults.set(rng.choice(sorted(FAULTS)), on=True)
    broken = [each for each in chips.values() if each.faults.active]
    if len(broken) > MOST_BROKEN:
        rng.choice(broken).faults.clear()


class ChipsBoard:
    """The real driver and an emulated chip under every square."""

    def __init__(self, world: MessyWorld, clock: ManualClock, rng: random.Random) -> None:
        self._clock = clock
        places = serpentine(SQUARES, 8)
        emulation = emulate(world, places, clock, rng, odds=ODDS)
        self._chips = dict(emulation.chips)
        bus = SpiBus("spi", usual_select(range(1, SQUARES + 1)), clock_hz=4_000_000)
        self._buses = (bus,)
        self._settings = ArraySettings(places)
        self._board = self._open()

    def _open(self) -> Pn532Board:
        parts = SimulatedParts(self._chips, self._buses, self._clock, 50e-6)
        lines = connect(self._buses, parts, self._clock)
        return Pn532Board(self._settings, lines, self._clock, close=parts.close)

    def connect(self, emit: Emit) -> None:
        self._board.stop()
        self._board = self._open()
        self._board.connect(emit)

    def last_read_s(self, square: int) -> float | None:
        return self._board.last_read_s(square)

    def attend(self, squares: Collection[int]) -> None:
        self._board.attend(squares)

    def report(self) -> None:
        """It takes its time."""

    def go_on(self, most_s: float) -> None:
        before_s = self._clock.now_s()
        self._board.step()
        if self._clock.now_s() == before_s:
            self._clock.advance(min(0.01, most_s))

    def disturb(self, squares: Collection[int], rng: random.Random) -> None:
        _break_one(self._chips, squares, rng)

    def heal(self) -> None:
        for chip in self._chips.values():
            chip.faults.clear()

    def stop(self) -> None:
        self._board.stop()


class Noise:
    """Spoils what goes over a cable now and then, while it is on."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.rate = 0.0

    def __call__(self, data: bytes) -> bytes:
        if not data or self._rng.random() >= self.rate:
            return data
        spoilt = bytearray(data)
        spoilt[self._rng.randrange(len(spoilt))] ^= 1 << self._rng.randrange(8)
        return bytes(spoilt[: self._rng.randint(1, len(spoilt))])


class CoprocessorBoard:
    """Eight emulated co-processors with the real firmware, one under each row; lights on one."""

    def __init__(self, world: MessyWorld, clock: ManualClock, rng: random.Random) -> None:
        self._clock = clock
        places = serpentine(SQUARES, 8)
        emulation = emulate(world, places, clock, rng, odds=ODDS)
        self._chips = dict(emulation.chips)
        self._settings = ArraySettings(places)
        self._noise = Noise(rng)
        self._lights = SimulatedStrip(SQUARES)
        self.devices = [
            EmulatedScanner(
                ScannerPort(
                    f"row {row}", f"/dev/row{row}", usual_select(range(8 * row + 1, 8 * row + 9))
                ),
                self._settings,
                emulation.chips,
                clock,
                50e-6,
                strip=None if row else STRIP,
                lights=None if row else self._lights,
                spoil=self._noise,
            )
            for row in range(8)
        ]
        self._sessions = count(1)
        self._out: set[EmulatedScanner] = set()
        self._open()

    def _open(self) -> None:
        """Another host, which greets the devices anew."""
        for row, device in enumerate(self.devices):
            strip = None if row else STRIP
            device.host = Coprocessor(
                device.port.name,
                device.line,
                wiring(device.port, self._settings, strip, None),
                self._clock,
                self._sessions.__next__,
            )
        self._board = ScannerBoard(self._settings, reach(self.devices), self._clock)
        self._strip = ScannerStrip(self.devices[0].host)

    def connect(self, emit: Emit) -> None:
        self._open()
        self._board.connect(emit)

    def last_read_s(self, square: int) -> float | None:
        return self._board.last_read_s(square)

    def attend(self, squares: Collection[int]) -> None:
        self._board.attend(squares)

    def report(self) -> None:
        """It takes its time."""

    def go_on(self, most_s: float) -> None:
        before_s = self._clock.now_s()
        self._board.step()
        with suppress(NotConnected):
            self._strip.keep()
        for device in self.devices:
            device.firmware.turn()
        if self._clock.now_s() == before_s:
            self._clock.advance(min(0.001, most_s))

    def disturb(self, squares: Collection[int], rng: random.Random) -> None:
        match rng.randrange(5):
            case 0:
                device = rng.choice(self.devices)
                device.line.plug(out=True)
                self._out.add(device)
            case 1:
                self._plug_in()
            case 2:
                self._noise.rate = rng.choice((0.0, 0.001, 0.02))
            case 3:
                self._lights.plug(out=not self._lights.unplugged)
            case _:
                _break_one(self._chips, squares, rng)

    def _plug_in(self) -> None:
        for device in self._out:
            device.line.plug(out=False)
        self._out.clear()

    def heal(self) -> None:
        self._noise.rate = 0.0
        self._plug_in()
        for chip in self._chips.values():
            chip.faults.clear()

    def stop(self) -> None:
        self._board.stop()
