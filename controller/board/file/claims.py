"""Notes pins, squares and ports that are used twice in a board file."""

import re
from dataclasses import dataclass
from typing import Final

from controller.board.file.sheet import BoardSheet
from controller.game.editions.mistakes import shown

CHIP_ENABLES: Final = ("GPIO7", "GPIO8")


@dataclass(frozen=True, slots=True)
class PinHeader:
    """The pins of a computer, or of a co-processor, as a board file calls them.

    Attributes:
        usual: usual prefix of a pin number.
        also: other prefixes that are accepted, in upper or lower case.
        spans: first and last number of each run of pins.
        whose: owner of the pins, in words; empty for this computer.
    """

    usual: str
    also: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    whose: str

    @property
    def words(self) -> str:
        """List of the pins, worded for a sentence."""
        return " or ".join(
            f"“{self.usual}{first}” to “{self.usual}{last}”" for first, last in self.spans
        )

    def name(self, value: object) -> str | None:
        """Return a pin's usual name; None if it is none of these."""
        if not isinstance(value, str):
            return None
        known = "|".join((self.usual, *self.also))
        match = re.fullmatch(rf"(?:{known})([0-9]{{1,2}})", value.strip(), re.IGNORECASE)
        if match is None:
            return None
        number = int(match[1])
        there = any(first <= number <= last for first, last in self.spans)
        return f"{self.usual}{number}" if there else None


PI: Final = PinHeader("GPIO", ("D",), ((0, 27),), "")
PICO: Final = PinHeader("GP", (), ((0, 22), (26, 28)), " of a co-processor")
"""A Raspberry Pi Pico keeps GP23 to GP25 for itself. Source: its datasheet, 2.1."""


class Claims:
    """Users of each pin, square, port and name, and the advice noted while reading.

    Attributes:
        advice: sentences on allowed settings that often go wrong.
        co_processors: claims on the pins of each co-processor, by its port; None stands for one
            whose port is not clear.
    """

    def __init__(self, header: PinHeader = PI) -> None:
        self.advice: list[str] = []
        self.co_processors: dict[str | None, Claims] = {}
        self._header = header
        self._users: dict[tuple[str, object], str] = {}

    def co_processor(self, port: str | None) -> "Claims":
        """Return new claims on a co-processor's pins; of two with one port the first stays."""
        found = Claims(PICO)
        found.advice = self.advice
        self.co_processors.setdefault(port, found)
        return found

    def claim(self, kind: str, thing: object, user: str) -> str | None:
        """Claim a thing for a user; return its earlier user, None if it was free."""
        before = self._users.get((kind, thing))
        if before is None:
            self._users[kind, thing] = user
        return before

    def advise(self, sentence: str) -> None:
        """Note a piece of advice, each only once."""
        if sentence not in self.advice:
            self.advice.append(sentence)

    def pin(self, sheet: BoardSheet, key: str, value: object, *entry: str | int) -> str | None:
        """Claim a pin and return its usual name; None if it is no pin."""
        name = self._header.name(value)
        if name is None:
            sheet.refuse(
                key,
                f"{shown(value)} is not a pin{self._header.whose}: write {self._header.words}.",
                *entry,
            )
            return None
        line = sheet.line(key, *entry)
        user = f"{key} in line {line}"
        before = self.claim("pin", name, user)
        if before is not None:
            sheet.refuse(key, f"{name} is already used by {before}.", *entry)
        return name

    def one_pin(
        self, sheet: BoardSheet, key: str, usual: str | None = None, *, needed: bool = True
    ) -> str | None:
        """Claim and return the pin of a key; if the key is left out, the usual one, if any."""
        if key in sheet:
            return self.pin(sheet, key, sheet.value(key))
        if usual is None:
            if needed:
                sheet.need(key)
            return None
        before = self.claim("pin", usual, f"{key}, left out in line {sheet.line()}")
        if before is not None:
            sheet.refuse(key, f"left out, it is {usual}, which is already used by {before}.")
        return usual

    def pins(self, sheet: BoardSheet, key: str, most: int) -> tuple[str, ...] | None:
        """Claim and return the pins that a key lists; None if something is wrong with them."""
        if not sheet.need(key):
            return None
        value = sheet.value(key)
        if not isinstance(value, list) or not 0 < len(value) <= most:
            like = f'["{self._header.usual}5"]'
            sheet.refuse(key, f"this should be a list of 1 to {most} pins, like {like}.")
            return None
        names = [self.pin(sheet, key, each, at) for at, each in enumerate(value)]
        return None if None in names else tuple(name for name in names if name is not None)
