"""Positions from outside that contradict themselves: each is refused with its reason."""

from typing import Final

import pytest

from controller.game.rules import State, to_builtins
from tests.support.rules.positions import opening, play, position
from tests.support.rules.states import (
    Plain,
    all_or_nothing,
    chewing,
    first_deal,
    gift,
    over,
    read,
    refusal,
    roll,
    shuffle,
    ten,
    with_fields,
)

CONTRADICTIONS: Final[list[tuple[State, Plain, str]]] = [
    # Places
    (opening(2), {"seats__0__runners": []}, "Runners of seat 0: 0; this game has 2 a seat."),
    (
        opening(),
        {"seats__0__runners__0__at": 65},
        "Runner 0 of seat 0 is off the track at 65; HOME is 64.",
    ),
    (
        opening(),
        {"seats__0__runners__0__at": -1},
        "Runner 0 of seat 0 is off the track at -1; HOME is 64.",
    ),
    (
        opening(),
        {"seats__0__runners__0__at": 5, "seats__2__runners__0__at": 5},
        "Square 5 holds one runner, not 2: Runner 0 of seat 0, Runner 0 of seat 2 (R1.2).",
    ),
    (
        opening(),
        {"seats__0__runners__0__at": 1, "seats__2__runners__0__at": 1},
        "Square 1 holds one runner, not 2: Runner 0 of seat 0, Runner 0 of seat 2 (R1.2).",
    ),
    (
        opening(),
        {"seats__0__runners__0__at": 64},
        "home: Runner 0 of seat 0 is at HOME and not in the list.",
    ),
    (opening(), {"home": [[1, 0]]}, "home: Runner 0 of seat 1 is in the list and not at HOME."),
    (opening(), {"home": [[7, 0]]}, "home: Runner 0 of seat 7 is in the list and not at HOME."),
    (
        position([64, 5, 6], to_act=1),
        {"home": [[0, 0], [0, 0]]},
        "home: a runner arrives but once.",
    ),
    # Hands
    (opening(), {"seats__1__carrots": -1}, "Seat 1 cannot hold -1 carrots."),
    (
        opening(),
        {"seats__1__lettuces": 4},
        "Lettuces of seat 1: 4; each begins with 3 (R2.1).",
    ),
    (
        opening(),
        {"seats__1__lettuces": -1},
        "Lettuces of seat 1: -1; each begins with 3 (R2.1).",
    ),
    (chewing(), {"seats__0__lettuces": 0}, "Seat 0 has no lettuce left to chew (R6.1)."),
    # Obligations
    (
        chewing(),
        {"seats__0__runners__0__obligation": None},
        "Runner 0 of seat 0 on square 10, a lettuce, owes “chew” or “leave” (R6).",
    ),
    (
        chewing(),
        {"seats__0__runners__0__obligation": "rest"},
        "Runner 0 of seat 0 on square 10, a lettuce, owes “chew” or “leave” (R6).",
    ),
    *(
        (
            position([at, 0, 0], hare=hare),
            {"seats__0__runners__0__obligation": owed},
            f"Runner 0 of seat 0 on square {at} cannot owe “{owed}” there in this game.",
        )
        for hare, at, owed in (
            ("text-cards", 14, "chew"),
            ("text-cards", 14, "rest"),
            ("nap", 13, "rest"),
            ("nap", 14, "back"),
            ("tournament", 15, "back"),
            ("tournament", 14, "rest"),
            ("die-table", 13, "leave"),
            ("die-table", 0, "chew"),
        )
    ),
    (
        position([14, 0, 0]),
        {"seats__0__runners__0__passed": True},
        "Runner 0 of seat 0 on square 14 waits on no tournament hare, so “passed” is false (R8.4).",
    ),
    (
        position([13, 0, 0], hare="tournament"),
        {"seats__0__runners__0__passed": True},
        "Runner 0 of seat 0 on square 13 waits on no tournament hare, so “passed” is false (R8.4).",
    ),
    (
        position([13, 0, 0], hare="off"),
        {"seats__0__runners__0__at": 14},
        "Runner 0 of seat 0 on square 14: hares are closed in this game (R8.7).",
    ),
    (
        position([(10, 21), (0, 0)], owes={0: "chew"}),
        {"seats__0__runners__1": {"at": 22, "obligation": "leave", "passed": False}},
        "Seat 0: only one of its runners may chew, leave or rest (R8.6, R10.2).",
    ),
    (
        position([(10, 21), (0, 0)], owes={0: "chew"}, hare="nap"),
        {"seats__0__runners__1": {"at": 14, "obligation": "rest", "passed": False}},
        "Seat 0: only one of its runners may chew, leave or rest (R8.6, R10.2).",
    ),
    (
        position([0, 0, 0], hare="tournament"),
        {"seats__1__miss": True},
        "Seat 1 cannot miss a turn: no hare of this game makes anybody miss one.",
    ),
    (
        position([64, 5, 6], to_act=1),
        {"seats__0__miss": True},
        "Seat 0 is HOME and has no turn to miss (R9.2).",
    ),
    # Pile and patch
    (position([0, 0, 0], hare="off"), {"pile": ["show"]}, "pile: this game has no hare cards."),
    (opening(), {"patch": 100}, "patch: null is due, the patch of this game never runs out."),
    (
        opening(patch_total=300),
        {"patch": None},
        "patch: a number is due, the carrots of this game are 300.",
    ),
    (
        opening(patch_total=300),
        {"patch": 104},
        "Carrots: 195 in hands, 104 in the patch and 0 given away make 299; patch_total is 300.",
    ),
    (
        opening(patch_total=300),
        {"patch": -1, "seats__0__carrots": 65 + 106},
        "patch: it cannot hold -1 carrots.",
    ),
    (
        gift(),
        {"patch": 101 + 1},
        "Carrots: 174 in hands, 102 in the patch and 20 given away make 296; patch_total is 295.",
    ),
    # The turn
    (opening(), {"first": 3}, "first: there is no seat 3."),
    (opening(), {"to_act": 3}, "to_act: there is no seat 3."),
    (opening(), {"to_act": -1}, "to_act: there is no seat -1."),
    (opening(), {"to_act": None}, "to_act: a seat is due at the prompt “move”."),
    (
        position([64, 5, 6], to_act=1),
        {"to_act": 0},
        "to_act: seat 0 is HOME and takes no more turns (R9.2).",
    ),
    (over(), {"to_act": 2}, "to_act: null is due when the game is over."),
    (over(), {"ranking": [0, 1, 2]}, "ranking: the final order is [1, 0, 2] (R9.3)."),
    (over(), {"ranking": []}, "ranking: the final order is [1, 0, 2] (R9.3)."),
    (
        over(),
        {"prompt": "move", "to_act": 2, "ranking": []},
        "The game is over (R9.3), but the prompt is “move”.",
    ),
    (
        opening(),
        {"prompt": "over", "to_act": None, "ranking": [0, 1, 2]},
        "The prompt is “over”, but the game is not (R9.3).",
    ),
    (opening(), {"ranking": [0, 1, 2]}, "ranking: it is empty until the game is over."),
    (
        over(),
        {
            "seats__2__runners__0__at": 64,
            "home": [[1, 0], [0, 0], [2, 0]],
            "ranking": [1, 0, 2],
        },
        "home: the game was over before the last arrival (R9.3).",
    ),
    # Pending
    (opening(), {"pending": {"runner": 0}}, "pending: null is due at the prompt “move”."),
    (gift(), {"to_act": 2}, "to_act: it is the first of those waiting for the gift."),
    (
        gift(),
        {"pending__waiting": [2]},
        "to_act: it is the first of those waiting for the gift.",
    ),
    (
        gift(),
        {"pending__waiting": [1, 0], "patch": 101},
        "pending: behind seat 0 are [1, 2], in this order; waiting are the last of them (R7.1).",
    ),
    (gift(), {"pending__amount": 7}, "pending: 7 is no gift; 10, 5, 1 would be."),
    (
        all_or_nothing(),
        {"pending__amount": 1},
        "pending: 1 is no gift; 10 would be.",
    ),
    (gift(), {"pending__giver": 3}, "pending: there is no seat 3 to give."),
    (
        gift(),
        {"seats__0__runners__0__at": 13},
        "pending: no runner of seat 0 is on a hare square.",
    ),
    (
        roll(),
        {"prompt": "gift", "pending": {"amount": 10, "giver": 0, "waiting": [1]}, "to_act": 1},
        "prompt: no hare of this game gives anything away.",
    ),
    (ten(), {"pending__runner": 1}, "pending: seat 0 has no runner 1."),
    (
        ten(),
        {"seats__0__runners__0__at": 13},
        "pending: Runner 0 of seat 0 is not on a hare square.",
    ),
    (
        ten(),
        {"seats__0__runners__0__obligation": "chew"},
        "pending: Runner 0 of seat 0 owes nothing yet, its hare square is not done.",
    ),
    (
        shuffle(),
        {"prompt": "ten", "pending": {"runner": 0}},
        "prompt: no hare of this game asks for ten.",
    ),
    (
        ten(),
        {"prompt": "roll", "pending": {"seat": 0, "runner": 0, "cost": 1}},
        "prompt: nothing is rolled in this game.",
    ),
    (
        ten(),
        {"prompt": "deal", "pending": {"seat": 0, "runner": 0, "cost": 1}},
        "prompt: no hare card of this game has the pile dealt anew.",
    ),
    (roll(), {"pending__cost": -1}, "pending: no move to a hare square costs -1 carrots."),
    (roll(), {"pending__cost": 2017}, "pending: no move to a hare square costs 2017 carrots."),
    (roll(), {"to_act": 1}, "to_act: it is the seat that waits for chance."),
    (roll(), {"pending__seat": 3}, "pending: there is no seat 3."),
    (roll(), {"pending__seat": 9}, "pending: there is no seat 9."),
    (first_deal(), {"to_act": 1}, "to_act: seat 0 begins, so it is due at the first deal."),
    (
        first_deal(),
        {"seats__0__runners__0__at": 5},
        "pending: all runners are on START at the first deal.",
    ),
    (
        position([0, 0, 0], hare="off"),
        {"prompt": "deal", "pending": {}},
        "prompt: this game has no hare cards to deal.",
    ),
]


