"""Readers and the electronics of their groups: buffers, gates, resets, fuses, pull-ups."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from controller.board.electronics.circuit import GROUND, HUB, CircuitDraft, PartFields
from controller.board.electronics.selects import (
    PULL_UP_OHM,
    ReaderGroup,
    SelectDraft,
    select_groups,
)
from controller.board.file.pins import UNBUFFERED_READERS
from hardware.modules.catalogue import ReaderRole, modules
from hardware.sensing.settings import I2cBus, ScannerPort, SpiBus, UartPort

SERIES_OHM: Final = 100
"""In series with clock and data into a row."""
INVERTER_OHM: Final = 470
"""Pull-up of the reset's inverter: feeds the bases of up to eight rows."""
PULLED_UP_I2C: Final = ("GPIO2", "GPIO3")
"""The pins with pull-ups on the Raspberry Pi itself."""
BUS_OHM: Final = 2_200
"""Pull-ups of another bus."""
CHANNEL_OHM: Final = 4_700
"""Pull-ups of a multiplexer's channel."""
BUFFERED: Final[tuple[ReaderRole, ...]] = ("SCK", "MOSI")
"""Wires that a row's buffers drive."""
CHANNEL_PINS: Final[Mapping[ReaderRole, str]] = {"SDA": "SD", "SCL": "SC"}
"""First letters of a multiplexer's pins at a channel."""


@dataclass(frozen=True, slots=True)
class ReaderDraft:
    """What makers of readers need.

    Attributes:
        draft: the circuit being drawn up.
        module: key of the readers' module.
        feed: net of 5 V that feeds the branches.
        volts: voltage at the readers.
        fused: True if each branch has a fuse.
    """

    draft: CircuitDraft
    module: str
    feed: str
    volts: float
    fused: bool = True

    def branch(self, name: str) -> str:
        """Add the fuse of a branch; return the net behind it."""
        if not self.fused:
            return self.feed
        net = self.draft.supply(f"{name}.5V", self.volts)
        fuse = self.draft.add("F", "fuse", "supply", HUB, what=name)
        self.draft.join(fuse, **{"1": self.feed, "2": net})
        return net

    def reader(
        self, square: int, group: ReaderGroup, power: str, roles: Mapping[ReaderRole, str]
    ) -> None:
        """Add the reader of a square, with the nets of its roles."""
        where = f"square {square}"
        more: PartFields = {"what": f"reader of {where}", "square": square, "home": group.where}
        ref = self.draft.add("M", self.module, group.name, where, **more)
        wires: dict[ReaderRole, str] = {"VCC": power, "GND": GROUND, **roles}
        for role, net in wires.items():
            self.draft.join_role(ref, role, net)

    @property
    def resettable(self) -> bool:
        """True if the module has a pin or pad for its reset."""
        return "RSTPDN" in modules()[self.module].roles


def draw_spi(
    made: ReaderDraft, bus: SpiBus | ScannerPort, logic: str, pins: Mapping[str, str]
) -> None:
    """Draw the readers of an SPI bus.

    Args:
        made: the draft.
        bus: the bus, of the computer or of a co-processor.
        logic: net of 3.3 V.
        pins: net of each pin of the computer or co-processor.
    """
    buffered = len(bus.squares) > UNBUFFERED_READERS
    groups = select_groups(SelectDraft(made.draft, bus.name, logic, pins, buffered), bus.select)
    sck, mosi, miso = pins[bus.pins.sck], pins[bus.pins.mosi], pins[bus.pins.miso]
    reset = pins[bus.reset_pin] if bus.reset_pin is not None and made.resettable else ""
    base = ""
    if buffered:
        made.draft.resistor(miso, logic, PULL_UP_OHM, f"“{bus.name}”, rows", HUB)
        if reset:
            base = _inverter(made.draft, bus.name, reset, logic)
    for group in groups:
        power = made.branch(group.name)
        wires: dict[ReaderRole, str] = {"SCK": sck, "MOSI": mosi, "MISO": miso}
        if buffered:
            wires = _buffers(made.draft, group, wires, logic)
        if reset:
            wires["RSTPDN"] = _row_reset(made.draft, group, base) if base else reset
        for square, select in group.selects.items():
            made.reader(square, group, power, {**wires, "SS": select})


