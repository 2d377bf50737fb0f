"""Every reason for a move is true of the position, in games by any rules."""

import random
from collections.abc import Sequence
from typing import Final

import msgspec
import pytest

from controller.game.advice.hints import without_other_hands
from controller.game.advice.reasons import (
    DRAWN_IN_A_TURN,
    AnyReason,
    ArrivesHome,
    Costs,
    DrawsGoingBack,
    LandsOnHare,
    LastLettuce,
    MayStay,
    Overtakes,
    PaidForLeaving,
    PassesLastLettuce,
    TooFewForHome,
    TooManyForHome,
    WaitedUnpassed,
    WillChew,
    WillPay,
    most_held,
    reasons,
)
from controller.game.editions.rulesets import make_ruleset
from controller.game.opponents.memory import Memory
from controller.game.opponents.sight import Sight, sight_of
from controller.game.rules import Action, State, Step, apply_legal, legal, new_game, parse, why
from controller.game.rules.events import (
    Arrived,
    Chewed,
    Event,
    Moved,
    MovedBack,
    Payout,
    WaitedAlone,
)
from controller.game.rules.state import Gift
from tests.support.rules.any_rules import any_action, any_positions
from tests.support.rules.positions import position
from tests.support.tiers import few_or

LONGEST: Final = 120
"""Positions of a game."""


def seen_by_all(state: State) -> Sight:
    """What the seat to act sees if it knows every hand."""
    assert state.to_act is not None
    everybody = frozenset(range(len(state.seats)))
    return sight_of(state, Memory(everybody, tuple(sorted(state.rules.deck))), state.to_act)


def of(state: State, text: str) -> tuple[AnyReason, ...]:
    action = parse(text)
    assert action is not None
    return reasons(seen_by_all(state), action)


def one(events: Sequence[Event], kind: type[Event]) -> Event:
    return next(each for each in events if isinstance(each, kind))


def target(state: State, action: Action) -> int:
    assert state.to_act is not None
    if action.kind == "forward":
        return action.to
    return state.rules.back_to[state.seats[state.to_act].runners[action.runner or 0].at]


def somebody_hoards(state: State) -> bool:
    """Whether another seat holds so much that a patch may be short though no reason says so."""
    most = most_held(state.rules.options)
    return any(each.carrots > most for seat, each in enumerate(state.seats) if seat != state.to_act)


def check(state: State, action: Action, reason: AnyReason, rng: random.Random) -> None:
    """Check a reason against what the rules make of the action."""
    seat = state.to_act
    assert seat is not None
    rules, holder, step = state.rules, state.seats[seat], apply_legal(state, action)
    events = step.events
    earned = sum(each.carrots for each in events if isinstance(each, Payout | WaitedAlone))
    lettuces_ahead = [
        at for at in range(target(state, action) + 1, rules.home) if _lettuce(state, at)
    ]
    match reason:
        case ArrivesHome(place=place, left=left):
            assert one(events, Arrived) == Arrived(seat, action.runner or 0, place)
            assert step.state.seats[seat].carrots == left
        case PaidForLeaving(place=place, carrots=carrots):
            paid = one(events, Payout)
            assert isinstance(paid, Payout)
            assert (paid.position, paid.carrots) == (place, carrots) or reason.patch_may_lack
        case WaitedUnpassed(carrots=carrots):
            waited = one(events, WaitedAlone)
            assert waited == WaitedAlone(seat, action.runner or 0, carrots) or reason.patch_may_lack
        case DrawsGoingBack(carrots=carrots):
            back = one(events, MovedBack)
            assert isinstance(back, MovedBack)
            assert back.carrots == carrots or reason.patch_may_lack
        case Costs(carrots=carrots, left=left):
            moved = one(events, Moved)
            assert isinstance(moved, Moved)
            assert (moved.cost, holder.carrots + earned - moved.cost) == (carrots, left)
        case Overtakes(seats=seats):
            at, to = holder.runners[action.runner or 0].at, target(state, action)
            assert (
                [
                    other
                    for other, each in enumerate(state.seats)
                    if other != seat and any(at < runner.at < to for runner in each.runners)
                ]
                == [*seats]
                != []
            )
        case MayStay():
            assert rules.track.kind(target(state, action)) == "C"
        case LandsOnHare():
            assert rules.track.kind(target(state, action)) == "H"
        case LastLettuce(held=held):
            assert _lettuce(state, target(state, action))
            assert (lettuces_ahead, held) == ([], holder.lettuces)
            assert held > 0
        case PassesLastLettuce(held=held):
            at = holder.runners[0].at
            assert any(_lettuce(state, each) for each in range(at + 1, target(state, action)))
            assert (lettuces_ahead, held) == ([], holder.lettuces)
            assert held > 0
        case TooManyForHome() | TooFewForHome():
            check_home(state, action, reason)
        case WillPay() | WillChew():
            for _ in range(3):
                check_place(step, seat, action.runner or 0, target(state, action), reason, rng)


