"""Table states made by hand: what the stages of a step are tested with."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from controller.config import Settings
from controller.game.history import Game
from controller.game.journal.saved_game import SavedGame
from controller.game.pieces import COLOURS, Colour, Player, Seating, Tag
from controller.game.setup import Setup
from controller.light.digits import Canvas
from controller.table.state import Moment, TableState, Thinking
from controller.table.tracker import Tracker
from hardware.ports import Sighting, Uid
from hardware.sensing.plan import serpentine
from tests.support.rules.positions import position

ANN, BEN, CEM = Player("Ann", ("red",)), Player("Ben", ("yellow",)), Player("Cem", ("green",))
SETUP: Final = Setup((ANN, BEN, CEM))
UIDS: Final[Mapping[Colour, Uid]] = {
    colour: Uid(f"04aa{number:02}") for number, colour in enumerate(COLOURS)
}
TAGS: Final = {uid: Tag(colour, "base") for colour, uid in UIDS.items()}
PLACES: Final = {square: (at.row, at.column) for square, at in serpentine(64, 8).items()}
START_S: Final = 100.0
"""Time at which every state begins, long after its runners were set down."""
NOW: Final = Moment(START_S)


def seen(colour: Colour, square: int, at_s: float) -> Sighting:
    """A reader sees the tag of a runner."""
    return Sighting(square, UIDS[colour], True, at_s)


def missed(colour: Colour, square: int, at_s: float) -> Sighting:
    """A reader that saw the tag of a runner misses it."""
    return Sighting(square, UIDS[colour], False, at_s)


def tracked(**squares: int) -> Tracker:
    """Runners that stand on these squares, and have for a long time."""
    tracker = Tracker(TAGS)
    for colour, square in squares.items():
        tracker = tracker.see(Sighting(square, UIDS[colour], True, 1.0))  # type: ignore[index]  # a colour
    return tracker


def no_table() -> TableState:
    """An empty table before the first game."""
    return TableState(
        settings=Settings(),
        canvas=Canvas(PLACES),
        saved=SavedGame(),
        seating=Seating(()),
        tracker=Tracker(TAGS),
        waits_since_s=START_S,
        noted_phase="setup",
        phase_since_s=START_S,
    )


def a_race(at: Sequence[int] = (5, 4, 8), **options: Any) -> TableState:
    """Ann (red), Ben (yellow) and Cem (green) on these squares, as the game has them.

    Args:
        at: the squares; 0 is START.
        options: as of `position`.
    """
    game = Game(position(at, **options))
    squares = {colour: square for colour, square in zip(COLOURS, at, strict=False) if square}
    tracker = tracked(**squares)
    return no_table().change(
        saved=SavedGame(game, SETUP, number=1, version=1),
        seating=Seating(SETUP.seats),
        tracker=tracker,
        stood=tracker.placement.spots,
        noted_phase="playing",
        thinking=Thinking(1, (1, 0, 0), since_s=START_S),
    )


def changed_places() -> TableState:
    """Ann's two runners stand on each other's squares from now on; it is Ben's turn."""
    players = (Player("Ann", ("red", "green")), Player("Ben", ("yellow", "blue")))
    state = position([(5, 9), (20, 30)], to_act=1)
    tracker = tracked(yellow=20, blue=30)
    for sighting in (seen("red", 9, START_S), seen("green", 5, START_S)):
        tracker = tracker.see(sighting)
    return a_race().change(
        saved=SavedGame(Game(state), Setup(players), number=1, version=1),
        seating=Seating(players),
        tracker=tracker,
    )


def over(table: TableState) -> TableState:
    """The table once its game is over."""
    assert table.position is not None
    game = Game(msgspec.structs.replace(table.position, prompt="over"))
    return table.change(saved=msgspec.structs.replace(table.saved, game=game))
