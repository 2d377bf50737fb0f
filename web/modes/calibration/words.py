"""Everything the pages of calibration say, in English, made from codes and facts."""

from collections.abc import Mapping
from typing import Final, assert_never

from controller.game.pieces import PIECES, Colour
from controller.maintenance.calibration.findings import CalibrationFinding, Changes
from controller.maintenance.calibration.learned import READINGS, SquareFound
from controller.maintenance.calibration.progress import News
from controller.maintenance.calibration.state import CalibrationState
from controller.plural import numbers
from web.views.words import listed

NEWS: Final[Mapping[News, str]] = {
    "resumed": "You can continue where you left off.",
    "file-changed": "The board file has changed since the workshop was last open, so you "
    "start again.",
    "not-understood": "What was learned last time can no longer be read, so you start again.",
}

SHAPES: Final = {piece.colour: (piece.number, piece.shape) for piece in PIECES}


def headline(state: CalibrationState) -> str:
    """Return the next step, in a sentence."""
    square = state.square
    match state.stage:
        case "looking":
            return "One moment"
        case "square" if square in state.plan.readers:
            return f"Put a runner on square {square}"
        case "square" if square in state.plan.lights:
            return f"Is square {square} lit?"
        case "square":
            return f"Square {square} has nothing to check"
        case "look" | "reading":
            return f"Leave it on square {square}"
        case "where":
            return "Where is the runner standing?"
        case "done":
            return _done(square, state.found, light_noted=square in state.learned.lights)
        case "runner":
            return f"Put the {state.colour} runner on square {square}"
        case "crown":
            return f"Now turn the {state.colour} runner upside down"
        case "saved":
            return "The board file is now correct"
    return "That's everything"


def lead(state: CalibrationState, good: int, of: int, changes: Changes, file: str) -> str:
    """Return the explanation of the step."""
    square = state.square
    match state.stage:
        case "looking":
            return "The board is checking what stands on it."
        case "square" if square not in state.plan.readers:
            return "The board file has no reader there, so you don't need a runner."
        case "square" | "runner" if square not in state.plan.lights:
            return _which(state)
        case "square":
            return f"Square {square} should be lit, and no other. {_which(state)}"
        case "look":
            return "The board is checking which reader sees it."
        case "reading":
            return f"It was seen in {good} of {of} readings; {READINGS} are needed."
        case "where":
            return _seen_by(state)
        case "done":
            return "Take the runner to the next square."
        case "runner":
            return f"Square {square} is lit. {_which(state)}"
        case "crown":
            return "Put it on the same square, so that the board reads the tag in its crown."
        case "saved":
            return f"{file} is saved. The old version is kept as {file}.before."
    return _sum(changes)


def note(state: CalibrationState) -> str | None:
    """Return the unexpected event that has just happened, in a sentence; None without one."""
    match state.note:
        case "lifted":
            return "You lifted it too soon. Put it down again and leave it there."
        case "unsteady":
            return "The reader hardly saw it. Put it in the middle of the square."
        case "still-base":
            return "It still stands on its base. Turn it over."
        case "elsewhere":
            return f"Something was put on a square other than {state.square}."
        case "light-noted":
            return _light(state)
        case "taken" if state.taken is not None:
            where = "base" if state.taken.end == "base" else "crown"
            return f"That is the tag in the {where} of the {state.taken.colour} runner."
    if state.square in state.learned.lights and state.colour is None:
        return _light(state)
    return None


def finding(each: CalibrationFinding, wires: Mapping[int, str]) -> tuple[str, str]:
    """Return a finding in two sentences: the fault, and its remedy.

    Args:
        each: the finding.
        wires: the wiring of each square's reader, as in the board file.
    """
    match each.fault:
        case "readers-swapped" | "reader-moved":
            return _moved(each, "reader"), "Saving fixes this. You don't need to move any wires."
        case "lights-swapped" | "light-moved":
            return _moved(each, "light"), "Saving fixes this. You don't need to move any wires."
        case "duplicate" | "missing" | "silent" | "weak":
            return _reader_finding(each, wires)
        case "dark" | "lights-together":
            return _light_finding(each)
        case "left-out" | "runner-left-out" | "no-crown":
            return _left_out(each)
    assert_never(each.fault)


