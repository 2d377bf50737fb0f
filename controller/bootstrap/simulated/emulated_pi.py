"""Simulated computer: emulated chips, wired as a board file says."""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from hardware.clock import Clock
from hardware.sensing.settings import (
    Bus,
    DecoderSelect,
    I2cBus,
    LineSelect,
    Place,
    Select,
    ShiftRegisterSelect,
    SpiBus,
    UartPort,
)
from hardware.simulated.pn532 import pins
from hardware.simulated.pn532.answering import AnsweringChip
from hardware.simulated.pn532.chip import ChipTiming, EmulatedChip
from hardware.simulated.pn532.faults import Faults, Odds
from hardware.simulated.pn532.pins import EmulatedPin
from hardware.simulated.pn532.profile import BY_THE_MANUAL, Profile
from hardware.simulated.pn532.radio import Bleeding, Radio
from hardware.simulated.pn532.spi import EmulatedSpiBus as EmulatedSpi
from hardware.simulated.world import World

if TYPE_CHECKING:
    from hardware.simulated.pn532.i2c import EmulatedI2cBus as EmulatedI2c

PITCH_MM: Final = 50.0
"""Distance between the centres of neighbouring simulated squares."""


@dataclass(frozen=True)
class Emulation:
    """Emulated parts of a board.

    Attributes:
        radio: the fields and tags.
        chips: every reader's chip, by square.
    """

    radio: Radio
    chips: Mapping[int, EmulatedChip]


def emulate(
    world: World,
    places: Mapping[int, Place],
    clock: Clock,
    rng: random.Random,
    timing: ChipTiming | None = None,
    odds: Odds | None = None,
    bleeding: Bleeding | None = None,
    profile: Profile = BY_THE_MANUAL,
) -> Emulation:
    """Create the chips under the squares of a world.

    Args:
        world: the pieces on them.
        places: the squares that have a reader, with their positions.
        clock: the board's time.
        rng: decides the random events.
        timing: the times the chips take.
        odds: the severity of faults.
        bleeding: the interference between the fields of neighbours.
        profile: how chips behave where their manual is silent, or wrong.
    """
    there = {square: (p.column * PITCH_MM, p.row * PITCH_MM) for square, p in places.items()}
    radio = Radio(
        world, there, clock, rng=rng, bleeding=bleeding, pitch_mm=PITCH_MM, upper=profile.upper
    )
    chips = {}
    # The manual leaves nothing to chance: a generator for each chip would only fill memory.
    unused = random.Random(0)
    for square in places:
        make_own = partial(random.Random, rng.getrandbits(64))
        if profile is BY_THE_MANUAL:
            faults = Faults(make_own, odds)
            chips[square] = EmulatedChip(square, radio, clock, timing, faults, rng=unused)
            continue
        own = make_own()
        faults = Faults(partial(_given, own), odds)
        times = profile.timing(own, timing or ChipTiming())
        habits = profile.habits(own)
        times = times.at_pace(habits.pace)
        chips[square] = EmulatedChip(square, radio, clock, times, faults, habits, own)
    return Emulation(radio, chips)


def _given(rng: random.Random) -> random.Random:
    return rng


