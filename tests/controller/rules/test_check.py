"""Positions from outside: what is impossible is refused with every reason, nothing else is."""

import copy
import random
from collections.abc import Callable
from typing import Any, Final

import pytest

from controller.editions import make_ruleset
from controller.rules import BadSetup, State, apply_legal, legal, new_game, to_builtins
from controller.rules.check import BadState, problems, read_state
from tests.controller.rules.any_rules import any_action, any_positions, any_start
from tests.controller.rules.positions import HOME, opening, play, position

Plain = dict[str, Any]
Change = Callable[[Plain], object]


def read(data: Plain) -> State:
    """The position a STATE describes."""
    return read_state(data, make_ruleset)


def refusal(data: Plain) -> list[str]:
    """Every reason against a STATE."""
    with pytest.raises(BadState) as refused:
        read(data)
    assert str(refused.value) == " ".join(refused.value.problems)
    return list(refused.value.problems)


def with_fields(state: State, **fields: Any) -> Plain:
    """The STATE of a position, some fields changed: `seats__0__carrots=5` for one further in."""
    data = to_builtins(state)
    for name, value in fields.items():
        *path, last = name.split("__")
        target: Any = data
        for step in path:
            target = target[int(step) if step.isdigit() else step]
        target[int(last) if last.isdigit() else last] = value
    return data


# What real play reaches


def test_every_position_of_a_game_is_read_back_as_it_is() -> None:
    for number, state in enumerate(any_positions(games=200, seed=1)):
        assert problems(state) == ()
        if number % 10 == 0 or state.prompt != "move":
            assert read(to_builtins(state)) == state


def test_options_left_out_are_the_editions() -> None:
    state = opening(4, patch_total=300)
    assert read(with_fields(state, options={"patch_total": 300})) == state
    assert read(with_fields(opening(2), options={})) == opening(2)


def test_which_card_lies_below_and_how_a_runner_came_to_owe_is_not_asked() -> None:
    tournament = position([(14, 10), (0, 0)], owes={0: "back"}, hare="tournament")
    assert not read(with_fields(tournament, seats__0__runners__1__obligation="leave")).ranking
    assert read(with_fields(chewing(), seats__0__miss=True)).seats[0].miss


# What the rules accept, they can go on from


def test_what_is_accepted_can_be_played_on_and_stays_acceptable() -> None:
    rng = random.Random(2)
    accepted = refused = 0
    while accepted < 1000:
        state = any_start(rng)
        for _ in range(rng.randrange(120)):
            if legal(state):
                state = apply_legal(state, any_action(state, rng)).state
        data = changed(to_builtins(state), rng)
        try:
            state = read(data)
        except BadState:
            refused += 1
            continue
        accepted += 1
        assert to_builtins(state) == data
        for _ in range(12):
            if state.prompt != "over":
                assert legal(state)
                state = apply_legal(state, any_action(state, rng)).state
                assert problems(state) == ()
    assert refused > 500


def changed(data: Plain, rng: random.Random) -> Plain:
    """A STATE with something else in a few places, the carrots made to add up again."""
    for _ in range(rng.randint(1, 3)):
        seat = rng.choice(data["seats"])
        runner = rng.choice(seat["runners"])
        change: Change = rng.choice(CHANGES)
        change({"seat": seat, "runner": runner, "data": data, "rng": rng})
    if data["patch"] is not None:
        gift = data["pending"] or {}
        given = gift.get("amount", 0) * len(gift.get("waiting", ()))
        held = sum(seat["carrots"] for seat in data["seats"])
        data["patch"] = data["options"]["patch_total"] - held - given
    return data


def _put(where: str, field: str, *values: Any) -> Change:
    return lambda its: its[where].update({field: copy.deepcopy(its["rng"].choice(values))})


