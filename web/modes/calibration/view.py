"""The view of a calibration page."""

from typing import Any

import msgspec

from controller.board import Board
from controller.board.plan.needs import outlets
from controller.game.pieces import COLOURS, PIECES
from controller.maintenance.calibration import CalibrationSnapshot
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
from controller.maintenance.calibration.state import SQUARE_STAGES, CalibrationState
from web.modes.calibration import words


def view(snapshot: CalibrationSnapshot, board: Board, file: str) -> dict[str, Any]:
    """Return the data of a calibration page.

    Args:
        snapshot: the state of the calibration.
        board: the contents of the board file.
        file: the name of the board file.
    """
    course = snapshot.course
    wires = {square: str(outlet) for square, outlet in outlets(board).items()}
    return {
        "revision": snapshot.revision,
        "version": snapshot.version,
        "stage": course.stage,
        "square": course.square,
        "colour": course.colour,
        "headline": words.headline(course),
        "lead": words.lead(course, snapshot.good, snapshot.of, snapshot.changes, file),
        "note": words.note(course),
        "reading": {"good": snapshot.good, "of": snapshot.of} if snapshot.of else None,
        "choices": choices(course),
        "progress": _progress(course),
        "squares": _squares(snapshot, board),
        "runners": _runners(course),
        "findings": [
            dict(zip(("text", "todo"), words.finding(each, wires), strict=True))
            | {"check": _check(each, snapshot.version), "about": list(each.squares)}
            for each in snapshot.findings
            if course.stage in ("sum", "saved") or each.fault not in ("left-out", "runner-left-out")
        ],
        "changes": words.changed(snapshot.changes, wires) if course.stage == "sum" else [],
        "news": words.NEWS[snapshot.news] if snapshot.news else None,
        "not_kept": snapshot.not_kept,
        "lights_trouble": snapshot.lights_trouble,
    }


def choices(course: CalibrationState) -> list[dict[str, Any]]:
    """List the answers to the current question, the most frequent first.

    Each has a label and either the answer, or `pick`: the kind of answer that a tap on a square
    of the drawn board then completes.
    """
    version, square = course.version, course.square
    has_light = square in course.plan.lights
    said: list[dict[str, Any]] = []
    if course.stage == "where" and square is not None and course.reader is not None:
        said.append(_choice(f"On square {square}", Here(version), main=True))
        if has_light:
            label = f"On square {course.reader}: that is the one that is lit"
            said.append(_choice(label, Lit(version, course.reader)))
        label = f"That is something else; what is on {square} is not read"
        said += [_choice("I have moved it", AskAgain(version)), _choice(label, There(version))]
    elif course.stage in SQUARE_STAGES - {"done"} and square is not None:
        if square in course.plan.readers:
            said.append(_choice("It is there, but nothing happens", There(version)))
        elif has_light:
            said.append(_choice(f"Square {square} is lit", Lit(version, square), main=True))
    if course.stage in SQUARE_STAGES - {"where"} and square is not None and has_light:
        said += [
            {"label": "Another square is lit", "pick": "lit", "main": False},
            _choice("No square is lit", Dark(version)),
        ]
        if square in course.learned.lights:
            said.append(_choice(f"Square {square} is lit after all", Lit(version, square)))
    if course.stage == "crown":
        said.append(_choice("It has no tag there", NoCrown(version)))
    if course.stage == "sum":
        said.append(_choice("Save the board file", Save(version), main=True))
    return said + _ways(course)


def _ways(course: CalibrationState) -> list[dict[str, Any]]:
    """List the answers that lead to another step."""
    version = course.version
    if course.stage == "looking":
        return []
    ways = []
    if course.square is not None:
        this = f"the {course.colour} runner" if course.colour else f"square {course.square}"
        ways += [
            _choice("Ask again", AskAgain(version)),
            _choice(f"Leave out {this}", Skip(version)),
        ]
    if course.stage != "saved":
        ways.append(_choice("Back", Back(version)))
    ways.append({"label": "Go to a square", "pick": "square", "main": False})
    sure = "Forget everything that has been learned, and begin with square 1?"
    ways.append(_choice("Begin anew", Anew(version)) | {"sure": sure})
    return [way | {"way": True} for way in ways]


def _choice(label: str, answer: Answer, *, main: bool = False) -> dict[str, Any]:
    return {"label": label, "answer": msgspec.to_builtins(answer), "main": main}


def _progress(course: CalibrationState) -> dict[str, Any]:
    learned = course.learned
    squares, runners = len(course.plan.squares), len(COLOURS)
    return {
        "squares": squares - len(learned.open_squares(course.plan)),
        "of_squares": squares,
        "runners": runners - len(learned.open_runners()),
        "of_runners": runners,
    }


def _squares(snapshot: CalibrationSnapshot, board: Board) -> list[dict[str, Any]]:
    course = snapshot.course
    wrong = {square for each in snapshot.findings for square in each.squares}
    squares = []
    for square, place in sorted(board.squares.items()):
        if square in course.learned.squares:
            state = "doubtful" if square in wrong else "good"
        else:
            state = "left-out" if square in course.learned.left_out else "open"
        squares.append(
            {
                "square": square,
                "row": place.row,
                "column": place.column,
                "state": state,
                "asked": square == course.square,
            }
        )
    return squares


def _runners(course: CalibrationState) -> list[dict[str, Any]]:
    learned = course.learned
    return [
        {
            "colour": piece.colour,
            "number": piece.number,
            "named": piece.colour in learned.runners,
            "asked": piece.colour == course.colour,
            "go": msgspec.to_builtins(GoRunner(course.version, piece.colour)),
        }
        for piece in PIECES
    ]


def _check(each: CalibrationFinding, version: int) -> dict[str, Any]:
    """Return the answer that asks for a check of the finding's runner or square again."""
    if each.colour is not None:
        return dict(msgspec.to_builtins(GoRunner(version, each.colour)))
    return dict(msgspec.to_builtins(GoSquare(version, each.squares[0])))
