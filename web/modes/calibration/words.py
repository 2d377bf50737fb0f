"""Everything the pages of calibration say, made from codes and facts."""

from collections.abc import Collection, Mapping
from typing import Final, assert_never

from controller.game.pieces import PIECES, Colour, Shape
from controller.maintenance.calibration.findings import CalibrationFinding, Changes
from controller.maintenance.calibration.learned import READINGS, SquareFound
from controller.maintenance.calibration.progress import News
from controller.maintenance.calibration.state import CalibrationState
from web.languages.language import Speech, mark
from web.views.words import colour_name, stretches

NEWS: Final[Mapping[News, str]] = {
    "resumed": mark("You can continue where you left off."),
    "file-changed": mark(
        "The board file has changed since the workshop was last open, so you start again."
    ),
    "not-understood": mark("What was learned last time can no longer be read, so you start again."),
}
NO_WIRES: Final = mark("Saving fixes this. You don't need to move any wires.")
MOST_LISTED: Final = 8
"""Largest number of squares or stretches of squares in a sentence."""

LOOKS: Final = {piece.colour: piece for piece in PIECES}


def headline(state: CalibrationState, say: Speech) -> str:
    """Return the next step, in a sentence."""
    square = state.square
    match state.stage:
        case "looking":
            return say._("One moment")
        case "square" if square in state.plan.readers:
            return say._("Put a runner on square {square}", square=square)
        case "square" if square in state.plan.lights:
            return say._("Is square {square} lit?", square=square)
        case "square":
            return say._("Square {square} has nothing to check", square=square)
        case "look" | "reading":
            return say._("Leave it on square {square}", square=square)
        case "where":
            return say._("Where is the runner standing?")
        case "done":
            return _done(square, state.found, say, light_noted=square in state.learned.lights)
        case "runner":
            return say._(
                "Put the {colour} runner on square {square}",
                colour=_colour(state.colour, say),
                square=square,
            )
        case "crown":
            return say._(
                "Now turn the {colour} runner upside down", colour=_colour(state.colour, say)
            )
        case "saved":
            return say._("The board file is now correct")
        case "sum":
            return say._("That's everything")
    assert_never(state.stage)


def lead(
    state: CalibrationState, good: int, of: int, changes: Changes, file: str, say: Speech
) -> str:
    """Return the explanation of the step."""
    square = state.square
    match state.stage:
        case "looking":
            return say._("The board is checking what stands on it.")
        case "square" if square not in state.plan.readers:
            return say._("The board file has no reader there, so you don't need a runner.")
        case "square" | "runner" if square not in state.plan.lights:
            return _which(state, say)
        case "square":
            lit = say._("Square {square} should be lit, and no other.", square=square)
            return f"{lit} {_which(state, say)}"
        case "look":
            return say._("The board is checking which reader sees it.")
        case "reading":
            return say._(
                "Readings so far: {of} of {needed}. It was seen in {good} of them.",
                good=good,
                of=of,
                needed=READINGS,
            )
        case "where":
            return _seen_by(state, say)
        case "done":
            return say._("Take the runner to the next square.")
        case "runner":
            lit = say._("Square {square} is lit.", square=square)
            return f"{lit} {_which(state, say)}"
        case "crown":
            return say._("Put it on the same square, so that the board reads the tag in its crown.")
        case "saved":
            return say._("{file} is saved. The old version is kept as {file}.before.", file=file)
        case "sum" if changes.any:
            return say._("Check the list. Nothing is written until you save.")
        case "sum":
            return say._("The board is wired as its file says; there is nothing to save.")
    assert_never(state.stage)


def note(state: CalibrationState, say: Speech) -> str | None:
    """Return the unexpected event that has just happened, in a sentence; None without one."""
    match state.note:
        case "lifted":
            return say._("You lifted it too soon. Put it down again and leave it there.")
        case "unsteady":
            return say._("The reader hardly saw it. Put it in the middle of the square.")
        case "still-base":
            return say._("It still stands on its base. Turn it over.")
        case "elsewhere":
            return say._("Something was put on a square other than {square}.", square=state.square)
        case "light-noted":
            return _light(state, say)
        case "taken" if state.taken is not None:
            colour = _colour(state.taken.colour, say)
            if state.taken.end == "base":
                return say._("That is the tag in the base of the {colour} runner.", colour=colour)
            return say._("That is the tag in the crown of the {colour} runner.", colour=colour)
    if state.square in state.learned.lights and state.colour is None:
        return _light(state, say)
    return None


