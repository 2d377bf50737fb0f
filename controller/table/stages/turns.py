"""Turns of a game: each change of it with its errands, and what becomes due by itself."""

from collections.abc import Collection

from controller.game.chance import draws_chance
from controller.game.history import Game
from controller.game.journal.race_log import NO_LOG, LogHead
from controller.game.journal.saved_game import Change
from controller.game.lesson.progress import BEFORE, race_after
from controller.game.pieces import Colour
from controller.game.rules import State, legal
from controller.game.setup import Setup
from controller.table.referee import RefereeFinding
from controller.table.referee.mending import CannotMend, position_on_board
from controller.table.remote.races import TableRaces
from controller.table.stages.effects import DrawChance, Effect
from controller.table.stages.errands import (
    all_to_carry,
    errands_after,
    found_where_they_stand,
    seated,
)
from controller.table.stages.judging import (
    exchanged_where_they_stand,
    judged,
    meant_placement,
    unrest,
)
from controller.table.stages.settle import forced, rest_forgotten, rest_observed, settled_s
from controller.table.stages.shared_race import is_on_its_way, role_of
from controller.table.state import LONG_AGO_S, Moment, TableState

Outcome = tuple[TableState, Effect | None]
"""A table after a step, and the effect that the session carries out, if there is one."""


def begun(table: TableState, setup: Setup, now_s: float) -> Outcome:
    """Begin a game. Raises as `SavedGame.begin`."""
    return _taken_up(table, table.saved.begin(setup), setup, now_s)


def loaded(
    table: TableState,
    number: int,
    setup: Setup,
    game: Game,
    now_s: float,
    log: LogHead = NO_LOG,
) -> Outcome:
    """Resume an earlier game."""
    return _taken_up(table, table.saved.load(number, setup, game, log), setup, now_s)


def played(table: TableState, action: str, now_s: float, *, plain: bool = False) -> Outcome:
    """Play an action; `plain` is as in `Play`. Raises as `SavedGame.play`."""
    after, change = moved(table, table.saved.play(action), now_s)
    assert table.saved.game is not None
    number = len(table.saved.game.history) + 1
    earlier = {each for each in table.plain if each < number}
    return after.change(plain=frozenset({*earlier, number} if plain else earlier)), change


def undone(table: TableState, now_s: float) -> Outcome:
    """Take a person's last action back; those of opponents after it go first, one each step.

    Once the first of them is in the journal, the others follow by themselves.
    """
    return moved(table, table.saved.undo(), now_s)


def lesson_step_begun(table: TableState, index: int, now_s: float) -> Outcome:
    """Begin a step of the lesson, by its number from 0; after the last comes the race."""
    lesson = table.lesson
    assert lesson is not None
    assert table.saved.setup is not None
    if index >= len(lesson.parts):
        return begun(table, race_after(table.saved.setup), now_s)
    change = table.saved.mend(lesson.parts[max(index, 0)].position)
    after = saved_now(table, change).change(stood={}, stood_before={})
    return all_to_carry(rest_forgotten(after, now_s)), change


def lesson_due_s(table: TableState, finding: RefereeFinding) -> float | None:
    """Return the time when the next step of the lesson begins by itself; None for never."""
    lesson = table.lesson
    if lesson is None:
        return None
    if lesson.index == BEFORE:
        return table.waits_since_s
    disturbed = finding.put_back or bool(finding.in_hand) or finding.candidate is not None
    if not lesson.done or lesson.is_last or disturbed:
        return None
    return table.waits_since_s + table.settings.lesson_s


def ended(table: TableState, change: Change) -> Outcome:
    """Abandon the game, or set it aside: its errands are forgotten."""
    return saved_now(table, change).change(to_carry={}), change


def paused(table: TableState, *, pauses: bool, now_s: float) -> Outcome:
    """Pause or resume the game; runners carried meanwhile make no move."""
    change = table.saved.pause(paused=pauses)
    after = rest_forgotten(saved_now(table, change), now_s)
    return after if pauses else found_where_they_stand(after), change


def mended_by_game(table: TableState, now_s: float) -> Outcome:
    """Make an errand of every runner that stands wrong, and drop proposed moves.

    A runner that was held for a tap has to be put back as well, and no longer in its own time.
    """
    excused = table.excused.difference(table.back_by_s)
    table = table.change(back_by_s={}, excused=excused)
    return rest_forgotten(all_to_carry(table), now_s), None


