"""Converts the clock of a co-processor to the board's time."""

from collections import deque
from typing import Final

from hardware.scanner.words import CLOCK_US

KEPT: Final = 16
"""Number of samples compared; the best is not older than eight seconds, in which two crystals
of 50 ppm drift apart by less than a millisecond."""


class DeviceClock:
    """Estimates the offset of two clocks from questions and answers.

    An answer was given between the moment the question was sent and the moment it came: the
    shorter that interval, the more exact its time.
    """

    def __init__(self) -> None:
        self._samples: deque[tuple[float, float]] = deque(maxlen=KEPT)

    @property
    def uncertain_s(self) -> float:
        """Largest error of the estimate; infinity while there is none."""
        return min((trip_s for trip_s, _ in self._samples), default=float("inf")) / 2

    def heard(self, at_us: int, sent_s: float, come_s: float) -> None:
        """Take in the device's time in an answer to a question."""
        middle_s = (sent_s + come_s) / 2
        self._samples.append((come_s - sent_s, middle_s - at_us / 1e6))

    def time_s(self, at_us: int, now_s: float) -> float:
        """Return the board's time of a device time at most half its clock's period ago."""
        if not self._samples:
            return now_s
        _, zero_s = min(self._samples)
        round_s = CLOCK_US / 1e6
        ago_s = (now_s - zero_s - at_us / 1e6 + round_s / 2) % round_s - round_s / 2
        return min(now_s - ago_s, now_s)
