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
    Found(
        "the board was taken to be right with a runner on the square of the move just proposed",
        Plan(
            1004,
            (
                ("turn", 3187836388),
                ("double_tap", 939626052),
                ("pull_the_plug", 615746441),
                ("disk_full", 3269562177),
                ("tidy_as_asked", 2119063504),
                ("turn", 231455320),
                ("turn", 439029966),
                ("ask_for_a_tap", 936997176),
                ("push_along", 3774986317),
                ("put_aside_and_load", 3671523572),
                ("turn", 3599090671),
                ("turn", 2134274732),
                ("quick_next_player", 1880599121),
                ("rotate_three", 546272650),
                ("turn", 1561531424),
            ),
        ),
    ),
)
