"""The instruction of a view: one sentence that says what to do now.

The headline says what is the case; this says what follows from it, in every state.
"""

from typing import Final

from controller.game.lesson.progress import LessonAt
from controller.game.rules import State, legal
from controller.table.lit_squares import destination
from controller.table.referee import Errand
from controller.table.snapshot import Snapshot
from web.languages.language import Speech, mark
from web.views.headline import went_wrong, what_is_due
from web.views.lesson import kind_answer, task_of_step, what_step_showed
from web.views.opponents import errands_of_others
from web.views.other_board import held_up
from web.views.words import teller

YOURS: Final = {
    "gift": mark("Choose below: only you can decide."),
    "miss": mark("In a moment it's the next player's turn; at once if you tap the button below."),
    "deal": mark("Shuffle the real cards, then tap them here from the top down."),
    "roll": mark("Roll the real die, then tap its number here."),
    "number": mark("Draw one of the real numbered cards, tap its number here, and put it back."),
    "ten": mark("Choose below, or press a button at the board."),
    "chew": mark("Turn your runner upright where it lies, or tap the button below."),
    "back": mark("Set your runner back on the lit tortoise square, or tap it here."),
    "restart": mark("You can't go back: tap the button below."),
    "rest": mark("Turn your runner upright where it lies, or tap the button below."),
}
"""Instructions to the player who is to act, by what is due."""
YOURS_UPRIGHT: Final = mark(
    "First lay your runner face down, then turn it upright; or tap the button below."
)
"""The same where a runner was to be laid face down, and was not."""

THEIRS: Final = {
    "gift": mark("{name} decides on the phone."),
    "miss": mark("In a moment it's the next player's turn."),
    "deal": mark("{name} shuffles the real cards and taps them on the phone."),
    "roll": mark("{name} rolls the real die and taps its number on the phone."),
    "number": mark("{name} draws one of the real numbered cards and taps its number on the phone."),
    "ten": mark("{name} decides on the phone, or with a button at the board."),
    "chew": mark("{name} turns the runner upright where it lies."),
    "back": mark("{name} sets the runner back on the lit tortoise square."),
    "restart": mark("{name} can't go back, and starts again by phone."),
    "rest": mark("{name} turns the runner upright where it lies."),
    "move": mark("{name} moves the runner to a lit square."),
}
"""Instructions to all others."""
THEIRS_CARROTS: Final = mark(
    "{name} draws or pays carrots, by phone or button, or moves the runner to a lit square."
)
"""The same where the runner may stay on a carrot square."""
THEIRS_UPRIGHT: Final = mark("{name} first lays the runner face down, then turns it upright.")


def instruction(snapshot: Snapshot, seat: int | None, say: Speech) -> str:
    """Return what the seat's player, or everybody, does now; in one sentence or two."""
    state, finding = snapshot.state, snapshot.finding
    if snapshot.trouble:
        return say._("Nothing is lost: the game continues by itself once it can be saved.")
    if snapshot.next_setup is not None:
        return say._("Hold the button to begin; press it for one computer opponent more.")
    if state is None:
        return say._("Choose who plays, and the race begins.")
    if state.to_act is None and snapshot.lesson is None:
        return say._("Look at how the race went, or play again.")
    if snapshot.paused:
        return say._("The host has paused the game. You can look, but not play.")
    if finding.put_back and snapshot.take_back is not None:
        return _about_take_back(snapshot, snapshot.take_back, seat, say)
    if finding.mismatches:
        if went_wrong(snapshot):
            if snapshot.lesson is not None:
                table = teller(snapshot, state, say)
                return kind_answer(snapshot.lesson, finding.mismatches, table)
            return say._("Put the runner back, or on a lit square.")
        if all(fault.kind == "stranger" for fault in finding.mismatches):
            return say._("Take away what doesn't belong there. The light shows the square.")
        return say.n_(
            "Set the runner where it belongs. The light shows the square.",
            "Set every runner where the list says. The lights show the squares.",
            len(finding.mismatches),
        )
    held_up_there = held_up(snapshot, say)
    race = snapshot.together
    if race is not None and held_up_there and (race.sent is not None or race.declined is not None):
        return held_up_there
    if finding.candidate is not None and not finding.held:
        if finding.candidate.seat == seat:
            return say._("Leave the runner there and the move counts. Or confirm it now.")
        return say._("The move counts once the runner stands still.")
    if snapshot.lesson is not None:
        return _of_lesson(snapshot, state, snapshot.lesson, seat, say)
    if finding.errands and finding.held:
        return say._("First do what is asked below, then the move counts.")
    if seat == state.to_act:
        return _to_the_mover(snapshot, state, say)
    if errands := errands_of_others(snapshot):
        return _about_errand(errands[0], say)
    if state.to_act in snapshot.seating.opponents:
        return _about_opponent(snapshot, state, say)
    if held_up_there:
        return held_up_there
    if snapshot.together is not None and state.to_act in snapshot.seating.elsewhere:
        return say._(
            "{name} plays at “{board}”.",
            name=snapshot.seating.players[state.to_act].name,
            board=snapshot.together.other_name,
        )
    return _to_all_others(snapshot, state, seat, say)


