"""Reasons for a move: facts that follow from the position, each a small value.

A reason names no holding but that of the seat to act, and does not depend on another's.
"""

import random
from collections.abc import Iterator
from typing import Final

import msgspec

from controller.game.opponents.sight import Sight, imagined
from controller.game.rules import Action, Options, State
from controller.game.rules.moves import (
    CARROT_SQUARE_CARROTS,
    POSITION_CARROTS,
    TORTOISE_CARROTS,
    WAITING_CARROTS,
    home_limits,
    payout,
    price,
)
from controller.game.rules.ruleset.track import CARROT, HARE, LETTUCE, members
from controller.game.rules.state import Gift

DRAWN_IN_A_TURN: Final = 60
"""Carrots that a seat seldom exceeds in one turn: the highest payout."""
SELDOM_HELD: Final = 2
"""A seat whose carrots are not known seldom holds more than so many times what it began with: a
patch is doubted only where that leaves too few in it."""


class MoveReason(msgspec.Struct, frozen=True, tag_field="reason"):
    """Root of all reasons."""


class ArrivesHome(MoveReason, frozen=True, tag="home"):
    """The runner arrives HOME, the `place`-th of all runners, with `left` carrots (R9.1)."""

    place: int
    left: int


class PaidForLeaving(MoveReason, frozen=True, tag="payout"):
    """The square that is left pays this now, in this place (R4.2), if the patch has it."""

    place: int
    carrots: int
    patch_may_lack: bool


class WaitedUnpassed(MoveReason, frozen=True, tag="waited"):
    """Nobody passed the waiting runner: it draws this by leaving now (R8.4)."""

    carrots: int
    patch_may_lack: bool


class DrawsGoingBack(MoveReason, frozen=True, tag="back"):
    """A move back draws ten carrots a square (R4.4)."""

    carrots: int
    patch_may_lack: bool


class WillPay(MoveReason, frozen=True, tag="pays"):
    """The square pays when it is left, if the place is still this one (R4.2).

    Attributes:
        place: the place after the move.
        carrots: what the square pays in this place.
        behind: other seats with a runner behind it, the nearest first: if one passes, the place
            changes.
        ahead: whether others have runners ahead on the track: if one falls back, it changes too.
        patch_may_lack: whether the patch may run short of it.
    """

    place: int
    carrots: int
    behind: tuple[int, ...]
    ahead: bool
    patch_may_lack: bool


class WillChew(MoveReason, frozen=True, tag="chews"):
    """A lettuce is chewed next turn, which pays by place (R6.3); fields as of `WillPay`."""

    place: int
    carrots: int
    behind: tuple[int, ...]
    ahead: bool
    patch_may_lack: bool


class LastLettuce(MoveReason, frozen=True, tag="last-lettuce"):
    """No lettuce square lies ahead of this one, and `held` lettuces are to be chewed."""

    held: int


class PassesLastLettuce(MoveReason, frozen=True, tag="passes-last-lettuce"):
    """No lettuce square lies ahead any more, and `held` lettuces keep the runner from HOME."""

    held: int


class MayStay(MoveReason, frozen=True, tag="carrot-square"):
    """On the carrot square one may stay, to draw or pay ten (R5.1)."""


class LandsOnHare(MoveReason, frozen=True, tag="hare"):
    """The move ends on a hare square, whose rule decides what comes of it (R7, R8)."""


class Overtakes(MoveReason, frozen=True, tag="overtakes"):
    """The move passes runners of these other seats."""

    seats: tuple[int, ...]


class TooManyForHome(MoveReason, frozen=True, tag="too-many"):
    """Going HOME from here leaves more carrots than may be brought (R9.1).

    Attributes:
        left: carrots that would be left.
        most: carrots that may be brought by whoever arrives next.
    """

    left: int
    most: int


class TooFewForHome(MoveReason, frozen=True, tag="too-few"):
    """HOME costs more from here than the seat holds: `need` and `have`."""

    need: int
    have: int


class Costs(MoveReason, frozen=True, tag="costs"):
    """The move costs so many carrots, and so many are left."""

    carrots: int
    left: int


AnyReason = (
    ArrivesHome
    | PaidForLeaving
    | WaitedUnpassed
    | DrawsGoingBack
    | WillPay
    | WillChew
    | LastLettuce
    | PassesLastLettuce
    | MayStay
    | LandsOnHare
    | Overtakes
    | TooManyForHome
    | TooFewForHome
    | Costs
)


def reasons(sight: Sight, action: Action) -> tuple[AnyReason, ...]:
    """List what is true of a legal action of the seat that looks, the weightiest first.

    Args:
        sight: what the seat sees; it is the seat to act.
        action: one of its legal actions.
    """
    # Only what the seat sees is asked of this position: what was imagined plays no part.
    state = imagined(sight, random.Random(0))
    match action.kind:
        case "forward":
            return tuple(_of_move(sight, state, action.runner or 0, action.to))
        case "back":
            index = action.runner or 0
            to = state.rules.back_to[state.seats[sight.seat].runners[index].at]
            return tuple(_of_move(sight, state, index, to))
        case "draw" | "pay" | "discard" | "keep":
            return tuple(_of_staying(sight, state, action))
    return ()


