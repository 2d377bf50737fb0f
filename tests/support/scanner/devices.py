"""Co-processors on a bench: emulated boards with the real firmware, in Python, on virtual time."""

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, Final

from controller.bootstrap.coprocessors import emulated_rp2040
from hardware.clock import Clock
from hardware.presses import ButtonSettings
from hardware.scanner.board import Reach
from hardware.scanner.connect import StripWire, wiring
from hardware.scanner.coprocessor import Coprocessor
from hardware.sensing.settings import ArraySettings, ScannerPort
from hardware.simulated.pn532.answering import AnsweringChip
from hardware.simulated.rp2040.firmware import Firmware
from hardware.simulated.rp2040.line import DirectLine
from hardware.simulated.rp2040.wires import Wires
from hardware.simulated.strip import SimulatedStrip

OP_S: Final = 40e-6
"""What a call of the firmware's costs, a guess: nothing here was measured on an RP2040."""
DRIFT: Final = 50e-6


class EmulatedScanner:
    """One device, its cable, and the host's end of it.

    Args:
        on: makes another device of these wires and this clock, which runs the firmware by itself.
    """

    def __init__(
        self,
        port: ScannerPort,
        settings: ArraySettings,
        chips: Mapping[int, AnsweringChip],
        clock: Clock,
        transfer_s: float | None,
        *,
        strip: StripWire | None = None,
        lights: SimulatedStrip | None = None,
        buttons: ButtonSettings | None = None,
        spoil: Callable[[bytes], bytes] = bytes,
        op_s: float | None = OP_S,
        on: Callable[[Wires, Any], Any] | None = None,
    ) -> None:
        self.port = port
        self.device: Any = emulated_rp2040(
            port, chips, clock, strip, lights, transfer_s, op_s=op_s, drift=DRIFT
        )
        self.firmware: Any
        if on is None:
            self.firmware = Firmware(self.device)
        else:
            self.device = self.firmware = on(self.device.wires, clock)
        self.firmware.boot()
        self.line = DirectLine(self.device, spoil)
        self.host = Coprocessor(
            port.name,
            self.line,
            wiring(port, settings, strip, buttons),
            clock,
            count(1).__next__,
        )


def reach(devices: Sequence[EmulatedScanner]) -> dict[int, Reach]:
    """How each square's reader is reached."""
    return {
        square: Reach(device.host, number)
        for device in devices
        for square, number in device.port.readers.items()
    }
