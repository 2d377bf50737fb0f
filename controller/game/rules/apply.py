"""Carrying out an action: a state and an action make a new state and events.

Source: R4 to R7, R9, and "the order of things in one action" of the engine protocol.
"""

import msgspec

from controller.game.rules.draft import Draft
from controller.game.rules.errors import IllegalAction
from controller.game.rules.events import (
    Chewed,
    Dealt,
    Declined,
    Drew,
    Event,
    GiftDiscarded,
    GiftKept,
    LaidDown,
    Moved,
    MovedBack,
    Paid,
    Payout,
    Restarted,
    Rested,
    TurnEnded,
    TurnMissed,
    WaitedAlone,
)
from controller.game.rules.hares import LANDINGS
from controller.game.rules.hares.tables import roll
from controller.game.rules.hares.waiting import pass_by
from controller.game.rules.legal import legal, moves, owing, why
from controller.game.rules.moves import (
    CARROT_SQUARE_CARROTS,
    POSITION_CARROTS,
    TORTOISE_CARROTS,
    payout,
    price,
)
from controller.game.rules.ruleset.track import HARE, LETTUCE
from controller.game.rules.state import Drawing, Gift, Runner, State
from controller.game.rules.text.notation import Action, parse
from controller.game.rules.text.position import write_position


class Step(msgspec.Struct, frozen=True):
    """Outcome of an action: the action, the new state, and the events."""

    action: Action
    state: State
    events: tuple[Event, ...]


def apply(state: State, action: Action | str) -> Step:
    """Carry out a legal action.

    Args:
        state: the position; it is not changed.
        action: an action or its notation.

    Raises:
        IllegalAction: the action is not legal here, with every reason and the position.
    """
    parsed = parse(action) if isinstance(action, str) else action
    chance_due = state.prompt in ("deal", "roll")  # `legal` has only the bare word then
    if chance_due or parsed not in legal(state):
        text = str(action)
        parsed = parse(text)
        reasons = why(state, text)
        if reasons:
            raise IllegalAction(text, reasons, write_position(state))
    assert parsed is not None, "why has a reason for what is not in the notation"
    return apply_legal(state, parsed)


def apply_legal(state: State, action: Action) -> Step:
    """Carry out an action that is known to be legal, as those of `legal(state)` are.

    A bare `deal` keeps the pile's order, which is how perft counts it.
    """
    draft = Draft.of(state)
    assert state.to_act is not None
    seat = state.to_act
    match action.kind:
        case "forward":
            _forward(draft, state, seat, action.runner or 0, action.to)
        case "back":
            _back(draft, state, seat, action.runner or 0)
        case "draw":
            draft.events.append(Drew(seat, draft.draw(seat, CARROT_SQUARE_CARROTS)))
            draft.move_on(seat)
        case "pay":
            draft.pay(seat, CARROT_SQUARE_CARROTS)
            draft.events.append(Paid(seat, CARROT_SQUARE_CARROTS))
            draft.move_on(seat)
        case "restart":
            _restart(draft, seat, action.runner)
        case "chew":
            _chew(draft, state, seat)
        case "miss":
            draft.set_miss(seat, miss=False)
            draft.events.append(TurnMissed(seat))
            draft.move_on(seat)
        case "keep" | "discard":
            _answer_gift(draft, seat, keep=action.kind == "keep")
        case "deal":
            _deal(draft, action.cards)
        case "decline":
            draft.events.append(Declined(seat))
            draft.move_on(seat)
        case "rest":
            _rest(draft, seat)
        case "roll":
            roll(draft, action.value)
    return Step(action, draft.state(), tuple(draft.events))


