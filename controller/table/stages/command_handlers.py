"""Handles commands: each returns the table after it, or refuses and changes nothing."""

from typing import Literal

import msgspec

from controller.game.lesson.progress import refuse_lesson_that_cannot_be
from controller.game.pieces import NameAt
from controller.game.rules import BadSetup, IllegalAction, State
from controller.game.setup import check_pace, with_rules
from controller.light.digits import LONGEST, can_be_shown, number_shown
from controller.light.preferences import problem_with
from controller.refusal import Refusal
from controller.table.commands import (
    Abandon,
    AskTap,
    Begin,
    ChangeSeats,
    Command,
    Confirm,
    DeclineRace,
    DropSent,
    EndTap,
    GoOnAlone,
    JoinRace,
    LessonTo,
    Load,
    Mend,
    Pause,
    Play,
    PlaySent,
    SeeOther,
    SeeRescue,
    SetAside,
    SetLook,
    SetPace,
    ShowSign,
    TakeBack,
)
from controller.table.referee import RefereeFinding
from controller.table.referee.mending import CannotMend
from controller.table.stages.button_setup import seats_changed
from controller.table.stages.effects import FindGame, ForgetDamage, KeepLook, KeepTimes
from controller.table.stages.judging import judged
from controller.table.stages.lesson_steps import (
    lesson_moved,
    refuse_board_in_lesson,
    refuse_outside_lesson,
)
from controller.table.stages.opponent_turns import (
    is_drawn_for_opponent,
    refuse_for_opponent,
    refuse_unknown_opponents,
)
from controller.table.stages.settle import forced
from controller.table.stages.shared_turns import (
    dropped,
    gone_on_alone,
    joined,
    other_seen,
    played_for_guest,
    race_declined,
    with_authority,
)
from controller.table.stages.tap_to_join import tap_asked, tap_ended
from controller.table.stages.turns import (
    Outcome,
    begun,
    ended,
    mended_by_board,
    mended_by_game,
    paused,
    played,
    undone,
)
from controller.table.state import TableState


def handled(table: TableState, command: Command, now_s: float) -> Outcome:
    """Handle a command.

    Raises:
        Refusal: it cannot be carried out; says why.
    """
    try:
        return _handled(table, command, now_s)
    except IllegalAction as error:
        sentences = " ".join(each.message for each in error.reasons)
        raise Refusal(error.reasons[0].code, sentences, error.reasons) from error
    except BadSetup as error:
        raise Refusal(error.code, error.template, (), **error.facts) from error
    except CannotMend as error:
        raise Refusal("table-not-ready", error.template, (), **error.facts) from error


def _handled(table: TableState, command: Command, now_s: float) -> Outcome:
    match command:
        case Begin(setup):
            _refuse_while_playing(table)
            refuse_unknown_opponents(setup, table.settings.programs)
            refuse_lesson_that_cannot_be(setup)
            return begun(with_authority(table, setup), with_rules(setup), now_s)
        case ChangeSeats(change):
            _refuse_while_playing(table)
            return seats_changed(table, change, now_s), None
        case Load(game):
            _refuse_while_playing(table)
            return table, FindGame(game)
        case Play(seat, action, version, thought, plain):
            state = _current(table, version)
            _refuse_other_seats(table, seat, state)
            if not thought:
                refuse_for_opponent(table, state)
            refuse_outside_lesson(table, action)
            return played(table, action, now_s, plain=plain)
        case Confirm(version):
            return _confirmed(table, _current(table, version), now_s)
        case TakeBack(seat, version):
            _current(table, version)
            if table.saved.taken_back_by() != seat or seat in table.seating.elsewhere:
                raise Refusal("not-offered", "You have nothing to take back right now.")
            return undone(table, now_s)
        case LessonTo(to, version):
            _current(table, version)
            return lesson_moved(table, to, now_s)
        case Abandon(version):
            _unchanged(table, version)
            return ended(table, table.saved.abandon())
        case SetAside(version):
            _refuse_once_over(table, _unchanged(table, version))
            return ended(table, table.saved.set_aside())
        case Pause(pauses):
            _refuse_once_over(table, _under_way(table))
            if pauses == table.saved.paused:
                return table, None
            return paused(table, pauses=pauses, now_s=now_s)
        case SetPace(pace_s):
            return _pace_set(table, pace_s)
        case Mend(by, version):
            _current(table, version)
            return _mended(table, by, now_s)
        case SetLook():
            return _look_set(table, command)
        case AskTap():
            return tap_asked(table, judged(table), now_s), None
        case EndTap(number):
            return tap_ended(table, number), None
        case ShowSign(text):
            return _number_shown(table, text, now_s), None
        case SeeRescue():
            return table.change(rescued=None), ForgetDamage()
        case _:
            return _with_other_board(table, command, now_s)


