"""The stored register of phones: a small file beside the journal."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec.structs import replace

from controller.foreign_files import read_small
from controller.game.rules.setup import MOST_SEATS
from controller.json_data import BadJson, from_json

CODE_LENGTH: Final = 6
CODE_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no two characters look the same."""
MOST_NAMES: Final = 32
"""Seats stored, of all phones together, in this game and in earlier ones."""

_LOG: Final = logging.getLogger(__name__)


class KeptPhone(msgspec.Struct, frozen=True):
    """The stored data of one phone.

    Attributes:
        key: the hash of its token.
        names: the players whose seats it holds, in lower case, the latest last.
        host: True if it has sent the PIN.
        screen: True for the screen at the board: its seats may be taken by phones.
        at_board: True if it has sent the key of a simulated board.
    """

    key: str
    names: tuple[str, ...] = ()
    host: bool = False
    screen: bool = False
    at_board: bool = False


class KeptPhones(msgspec.Struct, frozen=True):
    """The contents of the file; the phone that took a seat last comes last."""

    board: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{8}\Z")]
    code: Annotated[str, msgspec.Meta(pattern=rf"\A[{CODE_LETTERS}]{{{CODE_LENGTH}}}\Z")]
    phones: tuple[KeptPhone, ...] = ()


def bounded(phones: Sequence[KeptPhone]) -> tuple[KeptPhone, ...]:
    """Return the phones that hold something, without their oldest names.

    One with more names than a race has seats gives some up first: a laptop with those of many
    evenings takes no seat from a phone.
    """
    names = [list(phone.names) for phone in phones]
    while sum(map(len, names)) > MOST_NAMES:
        most = max(names, key=len)
        del (most if len(most) > MOST_SEATS else next(filter(None, names)))[0]
    kept = (replace(phone, names=tuple(own)) for phone, own in zip(phones, names, strict=True))
    return tuple(phone for phone in kept if phone.names or phone.host or phone.at_board)


def without(phones: Sequence[KeptPhone], plain: str) -> list[KeptPhone]:
    """Return the phones with this player's seat free."""
    return [
        replace(each, names=tuple(name for name in each.names if name != plain)) for each in phones
    ]


def read_phones(path: Path) -> KeptPhones | None:
    """Read the file; None if it is missing or unusable."""
    try:
        return from_json(read_small(path), KeptPhones)
    except FileNotFoundError:
        return None
    except (OSError, BadJson) as error:
        _LOG.warning("%s cannot be read (%s): the phones have to join again.", path, error)
        return None
