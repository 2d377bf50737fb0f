"""Pins, ports and squares of a board file: which there are, and which are used twice."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from controller.toml import TomlSection
from controller.toml.mistakes import shown
from controller.toml.shapes import as_text
from hardware.sensing.settings import Place, SpiPins

SPI_WIRES: Final[Mapping[int, SpiPins]] = {
    0: SpiPins(),
    1: SpiPins("GPIO21", "GPIO20", "GPIO19"),
}
I2C_WIRES: Final[Mapping[int, tuple[str, str]]] = {
    0: ("GPIO0", "GPIO1"),
    1: ("GPIO2", "GPIO3"),
}
"""Data (SDA) and clock (SCL) of the buses that are made by hardware."""
SPI_1_SELECT: Final = "GPIO18"
"""The pin that `dtoverlay=spi1-1cs` takes for itself. Source: overlays/README of the firmware."""
SLOWEST_HZ: Final = 10_000
FASTEST_SPI_HZ: Final = 5_000_000
UNBUFFERED_READERS: Final = 8
"""Most readers that one output should drive."""
SHARED_SPI_HZ: Final = 1_000_000
"""Fastest clock of more readers, with buffers, that is likely to work."""
FASTEST_I2C_HZ: Final = 400_000
SERIAL_WIRES: Final = ("GPIO14", "GPIO15")
SERIAL_OF_PI: Final = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")

PICO_WIRES: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "sck_pin": (("GP2", "GP6", "GP18", "GP22"), ("GP10", "GP14", "GP26")),
    "mosi_pin": (("GP3", "GP7", "GP19"), ("GP11", "GP15", "GP27")),
    "miso_pin": (("GP0", "GP4", "GP16", "GP20"), ("GP8", "GP12", "GP28")),
}
"""Pins that can be a wire of SPI 0, and of SPI 1, by the key that names the wire.

Source: RP2040 datasheet, 1.4.3 (GPIO functions), without the pins that a Pico keeps for itself.
"""
_PORT: Final = re.compile(r"/.+|[a-z0-9+]+://.+|COM\d+")
CHIP_ENABLES: Final = ("GPIO7", "GPIO8")


def port_like(example: str) -> Callable[[object], str]:
    """Return a function that reads the path or address of a serial port."""

    def read(value: object) -> str:
        if _PORT.fullmatch(as_text(value)):
            return as_text(value)
        raise ValueError(
            f"{shown(value)} is no serial port: write its path, like “{example}”, or an address, "
            "like “socket://localhost:7000”."
        )

    return read


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
    """Squares of a board, users of each pin, square, port and name, and advice noted while reading.

    Mistakes are noted in the table, which refuses the file: whatever is returned is then not used.

    Attributes:
        squares: place of each square; empty if not clear.
        advice: sentences on allowed settings that often go wrong.
        co_processors: claims on the pins of each co-processor, by its port; None stands for one
            whose port is not clear.
    """

    def __init__(self, squares: Mapping[int, Place], header: PinHeader = PI) -> None:
        self.squares = squares
        self.advice: list[str] = []
        self.co_processors: dict[str | None, Claims] = {}
        self._header = header
        self._users: dict[tuple[str, object], str] = {}

    def add_co_processor(self, port: str | None) -> "Claims":
        """Return new claims on a co-processor's pins; of two with one port the first stays."""
        found = Claims(self.squares, PICO)
        found.advice = self.advice
        self.co_processors.setdefault(port, found)
        return found

    def of_co_processor(self, port: str | None) -> "Claims":
        """Return the claims on the pins of a co-processor; new ones if there is none."""
        return self.co_processors.get(port) or Claims(self.squares, PICO)

    def claim(self, kind: str, thing: object, user: str) -> str | None:
        """Claim a thing for a user; return its earlier user, None if it was free."""
        before = self._users.get((kind, thing))
        if before is None:
            self._users[kind, thing] = user
        return before

    def is_used(self, pin: str) -> bool:
        """Check whether a pin has a user."""
        return ("pin", pin) in self._users

    def advise(self, sentence: str) -> None:
        """Note a piece of advice, each only once."""
        if sentence not in self.advice:
            self.advice.append(sentence)

    def pin(self, table: TomlSection, key: str, *entry: str | int) -> str:
        """Claim the pin of a key, or of an entry in its list; return its usual name."""
        value = table.value(key, *entry)
        name = self._header.name(value)
        if name is None:
            said = f"{shown(value)} is not a pin{self._header.whose}: write {self._header.words}."
            table.refuse(key, said, *entry)
            return ""
        before = self.claim("pin", name, f"{key} in line {table.line(key, *entry)}")
        if before is not None:
            table.refuse(key, f"{name} is already used by {before}.", *entry)
        return name

    def pin_or_usual(self, table: TomlSection, key: str, usual: str) -> str:
        """Claim and return the pin of a key; if the key is left out, the usual one."""
        if key in table:
            return self.pin(table, key)
        before = self.claim("pin", usual, f"{key}, left out in line {table.line()}")
        if before is not None:
            table.refuse(key, f"left out, it is {usual}, which is already used by {before}.")
        return usual

    def reset_pin(self, table: TomlSection) -> str | None:
        """Claim and return the pin that resets the readers, if there is one."""
        return self.pin(table, "reset_pin") if "reset_pin" in table else None

    def pins(self, table: TomlSection, key: str, most: int) -> tuple[str, ...]:
        """Claim and return the pins that a key lists; if it is no list, as many as there may be."""
        value = table.value(key)
        if not isinstance(value, list) or not 0 < len(value) <= most:
            like = f'["{self._header.usual}5"]'
            table.refuse(key, f"this should be a list of 1 to {most} pins, like {like}.")
            return ("",) * most
        return tuple(self.pin(table, key, at) for at in range(len(value)))

    def serial_port(self, table: TomlSection, port: str) -> str:
        """Claim and return the serial port of a section."""
        self.own_port(table, "port", port)
        if port in SERIAL_OF_PI:
            for pin in SERIAL_WIRES:
                self.own_wire(table, pin, port)
        return port

    def own_port(self, table: TomlSection, key: str, port: str) -> None:
        """Claim a bus or port."""
        other = self.claim("port", port, f"the bus in line {table.line()}")
        if other is not None:
            table.refuse(key, f"{port} is already used by {other}.")

    def own_wire(self, table: TomlSection, pin: str, port: str) -> None:
        """Claim a fixed pin of a bus, which no key names."""
        other = self.claim("pin", pin, f"{port} in line {table.line()}")
        if other is not None:
            table.refuse("transport", f"{pin} belongs to {port}, and is already used by {other}.")