def _lettuce(state: State, at: int) -> bool:
    return state.rules.track.kind(at) == "L"


def check_home(state: State, action: Action, reason: TooManyForHome | TooFewForHome) -> None:
    """What is said of going HOME is why it cannot be done with these carrots."""
    seat, home = state.to_act, state.rules.home
    assert seat is not None
    if action.kind in ("keep", "discard"):
        state = apply_legal(state, Action("keep")).state if action.kind == "discard" else state
    asked = msgspec.structs.replace(state, to_act=seat, prompt="move", pending=None)
    if state.rules.options.runners > 1:
        index = next(i for i, each in enumerate(asked.seats[seat].runners) if each.at != home)
        found = why(asked, f"{index + 1}:f{home}")
    else:
        found = why(asked, f"f{home}")
    facts = {each.code: each.facts for each in found}
    if isinstance(reason, TooManyForHome):
        assert facts["too-many-carrots"] == {"have": reason.left, "limit": reason.most}
    else:
        assert facts["too-few-carrots"] == {"need": reason.need, "have": reason.have}


def check_place(
    step: Step, seat: int, index: int, at: int, reason: WillPay | WillChew, rng: random.Random
) -> None:
    """Play on at random: the place holds unless one who was named passes, or one ahead falls back.

    While it holds, the square pays what was said.
    """
    state = step.state
    assert state.position(seat, index) == reason.place
    while not (state.to_act == seat and state.prompt == "move"):
        if state.prompt == "over":
            return
        state = apply_legal(state, any_action(state, rng)).state
    mine = state.seats[seat].runners[index]
    if mine.at != at or state.seats[seat].miss:
        return  # another card moved it on, or the turn is missed
    if state.position(seat, index) != reason.place:
        assert any(
            runner.at > at for other in reason.behind for runner in state.seats[other].runners
        ) or (reason.ahead and behind_again(step.state, state, at))
        return
    for action in legal(state):
        if action.kind in ("forward", "back", "chew") and (action.runner or 0) == index:
            events = apply_legal(state, action).events
            paid = one(events, Chewed if isinstance(reason, WillChew) else Payout)
            assert isinstance(paid, Chewed | Payout)
            assert paid.carrots == reason.carrots or reason.patch_may_lack or drew_much(step, state)
            return


def drew_much(step: Step, now: State) -> bool:
    """Whether others have drawn more from the patch since a step than seats usually do."""
    assert step.state.patch is not None
    assert now.patch is not None
    return step.state.patch - now.patch > DRAWN_IN_A_TURN * (len(now.seats) - 1)


def behind_again(before: State, after: State, at: int) -> bool:
    """Whether a runner that was ahead of the square is behind it now."""
    pairs = zip(before.seats, after.seats, strict=True)
    return any(
        early.at > at > late.at
        for one, other in pairs
        for early, late in zip(one.runners, other.runners, strict=True)
    )


