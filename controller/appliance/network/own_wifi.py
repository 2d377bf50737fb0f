"""The name and password of the board's own Wi-Fi, made once and kept."""

import logging
import secrets
from pathlib import Path
from typing import Final

import msgspec

from controller.appliance.network.ports import Hotspot
from controller.atomic_files import keep_whole
from controller.foreign_files import read_small
from controller.json_data import BadJson, from_json

OWN_FILE: Final = "hotspot.json"
NAME: Final = "hareboard"
LETTERS: Final = "abcdefghijkmnpqrstuvwxyz"
"""Lower-case letters without those that look like another or like a digit."""
GROUPS: Final = 3
GROUP: Final = 4
SHORTEST: Final = 8
LONGEST: Final = 63
"""Characters of a password (IEEE 802.11-2020, J.4.1)."""
LONGEST_NAME_BYTES: Final = 32

_LOG: Final = logging.getLogger(__name__)


class _KeptHotspot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of the file."""

    name: str
    password: str


def own_hotspot(folder: Path) -> Hotspot:
    """Return the board's own Wi-Fi from its file in a folder; create it if it does not exist.

    Edit the file to change name or password.
    """
    path = folder / OWN_FILE
    kept = _read(path)
    if kept is not None:
        return kept
    words = ("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))
    made = Hotspot(NAME, "-".join(words))
    try:
        keep_whole(path, msgspec.json.encode(_KeptHotspot(made.name, made.password)))
        path.chmod(0o600)
    except OSError as error:
        _LOG.warning(
            "The board's own Wi-Fi could not be saved, and changes at the next start: %s",
            error.strerror,
        )
    return made


def fits(password: str) -> bool:
    """Check a Wi-Fi password: 8 to 63 ASCII characters, or 64 hexadecimal digits."""
    if len(password) == LONGEST + 1:
        return all(each in "0123456789abcdefABCDEF" for each in password)
    return SHORTEST <= len(password) <= LONGEST and password.isascii() and password.isprintable()


def name_fits(name: str) -> bool:
    """Check a network name: 1 to 32 bytes (IEEE 802.11-2020, 9.4.2.2)."""
    try:
        return 0 < len(name.encode()) <= LONGEST_NAME_BYTES
    except UnicodeEncodeError:  # a lone surrogate
        return False


def _read(path: Path) -> Hotspot | None:
    try:
        kept = from_json(read_small(path), _KeptHotspot)
    except FileNotFoundError:
        return None
    except (OSError, BadJson):
        _LOG.warning(
            "%s cannot be read: the board's own Wi-Fi gets a new name and password.", path.name
        )
        return None
    if fits(kept.password) and name_fits(kept.name):
        return Hotspot(kept.name, kept.password)
    _LOG.warning("%s has no valid Wi-Fi: it gets a new name and password.", path.name)
    return None