def _forward(draft: Draft, state: State, seat: int, index: int, to: int) -> None:
    at = state.seats[seat].runners[index].at
    _draw_payout(draft, state, seat, index, at)
    paid = price(state.rules, at, to)
    draft.pay(seat, paid)
    draft.events.append(Moved(seat, index, at, to, paid))
    kind = state.rules.kinds[to]
    if kind == LETTUCE:
        draft.set_runner(seat, index, Runner(to, "chew"))
        draft.events.append(LaidDown(seat, index, to))
    else:
        draft.set_runner(seat, index, Runner(to))
    if to == state.rules.home:
        draft.arrive(seat, index)
    pass_by(draft, seat, at, to)
    if kind == HARE:
        LANDINGS[state.rules.options.hare](draft, seat, index, paid)
    elif to != state.rules.home or not draft.end_if_over():
        draft.move_on(seat)


def _back(draft: Draft, state: State, seat: int, index: int) -> None:
    at = state.seats[seat].runners[index].at
    to = state.rules.back_to[at]
    _draw_payout(draft, state, seat, index, at)
    draft.set_runner(seat, index, Runner(to))
    pass_by(draft, seat, at, to)
    drawn = draft.draw(seat, TORTOISE_CARROTS * (at - to))
    draft.events.append(MovedBack(seat, index, at, to, drawn))
    draft.move_on(seat)


def _draw_payout(draft: Draft, state: State, seat: int, index: int, at: int) -> None:
    """R4.2, R8.4: the payout is drawn before the move is paid for."""
    due = payout(state, seat, index)
    if not due:
        return
    drawn = draft.draw(seat, due)
    if not state.rules.payouts[at]:
        draft.events.append(WaitedAlone(seat, index, drawn))
    else:
        draft.events.append(Payout(seat, index, at, due // POSITION_CARROTS, drawn))


def _restart(draft: Draft, seat: int, index: int | None) -> None:
    """R4.7: back to START with the edition's holding; the same turn continues."""
    holder = draft.seats[seat]
    if index is None and len(holder.runners) == 1:
        index = 0
    if index is not None and holder.runners[index].at != draft.rules.home:
        at = holder.runners[index].at
        draft.set_runner(seat, index, Runner())
        pass_by(draft, seat, at, 0)
    draft.set_carrots(seat, draft.rules.options.restart_carrots)
    draft.events.append(Restarted(seat, index, draft.seats[seat].carrots))
    if not moves(draft.state()):
        draft.events.append(TurnEnded(seat))
        draft.move_on(seat)


def _chew(draft: Draft, state: State, seat: int) -> None:
    """R6.3: face up, one lettuce less, ten carrots times the current position."""
    index = owing(state.seats[seat], "chew")
    assert index is not None
    position = state.position(seat, index)
    draft.set_runner(seat, index, Runner(state.seats[seat].runners[index].at, "leave"))
    draft.discard_lettuce(seat)
    drawn = draft.draw(seat, POSITION_CARROTS * position)
    draft.events.append(Chewed(seat, index, position, drawn))
    draft.move_on(seat)


def _rest(draft: Draft, seat: int) -> None:
    """R8.6: the nap is over; the runner is turned up and moves on its next turn."""
    index = owing(draft.seats[seat], "rest")
    assert index is not None
    draft.set_runner(seat, index, Runner(draft.seats[seat].runners[index].at))
    draft.events.append(Rested(seat, index))
    draft.move_on(seat)


def _answer_gift(draft: Draft, seat: int, *, keep: bool) -> None:
    """R7.1: one receiver decides; then the next one, or the turn ends."""
    gift = draft.pending
    assert isinstance(gift, Gift)
    if keep:
        draft.credit(seat, gift.amount)
        draft.events.append(GiftKept(seat, gift.amount))
    else:
        draft.fill_patch(gift.amount)
        draft.events.append(GiftDiscarded(seat, gift.amount))
    waiting = gift.waiting[1:]
    if waiting:
        draft.ask("gift", Gift(gift.amount, gift.giver, waiting), waiting[0])
    else:
        draft.move_on(gift.giver)


def _deal(draft: Draft, cards: tuple[str, ...]) -> None:
    """R14.2: the whole pile, top first."""
    if cards:
        draft.pile = cards
    draft.events.append(Dealt())
    if isinstance(draft.pending, Drawing):
        draft.move_on(draft.pending.seat)
    else:
        draft.prompt, draft.pending, draft.to_act = "move", None, draft.first
