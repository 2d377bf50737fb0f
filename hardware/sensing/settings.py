"""Settings of a board of PN532 readers, as a board file has them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Place:
    """Position of a square, in squares: row and column, from 0."""

    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Timing:
    """Durations of a reader's steps, and timeouts.

    Source: PN532 user manual UM0701-02 for `ack_s`; the others are planning values, to be
    changed in the board file.

    Attributes:
        ack_s: a command that is not acknowledged within this time has failed (6.2.1.4).
        field_rise_s: a field has to be on for so long before the first try (ISO/IEC 14443-3).
        try_s: one try to find a tag on an empty square.
        activation_s: reading a tag with a UID of 7 bytes.
        slack_s: delay after the expected time at which an answer counts as missing.
        guard_s: pause with all fields off between two phases.
        poll_s: pause between two polls of readers that are not ready yet, and before the first:
            chips are reported that lose a command if they are polled sooner.
        calm_s: delay of work that nothing waits for, while other readers are started and stopped.
        wake_s: time a chip on SPI is selected to wake it: 2 ms would do.
        select_s: pause after a chip on SPI is selected, before the first bit of a command; a chip
            that needs more is noticed, and given `wake_s`.
        pause_s: shortest time between two transfers with one chip on I2C.
        reset_s: time a reset line is held low; 10 ms are reported to be too short for some chips.
        after_reset_s: pause after a reset, before a chip is addressed.
    """

    ack_s: float = 0.015
    field_rise_s: float = 0.0051
    try_s: float = 0.0056
    activation_s: float = 0.0045
    slack_s: float = 0.030
    guard_s: float = 0.001
    poll_s: float = 0.001
    calm_s: float = 0.003
    wake_s: float = 0.0025
    select_s: float = 0.0
    pause_s: float = 0.0005
    reset_s: float = 0.1
    after_reset_s: float = 0.1


@dataclass(frozen=True, slots=True)
class ArraySettings:
    """Reading settings of the readers.

    Attributes:
        places: position of every square that has a reader.
        stride: rows or columns that two fields must be apart to be on together.
        max_fields: most fields on at a time, even if the geometry allows more.
        retries: further tries of a reader before it answers that there is no tag
            (MxRtyPassiveActivation).
        lit_retries: the same on a square attended to, while no tag is expected there: it is read
            again soon. In one of four rounds it is read with `retries`, too.
        attention: of this number of phases, all but one are for squares attended to.
        idle_after_s: time without any event after which a board slows down.
        idle_pause_s: it then reads squares where something may happen once in this time,
        idle_sweep_s: and every square once in this time.
        attempts: times a reading is tried before it counts as failed; a field is told to go off
            twice as often, since one that stays on disturbs others.
        failures: failed readings in a row after which a reader is reset.
        misses: readings in a row that must miss a tag before it is gone.
        targets: most tags that a reader looks for at once, 1 or 2.
        analog: eleven bytes for item 0x0A of RFConfiguration, the field strength and reception of
            106 kbit/s type A (UM0701-02, 7.3.1); empty to leave what the chip has.
        timing: durations and timeouts.
    """

    places: Mapping[int, Place]
    stride: int = 3
    max_fields: int = 9
    retries: int = 1
    lit_retries: int = 0
    attention: int = 8
    idle_after_s: float = 5.0
    idle_pause_s: float = 0.2
    idle_sweep_s: float = 2.5
    attempts: int = 2
    failures: int = 3
    misses: int = 3
    targets: int = 2
    analog: bytes = b""
    timing: Timing = field(default_factory=Timing)


@dataclass(frozen=True, slots=True)
class Supply:
    """Power budget and consumers, in milliamperes.

    Attributes:
        supply_ma: rated current of the supply.
        load: usable share of it, from 0 to 1.
        reserve_ma: current of everything but the readers: the computer and the lights.
        field_ma: current of a reader with its field on.
        idle_ma: current of a reader with its field off.
    """

    supply_ma: int
    load: float = 0.8
    reserve_ma: int = 2200
    field_ma: int = 110
    idle_ma: int = 36

    @property
    def budget_ma(self) -> int:
        """Current left for the readers; below zero if the reserve alone is too much."""
        return round(self.supply_ma * self.load) - self.reserve_ma


@dataclass(frozen=True, slots=True)
class LineSelect:
    """A chip select line of its own for each reader, selected while low.

    Attributes:
        pins: by square.
    """

    pins: Mapping[int, str]

    @property
    def squares(self) -> tuple[int, ...]:
        """Squares whose readers are selected so, in order."""
        return tuple(sorted(self.pins))


@dataclass(frozen=True, slots=True)
class DecoderSelect:
    """Chip selects from row and column decoders, addressed in binary.

    Attributes:
        row_pins: the address of the row line, its lowest bit first.
        column_pins: the address of the column line, its lowest bit first.
        enable_pin: no reader is selected unless this pin is low.
        lines: row line and column line by square, from 0.
    """

    row_pins: tuple[str, ...]
    column_pins: tuple[str, ...]
    enable_pin: str
    lines: Mapping[int, tuple[int, int]]

    @property
    def squares(self) -> tuple[int, ...]:
        """Squares whose readers are selected so, in order."""
        return tuple(sorted(self.lines))


@dataclass(frozen=True, slots=True)
class ShiftRegisterSelect:
    """Chip selects from a chain of 8-bit shift registers, one output low at a time.

    Attributes:
        data_pin: shifts in one bit.
        clock_pin: takes over that bit at its rising edge.
        latch_pin: shows all bits at the outputs at its rising edge.
        registers: number of registers in the chain.
        outputs: by square. Output 0 is the first of the register next to the computer, 8 the
            first of the one after it: the bit shifted in last shows at output 0.
    """

    data_pin: str
    clock_pin: str
    latch_pin: str
    registers: int
    outputs: Mapping[int, int]

    @property
    def squares(self) -> tuple[int, ...]:
        """Squares whose readers are selected so, in order."""
        return tuple(sorted(self.outputs))


Select = LineSelect | DecoderSelect | ShiftRegisterSelect


@dataclass(frozen=True, slots=True)
class SpiPins:
    """The three shared wires of an SPI bus; by default those of the Pi's first one."""

    sck: str = "GPIO11"
    mosi: str = "GPIO10"
    miso: str = "GPIO9"


