"""Limits on guessing, so that neither the code nor the PIN of the board can be tried out."""

import math
import threading
from collections import deque
from dataclasses import dataclass
from typing import Final

from controller.refusal import Refusal
from hardware.clock import Clock
from web.languages.language import mark

WITHIN_S: Final = 60.0
EACH: Final = 5
"""Wrong guesses of one guesser without a delay."""
LONGEST_S: Final = 15 * WITHIN_S
"""The delay after a wrong guess begins with WITHIN_S, doubles with each, and ends here."""
FORGET_S: Final = 3600.0
"""Time after which a guesser's wrong guesses are forgotten."""
MOST_GUESSERS: Final = 1024
MOST_DOUBLINGS: Final = 16

LATER: Final = mark("Too many wrong tries. Try again in {seconds} s.")


@dataclass(frozen=True)
class Guesser:
    """Who guesses.

    Attributes:
        name: the seat it holds, or else the network it comes from.
        seated: True if it holds a seat: there are few seats, so others' guesses do not delay it.
    """

    name: str
    seated: bool


@dataclass(frozen=True)
class _Wrong:
    """The wrong guesses of one guesser: their number, and when the last one was."""

    times: int
    last_s: float

    def free_s(self) -> float:
        """Return when the next guess is allowed."""
        if self.times < EACH:
            return self.last_s
        doublings = min(self.times - EACH, MOST_DOUBLINGS)
        return self.last_s + min(WITHIN_S * 2.0**doublings, LONGEST_S)


class Tries:
    """Counts wrong guesses at one secret. Safe to use from any thread.

    Each guesser is delayed by its own wrong guesses. Those of others delay it only where there are
    so many that they come from ever new addresses.

    Args:
        clock: measures the delays.
        together: wrong guesses of all guessers without a seat within WITHIN_S: few enough that
            guessing on for an evening is hopeless.
    """

    def __init__(self, clock: Clock, together: int) -> None:
        self._clock = clock
        self._wrong: dict[Guesser, _Wrong] = {}  # who guessed last at the end
        self._lately: deque[float] = deque(maxlen=together)
        self._lock = threading.Lock()

    def guess(self, who: Guesser, *, right: bool) -> bool:
        """Record a guess; return True if it is right.

        Args:
            who: the guesser.
            right: True if it is right; not told to one who has guessed too often.

        Raises:
            Refusal: `too-many-tries`, of this guesser or of all together.
        """
        now_s = self._clock.now_s()
        with self._lock:
            mine = self._wrong.pop(who, None)
            if mine is not None and now_s >= mine.last_s + FORGET_S:
                mine = None
            free_s = now_s if mine is None else mine.free_s()
            if not who.seated and len(self._lately) == self._lately.maxlen:
                free_s = max(free_s, self._lately[0] + WITHIN_S)
            if free_s > now_s:
                self._remember(who, mine)
                raise Refusal("too-many-tries", LATER, seconds=math.ceil(free_s - now_s))
            if not right:
                self._remember(who, _Wrong(1 if mine is None else mine.times + 1, now_s))
                if not who.seated:
                    self._lately.append(now_s)
        return right

    def _remember(self, who: Guesser, wrong: _Wrong | None) -> None:
        if wrong is None:
            return
        self._wrong[who] = wrong
        if len(self._wrong) > MOST_GUESSERS:
            del self._wrong[next(iter(self._wrong))]
