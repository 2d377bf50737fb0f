"""Counts requests under way from the board's own Wi-Fi, and measures how long there are none."""

import threading

from hardware.clock import Clock


class Guests:
    """Counts requests under way from the board's own Wi-Fi. Safe to use from any thread.

    A page that follows the game is one request, as long as it is open.

    Args:
        clock: measures time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._here = 0
        self._last_s = clock.now_s()

    def come(self) -> None:
        """Count a request that has come."""
        with self._lock:
            self._here += 1

    def leave(self) -> None:
        """Uncount a request that is answered, or whose client has gone."""
        with self._lock:
            self._here -= 1
            self._last_s = self._clock.now_s()

    def expect(self) -> None:
        """Restart the idle time, as the Wi-Fi has just opened."""
        with self._lock:
            self._last_s = self._clock.now_s()

    def idle_s(self) -> float:
        """Return the seconds without guests; 0 while a request is under way."""
        with self._lock:
            return 0.0 if self._here else self._clock.now_s() - self._last_s
