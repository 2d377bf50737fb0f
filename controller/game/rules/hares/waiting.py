"""Hare squares on which a runner waits for what the others do: tournament and nap.

Source: R8.4, R8.6, R8.8.
"""

import msgspec

from controller.game.rules.draft import Draft
from controller.game.rules.events import LaidDown, Passed, Woke
from controller.game.rules.moves import CARROT_SQUARE_CARROTS
from controller.game.rules.ruleset.track import HARE
from controller.game.rules.state import Runner


def land_and_nap(draft: Draft, seat: int, index: int, _cost: int) -> None:
    """R8.6: the runner lies down to sleep."""
    at = draft.seats[seat].runners[index].at
    draft.set_runner(seat, index, Runner(at, "rest"))
    draft.events.append(LaidDown(seat, index, at))
    draft.move_on(seat)


def land_and_wait(draft: Draft, seat: int, _index: int, _cost: int) -> None:
    """R8.4, R8.5: landing does nothing."""
    draft.move_on(seat)


def pass_by(draft: Draft, seat: int, start: int, to: int) -> None:
    """Wake or charge the runners that a runner of `seat` passed, in the order of passing."""
    hare = draft.rules.options.hare
    if hare not in ("tournament", "nap"):
        return
    low, high = min(start, to), max(start, to)
    passed = [
        (runner.at, other, index)
        for other, holder in enumerate(draft.seats)
        for index, runner in enumerate(holder.runners)
        if low < runner.at < high
    ]
    for at, other, index in sorted(passed, reverse=to < start):
        runner = draft.seats[other].runners[index]
        if hare == "nap" and runner.obligation == "rest":
            draft.set_runner(other, index, Runner(at))
            draft.events.append(Woke(other, index))
        elif hare == "tournament" and other != seat and draft.rules.kinds[at] == HARE:
            _pay_toll(draft, other, index, seat)


def _pay_toll(draft: Draft, waiting: int, index: int, passer: int) -> None:
    """R8.4: pay ten carrots at once; with fewer, pay all and owe a move back."""
    hand = draft.seats[waiting].carrots
    toll = min(hand, CARROT_SQUARE_CARROTS)
    draft.pay(waiting, toll)
    runner = msgspec.structs.replace(draft.seats[waiting].runners[index], passed=True)
    short = toll < CARROT_SQUARE_CARROTS
    if short:
        runner = msgspec.structs.replace(runner, obligation="back")
    draft.set_runner(waiting, index, runner)
    draft.events.append(Passed(waiting, index, passer, toll, short))