def finding(each: CalibrationFinding, wires: Mapping[int, str], say: Speech) -> tuple[str, str]:
    """Return a finding in two sentences: the fault, and its remedy.

    Args:
        each: the finding.
        wires: the wiring of each square's reader, as in the board file.
        say: the language.
    """
    match each.fault:
        case "readers-swapped" | "reader-moved" | "lights-swapped" | "light-moved":
            return _moved(each, say), say._(NO_WIRES)
        case "duplicate" | "missing" | "silent" | "weak":
            return _reader_finding(each, wires, say)
        case "dark" | "lights-together":
            return _light_finding(each, say)
        case "left-out" | "runner-left-out" | "no-crown":
            return _left_out(each, say)
    assert_never(each.fault)


def _moved(each: CalibrationFinding, say: Speech) -> str:
    match each.fault:
        case "readers-swapped":
            return say._(
                "The readers of squares {one} and {other} are swapped.",
                one=each.squares[0],
                other=each.squares[1],
            )
        case "lights-swapped":
            return say._(
                "The lights of squares {one} and {other} are swapped.",
                one=each.squares[0],
                other=each.squares[1],
            )
        case "reader-moved":
            return say._(
                "The reader that the board file has under square {wired} is really under square "
                "{square}.",
                wired=each.wired[0],
                square=each.squares[0],
            )
        case _:
            return say._(
                "The light that the board file has under square {wired} is really under square "
                "{square}.",
                wired=each.wired[0],
                square=each.squares[0],
            )


def _reader_finding(
    each: CalibrationFinding, wires: Mapping[int, str], say: Speech
) -> tuple[str, str]:
    square = each.squares[0]
    match each.fault:
        case "duplicate":
            wired = "; ".join(
                say._("{wire} (square {square})", wire=wires[reader], square=reader)
                for reader in each.wired
            )
            return (
                say._(
                    "The wires of squares {squares} lead to one reader, that of square {square}.",
                    squares=say.listed([*map(str, each.wired)]),
                    square=square,
                ),
                say._(
                    "Check for a bridge or a wrong address at {wires}. If you save it like this, "
                    "only one of them is read.",
                    wires=wired,
                ),
            )
        case "weak":
            return (
                say._(
                    "Square {square} is read poorly: in only {good} of {of} readings.",
                    square=square,
                    good=each.good,
                    of=each.of,
                ),
                say._(
                    "Move the coil closer to the wood and away from metal, or set “retries” in "
                    "[readers] to 2 or more. Then check it again."
                ),
            )
        case "missing":
            return (
                say._("The board cannot read what stands on square {square}.", square=square),
                say._(
                    "Check the coil, and {wire}. Until it's fixed, play moves to this square on "
                    "the phone.",
                    wire=wires[square],
                ),
            )
        case _:
            return (
                say._("The reader of square {square} isn't answering.", square=square),
                say._(
                    "Check its power and its plug, and {wire}. Until it's fixed, play moves to "
                    "this square on the phone.",
                    wire=wires[square],
                ),
            )


def _light_finding(each: CalibrationFinding, say: Speech) -> tuple[str, str]:
    square = each.squares[0]
    if each.fault == "dark":
        return (
            say._("The light of square {square} stays dark.", square=square),
            say._(
                "If the lights after it on the strip work, it is broken; if not, check the joint "
                "before it. Then check the square again."
            ),
        )
    return (
        say._("Two lights were said to be under square {square}.", square=square),
        say._("One of them must be wrong. Check this square again, and those around it."),
    )


def _left_out(each: CalibrationFinding, say: Speech) -> tuple[str, str]:
    if each.fault == "runner-left-out":
        return (
            say._("The {colour} runner was left out.", colour=_colour(each.colour, say)),
            say._("It keeps its old tags."),
        )
    if each.fault == "no-crown":
        return (
            say._("The {colour} runner has no tag in its crown.", colour=_colour(each.colour, say)),
            say._("Say on the phone whether it is upside down."),
        )
    if len(each.squares) == 1:
        return (
            say._("Square {square} was left out.", square=each.squares[0]),
            say._("What the board file says about it stays, as far as possible."),
        )
    return (
        say._("Squares {squares} were left out.", squares=_squares(each.squares, say)),
        say._("What the board file says about them stays, as far as possible."),
    )


