"""Settles a move when the runner has rested, and turns that leave no choice."""

from collections.abc import Sequence
from typing import Final

import msgspec

from controller.game.rules import Action, State
from controller.table.referee import RefereeFinding, lying_down
from controller.table.stages.judging import senses_turning, wavers
from controller.table.state import Moment, Rest, TableState

ARRIVES_WITHIN_S: Final = 0.02
"""Longest delay, in seconds, from a reading to its sighting's arrival here."""


def pause_restarted(table: TableState, now_s: float) -> TableState:
    """Restart the pause: players have something new to look at."""
    return table.change(waits_since_s=now_s)


def rest_forgotten(table: TableState, now_s: float) -> TableState:
    """Forget the resting candidate and restart the pause, after an action."""
    return table.change(rest=None, waits_since_s=now_s)


def rest_observed(table: TableState, finding: RefereeFinding, now: Moment) -> TableState:
    """Take in the newest finding: a candidate begins to rest, rests on, or is gone."""
    candidate, rest = finding.candidate, table.rest
    if candidate is None or finding.held:
        return table.change(rest=None)
    if rest is None or rest.candidate != candidate:
        rest = Rest(candidate, now.now_s)
    between = table.tracker.is_between(candidate.colour)
    if rest.between and not between:
        rest = msgspec.structs.replace(rest, since_s=now.now_s)  # It slid, and has arrived.
    overtaken_s = rest.overtaken_s if rest.overtaken_s is not None else now.now_s
    rest = msgspec.structs.replace(
        rest, between=between, overtaken_s=overtaken_s if finding.overtaken else None
    )
    return table.change(rest=_proved(table, rest, now))


def settled_s(
    table: TableState, state: State, finding: RefereeFinding, now: Moment
) -> float | None:
    """Return the time when an action becomes due by itself; None for never in this state."""
    if table.rest is not None:
        return _rested_s(table, table.rest, now)
    if finding.candidate is None and not finding.mismatches and _has_no_choice(table, state):
        return table.waits_since_s + table.settings.pause_s
    return None


def forced(state: State, actions: Sequence[Action]) -> Action | None:
    """Return the only one of the actions that may be played, if that is no move; else None."""
    if state.prompt != "move":
        return None
    if len(actions) == 1 and actions[0].kind in ("miss", "chew", "rest", "restart"):
        return actions[0]
    return None


def _proved(table: TableState, rest: Rest, now: Moment) -> Rest:
    """Note whether a reading has proved that the candidate rested long enough."""
    if wavers(table, rest.candidate.colour):
        return msgspec.structs.replace(rest, proved_s=None)
    due_s = _settles_s(table, rest)
    if now.last_read_s is None or now.now_s < due_s:
        return rest
    if rest.proved_s is not None and rest.proved_s >= due_s:
        return rest
    read_s = now.last_read_s(rest.candidate.square)
    if read_s is None or read_s < due_s:
        return rest
    return msgspec.structs.replace(rest, proved_s=now.now_s)


def _rested_s(table: TableState, rest: Rest, now: Moment) -> float | None:
    """Return the time when a candidate has rested long enough, or when to ask again."""
    if wavers(table, rest.candidate.colour):
        return None  # The next reading will tell whether it still rests.
    due_s = _settles_s(table, rest)
    if now.last_read_s is None or now.now_s < due_s:
        return due_s
    if rest.proved_s is None or rest.proved_s < due_s:
        return now.now_s + ARRIVES_WITHIN_S
    return rest.proved_s + ARRIVES_WITHIN_S


def _settles_s(table: TableState, rest: Rest) -> float:
    """Return the end of the settle time, or the time the next player began to move."""
    due_s = rest.since_s + table.settings.settle_s
    return due_s if rest.overtaken_s is None else min(due_s, rest.overtaken_s)


def _has_no_choice(table: TableState, state: State) -> bool:
    """Check whether the turn needs no player: missed, or a turning that cannot be sensed."""
    only = forced(state, table.actions)
    if only is None or only.kind == "restart" or state.to_act in table.seating.carried:
        return False
    seat = state.to_act
    assert seat is not None
    lying = lying_down(state.seats[seat])
    if only.kind == "miss" or lying is None:
        return True
    return not senses_turning(table, state, seat, lying)
