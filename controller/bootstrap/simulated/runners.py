"""The runners of a simulated board, and whose tags they have."""

import hashlib

from controller.game.pieces import PIECES, Colour, Tag, Tags
from hardware.ports import Uid
from hardware.simulated.world import Piece


def simulated_uid(colour: Colour, end: str) -> Uid:
    """The UID of a simulated runner's tag: 7 bytes, made up, always the same.

    As with real ones, two of them differ in many bits: none is another one garbled.
    """
    return Uid("04" + hashlib.sha256(f"{colour} {end}".encode()).hexdigest()[:12])


def simulated_pieces(tags: Tags | None = None, *, crowned: bool = True) -> tuple[Piece, ...]:
    """The six runners as simulated wood.

    Args:
        tags: whose tag is which, if a board file says so; a runner it does not name has tags that
            are made up.
        crowned: whether those have one in their crown.
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
    """The register of tags that belongs to simulated runners."""
    tags: dict[Uid, Tag] = {}
    for look in PIECES:
        for piece in pieces:
            if piece.name == look.colour:
                tags[piece.base] = Tag(look.colour, "base")
                if piece.crown is not None:
                    tags[piece.crown] = Tag(look.colour, "crown")
    return tags
