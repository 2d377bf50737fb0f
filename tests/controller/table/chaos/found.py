"""What messy games have found, each as few deeds as it took; all of it is right today."""

from dataclasses import dataclass
from typing import Final

from tests.controller.table.chaos.race import Plan


@dataclass(frozen=True)
class Found:
    """Something that was wrong once.

    Attributes:
        was: what it was.
        plan: the game in which it was.
    """

    was: str
    plan: Plan


FOUND: Final = (
    Found(
        "a runner that was to be carried, touched while the game waited, moved when it went on",
        Plan(
            199,
            (
                ("phone_turn", 1098983378),
                ("phone_turn", 628862314),
                ("phone_turn", 2172032741),
                ("put_aside_and_load", 1674919806),
                ("turn", 1650626597),
                ("double_tap", 1855173066),
                ("turn", 198996863),
                ("pause", 1898583288),
                ("turn", 1276489179),
            ),
        ),
    ),
    Found(
        "the same, by a runner that was held on the lit square while the game waited",
        Plan(
            377,
            (
                ("turn", 4143314004),
                ("phone_turn", 3753743087),
                ("phone_turn", 2849102764),
                ("turn", 297980535),
                ("double_tap", 1595774972),
                ("turn", 241943278),
                ("anybody_anywhere", 594861942),
                ("tidy_as_asked", 1267112623),
                ("turn", 913789962),
                ("take_back", 2190359282),
                ("pause", 866814245),
                ("ask_for_a_tap", 2283238884),
            ),
        ),
    ),
)