def _buffers(
    draft: CircuitDraft, group: ReaderGroup, wires: Mapping[ReaderRole, str], logic: str
) -> dict[ReaderRole, str]:
    """Draw a group's buffers of clock and data, and its gate; return the nets behind them."""
    name, where = group.name, group.where
    chip = draft.chip("74ahc125", name, where, logic, what="clock, data, gate")
    own: dict[ReaderRole, str] = dict(wires)
    for gate, role in enumerate(BUFFERED, start=1):
        out, own[role] = f"{name}.{role}.driven", f"{name}.{role}"
        draft.join(chip, **{f"/OE{gate}": GROUND, f"A{gate}": wires[role], f"Y{gate}": out})
        draft.resistor(out, own[role], SERIES_OHM, name, where)
    spare = [4] if group.enable else [3, 4]
    if group.enable:
        own["MISO"] = f"{name}.MISO"
        draft.join(chip, **{"/OE3": group.enable, "A3": own["MISO"], "Y3": wires["MISO"]})
        draft.resistor(own["MISO"], logic, PULL_UP_OHM, name, where)
    for gate in spare:
        draft.join(chip, **{f"/OE{gate}": logic, f"A{gate}": GROUND})
    return own


def _inverter(draft: CircuitDraft, bus: str, reset: str, logic: str) -> str:
    """Draw the transistor that inverts the reset; return the net that is high during a reset."""
    sheet, high = f"“{bus}”, rows", f"{bus}.RESET_HIGH"
    draft.resistor(reset, logic, PULL_UP_OHM, sheet, HUB)
    draft.resistor(high, logic, INVERTER_OHM, sheet, HUB)
    _transistor(draft, sheet, HUB, reset, high, f"{bus}.RESET_BASE")
    return high


def _row_reset(draft: CircuitDraft, group: ReaderGroup, high: str) -> str:
    """Draw the transistor that pulls RSTPDN of a group low; return that net."""
    net = f"{group.name}.RSTPDN"
    _transistor(draft, group.name, group.where, high, net, f"{group.name}.RESET_BASE")
    return net


def _transistor(
    draft: CircuitDraft, sheet: str, where: str, driver: str, collector: str, base: str
) -> None:
    draft.resistor(driver, base, PULL_UP_OHM, sheet, where)
    ref = draft.add("Q", "bc547b", sheet, where, what="reset")
    draft.join(ref, B=base, C=collector, E=GROUND)


def draw_i2c(made: ReaderDraft, bus: I2cBus, logic: str, pins: Mapping[str, str]) -> None:
    """Draw the readers of an I2C bus, with its multiplexers."""
    data, clock = pins[bus.sda_pin], pins[bus.scl_pin]
    if (bus.sda_pin, bus.scl_pin) != PULLED_UP_I2C:
        for net in (data, clock):
            made.draft.resistor(net, logic, BUS_OHM, f"“{bus.name}”", HUB)
    reset = pins[bus.reset_pin] if bus.reset_pin is not None else ""
    if reset:
        made.draft.resistor(reset, logic, PULL_UP_OHM, f"“{bus.name}”", HUB)
    channels = {sq: there for sq, there in bus.readers.items() if there is not None}
    for address in sorted({channel.multiplexer for channel in channels.values()}):
        name = f"“{bus.name}”, multiplexer 0x{address:02x}"
        chip = made.draft.chip("tca9548a", name, name, logic)
        bits = {f"A{bit}": logic if address >> bit & 1 else GROUND for bit in range(3)}
        made.draft.join(chip, SDA=data, SCL=clock, **{"/RESET": reset or logic}, **bits)
        power = made.branch(name)
        for square, channel in channels.items():
            if channel.multiplexer == address:
                wires: dict[ReaderRole, str] = {}
                for role, pin in CHANNEL_PINS.items():
                    net = f"{name}.{pin}{channel.channel}"
                    made.draft.join(chip, **{f"{pin}{channel.channel}": net})
                    made.draft.resistor(net, logic, CHANNEL_OHM, name, name)
                    wires[role] = net
                made.reader(square, ReaderGroup(name, name, {}), power, wires)
    for square, direct in bus.readers.items():
        if direct is None:
            name = f"“{bus.name}”"
            group = ReaderGroup(name, HUB, {})
            made.reader(square, group, made.branch(name), {"SDA": data, "SCL": clock})


def draw_uart(made: ReaderDraft, bus: UartPort, out: str, back: str) -> None:
    """Draw the reader of a serial port; `out` is the net to it, `back` that from it."""
    name = f"“{bus.name}”"
    wires: dict[ReaderRole, str] = {"RXD": out, "TXD": back}
    made.reader(bus.square, ReaderGroup(name, HUB, {}), made.branch(name), wires)
