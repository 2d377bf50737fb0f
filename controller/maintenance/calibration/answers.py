"""Answers a builder may give on the phone; each names its question."""

import msgspec

from controller.game.pieces import Colour


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="answer"):
    """An answer.

    Attributes:
        version: of the question it was given to.
    """

    version: int


class There(_Answer, frozen=True, tag="there"):
    """It is there, although nothing has been read."""


class Here(_Answer, frozen=True, tag="here"):
    """It stands on the square that was asked for, whatever reader has read it."""


class Lit(_Answer, frozen=True, tag="lit"):
    """Another square than the one asked for is lit; or that one after all."""

    square: int


class Dark(_Answer, frozen=True, tag="dark"):
    """No square is lit."""


class AskAgain(_Answer, frozen=True, tag="again"):
    """Ask the same once more, as if nothing had been said to it."""


class Back(_Answer, frozen=True, tag="back"):
    """Go back to what was asked before this."""


class Skip(_Answer, frozen=True, tag="skip"):
    """Leave this one out."""


class GoSquare(_Answer, frozen=True, tag="square"):
    """Ask for this square now."""

    square: int


class GoRunner(_Answer, frozen=True, tag="runner"):
    """Ask for this runner now."""

    colour: Colour


class NoCrown(_Answer, frozen=True, tag="no-crown"):
    """The runner has no tag in its crown."""


class Save(_Answer, frozen=True, tag="save"):
    """Write what has been learned into the board file."""


class Anew(_Answer, frozen=True, tag="anew"):
    """Forget everything that has been learned, and begin anew."""


Answer = (
    There | Here | Lit | Dark | AskAgain | Back | Skip | GoSquare | GoRunner | NoCrown | Save | Anew
)
