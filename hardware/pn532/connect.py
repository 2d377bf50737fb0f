"""From what a board file says of its buses to lines that can be talked over.

The parts themselves, pins and buses, come from outside: from a Raspberry Pi
(`hardware.pn532.raspberry`) or from the simulation. The drivers of I2C and of serial ports are
imported for a board that has such readers: most have SPI.
"""

# ruff: noqa: PLC0415 - importing on demand, as above

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, Protocol

from hardware.clock import Clock
from hardware.pn532.array import ReaderLine
from hardware.pn532.spi import (
    Decoders,
    Lines,
    Pin,
    SharedSpi,
    ShiftRegisters,
    SpiWire,
)
from hardware.pn532.spi import Select as Selecting
from hardware.sensing.settings import (
    Bus,
    DecoderSelect,
    I2cBus,
    LineSelect,
    ScannerPort,
    Select,
    ShiftRegisterSelect,
    SpiBus,
    Timing,
    UartPort,
)

if TYPE_CHECKING:
    from hardware.pn532.tap import WireListener

_USUAL: Final = Timing()
SWITCH_RESET_S: Final = 0.001
"""Time the reset line of multiplexers is held; 6 ns would do (TCA9548A data sheet)."""


class OpenDrain(Protocol):
    """A line that something else keeps high, and that is only ever pulled low."""

    def pull_low(self) -> None:
        """Pull the line low."""
        ...

    def let_go(self) -> None:
        """Let the line go high."""
        ...


class Parts(Protocol):
    """Pins, buses and ports of a computer."""

    def pin(self, name: str) -> Pin:
        """Return an output that is high at first.

        Raises:
            NotConnected: this computer has no such pin, or not now.
        """
        ...

    def open_drain(self, name: str) -> OpenDrain:
        """Return a line that is let go of, and was not low for a moment. Raises as `pin`."""
        ...

    def spi(self, bus: SpiBus) -> Any:
        """Return an SPI bus with the methods of `busio.SPI`. Raises as `pin`."""
        ...

    def i2c(self, bus: I2cBus) -> Any:
        """Return an I2C bus with the methods of `busio.I2C`. Raises as `pin`."""
        ...

    def serial(self, port: UartPort) -> Callable[[], Any]:
        """Return the function that opens a serial port; it raises OSError if that is missing."""
        ...

    def close(self) -> None:
        """Release all pins and buses opened so far, even if one of them fails."""
        ...


def connect(
    buses: Iterable[Bus],
    parts: Parts,
    clock: Clock,
    timing: Timing = _USUAL,
    tap: "WireListener | None" = None,
) -> dict[int, ReaderLine]:
    """Return the line to every square's reader; the caller closes the parts after use.

    Args:
        buses: the buses of the board file.
        parts: opens pins, buses and ports.
        clock: the board's time.
        timing: durations of selecting, waking and resetting chips.
        tap: listens in on the wires, if there is one.

    Raises:
        NotConnected: a bus or pin is missing; the parts are closed.
        ValueError: a bus is a co-processor, which drives its readers itself.
    """
    lines: dict[int, ReaderLine] = {}
    try:
        for bus in buses:
            lines.update(_lines(bus, parts, clock, timing, tap))
    except BaseException:
        parts.close()
        raise
    return lines


def _lines(
    bus: Bus, parts: Parts, clock: Clock, timing: Timing, tap: "WireListener | None"
) -> dict[int, ReaderLine]:
    match bus:
        case SpiBus():
            return _spi(bus, parts, clock, timing, tap)
        case I2cBus():
            return _i2c(bus, parts, clock, timing, tap)
        case UartPort():
            from hardware.pn532.uart import SerialPort, UartWire

            opener = parts.serial(bus)
            port = SerialPort(bus.port, tap.serial(opener, bus.square) if tap else opener)
            return {bus.square: ReaderLine(UartWire(port, bus.latency_s), port)}
        case ScannerPort():
            raise ValueError(f"the readers of “{bus.name}” are scanned by a co-processor")


def _spi(
    bus: SpiBus, parts: Parts, clock: Clock, timing: Timing, tap: "WireListener | None"
) -> dict[int, ReaderLine]:
    spi, select = parts.spi(bus), _select(bus.select, parts)
    if tap is not None:
        spi, select = tap.spi(spi, select)
    shared = SharedSpi(
        spi,
        select,
        bus.clock_hz,
        clock,
        _reset_line(bus.reset_pin, parts, clock, timing.reset_s, timing.after_reset_s),
        timing,
    )
    return {square: ReaderLine(SpiWire(shared, square), shared) for square in bus.squares}


def _select(select: Select, parts: Parts) -> Selecting:
    match select:
        case LineSelect(pins):
            return Lines({square: parts.pin(name) for square, name in pins.items()})
        case DecoderSelect():
            return Decoders(
                [parts.pin(name) for name in select.row_pins],
                [parts.pin(name) for name in select.column_pins],
                parts.pin(select.enable_pin),
                select.lines,
            )
        case ShiftRegisterSelect():
            return ShiftRegisters(
                parts.pin(select.data_pin),
                parts.pin(select.clock_pin),
                parts.pin(select.latch_pin),
                select.registers,
                select.outputs,
            )


def _i2c(
    bus: I2cBus, parts: Parts, clock: Clock, timing: Timing, tap: "WireListener | None"
) -> dict[int, ReaderLine]:
    from adafruit_tca9548a import TCA9548A

    from hardware.pn532.i2c import I2cWire, SharedI2c

    i2c = parts.i2c(bus)
    shared = SharedI2c(
        i2c, clock, _reset_line(bus.reset_pin, parts, clock, SWITCH_RESET_S, 0.0), timing
    )
    multiplexers: dict[int, TCA9548A] = {}
    lines: dict[int, ReaderLine] = {}
    for square, channel in bus.readers.items():
        if channel is None:
            line = i2c
        else:
            address = channel.multiplexer
            multiplexer = multiplexers.setdefault(address, TCA9548A(i2c, address))
            line = multiplexer[channel.channel]
        if tap is not None:
            line = tap.i2c(line, square)
        lines[square] = ReaderLine(I2cWire(shared, line), shared)
    return lines


def _reset_line(
    name: str | None, parts: Parts, clock: Clock, low_s: float, after_s: float
) -> Callable[..., None] | None:
    if name is None:
        return None
    line = parts.open_drain(name)

    def reset(low_s: float = low_s, after_s: float = after_s) -> None:
        line.pull_low()
        clock.sleep(low_s)
        line.let_go()
        clock.sleep(after_s)

    return reset
