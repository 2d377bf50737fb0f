"""A board that senses the simulated world directly: no chips, no radio, no crosstalk.

It reads every square at each scan, as a real board does over some tenths of a second, and
reports by the contract of `hardware.ports.Sensing`.
"""

import threading
from collections.abc import Callable, Collection
from typing import Final

from hardware.clock import Clock
from hardware.ports import BoardEvent, ReaderHealth, Reading
from hardware.sightings import Sightings
from hardware.simulated.world import World

AT_REST_S: Final = 1.0
"""Interval between checks of the stop flag, while nothing changes."""
STOP_S: Final = 1.0


class DirectBoard:
    """Readers that sense the simulated world exactly, and never fail.

    Args:
        world: the pieces.
        clock: stamps the sightings.
        scan_s: pause between two scans while something has just changed.
        on_reading: called with every reading.

    Attributes:
        scans: number of scans.
        failure: the error that ended the thread early.
    """

    def __init__(
        self,
        world: World,
        clock: Clock,
        scan_s: float = 0.03,
        on_reading: Callable[[Reading], None] | None = None,
    ) -> None:
        self._world = world
        self._clock = clock
        self._scan_s = scan_s
        self._on_reading = on_reading
        self._sightings = Sightings()
        self._good = 0
        self._last_good_s: float | None = None
        self._emit: Callable[[BoardEvent], None] | None = None
        self._stirred = threading.Event()
        self._running = False
        self._thread: threading.Thread | None = None
        self._unwatch: Callable[[], None] | None = None
        self.scans = 0
        self.failure: BaseException | None = None

    def start(self, emit: Callable[[BoardEvent], None]) -> None:
        """Read the world from now on, in a thread of its own."""
        self.connect(emit)
        self._running = True
        self._stirred.set()
        self._unwatch = self._world.watch(self._stirred.set)
        self._thread = threading.Thread(target=self._run, name="simulated-readers", daemon=True)
        self._thread.start()

    def connect(self, emit: Callable[[BoardEvent], None]) -> None:
        """Begin to report to `emit`; the caller calls `scan`: for virtual time."""
        self._emit = emit

    def stop(self) -> None:
        """Stop reading."""
        self._running = False
        self._stirred.set()
        if self._unwatch is not None:
            self._unwatch()
            self._unwatch = None
        self._emit = None
        if self._thread is not None:
            self._thread.join(STOP_S)
            self._thread = None

    def attend(self, squares: Collection[int]) -> None:
        """Do nothing: every square is read at each scan already."""

    def last_read_s(self, _square: int) -> float | None:
        """Return the present time: every change is seen at once."""
        return self._clock.now_s()

    def readers(self) -> tuple[ReaderHealth, ...]:
        """Return every reader, in perfect health."""
        return tuple(
            ReaderHealth(square, "healthy", self._good, 0, 0, self._last_good_s, "")
            for square in range(1, self._world.squares + 1)
        )

    def scan(self) -> bool:
        """Read every square once; return True if a missing tag must be read again."""
        for square in range(1, self._world.squares + 1):
            self._read(square)
        for square in sorted(self._sightings.unconfirmed):
            self._read(square)
        self._good += 1
        self._last_good_s = self._clock.now_s()
        return bool(self._sightings.missing)

    def _read(self, square: int) -> None:
        reading = Reading(square, self._clock.now_s(), self._world.tags_on(square), alone=True)
        if self._on_reading is not None:
            self._on_reading(reading)
        for sighting in self._sightings.take(reading):
            self._report(sighting)

    def _run(self) -> None:
        try:
            self._scan_on()
        except BaseException as error:
            self.failure = error
            raise

    def _scan_on(self) -> None:
        while self._running:
            self._stirred.clear()
            pending = self.scan()
            self.scans += 1
            if pending:
                self._stirred.wait(self._scan_s)
                continue
            while self._running and not self._stirred.wait(AT_REST_S):
                self.scans += 1

    def _report(self, event: BoardEvent) -> None:
        if self._emit is not None:
            self._emit(event)
