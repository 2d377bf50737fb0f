"""Positions from outside: what is impossible is refused with every reason, nothing else is."""

import copy
import random
from collections.abc import Callable
from typing import Any, Final

import pytest

from controller.game.rules import BadSetup, State, apply_legal, legal, to_builtins
from controller.game.rules.text.check import BadState, problems
from tests.support.rules.any_rules import any_action, any_positions, any_start
from tests.support.rules.positions import HOME, opening, position
from tests.support.rules.states import Plain, chewing, gift, read, refusal, roll, with_fields

Change = Callable[[Plain], object]


# What real play reaches


@pytest.mark.long
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


@pytest.mark.parametrize(
    "state",
    [
        position([14, 0, 0], owes={0: "rest"}, hare="nap"),
        position([14, 0, 0], owes={0: "back"}, hare="tournament"),
        position([14, 0, 0], owes={0: "chew"}, hare="die-table"),
        position([10, 0, 0], owes={0: "leave"}),
        position([14, 0, 0], passed=[0], hare="tournament"),
        position([0, 0, 0], carrots=2**53 - 1),
        position([0, 0, 0], patch=0),
        position([1, 2, 3]),
    ],
    ids=[
        *("rest r8.6", "back r8.4", "chew on a hare r8.2", "leave r6.1", "passed r8.4"),
        *("most carrots", "no carrot in the patch", "square 1"),
    ],
)
def test_what_is_rare_but_possible_is_read_back(state: State) -> None:
    assert read(to_builtins(state)) == state


@pytest.mark.parametrize("cost", [0, 2016], ids=["by a card", "63 squares"])
def test_a_move_to_a_hare_square_may_have_cost_anything_up_to_all_the_track(cost: int) -> None:
    assert read(with_fields(roll(), pending__cost=cost)).prompt == "roll"


# What the rules accept, they can go on from


@pytest.mark.long
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


def test_seats_are_looked_at_where_all_else_has_the_wrong_shape() -> None:
    data = with_fields(opening(), seats__1__carrots=-1)
    wrong = {field: 0.5 for field in data if field not in ("seats", "edition", "options")}
    assert "Seat 1 cannot hold -1 carrots." in refusal({**data, **wrong})


# Reasons


@pytest.mark.parametrize("count", [0, 1, 7])
def test_so_many_seats_there_are_not(count: int) -> None:
    data = to_builtins(opening())
    data["seats"] = [copy.deepcopy(data["seats"][0]) for _ in range(count)]
    assert refusal(data) == [f"A game has 2 to 6 seats, not {count}."]


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
