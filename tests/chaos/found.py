"""What messy games have found, each as few deeds as it took; all of it is right today."""

from dataclasses import dataclass
from typing import Final

from tests.chaos.race import Plan


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
    Found(
        "a runner that stood between two squares and slid onto one of them moved at once",
        Plan(
            5135,
            (
                ("turn", 1440505132),
                ("turn", 3655111007),
                ("turn", 3555669287),
                ("anybody_anywhere", 157463876),
                ("turn", 2861400433),
                ("turn", 979729914),
                ("turn", 439939049),
                ("turn", 1900526198),
                ("set_down_between", 3092596828),
                ("turn", 3896168870),
            ),
        ),
    ),
    Found(
        "the same, and the next player was quick",
        Plan(
            1993,
            (
                ("turn", 2082210969),
                ("turn", 514720208),
                ("phone_turn", 3050077588),
                ("turn", 3102262863),
                ("phone_turn", 4283175841),
                ("turn", 3197210858),
                ("die_writing", 1006591778),
                ("turn", 2938717875),
                ("turn", 241080489),
                ("turn", 2382240120),
                ("phone_turn", 1691828093),
                ("turn", 1473931438),
                ("set_down_between", 385955475),
                ("quick_next_player", 3103968689),
            ),
        ),
    ),
    Found(
        "the board was taken to be right, and the move that was just proposed was allowed no more",
        Plan(
            3292,
            (
                ("turn", 1991651842),
                ("turn", 1619234311),
                ("confirm_by_phone", 1696996900),
                ("phone_turn", 2412276096),
                ("turn", 4237393349),
                ("turn", 2079030481),
                ("turn", 2931146104),
                ("turn", 3372321485),
                ("pause", 220082357),
                ("something_breaks", 2239574771),
                ("put_aside_and_load", 3447386929),
                ("turn", 2237852784),
                ("turn", 2655152285),
                ("turn", 1997151997),
                ("turn", 2379547710),
                ("turn_over", 325413261),
                ("turn", 2923420099),
            ),
        ),
    ),
    Found(
        "only the judge was wrong: a runner lifted and set down again between two readings",
        Plan(
            3225,
            (
                ("turn", 2297755236),
                ("phone_turn", 3852100287),
                ("confirm_by_phone", 991561956),
                ("turn", 1986040242),
                ("turn", 1648640069),
                ("turn", 3049195602),
                ("hesitate", 3745646678),
                ("turn", 82695857),
            ),
        ),
    ),
    Found(
        "only the judge was wrong: hands that wander about need 2500 actions for a game",
        Plan(
            882,
            (
                ("quick_next_player", 2340185719),
                ("phone_turn", 2937261747),
                ("double_tap", 1186967613),
            ),
        ),
    ),
    Found(
        "what a runner did that had been held for a tap counted, although the game was right",
        Plan(
            8353,
            (
                ("carry_away_till_tomorrow", 4120109934),
                ("quick_next_player", 3379216305),
                ("tidy_as_asked", 1177924271),
                ("tidy_as_asked", 3479825839),
                ("tidy_as_asked", 1753161717),
                ("tidy_as_asked", 1814342764),
                ("put_on_one_square", 2562313571),
                ("turn", 2946212348),
                ("ask_for_a_tap", 3074785585),
                ("mend_by_game", 2133493009),
            ),
            opponents=("sprinter", "wanton", "sprinter", "wanton"),
        ),
    ),
    Found(
        "only the judge was wrong: a runner nudged off an edge rested where it was seen before",
        Plan(
            7293,
            (("set_down_between", 644210777), ("turn", 2487952213)),
            opponents=("wanton", "alternator", "sprinter", "wanton"),
        ),
    ),
)