CHANGES: Final[tuple[Change, ...]] = (
    _put("seat", "carrots", 0, 1, 5, 9, 10, 65, 300),
    _put("seat", "lettuces", 0, 1, 2, 3),
    _put("seat", "miss", True, False),
    _put("runner", "at", *range(HOME)),
    _put("runner", "obligation", "chew", "leave", "rest", "back", None),
    _put("runner", "passed", True, False),
    _put("data", "to_act", 0, 1, 2, 3),
    _put("data", "first", 0, 1, 2),
    lambda its: its["data"].update(
        prompt="gift", to_act=1, pending={"amount": 5, "giver": 0, "waiting": [1]}
    ),
    lambda its: its["data"].update(
        prompt=its["rng"].choice(("deal", "roll")),
        to_act=0,
        pending={"seat": 0, "runner": 0, "cost": 6},
    ),
    lambda its: its["data"].update(prompt="ten", to_act=0, pending={"runner": 0}),
)


# Shapes


@pytest.mark.parametrize("field", to_builtins(opening()))
def test_no_field_may_be_missing(field: str) -> None:
    data = to_builtins(opening())
    del data[field]
    assert refusal(data) == [f"“{field}” is missing."]


@pytest.mark.parametrize("field", ["carrots", "lettuces", "miss", "runners"])
def test_no_field_of_a_seat_may_be_missing(field: str) -> None:
    data = to_builtins(opening())
    del data["seats"][1][field]
    assert refusal(data) == [f"Seat 1: “{field}” is missing."]


@pytest.mark.parametrize("field", ["at", "obligation", "passed"])
def test_no_field_of_a_runner_may_be_missing(field: str) -> None:
    data = to_builtins(opening())
    del data["seats"][2]["runners"][0][field]
    assert refusal(data) == [f"Seat 2: runner 0: “{field}” is missing."]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("edition", 7),
        ("options", []),
        ("to_act", True),
        ("to_act", 0.0),
        ("prompt", "moves"),
        ("first", None),
        ("first", "0"),
        ("seats", {}),
        ("seats__1", None),
        ("seats__1__carrots", 6.5),
        ("seats__1__carrots", True),
        ("seats__1__lettuces", None),
        ("seats__1__miss", 1),
        ("seats__1__runners", 5),
        ("seats__1__runners__0", [5]),
        ("seats__1__runners__0__at", "5"),
        ("seats__1__runners__0__obligation", "sing"),
        ("seats__1__runners__0__passed", None),
        ("pile", "show"),
        ("pile__3", 3),
        ("patch", "100"),
        ("home", [0, 1]),
        ("home", [[0]]),
        ("home", [[0, 0, 0]]),
        ("pending", []),
        ("pending", {}),
        ("ranking", None),
        ("ranking", ["0"]),
        ("wind", "north"),
        ("seats__1__name", "Ann"),
        ("seats__1__runners__0__colour", "red"),
    ],
)
def test_every_field_has_its_shape_and_there_is_no_other(field: str, value: object) -> None:
    name = [part for part in field.split("__") if not part.isdigit()][-1]
    (only,) = refusal(with_fields(opening(), **{field: value}))
    assert name in only or "is due" in only


@pytest.mark.parametrize(
    "pending",
    [
        None,
        {},
        {"amount": 10, "giver": 1},
        {"amount": "10", "giver": 1, "waiting": [0]},
        {"amount": 10, "giver": 1, "waiting": [0], "note": 1},
        {"runner": 0},
    ],
)
def test_pending_has_the_shape_its_prompt_needs(pending: object) -> None:
    assert refusal(with_fields(gift(), pending=pending))


def test_numbers_no_hand_can_hold_are_refused() -> None:
    assert refusal(with_fields(opening(), seats__0__carrots=10**300))
    assert refusal(with_fields(opening(), first=10**300))
    assert refusal(with_fields(opening(), seats__0__runners__0__at=10**300))


# Contradictions


def gift() -> State:
    """Seat 0 on square 14 has given ten to both others, who are behind."""
    start = position([13, 4, 6], cards="give-ten", patch=100)
    return play(start, "f14")


def ten() -> State:
    return play(position([13, 20, 30], cards="ten", hare="deck-1978"), "f14")


