"""Waiting for something to come true, for as long as a very busy machine may need."""

import time
from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = 120.0
"""How long to wait for what takes a fraction of a second on an idle machine. Success costs none."""
_LOOK_AGAIN_S: Final = 0.005


def until(
    met: Callable[[], bool],
    what: str,
    within_s: float = PATIENCE_S,
    every_s: float = _LOOK_AGAIN_S,
) -> None:
    """Look again and again until a condition is met, every few milliseconds unless told.

    Raises:
        TimeoutError: it is not met in time; says what was waited for.
    """
    deadline_s = time.monotonic() + within_s
    while not met():
        if time.monotonic() > deadline_s:
            raise TimeoutError(f"{what}: not within {within_s} s")
        time.sleep(every_s)
