"""Short codes that pair two boards: made, and read as people type them."""

import secrets
from dataclasses import dataclass, field
from typing import Final

PLACE_DIGITS: Final = 4
SECRET_DIGITS: Final = 6


@dataclass(frozen=True)
class PairingCode:
    """A code: where two boards find each other, and what proves that they are meant.

    Attributes:
        place: digits that everybody may see.
        secret: digits that only the two hosts may see.
    """

    place: str
    secret: str = field(repr=False)

    def __str__(self) -> str:
        digits = self.place + self.secret
        return f"{digits[:4]} {digits[4:7]} {digits[7:]}"


def new_code() -> PairingCode:
    """Return a new code, by the system's random numbers."""
    place, secret = secrets.randbelow(10**PLACE_DIGITS), secrets.randbelow(10**SECRET_DIGITS)
    return PairingCode(f"{place:0{PLACE_DIGITS}}", f"{secret:0{SECRET_DIGITS}}")


def read_code(typed: str) -> PairingCode | None:
    """Read a code as people type it, with spaces or dashes; None if it is none."""
    digits = "".join(each for each in typed if each.isascii() and each.isdigit())
    others = set(typed) - set("0123456789") - set(" -.\u00a0")
    if others or len(digits) != PLACE_DIGITS + SECRET_DIGITS:
        return None
    return PairingCode(digits[:PLACE_DIGITS], digits[PLACE_DIGITS:])
