"""Answers a builder may give on the phone; each names its question."""

import msgspec

from controller.game.pieces import Colour


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="answer"):
    """An answer.

    Attributes:
        version: version of the question it answers.
    """

    version: int


class There(_Answer, frozen=True, tag="there"):
    """The runner is on the square, although no reader read it."""


class Here(_Answer, frozen=True, tag="here"):
    """The runner is on the square asked for, regardless of the reader that read it."""


class Lit(_Answer, frozen=True, tag="lit"):
    """Another square than the one asked for is lit; or, as a correction, that one."""

    square: int


class Dark(_Answer, frozen=True, tag="dark"):
    """No square is lit."""


class AskAgain(_Answer, frozen=True, tag="again"):
    """Repeat the question and drop the answers given to it."""


class Back(_Answer, frozen=True, tag="back"):
    """Return to the previous question."""


class Skip(_Answer, frozen=True, tag="skip"):
    """Leave this square or runner out."""


class GoSquare(_Answer, frozen=True, tag="square"):
    """Ask for this square now."""

    square: int


class GoRunner(_Answer, frozen=True, tag="runner"):
    """Ask for this runner now."""

    colour: Colour


class NoCrown(_Answer, frozen=True, tag="no-crown"):
    """The runner has no tag in its crown."""


class Save(_Answer, frozen=True, tag="save"):
    """Write the learned maps into the board file."""


class Anew(_Answer, frozen=True, tag="anew"):
    """Discard the learned maps and restart."""


Answer = (
    There | Here | Lit | Dark | AskAgain | Back | Skip | GoSquare | GoRunner | NoCrown | Save | Anew
)
