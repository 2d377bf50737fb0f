"""A board that senses the simulated world directly: no chips, no radio, no crosstalk.

It reads every square at each scan, as a real board does over some tenths of a second, and
follows the contract of `hardware.ports.Sensing` in what it reports.
"""

import threading
from collections.abc import Callable

from hardware.clock import Clock
from hardware.ports import BoardEvent, ButtonName, Pressed, Sighting, Uid
from hardware.simulated.world import World

MISSES_REPORTED = 5
"""How many readings in a row may miss a tag before a reader forgets it."""


class DirectBoard:
    """Readers and buttons that see the world as it is.

    Args:
        world: what there is to see.
        clock: stamps the sightings.
        scan_s: pause between two scans while something has just changed.
    """

    def __init__(self, world: World, clock: Clock, scan_s: float = 0.03) -> None:
        self._world = world
        self._clock = clock
        self._scan_s = scan_s
        self._remembered: dict[tuple[int, Uid], int] = {}
        self._emit: Callable[[BoardEvent], None] | None = None
        self._stirred = threading.Event()
        self._running = False
        self._thread: threading.Thread | None = None
        self._unwatch: list[Callable[[], None]] = []

    def start(self, emit: Callable[[BoardEvent], None]) -> None:
        """Read the world from now on, in a thread of its own."""
        self.connect(emit)
        self._running = True
        self._stirred.set()
        self._unwatch.append(self._world.watch(self._stirred.set))
        self._thread = threading.Thread(target=self._scan_on, name="simulated-readers")
        self._thread.start()

    def connect(self, emit: Callable[[BoardEvent], None]) -> None:
        """Report to `emit`, but leave it to the caller to `scan`: for virtual time."""
        self._emit = emit
        self._unwatch.append(self._world.on_press(self._pressed))

    def stop(self) -> None:
        """Read no more."""
        self._running = False
        self._stirred.set()
        for unwatch in self._unwatch:
            unwatch()
        self._unwatch.clear()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def scan(self) -> bool:
        """Read every square once; returns whether a tag has gone that must be read again."""
        now_s = self._clock.now_s()
        present = {
            (square, tag)
            for square in range(1, self._world.squares + 1)
            for tag in self._world.tags_on(square)
        }
        for square, tag in sorted(present):
            if self._remembered.get((square, tag)) != 0:
                self._remembered[square, tag] = 0
                self._report(Sighting(square, tag, True, now_s))
        for (square, tag), misses in tuple(self._remembered.items()):
            if (square, tag) in present:
                continue
            self._report(Sighting(square, tag, False, now_s))
            self._remembered[square, tag] = misses + 1
            if misses + 1 >= MISSES_REPORTED:
                del self._remembered[square, tag]
        return any(self._remembered.values())

    def _scan_on(self) -> None:
        while self._running:
            self._stirred.clear()
            pending = self.scan()
            if pending:
                self._stirred.wait(self._scan_s)
            else:
                self._stirred.wait()

    def _pressed(self, button: ButtonName) -> None:
        self._report(Pressed(button, self._clock.now_s()))

    def _report(self, event: BoardEvent) -> None:
        if self._emit is not None:
            self._emit(event)