def _with_other_board(
    table: TableState,
    command: JoinRace | DeclineRace | PlaySent | DropSent | SeeOther | GoOnAlone,
    now_s: float,
) -> Outcome:
    match command:
        case JoinRace():
            _refuse_while_playing(table)
            return joined(table, command)
        case DeclineRace():
            return race_declined(table, command), None
        case PlaySent():
            return played_for_guest(table, command, now_s)
        case DropSent():
            return dropped(table, command)
        case SeeOther():
            return other_seen(table, command), None
        case GoOnAlone(version):
            _unchanged(table, version)
            return gone_on_alone(table)


# Conditions


def _current(table: TableState, version: int) -> State:
    """Return the position; refuse if the sender saw another version or the game is paused."""
    if table.saved.paused:
        raise Refusal("paused", "The game is paused. Resume it first.")
    return _unchanged(table, version)


def _unchanged(table: TableState, version: int) -> State:
    """Return the position; refuse if the sender saw another version."""
    state = _under_way(table)
    if version != table.saved.version:
        raise Refusal("stale", "The game has moved on. Look again, then choose.")
    return state


def _under_way(table: TableState) -> State:
    if table.position is None:
        raise Refusal("no-game", "No game is under way. Set one up first.")
    return table.position


def _refuse_once_over(table: TableState, state: State) -> None:
    if state.prompt == "over" and not table.in_lesson:
        raise Refusal("not-offered", "The game is over and already saved.")


def _refuse_while_playing(table: TableState) -> None:
    state = table.position
    if state is not None and table.phase != "over":
        raise Refusal(
            "game-running", "A game is under way. Finish or end it before you start another."
        )


def _refuse_other_seats(table: TableState, seat: int, state: State) -> None:
    if is_drawn_for_opponent(table, state):
        return
    if seat != state.to_act and state.to_act is not None:
        name = NameAt(table.seating.players, state.to_act)
        raise Refusal("not-your-turn", "It is {name}'s turn.", name=name)


# Commands with several outcomes


def _confirmed(table: TableState, state: State, now_s: float) -> Outcome:
    finding = judged(table)
    if finding.put_back:
        return undone(table, now_s)
    lesson = table.lesson
    if lesson is not None and lesson.done:
        return lesson_moved(table, "next", now_s)
    if finding.candidate is not None:
        if finding.held:
            raise Refusal("table-not-ready", "Put the other runners where they belong first.")
        return played(table, str(finding.candidate.action), now_s)
    refuse_for_opponent(table, state)
    if (only := forced(state, table.actions)) is not None:
        return played(table, str(only), now_s)
    raise Refusal("not-offered", "There is nothing to confirm right now.")


def _mended(table: TableState, by: Literal["board", "game"], now_s: float) -> Outcome:
    if by == "board":
        refuse_board_in_lesson(table)
    if judged(table) == RefereeFinding():
        raise Refusal("not-offered", "The board and the game agree: nothing needs fixing.")
    return mended_by_board(table, now_s) if by == "board" else mended_by_game(table, now_s)


def _pace_set(table: TableState, pace_s: float) -> Outcome:
    _refuse_once_over(table, _under_way(table))
    check_pace(pace_s)
    times = table.times.with_pace(table.game_key, pace_s)
    return table.change(times=times), KeepTimes(times)


def _look_set(table: TableState, wanted: SetLook) -> Outcome:
    changes = {
        key: value for key, value in msgspec.structs.asdict(wanted).items() if value is not None
    }
    look = msgspec.structs.replace(table.look, **changes)
    if (problem := problem_with(look)) is not None:
        raise Refusal("bad-request", problem)
    return table.change(look=look), KeepLook(look) if look != table.look else None


def _number_shown(table: TableState, text: str, now_s: float) -> TableState:
    if not can_be_shown(text):
        raise Refusal("bad-request", "The lights can show at most {most} digits.", most=LONGEST)
    if not table.canvas.suffices or table.lights_trouble is not None:
        raise Refusal("no-lights", "This board's lights can't show a number.")
    return table.change(number=number_shown(text, table.canvas, now_s, table.settings.sign_s))
