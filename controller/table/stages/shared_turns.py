"""Turns of a race of two boards: what follows the authority's log, and what is sent to it.

At the guest nothing is played but what the log says: what would be played becomes an action that
is sent to the authority, and stays lit as understood until the log decides it.
"""

from typing import Final, get_args

import msgspec

from controller.game.chance import draws_chance
from controller.game.journal.race_log import LogRecord
from controller.game.journal.saved_game import Change, mended_position
from controller.game.lesson.progress import refuse_lesson_that_cannot_be
from controller.game.pieces import Colour
from controller.game.rules import BadSetup, IllegalAction, State, legal
from controller.game.rules.text.check import BadState, problems
from controller.game.setup import Setup
from controller.json_data import BadJson, from_json
from controller.refusal import Refusal
from controller.table.commands import DeclineRace, DropSent, JoinRace, PlaySent, SeeOther
from controller.table.referee.mending import found_on
from controller.table.remote.kept_races import KeptRaces, is_open, is_played_by
from controller.table.remote.messages import SentAction, SentKind
from controller.table.remote.races import TableRaces, refuse_other_rules
from controller.table.stages.effects import FindRace
from controller.table.stages.errands import all_to_carry, seated
from controller.table.stages.judging import judged
from controller.table.stages.settle import rest_forgotten
from controller.table.stages.shared_race import role_of, together_of
from controller.table.stages.turns import Outcome, begun, moved, paused, played, saved_now, undone
from controller.table.state import LONG_AGO_S, TableState

SENT_KINDS: Final[frozenset[str]] = frozenset(get_args(SentKind))
CANNOT_FOLLOW: Final = (
    "This board cannot follow the race: the other board runs another version. Update both."
)


class Followed(msgspec.Struct, frozen=True):
    """A record of the authority's log; `number` counts those before it."""

    race: str
    number: int
    record: LogRecord


def with_authority(table: TableState, setup: Setup) -> TableState:
    """Return the table with this board as the authority of a race that begins here."""
    if setup.together is msgspec.UNSET:
        return table
    kept = table.races.kept.with_role(setup.together.race, "authority")
    return table.change(races=TableRaces(kept))


def sent_instead(table: TableState, change: Change) -> Outcome:
    """Send a change to the authority instead of making it.

    Raises:
        Refusal: `on-its-way`: an action is on its way already.
    """
    together = together_of(table)
    assert together is not None
    assert table.position is not None
    if together.race in table.races.kept.sent:
        if change.kind == "resume":
            raise Refusal(
                "on-its-way",
                "The last action waits until the race goes on. Resume it at the other board.",
            )
        raise Refusal(
            "on-its-way", "The last action is still on its way to the other board. Wait for it."
        )
    assert change.kind in SENT_KINDS
    seat = {"play": table.position.to_act, "undo": table.saved.taken_back_by()}.get(change.kind)
    number = table.races.kept.numbered + 1
    action = SentAction(number, change.kind, change.text, seat)  # type: ignore[arg-type]  # asserted
    kept = table.races.kept.with_action(together.race, action)
    races = msgspec.structs.replace(table.races, kept=kept, declined=None)
    return table.change(races=races, trouble=None, retry_s=LONG_AGO_S), None


# What the link brings to the guest


def joined(table: TableState, command: JoinRace) -> Outcome:
    """Join a race: go on with it if it is in the journal, else wait for its log."""
    races = msgspec.structs.replace(table.races, joining=command.race)
    return table.change(races=races), FindRace(command.race)


def race_declined(table: TableState, command: DeclineRace) -> TableState:
    """Keep that the host declines an invitation."""
    kept = table.races.kept.with_declined(command.race)
    return table.change(races=msgspec.structs.replace(table.races, kept=kept))


