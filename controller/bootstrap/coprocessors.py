"""Co-processors of a board file: real ones on serial ports, and emulated ones with the firmware."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from controller.board import Board
from controller.bootstrap.address import scanner_ports
from controller.bootstrap.simulated.emulated_pi import SimulatedParts
from hardware.clock import Clock
from hardware.lights.settings import ScannerDriver
from hardware.ports import Reading
from hardware.presses import ButtonSettings
from hardware.scanner.board import Reach, ScannerBoard
from hardware.scanner.buttons import ScannerContacts
from hardware.scanner.connect import StripWire, pin_number, spi_number, wiring
from hardware.scanner.conversation import new_session
from hardware.scanner.coprocessor import Coprocessor
from hardware.scanner.line import ScannerLine, SerialLine
from hardware.scanner.strip import ScannerStrip
from hardware.sensing.settings import ArraySettings, ScannerPort, ShiftRegisterSelect, SpiBus
from hardware.simulated.pn532.answering import AnsweringChip
from hardware.simulated.pn532.chip import EmulatedChip
from hardware.simulated.pn532.profile import BY_THE_MANUAL, Profile
from hardware.simulated.pn532.spi import EmulatedSpiBus as EmulatedSpi
from hardware.simulated.rp2040.firmware import PoweredLine
from hardware.simulated.rp2040.machine import Rp2040
from hardware.simulated.rp2040.wires import PinLights, Wires
from hardware.transfers import Transfer

PINS: Final = range(29)
"""The numbers of an RP2040 board's pins."""


@dataclass(frozen=True)
class Emulated:
    """Wiring of emulated co-processors.

    Attributes:
        buses: the sections of the true wiring, by port.
        chips: the chip that each square's wires truly lead to.
        strip: the lights of the board.
        line: plugs the cable into each.
        transfer_s, op_s: cost of a transfer besides its bits, and of every other operation, in
            virtual time; None in real time.
        profile: how the wires behave.
    """

    buses: Mapping[str, ScannerPort]
    chips: Mapping[int, EmulatedChip]
    strip: PinLights | None
    line: Callable[[Rp2040], ScannerLine] = PoweredLine
    transfer_s: float | None = None
    op_s: float | None = None
    profile: Profile = BY_THE_MANUAL


class Coprocessors:
    """All co-processors of a board.

    Args:
        board: its file.
        settings: the settings of reading.
        clock: the board's time.
        emulated: the wiring of emulated ones; None for real ones.

    Attributes:
        devices: the co-processors, by port.
        emulated: what stands for them, if they are emulated.
        reach: address of each square's reader.
    """

    def __init__(
        self,
        board: Board,
        settings: ArraySettings,
        clock: Clock,
        emulated: Emulated | None = None,
    ) -> None:
        self.devices: dict[str, Coprocessor] = {}
        self.emulated: dict[str, Rp2040] = {}
        self.reach: dict[int, Reach] = {}
        for port in scanner_ports(board):
            wire, buttons = _strip_of(board, port), _buttons_of(board, port)
            line: ScannerLine
            if emulated is None:
                line = SerialLine(port.port)
            else:
                rp2040 = emulated_rp2040(
                    emulated.buses[port.port],
                    emulated.chips,
                    clock,
                    wire,
                    None if wire is None else emulated.strip,
                    emulated.transfer_s,
                    emulated.op_s,
                    profile=emulated.profile,
                )
                self.emulated[port.port] = rp2040
                line = emulated.line(rp2040)
            device = Coprocessor(
                port.port, line, wiring(port, settings, wire, buttons), clock, new_session
            )
            self.devices[port.port] = device
            self.reach |= {square: Reach(device, at) for square, at in port.readers.items()}

    def board(
        self,
        settings: ArraySettings,
        clock: Clock,
        on_reading: Callable[[Reading], None] | None,
        on_transfer: Callable[[Transfer], None] | None = None,
    ) -> ScannerBoard:
        """Readers of the co-processors."""
        return ScannerBoard(
            settings,
            self.reach,
            clock,
            on_reading,
            others=self.devices.values(),
            on_transfer=on_transfer,
        )

    def strip(self, board: Board) -> ScannerStrip | None:
        """Return the lights of a board; None if they do not hang on a co-processor."""
        if board.lights is None or not isinstance(board.lights.driver, ScannerDriver):
            return None
        return ScannerStrip(self.devices[board.lights.driver.port])

    def contacts(self, board: Board) -> ScannerContacts | None:
        """Return the contacts of its buttons; None if they do not hang on a co-processor."""
        if board.buttons is None or board.buttons.port is None:
            return None
        return ScannerContacts(board.buttons, self.devices[board.buttons.port])


def _strip_of(board: Board, port: ScannerPort) -> StripWire | None:
    lights = board.lights
    if lights is None or not isinstance(lights.driver, ScannerDriver):
        return None
    if lights.driver.port != port.port:
        return None
    return StripWire(lights.driver.pin, lights.count, lights.order)


def _buttons_of(board: Board, port: ScannerPort) -> ButtonSettings | None:
    buttons = board.buttons
    return buttons if buttons is not None and buttons.port == port.port else None


def emulated_rp2040(
    port: ScannerPort,
    chips: Mapping[int, AnsweringChip],
    clock: Clock,
    wire: StripWire | None = None,
    strip: PinLights | None = None,
    transfer_s: float | None = None,
    op_s: float | None = None,
    drift: float = 0.0,
    profile: Profile = BY_THE_MANUAL,
) -> Rp2040:
    """Emulate the RP2040 board behind one section of a board file.

    Args:
        port: the section.
        chips: every reader's chip, by square.
        clock: the world's time.
        wire: the connection of a strip to it, if there is one.
        strip: that strip.
        transfer_s: cost of a transfer in virtual time besides its bits; None in real time.
        op_s: cost of every other operation in virtual time.
        drift: amount by which its clock runs fast.
        profile: how its wires behave.
    """
    bus = SpiBus(port.name, port.select, port.pins, port.clock_hz, port.reset_pin)
    parts = SimulatedParts(chips, (bus,), clock, transfer_s, replace(profile, pin_s=0.0))
    select = port.select
    spi = parts.buses[port.name]
    assert isinstance(spi, EmulatedSpi)
    wires = Wires(
        pins={number: parts.wire(f"GP{number}") for number in PINS},
        spi={spi_number(port.pins.mosi): spi},
        chain=(parts.wire(select.data_pin), parts.wire(select.clock_pin))
        if isinstance(select, ShiftRegisterSelect)
        else None,
        strip=strip,
        strip_pin=-1 if wire is None else pin_number(wire.pin),
        order="GRB" if wire is None else wire.order,
    )
    return Rp2040(wires, clock, drift=drift, op_s=op_s)
