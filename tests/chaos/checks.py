"""What must be true of a quiet table: all that differs is named, and nobody's hand is told."""

from functools import cache
from typing import Final

import msgspec

from controller.game.pieces import COLOURS, Colour
from controller.game.rules import Seat, State
from controller.table.referee import FACE_DOWN, Errand, Mismatch, expected
from controller.table.snapshot import Snapshot
from tests.chaos.table import CARD, Table
from tests.chaos.truth import Wrong
from web.languages.language import LANGUAGES, Speech, speech
from web.views import board_trouble
from web.views.onlookers import view
from web.views.shapes.view import View
from web.views.words import teller

MORE: Final = 7
"""Carrots that are added to the hands nobody may see, to see whether anybody does."""


@cache
def _speech(language: str) -> Speech:
    return speech(language)


def differing(table: Table) -> set[Colour | None]:
    """The runners that stand elsewhere than the game has them, and None for a stranger."""
    snapshot, state = table.snapshot, table.state
    if state is None or state.prompt == "over" or snapshot.paused:
        return set()
    seating, blind = snapshot.seating, snapshot.blind
    wanted = expected(state, seating)
    found: set[Colour | None] = set()
    for colour in COLOURS:
        piece = table.world.piece(colour)
        seen = [square for square in table.stands(colour) if square not in blind]
        seen = seen if piece.lower_tag is not None else []
        if seating.runner(colour) is None:
            if seen:
                found.add(colour)
            continue
        want = wanted[colour]
        crowned = colour in seating.crowned and want.square != state.rules.home
        if seen:
            right = want.square in seen and (not crowned or want.face_down == piece.face_down)
        else:
            lies = want.face_down and colour not in seating.crowned
            right = lies or want.square in (0, state.rules.home) or want.square in blind
        if not right:
            found.add(colour)
    if any(piece.name == CARD and piece.square not in blind for piece in table.world.pieces()):
        found.add(None)
    return found


def named(table: Table) -> set[Colour | None]:
    """The runners about which something is said, and None for a stranger."""
    finding = table.finding
    told: set[Colour | None] = {fault.colour for fault in finding.mismatches}
    told |= {errand.colour for errand in finding.errands}
    told |= set(finding.in_hand)
    if finding.candidate is not None:
        told.add(finding.candidate.colour)
    return told


def check_explained(table: Table) -> None:
    """Every difference of wood and game is named, and nothing else is.

    Raises:
        Wrong: something is missing, or too much.
    """
    finding, snapshot = table.finding, table.snapshot
    wavering = any(len(table.stands(colour)) > 1 for colour in COLOURS)
    unread = any(set(table.stands(colour)) & snapshot.blind for colour in COLOURS)
    if table.is_dead or wavering or unread or snapshot.tap is not None or snapshot.readers:
        return
    if finding.candidate is not None and not finding.held:
        return
    says, differ = named(table), differing(table)
    if finding.put_back:
        said = says | (differ - says if len(differ - says) == 1 else set())
    else:
        said = says
    if said != differ:
        raise Wrong(f"told {_names(said)}, but what differs is {_names(differ)}")


def _names(colours: set[Colour | None]) -> list[str]:
    return sorted(str(colour) for colour in colours)


def check_sentences(table: Table, language: str) -> None:
    """Whatever is named has a sentence with its name and its squares.

    Raises:
        Wrong: it has not.
    """
    state = table.state
    if state is None or table.snapshot.paused:
        return
    told = teller(table.snapshot, state, _speech(language))
    for fault in table.finding.mismatches:
        squares = {fault.square, fault.belongs}
        _has(board_trouble.mismatch(fault, state, told), fault, squares, table)
    for task in table.finding.errands:
        _has(board_trouble.errand(task, told), task, {task.square, task.belongs}, table)


def _has(text: str, about: Mismatch | Errand, squares: set[int | None], table: Table) -> None:
    state, seating = table.state, table.snapshot.seating
    assert state is not None
    missing = [
        square
        for square in squares
        if square and square != state.rules.home and str(square) not in text
    ]
    runner = None if about.colour is None else seating.runner(about.colour)
    if missing or (runner is not None and seating.players[runner[0]].name not in text):
        raise Wrong(f"{text!r} does not name {about}")


def check_secrets(table: Table, viewer: int | None) -> None:
    """What somebody sees is the same, whatever the others hold.

    Raises:
        Wrong: it is not.
    """
    snapshot, state = table.snapshot, table.state
    if state is None or state.prompt == "over" or state.rules.options.open_hands:
        return
    seats = tuple(
        seat if number == viewer else _richer(seat) for number, seat in enumerate(state.seats)
    )
    other = msgspec.structs.replace(state, seats=seats, pile=tuple(reversed(state.pile)))
    said = _view(snapshot, viewer)
    if said != _view(msgspec.structs.replace(snapshot, state=other), viewer):
        raise Wrong(f"{viewer} can tell what others hold")


def _richer(seat: Seat) -> Seat:
    return msgspec.structs.replace(seat, carrots=seat.carrots + MORE)


def _view(snapshot: Snapshot, viewer: int | None) -> View:
    return view(snapshot, viewer, _speech("en"), (), "board")


def languages() -> tuple[str, ...]:
    """Every language the pages speak."""
    return tuple(LANGUAGES)


def lies_down(state: State, seat: int, index: int) -> bool:
    """Whether the game has a runner lying face down."""
    return state.seats[seat].runners[index].obligation in FACE_DOWN