def mended_by_board(table: TableState, now_s: float) -> Outcome:
    """Take over the sensed placement into the game.

    Raises:
        CannotMend: the placement cannot be taken over.
    """
    position, leave = _mended(table, judged(table))
    if unrest(table) is not None:
        raise CannotMend("Wait until all runners stand still, then try again.")
    if position == table.position:
        raise CannotMend("Every runner already stands where the game has it.")
    change = table.saved.mend(position)
    after = found_where_they_stand(saved_now(table, change), leave)
    return rest_forgotten(all_to_carry(after, leave), now_s), change


def can_mend(table: TableState) -> bool:
    """Check whether there are mismatches and the game could take over the placement."""
    if table.position is None or not table.finding.mismatches or table.in_lesson:
        return False
    try:
        return _mended(table, table.finding)[0] != table.position
    except CannotMend:
        return False


def gone_on(table: TableState, now: Moment) -> Outcome:
    """Play an action that is due by itself; without one, only judge the board."""
    state = table.position
    if state is None or table.phase == "over" or table.saved.paused:
        return table.change(exchanged_s=None, finding=judged(table)), None
    waits = now.now_s < table.retry_s
    if is_on_its_way(table):
        return table.change(exchanged_s=None, finding=judged(table)), None
    if _goes_on_taking_back(table):
        return (table, None) if waits else undone(table, now.now_s)
    if _draws_chance(table, state):
        return table.change(finding=judged(table)), None if waits else DrawChance(state)
    if waits:
        return table.change(finding=judged(table)), None
    table = exchanged_where_they_stand(table, now.now_s)
    finding = judged(table)
    table = rest_observed(table.change(finding=finding), finding, now)
    lesson_s = lesson_due_s(table, finding)
    if lesson_s is not None and now.now_s >= lesson_s:
        assert table.lesson is not None
        return lesson_step_begun(table, table.lesson.index + 1, now.now_s)
    due_s = settled_s(table, state, finding, now)
    if due_s is None or now.now_s < due_s:
        return table, None
    action = (
        finding.candidate.action if finding.candidate is not None else forced(state, table.actions)
    )
    assert action is not None
    return played(table, str(action), now.now_s)


def turn_due_s(table: TableState, now: Moment) -> float | None:
    """Return the time when an action becomes due by itself; None for never."""
    state = table.position
    if state is None or table.saved.paused or is_on_its_way(table):
        return None
    if _draws_chance(table, state) or _goes_on_taking_back(table):
        return table.retry_s
    due = (settled_s(table, state, table.finding, now), lesson_due_s(table, table.finding))
    due_s = min((each for each in due if each is not None), default=None)
    return None if due_s is None else max(due_s, table.retry_s)


def _taken_up(table: TableState, change: Change, setup: Setup, now_s: float) -> Outcome:
    """Seat the players of a new or resumed game and make its errands."""
    races = TableRaces(table.races.kept)
    table = table.change(button_setup=None, number=None, races=races)
    table = table.change(tap=None, back_by_s={}, excused=frozenset())  # of other seats
    after = rest_forgotten(seated(saved_now(table, change), setup), now_s)
    return all_to_carry(after), change


def moved(table: TableState, change: Change, now_s: float) -> Outcome:
    """Play or take back an action, and update the errands."""
    return rest_forgotten(errands_after(table, saved_now(table, change)), now_s), change


def saved_now(table: TableState, change: Change) -> TableState:
    """Return the table once a change is on the disk: there is no trouble any more."""
    return table.change(saved=change.after, trouble=None, retry_s=LONG_AGO_S)


def _mended(table: TableState, finding: RefereeFinding) -> tuple[State, Collection[Colour]]:
    """Return the position with runners where they are sensed, and runners still to move.

    The latter propose a move that is still legal in that position.

    Raises:
        CannotMend: the placement cannot be taken over.
    """
    assert table.position is not None
    placement, candidate = meant_placement(table), finding.candidate
    if candidate is not None:
        leave = (candidate.colour,)
        position = position_on_board(table.position, table.seating, placement, leave)
        if candidate.action in legal(position):
            return position, leave
    return position_on_board(table.position, table.seating, placement), ()


def _goes_on_taking_back(table: TableState) -> bool:
    return table.saved.takes_back() and role_of(table) != "guest"  # there the log says so


def _draws_chance(table: TableState, state: State) -> bool:
    setup = table.saved.setup
    return setup is not None and role_of(table) != "guest" and draws_chance(state, setup)