def followed(table: TableState, event: Followed, now_s: float) -> Outcome:
    """Take over a record of the authority's log.

    Raises:
        Refusal: `stale`: it is not the next record; `cannot-follow`: it makes no sense here.
    """
    together = together_of(table)
    goes_on = together is not None and together.race == event.race
    joins = table.races.joining == event.race and event.number == 0
    if goes_on and (role_of(table) != "guest" or event.number != table.saved.log.count):
        raise Refusal("stale", "The game has moved on. Look again, then choose.")
    if not goes_on and not (joins and not _is_playing(table)):
        raise Refusal("stale", "The game has moved on. Look again, then choose.")
    try:
        return _followed(table, event, now_s)
    except (BadJson, BadSetup, IllegalAction, BadState, IndexError) as error:
        raise Refusal("cannot-follow", CANNOT_FOLLOW) from error


def _followed(table: TableState, event: Followed, now_s: float) -> Outcome:
    kind, text = event.record.kind, event.record.text
    if (kind == "begin") != (event.number == 0):
        raise Refusal("cannot-follow", CANNOT_FOLLOW)
    if kind == "begin":
        return _begun(table, event.race, text, now_s)
    assert table.position is not None
    match kind:
        case "play":
            after, change = played(table, text, now_s)
        case "undo":
            after, change = moved(table, table.saved.undo(), now_s)
        case "mend":
            after, change = _mended(table, mended_position(text, table.position), now_s)
        case _:
            after, change = paused(table, pauses=kind == "pause", now_s=now_s)
    return _decided(after, event), change


def _begun(table: TableState, race: str, text: str, now_s: float) -> Outcome:
    setup = from_json(text, Setup)
    if setup.together is msgspec.UNSET or setup.together.race != race:
        raise Refusal("cannot-follow", CANNOT_FOLLOW)
    refuse_lesson_that_cannot_be(setup)
    refuse_other_rules(setup)
    after, change = begun(table, setup, now_s)
    assert isinstance(change, Change)
    return after, msgspec.structs.replace(change, text=text)


def _mended(table: TableState, position: State, now_s: float) -> Outcome:
    """Continue from a position to which the other board mended the race.

    Runners that stand elsewhere here become errands, but for one in a move that is still legal.
    """
    candidate = judged(table).candidate
    stays = candidate is not None and candidate.action in legal(position)
    leave: tuple[Colour, ...] = (candidate.colour,) if candidate is not None and stays else ()
    change = table.saved.mend(position)
    return rest_forgotten(all_to_carry(saved_now(table, change), leave), now_s), change


def _decided(after: TableState, event: Followed) -> TableState:
    """Note whether the record decides the action that was sent."""
    kept, races = after.races.kept.sent.get(event.race), after.races
    if kept is None:
        return after
    if is_open(kept, event.record):
        return after
    overtaken = None if is_played_by(kept, event.record) else "overtaken"
    left = races.kept.without_action(event.race)
    return after.change(races=msgspec.structs.replace(races, kept=left, declined=overtaken))


def dropped(table: TableState, command: DropSent) -> Outcome:
    """Drop an action that the authority refuses."""
    kept = table.races.kept.sent.get(command.race)
    if kept is None or kept.number != command.number:
        return table, None
    left = table.races.kept.without_action(command.race)
    races = msgspec.structs.replace(table.races, kept=left, declined=command.code)
    return table.change(races=races), None


# What the link brings to the authority


def played_for_guest(table: TableState, command: PlaySent, now_s: float) -> Outcome:
    """Play an action of the guest.

    Raises:
        Refusal: it cannot be played, now (`stale`, `paused`) or at all.
    """
    together, state = together_of(table), table.position
    here = together is not None and together.race == command.race and state is not None
    if not here or role_of(table) != "authority" or command.count != table.saved.log.count:
        raise Refusal("stale", "The game has moved on. Look again, then choose.")
    assert state is not None
    kind, seat = command.action.kind, command.action.seat
    if table.saved.paused and kind != "resume":
        raise Refusal("paused", "The game is paused. Resume it first.")
    match kind:
        case "play" if _may_play(table, state, seat):
            return played(table, command.action.text, now_s)
        case "undo" if seat in table.seating.elsewhere and seat == table.saved.taken_back_by():
            return undone(table, now_s)
        case "pause" | "resume" if state.prompt != "over":
            return paused(table, pauses=kind == "pause", now_s=now_s)
        case "mend" if state.prompt == "move":
            return _mended(table, _squares_only(command.action.text, state), now_s)
    raise Refusal("not-offered", "That is not offered now.")


