"""One step of the table: from a state, an event and the time to the next state and effects.

A step that raises has changed nothing. An effect is carried out by the session before the state
that comes with it counts.
"""

import msgspec

from controller.game.history import Game
from controller.game.journal.race_log import LogHead
from controller.game.journal.saved_game import Change
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.commands import Begin, ChangeSeats, Command
from controller.table.stages.button_setup import button_setup_over
from controller.table.stages.buttons import command_of
from controller.table.stages.command_handlers import handled
from controller.table.stages.effects import KeepTimes, TryToWrite
from controller.table.stages.sensing import first_looks_over, reader_changed, sighted
from controller.table.stages.settle import pause_restarted
from controller.table.stages.shared_race import role_of
from controller.table.stages.shared_turns import (
    SENT_KINDS,
    Followed,
    followed,
    kept_action_due_s,
    kept_action_played,
    sent_instead,
)
from controller.table.stages.tap_to_join import room_made, tap_due_s, tap_observed
from controller.table.stages.thinking import thinking_measured
from controller.table.stages.turns import Outcome, gone_on, loaded, played, turn_due_s
from controller.table.state import Moment, TableState
from hardware.ports import BoardEvent, LightsChanged, Pressed, ReaderChanged, Sighting


class Tick(msgspec.Struct, frozen=True):
    """Time has passed; comes after every other event as well."""


class ChanceDrawn(msgspec.Struct, frozen=True):
    """The electronics have drawn chance: the action to play."""

    action: str


class GameFound(msgspec.Struct, frozen=True):
    """An earlier game was found in the journal."""

    number: int
    setup: Setup
    game: Game
    log: LogHead = LogHead()


class NotWritten(msgspec.Struct, frozen=True):
    """The journal could not be written; `reason` says why, for people."""

    reason: str


TableEvent = BoardEvent | Command | Tick | ChanceDrawn | GameFound | NotWritten | Followed


def step(table: TableState, event: TableEvent, now: Moment) -> Outcome:
    """Take in an event.

    Returns:
        The next state, and its effect. A tick without one has done all that is due; after a
        tick with an effect there may be more.

    Raises:
        Refusal: a command cannot be carried out.
    """
    if isinstance(event, Followed):
        return followed(table, event, now.now_s)
    return _played_or_sent(table, _step(table, event, now))


def _played_or_sent(table: TableState, outcome: Outcome) -> Outcome:
    """Return the outcome; at the guest of a race of two boards what would be played is sent.

    Raises:
        Refusal: `on-its-way`: an action is on its way already.
    """
    after, effect = outcome
    if isinstance(effect, Change) and effect.kind in SENT_KINDS and role_of(after) == "guest":
        return sent_instead(table, effect)
    return outcome


def _step(
    table: TableState,
    event: BoardEvent | Command | Tick | ChanceDrawn | GameFound | NotWritten,
    now: Moment,
) -> Outcome:
    match event:
        case Tick():
            return _time_passed(table, now)
        case Sighting():
            return sighted(table, event), None
        case Pressed():
            return _pressed(table, event, now.now_s)
        case ReaderChanged():
            after = reader_changed(table, event)
            changed = after.blind != table.blind
            return pause_restarted(after, now.now_s) if changed else after, None
        case LightsChanged(trouble):
            return table.change(lights_trouble=trouble), None
        case ChanceDrawn(action):
            return played(table, action, now.now_s)
        case GameFound(number, setup, game, log):
            return loaded(table, number, setup, game, now.now_s, log)
        case NotWritten(reason):
            return _write_later(table, reason, now.now_s), None
        case _:
            return handled(table, event, now.now_s)


def due_s(table: TableState, now: Moment) -> float | None:
    """Return the latest time of the next tick, in the clock's seconds; None for never."""
    moments = [
        turn_due_s(table, now),
        kept_action_due_s(table),
        table.exchanged_s,
        *(look.until_s for look in table.first_looks.values()),
        tap_due_s(table, now.now_s),
        None if table.number is None else table.number.due_s(now.now_s),
        None if table.button_setup is None else table.button_setup.until_s,
        _later(table.cheer_until_s, now.now_s),
        None if table.trouble is None else table.retry_s,
    ]
    return min((moment for moment in moments if moment is not None), default=None)


def _later(moment_s: float | None, now_s: float) -> float | None:
    return None if moment_s is None or moment_s <= now_s else moment_s


def _time_passed(table: TableState, now: Moment) -> Outcome:
    table = button_setup_over(first_looks_over(table, now.now_s), now.now_s)
    if table.number is not None and now.now_s >= table.number.until_s:
        table = table.change(number=None)
    table, effect = kept_action_played(table, now.now_s)
    if effect is not None:
        return table, effect
    table, effect = gone_on(tap_observed(table, now.now_s), now)
    if effect is not None:
        return table, effect
    after = _times_noted(room_made(table), now.now_s)
    if after.times != table.times:
        return after, KeepTimes(after.times)
    if after.trouble is not None and now.now_s >= after.retry_s:
        return after.change(trouble=None), TryToWrite()
    return after, None


def _pressed(table: TableState, event: Pressed, now_s: float) -> Outcome:
    """Carry out the command of a press; a press that cannot be carried out does nothing."""
    command = command_of(event, table)
    over_s = table.phase_since_s + table.settings.after_race_s
    if command is None or (isinstance(command, Begin | ChangeSeats) and event.at_s < over_s):
        return table, None
    try:
        return _played_or_sent(table, handled(table, command, now_s))
    except Refusal:
        return table, None


def _times_noted(table: TableState, now_s: float) -> TableState:
    """Note the start of a phase, and how long a seat has been thinking."""
    if table.phase != table.noted_phase:
        table = table.change(noted_phase=table.phase, phase_since_s=now_s)
    return thinking_measured(table, now_s)


def _write_later(table: TableState, reason: str, now_s: float) -> TableState:
    """Note the trouble, and wait before trying to write again."""
    return table.change(trouble=reason, retry_s=now_s + table.settings.pause_s)
