"""The view of a calibration page."""

import msgspec

from controller.board import Board
from controller.board.plan.needs import outlets
from controller.game.pieces import COLOURS, PIECES, Colour
from controller.maintenance.calibration.answers import (
    Anew,
    Answer,
    AskAgain,
    Back,
    Dark,
    GoRunner,
    GoSquare,
    Here,
    Lit,
    NoCrown,
    Save,
    Skip,
    There,
)
from controller.maintenance.calibration.findings import CalibrationFinding
from controller.maintenance.calibration.snapshot import CalibrationSnapshot
from controller.maintenance.calibration.state import SQUARE_STAGES, CalibrationState
from web.languages.language import Speech
from web.modes.calibration import words
from web.views.shapes.building import (
    Progress,
    ReadingView,
    RunnerLearned,
    SquareLearned,
    SquareState,
    WorkshopChoice,
    WorkshopFinding,
    WorkshopView,
)
from web.views.words import colour_name


def view(snapshot: CalibrationSnapshot, board: Board, file: str, say: Speech) -> WorkshopView:
    """Return the data of a calibration page.

    Args:
        snapshot: the state of the calibration.
        board: the contents of the board file.
        file: the name of the board file.
        say: the language.
    """
    state = snapshot.state
    wires = {square: str(outlet) for square, outlet in outlets(board).items()}
    return WorkshopView(
        revision=snapshot.revision,
        version=snapshot.version,
        stage=state.stage,
        square=state.square,
        colour=state.colour,
        headline=words.headline(state, say),
        lead=words.lead(state, snapshot.good, snapshot.of, snapshot.changes, file, say),
        note=words.note(state, say),
        reading=ReadingView(snapshot.good, snapshot.of) if snapshot.of else None,
        choices=tuple(choices(state, say)),
        progress=_progress(state),
        squares=_squares(snapshot, board),
        runners=_runners(state, say),
        findings=tuple(
            WorkshopFinding(
                *words.finding(each, wires, say), _check(each, snapshot.version), each.squares
            )
            for each in snapshot.findings
            if state.stage in ("sum", "saved") or each.fault not in ("left-out", "runner-left-out")
        ),
        changes=tuple(words.changed(snapshot.changes, wires, say)) if state.stage == "sum" else (),
        news=say._(words.NEWS[snapshot.news]) if snapshot.news else None,
        not_kept=snapshot.not_kept,
        lights_trouble=say._(snapshot.lights_trouble) if snapshot.lights_trouble else None,
    )


def choices(state: CalibrationState, say: Speech) -> list[WorkshopChoice]:
    """List the answers to the current question, the most frequent first.

    Each has a label and either the answer, or `pick`: the kind of answer that a tap on a square
    of the drawn board then completes.
    """
    version, square = state.version, state.square
    has_light = square in state.plan.lights
    said: list[WorkshopChoice] = []
    if state.stage == "where" and square is not None and state.reader is not None:
        label = say._("On square {square}", square=square)
        said.append(_choice(label, Here(version), main=True))
        if has_light:
            label = say._("On square {square}, the lit one", square=state.reader)
            said.append(_choice(label, Lit(version, state.reader)))
        label = say._(
            "That's something else; the board doesn't see what is on square {square}",
            square=square,
        )
        said += [_choice(say._("I've moved it"), AskAgain(version)), _choice(label, There(version))]
    elif state.stage in SQUARE_STAGES - {"done"} and square is not None:
        if square in state.plan.readers:
            label = say._("It is there, but nothing happens")
            said.append(_choice(label, There(version)))
        elif has_light:
            label = say._("Square {square} is lit", square=square)
            said.append(_choice(label, Lit(version, square), main=True))
    if state.stage in SQUARE_STAGES - {"where"} and square is not None and has_light:
        said += [
            WorkshopChoice(say._("Another square is lit"), main=False, pick="lit"),
            _choice(say._("No square is lit"), Dark(version)),
        ]
        if square in state.learned.lights:
            label = say._("Square {square} is lit after all", square=square)
            said.append(_choice(label, Lit(version, square)))
    if state.stage == "crown":
        said.append(_choice(say._("It has no tag there"), NoCrown(version)))
    if state.stage == "sum":
        said.append(_choice(say._("Save the board file"), Save(version), main=True))
    return said + _ways(state, say)


def _ways(state: CalibrationState, say: Speech) -> list[WorkshopChoice]:
    """List the answers that lead to another step."""
    version = state.version
    if state.stage == "looking":
        return []
    ways = []
    if state.square is not None:
        ways += [
            _choice(say._("Ask again"), AskAgain(version)),
            _choice(_leave_out(state.square, state.colour, say), Skip(version)),
        ]
    if state.stage != "saved":
        ways.append(_choice(say._("Back"), Back(version)))
    ways.append(WorkshopChoice(say._("Go to a square"), main=False, pick="square"))
    sure = say._("Forget everything the board has learned, and start again at square 1?")
    label = say.p_("workshop", "Start again")
    ways.append(WorkshopChoice(label, main=False, answer=Anew(version), sure=sure))
    return [msgspec.structs.replace(way, way=True) for way in ways]


def _leave_out(square: int, colour: Colour | None, say: Speech) -> str:
    if colour is None:
        return say._("Leave out square {square}", square=square)
    return say._("Leave out the {colour} runner", colour=colour_name(colour, say))


def _choice(label: str, answer: Answer, *, main: bool = False) -> WorkshopChoice:
    return WorkshopChoice(label, main, answer)


def _progress(state: CalibrationState) -> Progress:
    learned = state.learned
    squares, runners = len(state.plan.squares), len(COLOURS)
    return Progress(
        squares=squares - len(learned.open_squares(state.plan)),
        of_squares=squares,
        runners=runners - len(learned.open_runners()),
        of_runners=runners,
    )


def _squares(snapshot: CalibrationSnapshot, board: Board) -> tuple[SquareLearned, ...]:
    state = snapshot.state
    wrong = {square for each in snapshot.findings for square in each.squares}

    def square_state(square: int) -> SquareState:
        if square in state.learned.squares:
            return "doubtful" if square in wrong else "good"
        return "left-out" if square in state.learned.left_out else "open"

    return tuple(
        SquareLearned(square, place.row, place.column, square_state(square), square == state.square)
        for square, place in sorted(board.squares.items())
    )


def _runners(state: CalibrationState, say: Speech) -> tuple[RunnerLearned, ...]:
    learned = state.learned
    return tuple(
        RunnerLearned(
            colour=piece.colour,
            number=piece.number,
            label=words.runner(piece.colour, say, named=piece.colour in learned.runners),
            named=piece.colour in learned.runners,
            asked=piece.colour == state.colour,
            go=GoRunner(state.version, piece.colour),
        )
        for piece in PIECES
    )


def _check(each: CalibrationFinding, version: int) -> GoRunner | GoSquare:
    """Return the answer that asks for a check of the finding's runner or square again."""
    if each.colour is not None:
        return GoRunner(version, each.colour)
    return GoSquare(version, each.squares[0])