@dataclass(frozen=True, slots=True)
class SpiBus:
    """Readers on one SPI bus. Pins are called as on the Pi: `GPIO17`.

    Attributes:
        name: its name in the board file.
        select: chip select wiring.
        pins: its wires.
        clock_hz: at most 5 MHz. Source: PN532 data sheet, SPI.
        reset_pin: low for a moment, it resets all readers of the bus (RSTPDN); None if it is
            not wired.
    """

    name: str
    select: Select
    pins: SpiPins = field(default_factory=SpiPins)
    clock_hz: int = 1_000_000
    reset_pin: str | None = None

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares it has readers for, in order."""
        return self.select.squares


@dataclass(frozen=True, slots=True)
class Channel:
    """One channel of a TCA9548A multiplexer.

    Attributes:
        multiplexer: its address, 0x70 to 0x77.
        channel: 0 to 7.
    """

    multiplexer: int
    channel: int


@dataclass(frozen=True, slots=True)
class I2cBus:
    """Readers on one I2C bus.

    Attributes:
        name: its name in the board file.
        readers: by square; None for a reader on the bus itself, of which there can be only one,
            alone: all have the same address.
        number: 1 for `/dev/i2c-1`.
        clock_hz: bus speed; on a Pi the system sets it.
        reset_pin: low for a moment, it resets all multiplexers; None if it is not wired.
        sda_pin: the wire of the data,
        scl_pin: and that of the clock.
    """

    name: str
    readers: Mapping[int, Channel | None]
    number: int = 1
    clock_hz: int = 100_000
    reset_pin: str | None = None
    sda_pin: str = "GPIO2"
    scl_pin: str = "GPIO3"

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares it has readers for, in order."""
        return tuple(sorted(self.readers))


@dataclass(frozen=True, slots=True)
class UartPort:
    """One reader on a serial port.

    Attributes:
        name: its name in the board file.
        port: its path, or an address that pyserial understands, like `socket://…`.
        square: the reader's square.
        latency_s: longest time for which an adapter or the system holds received bytes back; it
            is added to every timeout of this reader.
    """

    name: str
    port: str
    square: int
    latency_s: float = 0.016

    @property
    def squares(self) -> tuple[int, ...]:
        """The one square it has a reader for."""
        return (self.square,)


PICO_SPI: Final = SpiPins("GP18", "GP19", "GP16")
"""The wires of the readers on a co-processor, unless its board file says otherwise."""


@dataclass(frozen=True, slots=True)
class ScannerPort:
    """Readers on one SPI bus of a co-processor, which scans them. Its pins are called `GP17`.

    Attributes:
        name: its name in the board file.
        port: its path, or an address that pyserial understands, like `socket://…`.
        select: chip select wiring, by square.
        pins: the wires of its readers.
        clock_hz: at most 5 MHz. Source: PN532 data sheet, SPI.
        reset_pin: low for a moment, it resets all its readers (RSTPDN); None if it is not wired.
    """

    name: str
    port: str
    select: Select
    pins: SpiPins = PICO_SPI
    clock_hz: int = 1_000_000
    reset_pin: str | None = None

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares it has readers for, in order."""
        return self.select.squares

    @property
    def readers(self) -> dict[int, int]:
        """Co-processor's number of each square's reader, from 0, in the order of squares."""
        return {square: number for number, square in enumerate(self.squares)}


PICO_LINES: Final = tuple(f"GP{number}" for number in range(2, 10))
"""Select lines of up to eight readers on a co-processor, unless its board file says otherwise."""
PICO_ROWS: Final = ("GP2", "GP3", "GP4")
PICO_COLUMNS: Final = ("GP5", "GP6", "GP7")
PICO_ENABLE: Final = "GP8"
"""The decoders of more than eight."""


def usual_select(squares: Sequence[int | None]) -> LineSelect | DecoderSelect:
    """Return the default select lines of a co-processor's readers.

    Args:
        squares: those of its readers in their order; None for an outlet without a reader. At
            most 64.

    Returns:
        A line of its own for each of up to eight; decoders for more.
    """
    if len(squares) <= len(PICO_LINES):
        pins = zip(squares, PICO_LINES, strict=False)
        return LineSelect({square: pin for square, pin in pins if square is not None})
    columns = 2 ** len(PICO_COLUMNS)
    lines = {square: divmod(at, columns) for at, square in enumerate(squares) if square is not None}
    return DecoderSelect(PICO_ROWS, PICO_COLUMNS, PICO_ENABLE, lines)


Bus = SpiBus | I2cBus | UartPort | ScannerPort
