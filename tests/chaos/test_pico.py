"""A whole game with messy hands through the real MicroPython on an emulated RP2040.

Its cable is pulled until the watchdog fires, and frames are damaged. It takes minutes of
processor time, and runs where RP2040_UF2 and RP2040_BOOTROM name the official files.
"""

import random
from itertools import count
from typing import Final

import pytest

from tests.chaos.race import Plan, play
from tests.support.firmware.emulated import official_files

CABLE, NOISE = 0, 2
"""What may break, of five things: `tests.chaos.driven.CoprocessorBoard.disturb`."""
LONGEST_WAIT: Final = 4
"""Of the five waits of `just_wait`: seven seconds."""


def breaking(what: int) -> tuple[str, int]:
    """The deed in which this breaks."""
    for seed in count():
        rng = random.Random(seed)
        rng.random()
        if rng.randrange(5) == what:
            return "something_breaks", seed
    raise AssertionError


def waiting() -> tuple[str, int]:
    """The deed in which nothing happens for seven seconds."""
    return "just_wait", next(
        seed for seed in count() if random.Random(seed).choice(range(5)) == LONGEST_WAIT
    )


@pytest.mark.long
def test_a_cable_pulled_frames_damaged_and_the_watchdog_between_hands_and_game() -> None:
    official_files()
    deeds = (
        ("turn", 1),
        ("swap_two", 2),
        breaking(NOISE),
        ("turn", 3),
        ("push_along", 4),
        breaking(CABLE),
        ("anybody_anywhere", 5),
        waiting(),
        waiting(),
        ("knock_off", 6),
        ("turn", 7),
    )
    told = play(Plan(1, deeds, "pico"))
    assert told.plies
    assert told.bitten
