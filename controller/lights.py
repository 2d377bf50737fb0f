"""Keeps the light strip showing what the newest snapshot means."""

import threading
from typing import Final

from controller.service import Service
from controller.table.lighting import frame, moves
from hardware.clock import Clock
from hardware.ports import RGB, SquareLights

FRAME_S: Final = 1 / 20
IDLE_S: Final = 1.0


class Lights:
    """A thread that draws frames: at once when something changes, else as lights move.

    Args:
        service: whose snapshots to show.
        strip: where to show them.
        squares: how many squares the board has.
        clock: what the movement of the lights follows.
    """

    def __init__(self, service: Service, strip: SquareLights, squares: int, clock: Clock) -> None:
        self._service = service
        self._strip = strip
        self._squares = squares
        self._clock = clock
        self._shown: tuple[RGB, ...] | None = None
        self._running = False
        self._thread = threading.Thread(target=self._run, name="lights")

    def start(self) -> None:
        """Begin to draw."""
        self._running = True
        self._thread.start()

    def stop(self) -> None:
        """Go dark and stop, after the service has stopped or within a frame or two."""
        self._running = False
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            while self._running and self._service.alive:
                snapshot = self._service.snapshot
                colours = frame(snapshot.lights, self._squares, self._clock.now_s())
                if colours != self._shown:
                    self._strip.show(colours)
                    self._shown = colours
                timeout_s = FRAME_S if moves(snapshot.lights) else IDLE_S
                self._service.wait_for(snapshot.revision, timeout_s)
        finally:
            self._strip.close()
