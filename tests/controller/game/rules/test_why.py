"""Why an action is not legal: every code, and that `why` and `legal` never disagree."""

from typing import Final, get_args

import msgspec
import pytest

from controller.game.editions.rulesets import load_track, make_ruleset
from controller.game.rules import (
    Action,
    IllegalAction,
    State,
    apply,
    build_ruleset,
    legal,
    new_game,
    why,
)
from controller.game.rules.errors import ReasonCode
from controller.game.rules.perft import branches
from controller.game.rules.text.position import write_position
from tests.controller.game.rules.text.test_notation import JUNK
from tests.support.rules.positions import codes, deal, play, position, sentences
from tests.support.rules.random_play import some_positions


def _over() -> State:
    return play(position([63, 64, 0], carrots=1, lettuces=0), "f64")


def _dealing() -> State:
    return new_game(make_ruleset(), 3)


def _rolling() -> State:
    return play(position([13, 5, 0], hare="die-table"), "f14")


def _gift() -> State:
    return play(position([2, 0, 0], cards="give-ten"), "f3")


def _closed_hares() -> State:
    options = msgspec.structs.replace(make_ruleset().options, hare="off")
    return position([13, 0, 0], rules=build_ruleset("", options, load_track("B"), ()))


REASONS: Final[list[tuple[ReasonCode, State, str, str]]] = [
    ("game-over", _over(), "f5", "The game is over."),
    ("chance-due", _dealing(), "f5", "Deal the hare cards first."),
    ("chance-due", _dealing(), "roll 3", "Deal the hare cards first."),
    ("occupied", position([4, 5, 0]), "f5", "Square 5 is taken by another runner."),
    (
        "tortoise-is-backwards-only",
        position([4, 5, 0]),
        "f11",
        "Square 11 is a tortoise: you can only move back to it.",
    ),
    (
        "no-lettuce-left",
        position([9, 5, 0], lettuces=0),
        "f10",
        "Square 10 is lettuce, and you have none left.",
    ),
    (
        "too-few-carrots",
        position([4, 5, 0], carrots=44),
        "f13",
        "That costs 45 carrots, and you have 44.",
    ),
    (
        "too-few-carrots",
        position([8, 9, 0], carrots=24),
        "f17",
        "That costs 45 carrots, and you have 44.",
    ),
    (
        "too-few-carrots",
        position([5, 9, 0], carrots=9),
        "pay",
        "That costs 10 carrots, and you have 9.",
    ),
    (
        "hare-square-forbidden",
        _closed_hares(),
        "f14",
        "Square 14 is a hare, and hares are closed in this game.",
    ),
    (
        "nearest-tortoise-occupied",
        position([18, 15, 0]),
        "b",
        "The nearest tortoise behind you, square 15, is taken.",
    ),
    ("no-tortoise-behind", position([10, 15, 0]), "b", "There is no tortoise square behind you."),
    (
        "lettuces-left",
        position([63, 15, 0], carrots=11, lettuces=2),
        "f64",
        "HOME is closed while you hold lettuces: 2 to go.",
    ),
    (
        "too-many-carrots",
        position([63, 64, 0], carrots=22, lettuces=0),
        "f64",
        "You would reach HOME with 21 carrots; only 20 are allowed.",
    ),
    (
        "must-chew",
        position([10, 15, 0], owes={0: "chew"}),
        "f12",
        "This turn you must chew your lettuce.",
    ),
    (
        "must-leave-with-this-runner",
        position([(22, 5), (0, 0)], owes={0: "leave"}),
        "2:f7",
        "The runner on the lettuce square 22 must move on first.",
    ),
    (
        "must-leave-with-this-runner",
        position([(10, 5), (0, 0)], carrots=0, owes={0: "leave"}),
        "2:restart",
        "The runner on the lettuce square 10 must move on first.",
    ),
    ("must-miss", position([10, 15, 0], misses=[0]), "f12", "You must miss this turn."),
    (
        "must-rest",
        position([14, 5, 0], hare="nap", owes={0: "rest"}),
        "f16",
        "This turn the runner sleeps on.",
    ),
    (
        "must-move-back",
        position([14, 5, 0], hare="tournament", owes={0: "back"}),
        "f16",
        "This turn the runner must move back to a tortoise.",
    ),
    (
        "bad-chance",
        _rolling(),
        "roll 7",
        "A roll is a number from 1 to 6.",
    ),
    (
        "bad-chance",
        _rolling(),
        "roll",
        "A roll is a number from 1 to 6.",
    ),
    (
        "chance-due",
        _rolling(),
        "f16",
        "Roll or draw the number first.",
    ),
    (
        "not-due",
        position([4, 5, 0], hare="die-table"),
        "roll 6",
        "“roll 6” is not possible now.",
    ),
    (
        "not-on-a-carrot-square",
        position([4, 5, 0]),
        "draw",
        "Only a runner waiting on a carrot square may draw or pay.",
    ),
    (
        "patch-too-small",
        position([5, 4, 0], patch=9),
        "draw",
        "The patch holds only 9 carrots.",
    ),
    (
        "patch-too-small",
        position([5, 4, 0], patch=1),
        "draw",
        "The patch holds only 1 carrot.",
    ),
    (
        "not-stuck",
        position([4, 5, 0]),
        "restart",
        "You can only start again if you can't move.",
    ),
    (
        "not-stuck",
        position([(3, 0), (20, 0)], carrots=0),
        "2:restart",
        "You can only start again if you can't move.",
    ),
    ("not-ahead", position([4, 5, 0]), "f3", "Square 3 is not ahead of you."),
    ("not-ahead", position([4, 5, 0]), "f4", "Square 4 is not ahead of you."),
    ("not-due", position([4, 5, 0]), "chew", "“chew” is not possible now."),
    ("not-due", position([4, 5, 0]), "keep", "“keep” is not possible now."),
    ("not-due", position([4, 5, 0]), "deal show", "“deal show” is not possible now."),
    (
        "bad-chance",
        _dealing(),
        "deal",
        "A deal must name every card of the pile once, top first.",
    ),
    (
        "bad-chance",
        _dealing(),
        deal(["show"] * 15),
        "A deal must name every card of the pile once, top first.",
    ),
    ("chance-due", _rolling(), "f5", "Roll or draw the number first."),
    ("not-due", _gift(), "f5", "“f5” is not possible now."),
    (
        "not-due",
        position([10, 0, 0], owes={0: "chew"}),
        "deal show",
        "“deal show” is not possible now.",
    ),
    ("not-due", position([10, 0, 0], misses=[0]), "roll 1", "“roll 1” is not possible now."),
    ("no-such-square", position([4, 5, 0]), "f65", "The track has no square 65; HOME is 64."),
    ("unknown-action", position([4, 5, 0]), "F7", "“F7” is not an action in this game."),
    ("unknown-action", position([4, 5, 0]), "1:f7", "“1:f7” is not an action in this game."),
    (
        "unknown-action",
        position([3, 5, 0], carrots=0),
        "1:restart",
        "“1:restart” is not an action in this game.",
    ),
    (
        "unknown-action",
        position([(3, 0), (20, 0)], carrots=0),
        "restart",
        "“restart” is not an action in this game.",
    ),
    (
        "unknown-action",
        position([(4, 5), (0, 0)]),
        "f7",
        "“f7” is not an action in this game.",
    ),
]


