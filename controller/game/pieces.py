"""The six runners of the box, and who plays with which."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from hardware.ports import Uid

Colour = Literal["red", "yellow", "green", "blue", "pink", "black"]
Shape = Literal["circle", "triangle", "square", "diamond", "hexagon", "star"]
RunnerId = tuple[int, int]
"""A seat and the number of one of its runners, both counted from 0."""


class PieceLook(msgspec.Struct, frozen=True):
    """Colour, number and shape that tell a runner apart."""

    colour: Colour
    number: int
    shape: Shape
    rgb: str
    ink: str


# Chosen to be distinct with any colour vision; shape and number repeat the distinction.
PIECES: Final = (
    PieceLook("red", 1, "circle", "#d5462a", "#ffffff"),
    PieceLook("yellow", 2, "triangle", "#f2c230", "#2b2620"),
    PieceLook("green", 3, "square", "#1e8f6a", "#ffffff"),
    PieceLook("blue", 4, "diamond", "#2f6fb5", "#ffffff"),
    PieceLook("pink", 5, "hexagon", "#d98ab8", "#2b2620"),
    PieceLook("black", 6, "star", "#33302c", "#ffffff"),
)
COLOURS: Final[tuple[Colour, ...]] = tuple(piece.colour for piece in PIECES)


class Tag(msgspec.Struct, frozen=True):
    """Place of a registered tag: the base or the crown of a runner."""

    colour: Colour
    end: Literal["base", "crown"]


Tags = Mapping[Uid, Tag]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays at a seat: a person, or a computer opponent.

    Attributes:
        name: the name shown.
        colours: the colour of each runner.
        opponent: the character that plays, as `hareboard arena` names it. Left out for a person,
            so that earlier versions of the program can still read the game.
        deleted: a person who was deleted; the name stands in for theirs. Left out for everybody
            else, for the same reason.
    """

    name: str
    colours: tuple[Colour, ...]
    opponent: str | msgspec.UnsetType = msgspec.UNSET
    deleted: Literal[True] | msgspec.UnsetType = msgspec.UNSET


def key_of(name: str) -> str:
    """Return the key of a person: the name, whatever its capitals and blanks."""
    return " ".join(name.split()).casefold()


class NameAt(msgspec.Struct, frozen=True):
    """A player's name as a fact of a sentence: opponents have other names in other languages.

    Attributes:
        players: all players, as names must differ in every language.
        seat: the seat of the one who is named.
    """

    players: tuple[Player, ...]
    seat: int

    def __str__(self) -> str:
        return self.players[self.seat].name


def opponents_of(players: Sequence[Player]) -> frozenset[int]:
    """Return the seats that computer opponents play."""
    return frozenset(
        seat for seat, player in enumerate(players) if player.opponent is not msgspec.UNSET
    )


class Seating(msgspec.Struct, frozen=True):
    """Players in seating order, and their runners at this board.

    Attributes:
        players: the players.
        crowned: the runners with a tag in their crown.
        elsewhere: seats of people who sit at another board.
    """

    players: tuple[Player, ...]
    crowned: frozenset[Colour] = frozenset()
    elsewhere: frozenset[int] = frozenset()

    @property
    def opponents(self) -> frozenset[int]:
        """Seats that computer opponents play."""
        return opponents_of(self.players)

    @property
    def carried(self) -> frozenset[int]:
        """Seats whose runners are moved here by errands only: opponents, and people elsewhere."""
        return self.opponents | self.elsewhere

    def runner(self, colour: Colour) -> RunnerId | None:
        """Return the seat and runner of a piece; None if it is not in play."""
        for seat, player in enumerate(self.players):
            if colour in player.colours:
                return seat, player.colours.index(colour)
        return None

    def colour(self, seat: int, runner: int) -> Colour:
        """Return the colour of a seat's runner."""
        return self.players[seat].colours[runner]