def _of_move(sight: Sight, state: State, index: int, to: int) -> Iterator[AnyReason]:
    seat, rules = sight.seat, state.rules
    holder = state.seats[seat]
    at = holder.runners[index].at
    cost = price(rules, at, to) if to > at else 0
    due = payout(state, seat, index)
    gains = due + (TORTOISE_CARROTS * (at - to) if to < at else 0)
    certain = _patch_pays(sight, gains)
    if to == rules.home and certain:
        yield ArrivesHome(len(state.home) + 1, holder.carrots + due - cost)
    if due and rules.payouts[at]:
        yield PaidForLeaving(due // POSITION_CARROTS, due, not _patch_pays(sight, due))
    elif due:
        yield WaitedUnpassed(WAITING_CARROTS, not _patch_pays(sight, due))
    if to < at:
        yield DrawsGoingBack(TORTOISE_CARROTS * (at - to), not certain)
    if to != rules.home:
        yield from _of_square(sight, state, index, to)
    if passed := _seats_between(state, seat, at, to):
        yield Overtakes(passed)
    if cost and certain and to != rules.home:
        yield Costs(cost, holder.carrots + due - cost)


def _of_square(sight: Sight, state: State, index: int, to: int) -> Iterator[AnyReason]:
    """List what follows from the square that a runner moves to."""
    seat, rules = sight.seat, state.rules
    holder = state.seats[seat]
    kind = rules.kinds[to]
    place = _place_at(state, seat, index, to)
    last = not rules.lettuce >> to + 1
    at = holder.runners[index].at
    others = len(holder.runners) > 1
    if kind == LETTUCE:
        yield WillChew(place, POSITION_CARROTS * place, *_doubts(sight, state, to))
        if last and not others:
            yield LastLettuce(holder.lettuces)
    elif last and rules.lettuce >> at + 1 and holder.lettuces and not others:
        yield PassesLastLettuce(holder.lettuces)
    pays = rules.payouts[to]
    if pays and place in pays:
        yield WillPay(place, POSITION_CARROTS * place, *_doubts(sight, state, to))
    if kind == CARROT:
        yield MayStay()
    if kind == HARE:
        yield LandsOnHare()


def _of_staying(sight: Sight, state: State, action: Action) -> Iterator[AnyReason]:
    """List why carrots are wanted, or not wanted, to go HOME with the last runner."""
    seat, rules = sight.seat, state.rules
    holder = state.seats[seat]
    racing = [runner for runner in holder.runners if runner.at != rules.home]
    if holder.lettuces or len(racing) != 1 or rules.payouts[racing[0].at] is not None:
        return
    need, have = price(rules, racing[0].at, rules.home), holder.carrots
    _, most = home_limits(state, seat)
    gift = state.pending.amount if isinstance(state.pending, Gift) else CARROT_SQUARE_CARROTS
    if action.kind in ("pay", "discard"):
        if action.kind == "discard":
            have += gift
        if most is not None and have - need > most:
            yield TooManyForHome(have - need, most)
    elif have < need:
        yield TooFewForHome(need, have)


def _doubts(sight: Sight, state: State, to: int) -> tuple[tuple[int, ...], bool, bool]:
    """Return what may change the place of a runner on a square before its seat's next turn."""
    behind, ahead = [], False
    for other, holder in enumerate(state.seats):
        if other == sight.seat:
            continue
        squares = [runner.at for runner in holder.runners if runner.at != state.rules.home]
        ahead = ahead or any(at > to for at in squares)
        if any(at < to for at in squares):
            behind.append(other)
    nearest = sorted(behind, key=lambda each: -_nearest_behind(state, each, to))
    until_then = DRAWN_IN_A_TURN * len(state.seats)
    return tuple(nearest), ahead, not _patch_pays(sight, until_then)


def _nearest_behind(state: State, seat: int, to: int) -> int:
    return max((each.at for each in state.seats[seat].runners if each.at < to), default=0)


def _place_at(state: State, seat: int, index: int, to: int) -> int:
    """Return the place of a runner once it stands on a square (R3.1)."""
    at = state.seats[seat].runners[index].at
    others = state.occupied & ~state.rules.alone[at]
    return 1 + (others >> to + 1).bit_count() + len(state.home)


def _seats_between(state: State, seat: int, at: int, to: int) -> tuple[int, ...]:
    """List the other seats with a runner between two squares that a move forward passes."""
    passed = state.occupied & (1 << to) - 1 & ~((2 << at) - 1) if to > at else 0
    squares = set(members(passed))
    return tuple(
        other
        for other, holder in enumerate(state.seats)
        if other != seat and any(runner.at in squares for runner in holder.runners)
    )


def most_held(options: Options) -> int:
    """Return the most carrots that a seat usually holds."""
    return SELDOM_HELD * max(options.start_carrots, options.restart_carrots)


def _patch_pays(sight: Sight, carrots: int) -> bool:
    """Check whether the patch holds so many carrots, if nobody holds more than is usual."""
    options, patch = sight.rules.options, sight.patch
    if options.patch_total is None or not carrots:
        return True
    if patch is None:
        most = most_held(options)
        held = sum(most if each.carrots is None else each.carrots for each in sight.seats)
        patch = options.patch_total - held
    return patch >= carrots