class SimulatedParts:
    """The pins and buses of a computer whose readers are emulated.

    Follows `hardware.pn532.connect.Parts`.

    Args:
        chips: every reader's chip, by square.
        buses: their wiring.
        clock: the board's time.
        transfer_s: cost of a transfer in virtual time besides its bits; None in real time.
        profile: how wires, pins and adapters behave.
        instant: True if bytes of a serial port arrive when they are given.
    """

    def __init__(
        self,
        chips: Mapping[int, AnsweringChip],
        buses: Iterable[Bus],
        clock: Clock,
        transfer_s: float | None = None,
        profile: Profile = BY_THE_MANUAL,
        *,
        instant: bool = False,
    ) -> None:
        self._profile = profile
        self._instant = instant
        self._chips = chips
        self._clock = clock
        self._transfer_s = transfer_s
        self._pins: dict[str, EmulatedPin] = {}
        self._opened: list[EmulatedPin] = []
        self.buses: dict[str, EmulatedSpi | EmulatedI2c] = {}
        for bus in buses:
            match bus:
                case SpiBus():
                    self.buses[bus.name] = self._make_spi(bus)
                case I2cBus():
                    self.buses[bus.name] = self._make_i2c(bus)
                case UartPort():
                    pass

    def pin(self, name: str) -> EmulatedPin:
        """Open a pin as an output, high."""
        pin = self.wire(name)
        pin.switch_to_output(value=True)
        self._opened.append(pin)
        return pin

    def open_drain(self, name: str) -> "EmulatedOpenDrain":
        """Open a pin as a line that is let go of."""
        pin = self.wire(name)
        pin.switch_to_input()
        self._opened.append(pin)
        return EmulatedOpenDrain(pin)

    def spi(self, bus: SpiBus) -> Any:
        """Return an emulated SPI bus."""
        return self.buses[bus.name]

    def i2c(self, bus: I2cBus) -> Any:
        """Return an emulated I2C bus."""
        return self.buses[bus.name]

    def serial(self, port: UartPort) -> Callable[[], Any]:
        """Return the opener of an emulated serial port."""
        from hardware.simulated.pn532.uart import FakeSerial  # noqa: PLC0415 - few boards use UART

        chip = self._chips[port.square]
        return lambda: FakeSerial(
            chip,
            self._clock,
            instant=self._instant,
            timeout=0,
            latency_s=self._profile.latency_s,
        )

    def close(self) -> None:
        """Release all pins: resistors pull them up."""
        while self._opened:
            self._opened.pop().deinit()

    def wire(self, name: str) -> EmulatedPin:
        """Return the emulated pin of a name, without setting it up."""
        costs = self._profile.pin_s if self._transfer_s is not None else 0.0
        spend = partial(self._clock.sleep, costs) if costs else None
        return self._pins.setdefault(name, EmulatedPin(name, spend))

    def _make_spi(self, bus: SpiBus) -> EmulatedSpi:
        chips = {square: self._chips[square] for square in bus.squares}
        if bus.reset_pin is not None:
            pin = self.wire(bus.reset_pin)
            for chip in chips.values():
                pin.watch(partial(_follow_reset_line, pin, chip))
        select = self._make_select(bus.select)
        return EmulatedSpi(
            chips,
            select,
            self._clock,
            transfer_s=self._transfer_s,
            fastest_hz=self._profile.fastest_hz(len(chips)),
        )

    def _make_select(self, select: Select) -> pins.EmulatedSelect:
        match select:
            case LineSelect():
                return pins.EmulatedSelectLines(
                    {sq: self.wire(name) for sq, name in select.pins.items()}
                )
            case DecoderSelect():
                return pins.EmulatedDecoder(
                    [self.wire(name) for name in select.row_pins],
                    [self.wire(name) for name in select.column_pins],
                    self.wire(select.enable_pin),
                    {lines: square for square, lines in select.lines.items()},
                )
            case ShiftRegisterSelect():
                at = {output: square for square, output in select.outputs.items()}
                return pins.EmulatedShiftRegister(
                    self.wire(select.data_pin),
                    self.wire(select.clock_pin),
                    self.wire(select.latch_pin),
                    [at.get(output) for output in range(8 * select.registers)],
                )

    def _make_i2c(self, bus: I2cBus) -> "EmulatedI2c":
        from hardware.simulated.pn532.i2c import (  # noqa: PLC0415 - few boards use I2C
            EmulatedI2cBus as EmulatedI2c,
        )

        direct = None
        channels: dict[tuple[int, int], AnsweringChip] = {}
        for square, channel in bus.readers.items():
            if channel is None:
                direct = self._chips[square]
            else:
                channels[channel.multiplexer, channel.channel] = self._chips[square]
        emulated = EmulatedI2c(
            channels,
            self._clock,
            direct=direct,
            transfer_s=self._transfer_s,
            frequency=bus.clock_hz,
        )
        if bus.reset_pin is not None:
            self._pins[bus.reset_pin] = emulated.reset_pin
        return emulated


class EmulatedOpenDrain:
    """A pin that is an output only while it is low."""

    def __init__(self, pin: EmulatedPin) -> None:
        self._pin = pin

    def pull_low(self) -> None:
        """Pull the line low."""
        self._pin.switch_to_output(value=False)

    def let_go(self) -> None:
        """Let the line go high."""
        self._pin.switch_to_input()


def _follow_reset_line(pin: EmulatedPin, chip: AnsweringChip) -> None:
    chip.set_reset_line(low=not pin.value)
