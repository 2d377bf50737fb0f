"""Shapes of what the club page is told: boards, races, standings, the next round."""

from typing import Literal

from controller.game.pieces import Colour
from web.views.shapes.basics import Count, Shape, SquareAt
from web.views.shapes.game import PieceView


class ClubRunner(Shape, frozen=True):
    """A runner on its square; 0 is START."""

    colour: Colour
    square: SquareAt


class ClubSeat(Shape, frozen=True):
    """A player; `place` is that in the race now."""

    seat: Count
    name: str
    place: Count
    home: bool
    runners: tuple[ClubRunner, ...]


class ClubBoard(Shape, frozen=True):
    """A board; `name` tells it from the others, `track` names one of the tracks."""

    id: str
    name: str
    online: bool
    phase: Literal["setup", "playing", "over"]
    paused: bool
    track: str
    to_act: Count | None
    seats: tuple[ClubSeat, ...]


class ClubTrack(Shape, frozen=True):
    """The kinds of a track's squares, from 1 to HOME."""

    track: str
    kinds: tuple[str, ...]


class ClubRace(Shape, frozen=True):
    """A race that is over: its names by place."""

    board: str
    over_at: str
    names: tuple[str, ...]


class ClubStanding(Shape, frozen=True):
    """A player's evening."""

    place: Count
    name: str
    points: Count
    wins: Count
    rounds: tuple[Count, ...]


class ClubTable(Shape, frozen=True):
    """A table of the next round; without a board if there are too few."""

    board: str | None
    names: tuple[str, ...]


class ClubTables(Shape, frozen=True):
    """The evening; `running` races are not in it yet. `trouble`: results are not kept."""

    races: tuple[ClubRace, ...]
    standings: tuple[ClubStanding, ...]
    next_round: tuple[ClubTable, ...]
    running: Count
    trouble: bool


class ClubLooks(Shape, frozen=True):
    """The runners of the box."""

    colours: tuple[PieceView, ...]