@pytest.mark.parametrize(
    ("code", "state", "action", "sentence"),
    REASONS,
    ids=[f"{code}-{action or 'nothing'}" for code, _, action, _ in REASONS],
)
def test_the_reason_is_named_and_its_sentence_has_the_numbers(
    code: ReasonCode, state: State, action: str, sentence: str
) -> None:
    assert codes(state, action) == [code]
    assert sentences(state, action) == [sentence]


def test_every_reason_there_is_is_among_these() -> None:
    assert {code for code, *_ in REASONS} == set(get_args(ReasonCode))


def test_all_the_reasons_are_given_at_once() -> None:
    assert sentences(position([4, 11, 0], carrots=20), "f11") == [
        "Square 11 is taken by another runner.",
        "Square 11 is a tortoise: you can only move back to it.",
        "That costs 28 carrots, and you have 20.",
    ]
    assert sentences(position([9, 10, 0], carrots=[0, 9, 9], lettuces=0), "f10") == [
        "Square 10 is taken by another runner.",
        "Square 10 is lettuce, and you have none left.",
        "That costs 1 carrot, and you have 0.",
    ]
    state = position([(22, 9), (0, 0)], carrots=5, patch=9, owes={0: "leave"})
    assert codes(state, "draw") == [
        "must-leave-with-this-runner",
        "not-on-a-carrot-square",
        "patch-too-small",
    ]
    assert codes(state, "2:f21") == ["must-leave-with-this-runner", "too-few-carrots"]


def test_an_illegal_action_says_what_was_tried_every_reason_and_the_position() -> None:
    state = position([4, 11, 0], carrots=20)
    with pytest.raises(IllegalAction) as refused:
        apply(state, "f11")
    assert refused.value.action == "f11"
    assert refused.value.reasons == why(state, "f11")
    assert str(refused.value) == (
        "f11: Square 11 is taken by another runner."
        " Square 11 is a tortoise: you can only move back to it."
        " That costs 28 carrots, and you have 20."
        f" Position: {write_position(state)}"
    )
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize("action", ["F5", Action("forward", 2, 5), Action("forward", None, -1)])
def test_what_is_not_in_the_notation_is_refused_like_any_other(action: str | Action) -> None:
    with pytest.raises(IllegalAction, match="is not an action in this game"):
        apply(position([0, 0, 0]), action)


def candidates(state: State) -> set[str]:
    """Everything somebody might try, sensible or not."""
    plain = {"b", "restart", *(f"f{square}" for square in range(71))}
    words = {"draw", "pay", "decline", "chew", "rest", "miss", "keep", "discard"}
    deals = {deal(state.rules.deck), deal(state.pile[1:]), deal([*state.pile, "show"]), "deal"}
    rolls = {"roll", *(f"roll {number}" for number in range(8))}
    named = {f"{runner}:{action}" for runner in (0, 1, 2, 3) for action in plain}
    return {*plain, *named, *words, *deals, *rolls, *JUNK, *map(str, legal(state))}


def test_why_is_empty_exactly_for_what_is_legal() -> None:
    """Where `legal` has a bare word, exactly for the whole pile and for what the die has."""
    for state in some_positions(500, seed=1):
        unobjected = {action for action in candidates(state) if not why(state, action)}
        if state.prompt == "deal":
            assert unobjected == {deal(state.rules.deck)}
        else:
            assert unobjected == {str(action) for action in branches(state)}


def test_an_illegal_action_changes_nothing_and_carries_its_reasons() -> None:
    for state in some_positions(100, seed=2):
        before = msgspec.structs.replace(state)
        for action in candidates(state):
            reasons = why(state, action)
            if reasons:
                with pytest.raises(IllegalAction) as refused:
                    apply(state, action)
                assert refused.value.reasons == reasons
        assert state == before