def _reader_finding(each: CalibrationFinding, wires: Mapping[int, str]) -> tuple[str, str]:
    square = each.squares[0]
    if each.fault == "duplicate":
        those = listed([f"that of square {reader}" for reader in each.wired])
        wired = [f"{wires.get(reader, 'no wire')} (square {reader})" for reader in each.wired]
        many = "Two" if len(wired) == 2 else len(wired)
        return (
            f"{many} wires lead to the reader of square {square}: {those}.",
            (
                f"Check for a bridge or a wrong address at {'; '.join(wired)}. "
                "If you save it like this, only one of them is read."
            ),
        )
    if each.fault == "weak":
        return (
            f"Square {square} is read poorly: in only {each.good} of {each.of} readings.",
            (
                "Move the coil closer to the wood and away from metal, or set “retries” in "
                "[readers] to 2 or more. Then check it again."
            ),
        )
    fault, first = (
        (f"The board cannot read what stands on square {square}.", "the coil")
        if each.fault == "missing"
        else (f"The reader of square {square} isn't answering.", "its power and its plug")
    )
    return (
        fault,
        (
            f"Check {first}, and {wires.get(square, 'its wire')}. "
            "Until it's fixed, play moves to this square on the phone."
        ),
    )


def _light_finding(each: CalibrationFinding) -> tuple[str, str]:
    square = each.squares[0]
    if each.fault == "dark":
        return (
            f"The light of square {square} stays dark.",
            (
                "If the lights after it on the strip work, it is broken; if not, check the "
                "joint before it. Then check the square again."
            ),
        )
    return (
        f"Two lights were said to be under square {square}.",
        "One of them must be wrong. Check this square again, and those around it.",
    )


def _left_out(each: CalibrationFinding) -> tuple[str, str]:
    if each.fault == "runner-left-out":
        return f"The {each.colour} runner was left out.", "It keeps its old tags."
    if each.fault == "no-crown":
        return (
            f"The {each.colour} runner has no tag in its crown.",
            "Say on the phone whether it is upside down.",
        )
    one = len(each.squares) == 1
    return (
        (
            f"{'Square' if one else 'Squares'} {numbers(each.squares)} "
            f"{'was' if one else 'were'} left out."
        ),
        "What the board file says about them stays, as far as possible.",
    )


def changed(changes: Changes, wires: Mapping[int, str]) -> list[str]:
    """Return the changes of the board file on saving, a sentence each."""
    said = []
    for reader, place in changes.readers.items():
        where = "is no longer read" if place is None else f"is under square {place}, not {reader}"
        said.append(f"The reader at {wires.get(reader, 'an unknown wire')} {where}.")
    for light, place in changes.lights.items():
        said.append(f"The light of square {light} is under square {place}.")
    if changes.tags is not None:
        runners = [piece.colour for piece in PIECES if _is_named(changes, piece.colour)]
        called = "runner" if len(runners) == 1 else "runners"
        said.append(f"The tags of the {listed([*runners])} {called} are saved.")
    return said


def _is_named(changes: Changes, colour: Colour) -> bool:
    return any(tag.colour == colour for tag in (changes.tags or {}).values())


def _which(state: CalibrationState) -> str:
    if state.colour is None:
        return "Any runner will do."
    number, shape = SHAPES[state.colour]
    return (
        f"It is number {number}, the {shape}. If it already stands there, lift it and put it down "
        "again."
    )


def _seen_by(state: CalibrationState) -> str:
    place = None if state.reader is None else state.learned.place_of(state.reader)
    if place is not None:
        return f"The reader found under square {place} sees it."
    return f"The reader that the board file has under square {state.reader} sees it."


def _light(state: CalibrationState) -> str:
    place = state.learned.lights.get(state.square or 0, state.square)
    if place is None:
        return f"Noted: the light of square {state.square} is dark."
    if place != state.square:
        return f"Noted: the light of square {state.square} shines under square {place}."
    return f"Noted: square {state.square} is lit."


def _done(square: int | None, found: SquareFound | None, *, light_noted: bool) -> str:
    if found is None or found.reader is None:
        return f"Square {square} is recorded"
    if found.others:
        return f"Square {square} is read twice"
    if found.weak:
        return f"Square {square} is read poorly"
    return f"Square {square} is read well" if light_noted else f"Square {square} is fine"


def _moved(each: CalibrationFinding, what: str) -> str:
    if len(each.squares) == 2:
        return f"The {what}s of squares {each.squares[0]} and {each.squares[1]} are swapped."
    return (
        f"The {what} that the board file has under square {each.wired[0]} is really "
        f"under square {each.squares[0]}."
    )


def _sum(changes: Changes) -> str:
    if changes.any:
        return "Check the list. Nothing is written until you save."
    return "The board is wired as its file says; there is nothing to save."