def _may_play(table: TableState, state: State, seat: int | None) -> bool:
    setup = table.saved.setup
    if setup is not None and draws_chance(state, setup):
        return False
    return seat is not None and seat == state.to_act and seat in table.seating.elsewhere


def _squares_only(text: str, state: State) -> State:
    """Return the position with the runners on the squares where the guest found them.

    Everything else in its position counts for nothing, and no runner comes HOME this way.

    Raises:
        Refusal: `not-offered`.
    """
    refusal = Refusal("not-offered", "That is not offered now.")
    try:
        found = mended_position(text, state)
    except BadState as error:
        raise refusal from error
    home, seats = list(state.home), []
    for seat, holder in enumerate(state.seats):
        runners = list(holder.runners)
        for index, runner in enumerate(found.seats[seat].runners):
            if runner.at == runners[index].at:
                continue
            if runner.at == state.rules.home:
                raise refusal
            if runners[index].at == state.rules.home:
                home.remove((seat, index))
            runners[index] = found_on(runner.at, holder, state)
        seats.append(msgspec.structs.replace(holder, runners=tuple(runners)))
    mended = msgspec.structs.replace(state, seats=tuple(seats), home=tuple(home))
    if problems(mended):
        raise refusal
    return mended


# At both boards


def other_seen(table: TableState, command: SeeOther) -> TableState:
    """Note how the other board of the race is."""
    together = together_of(table)
    if together is None or together.race != command.race:
        return table
    return table.change(races=msgspec.structs.replace(table.races, other=command.other))


def gone_on_alone(table: TableState) -> Outcome:
    """Go on with the race at this board alone: all its seats sit here now.

    What was on its way to the other board is played here, as soon as this is kept.

    Raises:
        Refusal: `not-offered`: no race of two boards is under way.
    """
    together = together_of(table)
    if together is None or role_of(table) == "alone" or not _is_playing(table):
        raise Refusal("not-offered", "No race with another board is under way.")
    kept = table.races.kept.gone_on_alone(together.race, table.saved.log.count)
    return _seated_again(table, kept), None


def kept_action_played(table: TableState, now_s: float) -> Outcome:
    """Play what was on its way when this board went on alone; forget it once it is in the log."""
    together = together_of(table)
    if together is None or role_of(table) != "alone":
        return table, None
    kept = table.races.kept
    action = kept.sent.get(together.race)
    if action is None:
        return table, None
    if kept.to_play_after.get(together.race) == table.saved.log.count and _is_playing(table):
        if now_s < table.retry_s:
            return table, None
        try:
            return _played_here(table, action, now_s)
        except (IllegalAction, BadState, IndexError):  # untested: what was sent fits this position
            pass
    races = msgspec.structs.replace(table.races, kept=kept.without_action(together.race))
    return table.change(races=races), None


def kept_action_due_s(table: TableState) -> float | None:
    """Return when `kept_action_played` is due; None for never."""
    together = together_of(table)
    if together is None or role_of(table) != "alone":
        return None
    return table.retry_s if together.race in table.races.kept.sent else None


def _played_here(table: TableState, action: SentAction, now_s: float) -> Outcome:
    """Play an action that was on its way to another board; it was allowed in this position."""
    assert table.position is not None
    match action.kind:
        case "play":
            return played(table, action.text, now_s)
        case "undo":
            return undone(table, now_s)
        case "mend":
            return _mended(table, mended_position(action.text, table.position), now_s)
        case "pause" | "resume":
            return paused(table, pauses=action.kind == "pause", now_s=now_s)


def _seated_again(table: TableState, kept: KeptRaces) -> TableState:
    """Seat everybody anew: whose runners are carried by errands depends on the board's part."""
    assert table.saved.setup is not None
    races = msgspec.structs.replace(table.races, kept=kept, declined=None)
    after = seated(table.change(races=races), table.saved.setup)
    return all_to_carry(after)


def _is_playing(table: TableState) -> bool:
    return table.position is not None and table.position.prompt != "over"
