"""Time as the board counts it: seconds that only go forward, and can be injected."""

import threading
import time
from typing import Final, Protocol

LONGEST_S: Final = 5.0
"""Gap taken for sleep: an awake machine reads an `AwakeClock` far more often."""


class Clock(Protocol):
    """A monotonic clock."""

    def now_s(self) -> float:
        """Return seconds since a fixed moment; never goes back."""
        ...

    def sleep(self, seconds: float) -> None:
        """Let the calling thread sleep; not at all for zero or less."""
        ...


class MonotonicClock:
    """The machine's own monotonic clock."""

    def now_s(self) -> float:
        """Return seconds since a fixed moment; changes of the date do not affect it."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Sleep for that time, or a little longer."""
        if seconds > 0:
            time.sleep(seconds)


class AwakeClock:
    """A clock that stands still while the machine is suspended.

    Waits and watchdogs do not count that time: no sleep has passed in it, and no thread has
    been silent. Safe to use from any thread.

    Args:
        clock: the machine's clock.
        longest_s: a longer time between two readings of the clock counts as suspended.
    """

    def __init__(self, clock: Clock, longest_s: float = LONGEST_S) -> None:
        self._clock = clock
        self._longest_s = longest_s
        self._lock = threading.Lock()
        self._seen_s = clock.now_s()
        self._slept_s = 0.0

    def now_s(self) -> float:
        """Return seconds awake since a fixed moment."""
        with self._lock:
            now_s = self._clock.now_s()
            passed_s = now_s - self._seen_s
            if passed_s > self._longest_s:
                self._slept_s += passed_s
            self._seen_s = max(now_s, self._seen_s)
            return self._seen_s - self._slept_s

    def sleep(self, seconds: float) -> None:
        """Sleep for that time, in pieces too short to be taken for suspension."""
        while seconds > 0:
            piece_s = min(seconds, self._longest_s / 2)
            self._clock.sleep(piece_s)
            seconds -= piece_s
            self.now_s()


class ManualClock:
    """A clock that stands still until it is moved, for virtual time."""

    def __init__(self, now_s: float = 0.0) -> None:
        self._now_s = now_s

    def now_s(self) -> float:
        """Return the time it was set to."""
        return self._now_s

    def advance(self, seconds: float) -> float:
        """Advance the time; return the new one.

        Raises:
            ValueError: time does not run backwards.
        """
        if seconds < 0:
            raise ValueError(f"a clock cannot be advanced by {seconds} s: time goes forward")
        self._now_s += seconds
        return self._now_s

    def sleep(self, seconds: float) -> None:
        """Advance the time at once: there is only one thread."""
        if seconds > 0:
            self._now_s += seconds
