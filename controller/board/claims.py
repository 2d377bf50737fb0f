"""What may be used only once on a board: pins, squares, ports."""

import re
from typing import Final

from controller.board.sheet import Sheet
from controller.library.mistakes import shown

FIRST_PIN: Final = 0
LAST_PIN: Final = 27
CHIP_ENABLES: Final = ("GPIO7", "GPIO8")
_PIN: Final = re.compile(r"(?:GPIO|D)(\d{1,2})", re.IGNORECASE)


class Claims:
    """Who uses what, and the advice that came up on the way.

    Attributes:
        advice: sentences on what is allowed and yet often goes wrong.
    """

    def __init__(self) -> None:
        self.advice: list[str] = []
        self._users: dict[tuple[str, object], str] = {}

    def claim(self, kind: str, thing: object, user: str) -> str | None:
        """Take something for oneself; returns who has it already, if somebody does."""
        before = self._users.get((kind, thing))
        if before is None:
            self._users[kind, thing] = user
        return before

    def advise(self, sentence: str) -> None:
        """Give a piece of advice, once."""
        if sentence not in self.advice:
            self.advice.append(sentence)

    def pin(self, sheet: Sheet, key: str, value: object, *entry: str | int) -> str | None:
        """A pin for oneself, under its usual name."""
        name = pin_name(value)
        if name is None:
            sheet.refuse(
                key,
                f"{shown(value)} is not a pin: write “GPIO{FIRST_PIN}” to “GPIO{LAST_PIN}”.",
                *entry,
            )
            return None
        line = sheet.line(key, *entry)
        user = f"{key} in line {line}"
        before = self.claim("pin", name, user)
        if before is not None:
            sheet.refuse(key, f"{name} is already used by {before}.", *entry)
        return name

    def one_pin(self, sheet: Sheet, key: str, *, needed: bool = True) -> str | None:
        """The pin that a key names."""
        if key not in sheet:
            if needed:
                sheet.need(key)
            return None
        return self.pin(sheet, key, sheet.value(key))

    def pins(self, sheet: Sheet, key: str, most: int) -> tuple[str, ...] | None:
        """The pins that a key lists; None if something is wrong with them."""
        if not sheet.need(key):
            return None
        value = sheet.value(key)
        if not isinstance(value, list) or not 0 < len(value) <= most:
            sheet.refuse(key, f'this should be a list of 1 to {most} pins, like ["GPIO5"].')
            return None
        names = [self.pin(sheet, key, each, at) for at, each in enumerate(value)]
        return None if None in names else tuple(name for name in names if name is not None)


def pin_name(value: object) -> str | None:
    """A pin's usual name, `GPIO17`; None if it is no pin of a Raspberry Pi."""
    match = _PIN.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None or not FIRST_PIN <= int(match[1]) <= LAST_PIN:
        return None
    return f"GPIO{int(match[1])}"