def roll() -> State:
    return play(position([13, 0, 0], hare="die-table"), "f14")


def shuffle() -> State:
    return play(position([13, 0, 0], cards="shuffle"), "f14")


def first_deal() -> State:
    return new_game(make_ruleset(), 3)


def over() -> State:
    return play(position([63, 64, 0], carrots=1, lettuces=0), "f64")


def chewing() -> State:
    return position([10, 0, 0], owes={0: "chew"})


CONTRADICTIONS: Final[list[tuple[State, Plain, str]]] = [
    # Places
    (opening(2), {"seats__0__runners": []}, "Seat 0 has 0 runners; this game has 2 a seat."),
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
        "Seat 1 cannot hold 4 lettuces; 3 were dealt (R2.1).",
    ),
    (
        opening(),
        {"seats__1__lettuces": -1},
        "Seat 1 cannot hold -1 lettuces; 3 were dealt (R2.1).",
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
    (gift(), {"pending__amount": 7}, "pending: 7 carrots are no gift; 10, 5, 1 would be."),
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


def test_a_ten_that_can_be_neither_drawn_nor_paid_is_not_asked_r8_2() -> None:
    limited = play(position([13, 20, 30], cards="ten", hare="deck-1978", patch=50), "f14")
    data = with_fields(limited, options__ten_may_be_declined=False, seats__0__carrots=9)
    data["patch"] = 9
    data["seats"][1]["carrots"] += limited.seats[0].carrots - 9 + (limited.patch or 0) - 9
    assert refusal(data) == [
        "prompt: ten can be neither drawn nor paid, so nobody is asked (R8.2)."
    ]


@pytest.mark.parametrize("count", [0, 1, 7])
def test_so_many_seats_there_are_not(count: int) -> None:
    data = to_builtins(opening())
    data["seats"] = [copy.deepcopy(data["seats"][0]) for _ in range(count)]
    assert refusal(data) == [f"{count} seats: the game is for 2 to 6."]


def test_every_reason_is_given_at_once() -> None:
    data = with_fields(
        opening(4, patch_total=300),
        seats__0__runners__0__at=10,
        seats__1__runners__0__at=10,
        seats__2__runners__0__at=64,
        seats__3__carrots=66,
        seats__3__miss="no",
        pile=[],
        to_act=2,
        wind="north",
    )
    assert [reason[:24] for reason in refusal(data)] == [
        "there is no field “wind”",
        "Seat 3: miss: Expected `",
        "pile: it is not this gam",
    ], "what stands on a misshapen field cannot be judged"
    data["seats"][3]["miss"] = False
    assert [reason[:24] for reason in refusal(data)] == [
        "there is no field “wind”",
        "Square 10 holds one runn",
        "home: Runner 0 of seat 2",
        "Runner 0 of seat 0 on sq",
        "Runner 0 of seat 1 on sq",
        "pile: it is not this gam",
        "Carrots: 261 in hands, 4",
    ]


def test_an_unknown_edition_or_option_is_told_as_such_if_nothing_else_is_wrong() -> None:
    for field, value, code in (
        ("edition", "parlet-2018", "unknown-edition"),
        ("options", {"hares": "off"}, "bad-option"),
        ("options", {"hare": "rabbits"}, "bad-option"),
    ):
        data = with_fields(opening(), **{field: value})
        with pytest.raises(BadSetup) as refused:
            read(data)
        assert refused.value.code == code
        del data["home"]
        assert refusal(data) == ["“home” is missing.", str(refused.value)]


def test_long_names_are_cut_short() -> None:
    assert refusal(with_fields(opening(), **{"x" * 100: 1})) == [
        f"there is no field “{'x' * 39}…”."
    ]


def test_a_position_made_in_the_program_is_judged_alike() -> None:
    state = opening()
    bent = position([5, 5, 0])
    assert problems(state) == ()
    assert problems(bent) == tuple(refusal(to_builtins(bent)))
