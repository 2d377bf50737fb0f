"""The order of things in one action, and what of it others may see."""

import msgspec
import pytest

from controller.game.rules import State, apply, to_builtins
from controller.game.rules.events import (
    HIDDEN,
    Arrived,
    CardDrawn,
    Event,
    FreeRide,
    GameOver,
    Gave,
    LaidDown,
    LostHalf,
    Moved,
    MovedBack,
    NothingHappened,
    Payout,
    Restarted,
    Restored,
    seen_by,
)
from tests.support.rules.positions import carrots, deal, events, opening, play, position


@pytest.mark.parametrize(
    ("state", "action", "order"),
    [
        (
            position([12, 20, 21], cards="free-ride"),
            "f14",
            [
                Payout(0, 0, 12, 3, 30),
                Moved(0, 0, 12, 14, 3),
                CardDrawn(0, "free-ride"),
                FreeRide(0, 3),
            ],
        ),
        (
            position([8, 9, 0]),
            "f10",
            [Payout(0, 0, 8, 2, 20), Moved(0, 0, 8, 10, 3), LaidDown(0, 0, 10)],
        ),
        (
            position([17, 20, 0], carrots=0),
            "b",
            [Payout(0, 0, 17, 2, 20), MovedBack(0, 0, 17, 15, 20)],
        ),
        (
            position([60, 64, 0], carrots=10, lettuces=0),
            "f64",
            [Moved(0, 0, 60, 64, 10), Arrived(0, 0, 2), GameOver((1, 0, 2))],
        ),
        (
            position([13, 20, 8], cards="give-ten"),
            "f14",
            [Moved(0, 0, 13, 14, 1), CardDrawn(0, "give-ten"), Gave(0, (2,), 10)],
        ),
        (position([3, 5, 6], carrots=0), "restart", [Restarted(0, 0, 65)]),
    ],
    ids=["hare", "lettuce", "tortoise", "home", "gift", "restart"],
)
def test_payout_cost_move_and_then_the_squares_effect(
    state: State, action: str, order: list[Event]
) -> None:
    told = list(events(state, action))
    assert told == order
    assert not any(
        isinstance(fact, float) for each in told for fact in msgspec.structs.astuple(each)
    )


def test_a_card_is_judged_by_the_position_after_landing() -> None:
    """Ann passes the only player in front of her and is first."""
    state = position([13, 17, 0], carrots=100, cards="more-behind")
    assert events(state, "f14")[-1] == NothingHappened(0)
    assert play(state, "f25").seats[0].miss


def test_the_next_seat_that_is_not_home_acts() -> None:
    state = position([21, 64, 64, 26, 64], lettuces=0)
    state = play(state, "draw")
    assert state.to_act == 3
    assert play(state, "draw").to_act == 0


@pytest.mark.parametrize(("card", "to_act"), [("give-ten", 2), ("shuffle", 0), ("show", 1)])
def test_a_prompt_or_chance_holds_the_turn(card: str, to_act: int) -> None:
    state = play(position([13, 20, 8], cards=card), "f14")
    assert state.to_act == to_act
    if card == "give-ten":
        state = play(state, "keep")
    if card == "shuffle":
        state = play(state, deal(state.pile))
    assert (state.to_act, state.prompt, state.pending) == (1, "move", None)


def test_a_step_has_the_action_as_it_was_understood() -> None:
    step = apply(opening(), "f5")
    assert (str(step.action), carrots(step.state)) == ("f5", [50, 65, 65])


def test_a_state_is_worth_what_it_holds_not_how_it_came_about() -> None:
    state = position([21, 26, 38])
    there = play(state, "draw", "draw", "draw", "pay", "pay", "pay")
    assert there == state
    assert hash(there) == hash(state)


# Who may see what


@pytest.mark.parametrize("event", [Restored(1, 65, -20), LostHalf(1, 30)])
def test_what_would_give_a_hand_away_is_for_its_owner_alone_r2_3(event: Event) -> None:
    assert seen_by(event, 1) == event
    (field,) = HIDDEN[type(event)]
    for seat in (0, 2, None):
        assert seen_by(event, seat) == msgspec.structs.replace(event, **{field: None})


def test_what_is_drawn_or_paid_in_the_open_is_for_everyone_r2_3() -> None:
    event = Moved(1, 0, 0, 5, 15)
    assert seen_by(event, None) is seen_by(event, 0) is event


def test_an_event_is_named_in_the_words_of_its_class() -> None:
    assert msgspec.to_builtins(MovedBack(1, 0, 18, 15, 30)) == {
        "event": "moved-back",
        "seat": 1,
        "runner": 0,
        "start": 18,
        "to": 15,
        "carrots": 30,
    }


# The STATE of the engine protocol


def test_a_state_as_plain_values() -> None:
    state = play(position([13, 64, 8], lettuces=[2, 0, 3], patch=7, cards="give-ten"), "f14")
    plain = to_builtins(state)
    assert plain.pop("options").pop("patch_total") == 3 * 65 + 7
    assert plain.pop("pile")[-1] == "give-ten"
    assert plain == {
        "edition": "parlett-2018",
        "to_act": 2,
        "prompt": "gift",
        "first": 0,
        "seats": [
            {"carrots": 54, "lettuces": 2, "miss": False, "runners": [_runner(14)]},
            {"carrots": 65, "lettuces": 0, "miss": False, "runners": [_runner(64)]},
            {"carrots": 65, "lettuces": 3, "miss": False, "runners": [_runner(8)]},
        ],
        "patch": 8,
        "home": [[1, 0]],
        "pending": {"amount": 10, "giver": 0, "waiting": [2]},
        "ranking": [],
    }


def test_what_is_pending_as_plain_values() -> None:
    state = play(position([12, 20, 8], cards="shuffle"), "f14")
    assert to_builtins(state)["pending"] == {"seat": 0, "runner": 0, "cost": 3}
    assert to_builtins(position([0, 0, 0]))["pending"] is None


def _runner(at: int) -> dict[str, object]:
    return {"at": at, "obligation": None, "passed": False}