def changed(changes: Changes, wires: Mapping[int, str], say: Speech) -> list[str]:
    """Return the changes of the board file on saving, a sentence each.

    Args:
        changes: the changes.
        wires: the wiring of each square's reader, as in the board file.
        say: the language.
    """
    said = []
    for reader, place in changes.readers.items():
        if place is None:
            said.append(say._("The reader at {wire} is no longer read.", wire=wires[reader]))
        else:
            said.append(
                say._(
                    "The reader at {wire} is under square {square}, not {wired}.",
                    wire=wires[reader],
                    square=place,
                    wired=reader,
                )
            )
    said += [
        say._("The light of square {wired} is under square {square}.", wired=light, square=place)
        for light, place in changes.lights.items()
    ]
    colours = [colour_name(each.colour, say) for each in PIECES if _is_named(changes, each.colour)]
    if len(colours) == 1:
        said.append(say._("The tags of the {colour} runner are saved.", colour=colours[0]))
    elif colours:
        said.append(
            say._("The tags of these runners are saved: {colours}.", colours=say.listed(colours))
        )
    return said


def runner(colour: Colour, say: Speech, *, named: bool) -> str:
    """Return the name of a runner's button: its colour, and whether its tags are known."""
    if named:
        return say._("The {colour} runner, known", colour=colour_name(colour, say))
    return say._("The {colour} runner, not known yet", colour=colour_name(colour, say))


def _is_named(changes: Changes, colour: Colour) -> bool:
    return any(tag.colour == colour for tag in (changes.tags or {}).values())


def _which(state: CalibrationState, say: Speech) -> str:
    if state.colour is None:
        return say._("Any runner will do.")
    look = LOOKS[state.colour]
    return say._(
        "It is number {number}, {shape}. If it already stands there, lift it and put it down "
        "again.",
        number=look.number,
        shape=_shape(look.shape, say),
    )


def _seen_by(state: CalibrationState, say: Speech) -> str:
    place = None if state.reader is None else state.learned.place_of(state.reader)
    if place is not None:
        return say._("The reader found under square {square} sees it.", square=place)
    return say._(
        "The reader that the board file has under square {square} sees it.", square=state.reader
    )


def _light(state: CalibrationState, say: Speech) -> str:
    place = state.learned.lights.get(state.square or 0, state.square)
    if place is None:
        return say._("Noted: the light of square {square} is dark.", square=state.square)
    if place != state.square:
        return say._(
            "Noted: the light of square {wired} shines under square {square}.",
            wired=state.square,
            square=place,
        )
    return say._("Noted: square {square} is lit.", square=state.square)


def _done(square: int | None, found: SquareFound | None, say: Speech, *, light_noted: bool) -> str:
    if found is None or found.reader is None:
        return say._("Square {square} is recorded", square=square)
    if found.others:
        return say._("Square {square} is read twice", square=square)
    if found.weak:
        return say._("Square {square} is read poorly", square=square)
    if light_noted:
        return say._("Square {square} is read well", square=square)
    return say._("Square {square} is fine", square=square)


def _squares(squares: Collection[int], say: Speech) -> str:
    """List squares: 1, 2, 5 to 9; after the first ones, `…`."""
    told = stretches(sorted(squares), say)
    return ", ".join([*told[:MOST_LISTED], "…"] if len(told) > MOST_LISTED else told)


def _colour(colour: Colour | None, say: Speech) -> str:
    """Return the colour of the runner that a sentence is about."""
    assert colour is not None
    return colour_name(colour, say)


def _shape(shape: Shape, say: Speech) -> str:
    """Return the shape of a runner's head, with its article."""
    match shape:
        case "circle":
            return say.p_("shape", "the circle")
        case "triangle":
            return say.p_("shape", "the triangle")
        case "square":
            return say.p_("shape", "the square")
        case "diamond":
            return say.p_("shape", "the diamond")
        case "hexagon":
            return say.p_("shape", "the hexagon")
        case "star":
            return say.p_("shape", "the star")
