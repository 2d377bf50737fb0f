"""Limits how often somebody may guess a code or PIN."""

import math
import threading
from collections import deque
from typing import Final

from controller.refusal import Refusal
from hardware.clock import Clock
from web.languages.language import mark

WITHIN_S: Final = 60.0
EACH: Final = 5
"""Wrong guesses allowed from one address."""
ALL: Final = 20
"""Wrong guesses allowed from all addresses together, so that many addresses are no help."""

LATER: Final = mark("Too many wrong tries. Try again in {seconds} s.")


class Tries:
    """Counts wrong guesses at one secret. Safe to use from any thread.

    Args:
        clock: the time source.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._wrong: deque[tuple[float, str]] = deque(maxlen=ALL)
        self._lock = threading.Lock()

    def guess(self, who: str, *, right: bool) -> bool:
        """Record a guess; return True if it is right.

        Args:
            who: the address it comes from.
            right: True if it is right; not told to a sender that has guessed too often.

        Raises:
            Refusal: `too-many-tries`, of this address or of all together.
        """
        now_s = self._clock.now_s()
        with self._lock:
            while self._wrong and self._wrong[0][0] <= now_s - WITHIN_S:
                self._wrong.popleft()
            mine = [at_s for at_s, whose in self._wrong if whose == who]
            for times, most in ((mine, EACH), ([at_s for at_s, _ in self._wrong], ALL)):
                if len(times) >= most:
                    seconds = math.ceil(times[-most] + WITHIN_S - now_s)
                    raise Refusal("too-many-tries", LATER, seconds=seconds)
            if not right:
                self._wrong.append((now_s, who))
        return right
