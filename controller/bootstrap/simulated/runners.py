"""The runners of a simulated board, and whose tags they have."""

import hashlib

from controller.game.pieces import PIECES, Colour, Tag, Tags
from hardware.ports import Uid
from hardware.simulated.world import Piece


def simulated_uid(colour: Colour, end: str) -> Uid:
    """Return the UID of a simulated runner's tag: 7 bytes, made up, always the same.

    As with real ones, two UIDs differ in many bits: none is another one garbled.
    """
    return Uid("04" + hashlib.sha256(f"{colour} {end}".encode()).hexdigest()[:12])


def simulated_pieces(tags: Tags | None = None, *, crowned: bool = True) -> tuple[Piece, ...]:
    """Return the six runners as simulated pieces.

    Args:
        tags: the runner of each tag, if a board file lists them; a runner it does not name
            has tags that are made up.
        crowned: True if those have one in their crown.
    """
    known: dict[tuple[Colour, str], Uid] = {
        (tag.colour, tag.end): uid for uid, tag in (tags or {}).items()
    }
    pieces = []
    for piece in PIECES:
        base = known.get((piece.colour, "base"))
        crown = known.get((piece.colour, "crown"))
        if base is None:
            base = simulated_uid(piece.colour, "base")
            crown = simulated_uid(piece.colour, "crown") if crowned else None
        pieces.append(Piece(piece.colour, base, crown))
    return tuple(pieces)


def tags_of(pieces: tuple[Piece, ...]) -> Tags:
    """Return the runner of each tag of simulated runners."""
    tags: dict[Uid, Tag] = {}
    for look in PIECES:
        for piece in pieces:
            if piece.name == look.colour:
                tags[piece.base] = Tag(look.colour, "base")
                if piece.crown is not None:
                    tags[piece.crown] = Tag(look.colour, "crown")
    return tags