def _of_lesson(
    snapshot: Snapshot, state: State, lesson: LessonAt, seat: int | None, say: Speech
) -> str:
    """Return what the step of the lesson asks for; runners to be carried come first."""
    table = teller(snapshot, state, say)
    if lesson.done:
        return what_step_showed(lesson, table, seat)
    if not snapshot.finding.errands:
        return task_of_step(lesson, table)
    first = say.n_(
        "Set the runner where it belongs. The light shows the square.",
        "Set every runner where the list says. The lights show the squares.",
        len(snapshot.finding.errands),
    )
    return f"{first} {task_of_step(lesson, table)}"


def _about_take_back(snapshot: Snapshot, owner: int, seat: int | None, say: Speech) -> str:
    if owner == seat:
        return say._("Tap “Take back”, or set the runner forward again to let the move stand.")
    name = snapshot.seating.players[owner].name
    return say._(
        "{name} takes it back by phone or button, or sets the runner forward again.", name=name
    )


def _about_errand(task: Errand, say: Speech) -> str:
    if task.square == task.belongs:
        return say._("Anybody may do it: the light shows the square.")
    if task.square is None:
        return say._("Anybody may put it on the lit square.")
    if task.belongs == 0:
        return say._("Anybody may take it back to START: the light shows where it stands.")
    return say._("Anybody may carry it: both squares are lit.")


def _about_opponent(snapshot: Snapshot, state: State, say: Speech) -> str:
    """Say what people do while a computer opponent is to act."""
    due = what_is_due(state)
    if due == "deal":
        return say._("Shuffle the real cards. Any player taps them on a phone, from the top down.")
    if due == "roll":
        return say._("Roll the real die. Any player taps its number on a phone.")
    if due == "number":
        return say._("Draw one of the real numbered cards. Any player taps its number on a phone.")
    if snapshot.opponent_waits:
        return say._("First do what is asked below, then the program plays.")
    return say._("The program plays in a moment.")


def _to_the_mover(snapshot: Snapshot, state: State, say: Speech) -> str:
    due = what_is_due(state)
    if due != "move":
        text = YOURS_UPRIGHT if _still_to_lie_down(snapshot, state, due) else YOURS[due]
        return teller(snapshot, state, say).tell(text)
    actions = legal(state)
    squares = [to for each in actions if (to := destination(state, each)) is not None]
    if not squares:
        return say._("No move is possible: tap the button below.")
    choices = len(squares) < len(actions)
    if set(squares) <= snapshot.blind:
        return say._("The board cannot see where you may go: tap your move here.")
    if choices:
        return say._("Lift your runner onto a lit square, or tap one here; or choose below.")
    return say._("Lift your runner onto a lit square, or tap one here.")


def _to_all_others(snapshot: Snapshot, state: State, seat: int | None, say: Speech) -> str:
    assert state.to_act is not None
    name = snapshot.seating.players[state.to_act].name
    due = what_is_due(state)
    if seat is not None and state.is_home(seat):
        return say._("You are HOME. Watch the others race for the next places.")
    if due == "move" and seat is not None:
        return say._("Until it is your turn, tap a square to see what it would cost you.")
    text = THEIRS_UPRIGHT if _still_to_lie_down(snapshot, state, due) else THEIRS[due]
    if due == "move":
        text = _of_a_move(state)
    return teller(snapshot, state, say).tell(text, name=name)


def _of_a_move(state: State) -> str:
    """Return what to tell all others about a seat that may move.

    What it can pay for is its own affair (R2.3): whoever may draw may not always pay.
    """
    may_draw = any(each.kind == "draw" for each in legal(state))
    return THEIRS_CARROTS if may_draw else THEIRS["move"]


def _still_to_lie_down(snapshot: Snapshot, state: State, due: str) -> bool:
    """Check whether a runner that is to be turned upright now waits to be laid face down."""
    if due not in ("chew", "rest"):
        return False
    assert state.to_act is not None
    colours = snapshot.seating.players[state.to_act].colours
    return any(task.face_down and task.colour in colours for task in snapshot.finding.errands)
