"""The six runners of the box, and who plays with which."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from hardware.ports import Uid

Colour = Literal["red", "yellow", "green", "blue", "pink", "black"]
RunnerId = tuple[int, int]
"""A seat and the number of one of its runners, both counted from 0."""


class PieceLook(msgspec.Struct, frozen=True):
    """How a runner is told apart: by colour, by number and by shape."""

    colour: Colour
    number: int
    shape: str
    rgb: str
    ink: str


# Chosen to stay apart with any colour vision; shape and number say it again.
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
    """Where a registered tag is: in the base or in the crown of a runner."""

    colour: Colour
    end: Literal["base", "crown"]


Tags = Mapping[Uid, Tag]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at a seat, and with which runners."""

    name: str
    colours: tuple[Colour, ...]


class Seating(msgspec.Struct, frozen=True):
    """The players in seating order, and which runners have a tag in their crown."""

    players: tuple[Player, ...]
    crowned: frozenset[Colour] = frozenset()

    def runner(self, colour: Colour) -> RunnerId | None:
        """Whose runner a piece is; None if nobody plays with it."""
        for seat, player in enumerate(self.players):
            if colour in player.colours:
                return seat, player.colours.index(colour)
        return None

    def colour(self, seat: int, runner: int) -> Colour:
        """The piece of a seat's runner."""
        return self.players[seat].colours[runner]
