"""What a harness is, and how one input is tried."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

MOST_S: Final = 2.0
"""Processor time for one input: far more than any needs, far less than a denial of service."""

Check = Callable[[bytes], None]


class Finding(AssertionError):
    """A parser did what it should not."""


@dataclass(frozen=True)
class Harness:
    """One parser of foreign input.

    Attributes:
        name: its name on the command line.
        about: what is read, and what has to hold.
        check: reads some bytes; raises whatever is not allowed.
        seeds: makes inputs to begin with, good ones among them; called when it is used.
        words: pieces that are worth inserting.
        longest: length of the longest input, in bytes.
    """

    name: str
    about: str
    check: Check
    seeds: Callable[[], Sequence[bytes]]
    words: Sequence[bytes] = ()
    longest: int = 4096

    def attempt(self, data: bytes) -> None:
        """Try one input.

        Raises:
            Finding: it took too long.
            Exception: anything else that is not allowed.
        """
        begun_s = time.process_time()
        self.check(data[: self.longest])
        taken_s = time.process_time() - begun_s
        hold(taken_s < MOST_S, f"it took {taken_s:.1f} s of the processor")


def hold(true: object, sentence: str) -> None:
    """Check a property; unlike `assert`, the same with every way to run Python.

    Raises:
        Finding: it does not hold.
    """
    if not true:
        raise Finding(sentence)