@pytest.mark.parametrize("games", few_or(6, 120))
def test_every_reason_is_true_of_the_position(games: int) -> None:
    rng = random.Random(16)
    checked: dict[type[AnyReason], int] = {}
    positions = 0
    for state in any_positions(games, seed=5, longest=LONGEST):
        if state.to_act is None or state.prompt in ("deal", "roll"):
            continue
        positions += 1
        seen = seen_by_all(state)
        for action in legal(state):
            for sight in (seen, without_other_hands(seen)):
                if sight is not seen and somebody_hoards(state):
                    continue
                for reason in reasons(sight, action):
                    check(state, action, reason, rng)
                    checked[type(reason)] = checked.get(type(reason), 0) + 1
    assert positions > 50 * games
    assert all(checked.get(kind, 0) > games / 5 for kind in AnyReason.__args__), checked


def test_reasons_do_not_depend_on_what_others_hold() -> None:
    rng = random.Random(7)
    for state in any_positions(20, seed=9, longest=60):
        seat = state.to_act
        if seat is None or state.prompt in ("deal", "roll") or state.rules.options.open_hands:
            continue
        others = tuple(
            holder if other == seat else msgspec.structs.replace(holder, carrots=rng.randrange(99))
            for other, holder in enumerate(state.seats)
        )
        twin = msgspec.structs.replace(state, seats=others)
        for action in {*legal(state)} & {*legal(twin)}:
            one_sight, other_sight = (
                without_other_hands(seen_by_all(each)) for each in (state, twin)
            )
            assert reasons(one_sight, action) == reasons(other_sight, action)


def test_third_when_you_leave() -> None:
    """Square 20 pays whoever leaves it third; Ben is the only one who can pass."""
    state = position([17, 12, 40, 50], to_act=0)
    assert of(state, "f20") == (WillPay(3, 30, (1,), True, False), Costs(6, 59))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_patch_is_doubted_only_where_a_round_may_empty_it(seats: int) -> None:
    start = new_game(make_ruleset("abacus-2000", seats), seats)

    def doubts(sight: Sight) -> set[bool]:
        told = [each for action in legal(start) for each in reasons(sight, action)]
        return {each.patch_may_lack for each in told if isinstance(each, WillPay | WillChew)}

    seen = seen_by_all(start)
    assert doubts(seen) == doubts(without_other_hands(seen)) == {False}
    assert doubts(msgspec.structs.replace(seen, patch=60 * seats - 1)) == {True}


def test_going_back_and_the_payout_of_the_square_that_is_left() -> None:
    state = position([18, 30, 40])
    assert of(position([20, 30, 40]), "b") == (
        PaidForLeaving(3, 30, False),
        DrawsGoingBack(10, False),
    )
    assert of(state, "b") == (DrawsGoingBack(30, False),)


def test_the_last_lettuce_square_and_to_run_past_it() -> None:
    state = position([55, 20, 30], lettuces=1)
    assert LastLettuce(1) in of(state, "f57")
    assert PassesLastLettuce(1) in of(state, "f58")


def test_home_is_the_first_reason() -> None:
    state = position([61, 1, 2], carrots=11, lettuces=0)
    assert of(state, "f64")[0] == ArrivesHome(1, 5)


def test_carrots_are_paid_by_whoever_has_too_many() -> None:
    state = position([63, 20, 30], carrots=[31, 65, 65], lettuces=0)
    assert of(state, "pay") == (TooManyForHome(30, 10),)
    assert of(position([61, 20, 30], carrots=[2, 65, 65], lettuces=0), "draw") == (
        TooFewForHome(6, 2),
    )


def test_a_gift_is_discarded_by_whoever_would_have_too_many_with_it() -> None:
    state = position([63, 20, 30], carrots=[25, 65, 65], lettuces=0, to_act=0)
    given = msgspec.structs.replace(state, prompt="gift", pending=Gift(10, 1, (0,)))
    assert of(given, "discard") == (TooManyForHome(34, 10),)