@pytest.mark.parametrize(
    ("state", "fields", "reason"),
    CONTRADICTIONS,
    ids=[f"{number}-{each[2][:40]}" for number, each in enumerate(CONTRADICTIONS)],
)
def test_a_contradiction_is_refused(state: State, fields: Plain, reason: str) -> None:
    assert read(to_builtins(state)) == state
    assert reason in refusal(with_fields(state, **fields))


@pytest.mark.parametrize(
    "pile", [[], ["show"] * 15, list(opening().pile[1:]), [*opening().pile, "show"]]
)
def test_the_pile_is_the_deck_in_some_order(pile: list[str]) -> None:
    (only,) = refusal(with_fields(opening(), pile=pile))
    assert only.startswith("pile: it is not this game's deck in some order: give-ten, give-ten, ")
    assert only.endswith(f", {opening().rules.deck[-1]}.")


def test_a_ten_that_can_be_neither_drawn_nor_paid_is_not_asked_r8_2() -> None:
    limited = play(position([13, 20, 30], cards="ten", hare="deck-1978", patch=50), "f14")
    data = with_fields(limited, options__ten_may_be_declined=False, seats__0__carrots=9)
    data["patch"] = 9
    data["seats"][1]["carrots"] += limited.seats[0].carrots - 9 + (limited.patch or 0) - 9
    assert refusal(data) == [
        "prompt: ten can be neither drawn nor paid, so nobody is asked (R8.2)."
    ]
