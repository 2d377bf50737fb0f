"""Co-processors that are not there: RP2040 boards with emulated chips, wired as a file says."""

from collections.abc import Mapping

from controller.wiring.simulation import SimulatedParts
from hardware.clock import Clock
from hardware.scanner.connect import StripWire, pin_number, spi_number
from hardware.sensing.settings import ScannerPort, ShiftRegisterSelect, SpiBus
from hardware.simulated.pn532.chip import Chip
from hardware.simulated.rp2040.machine import Rp2040, Strip, Wires


def emulated_rp2040(
    port: ScannerPort,
    chips: Mapping[int, Chip],
    clock: Clock,
    wire: StripWire | None = None,
    strip: Strip | None = None,
    transfer_s: float | None = None,
    op_s: float | None = None,
    drift: float = 0.0,
) -> Rp2040:
    """The board behind one section of a board file.

    Args:
        port: the section.
        chips: every reader's chip, by square.
        clock: the world's time.
        wire: how a strip hangs on it, if one does.
        strip: that strip.
        transfer_s: what a transfer costs on virtual time besides its bits; None on real time.
        op_s: what everything else costs there.
        drift: by how much its clock runs fast.
    """
    bus = SpiBus(port.name, port.select, port.pins, port.clock_hz, port.reset_pin)
    parts = SimulatedParts(chips, (bus,), clock, transfer_s)
    numbers = range(29)
    select = port.select
    wires = Wires(
        pins={number: parts.wire(f"GP{number}") for number in numbers},
        spi={spi_number(port.pins.mosi): parts.buses[port.name]},
        chain=(parts.wire(select.data_pin), parts.wire(select.clock_pin))
        if isinstance(select, ShiftRegisterSelect)
        else None,
        strip=strip,
        strip_pin=-1 if wire is None else pin_number(wire.pin),
        order="GRB" if wire is None else wire.order,
    )
    return Rp2040(wires, clock, drift=drift, op_s=op_s)
