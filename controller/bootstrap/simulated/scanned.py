"""Emulated co-processors to be measured: in virtual time they work while somebody waits."""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from controller.board import Board
from controller.bootstrap.address import scanner_ports
from controller.bootstrap.coprocessors import Coprocessors, Emulated
from controller.bootstrap.scanner_bench import ScannerBench
from hardware.clock import Clock, ManualClock
from hardware.ports import ButtonName
from hardware.scanner.buttons import ScannerContacts
from hardware.scanner.connect import pin_number
from hardware.scanner.line import ScannerLine
from hardware.sensing.settings import ScannerPort
from hardware.simulated.buttons import SimulatedContacts
from hardware.simulated.pn532.chip import EmulatedChip
from hardware.simulated.pn532.profile import Profile
from hardware.simulated.rp2040.firmware import Firmware
from hardware.simulated.rp2040.line import DirectLine
from hardware.simulated.rp2040.machine import Rp2040
from hardware.simulated.strip import SimulatedStrip
from hardware.transfers import Transfer

OP_S: Final = 40e-6
"""Time of an operation of the firmware: a guess; what is measured depends little on it."""
TRANSFER_S: Final = 20e-6
IDLE_S: Final = 0.005
"""Step in which a longer wait is spent: nobody waits for an answer then."""
STUCK_S: Final = 0.001


class BusyClock:
    """Virtual time in which devices work while somebody sleeps. Follows `Clock`.

    Args:
        clock: the world's time.

    Attributes:
        step: lets the devices do some work, which takes time.
    """

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self.step: Callable[[], object] = lambda: None

    def now_s(self) -> float:
        """Return the time of the world."""
        return self._clock.now_s()

    def sleep(self, seconds: float) -> None:
        """Let the devices work for that time, or a little longer."""
        until_s = self._clock.now_s() + seconds
        while (now_s := self._clock.now_s()) < until_s:
            self.step()
            rest_s = until_s - self._clock.now_s()
            if rest_s > IDLE_S:
                self._clock.advance(IDLE_S)
            elif self._clock.now_s() == now_s:
                self._clock.advance(min(STUCK_S, rest_s))


class SteppedFirmware(Protocol):
    """Firmware that runs when told to."""

    def turn(self) -> None:
        """Run one turn of its loop."""
        ...


def booted(device: Rp2040) -> SteppedFirmware:
    """Start the firmware of a device, in Python."""
    firmware = Firmware(device)
    firmware.boot()
    return firmware


class EmulatedCoprocessors:
    """The co-processors of a simulated board, ready to be measured.

    Args:
        board: the contents of its file.
        clock: the world's time. If it is virtual, the board's is another one, `clock`; else the
            devices work in threads of their own.
        chips: the chip that each square's wires truly lead to.
        strip: its lights.
        ports: the sections of the true wiring, by port.
        profile: how its wires behave.
        spoil: changes bytes on their way over USB.
        on_transfer: called with every transfer over the wires, up to the soak.
        boot: starts the firmware of a device in virtual time.

    Attributes:
        clock: the board's time.
        devices: the co-processors.
        bench: its readers.
        lines: the cables.

    Raises:
        NotConnected: one does not answer.
    """

    def __init__(
        self,
        board: Board,
        clock: Clock,
        chips: Mapping[int, EmulatedChip],
        strip: SimulatedStrip,
        *,
        ports: Mapping[str, ScannerPort],
        profile: Profile,
        spoil: Callable[[bytes], bytes],
        on_transfer: Callable[[Transfer], None] | None,
        boot: Callable[[Rp2040], SteppedFirmware] = booted,
    ) -> None:
        busy = BusyClock(clock) if isinstance(clock, ManualClock) else None
        self.clock: Clock = busy or clock
        self._firmwares: list[SteppedFirmware] = []
        self._spoil = spoil
        self._boot = boot
        self.lines: dict[Rp2040, DirectLine] = {}
        self._board = board
        emulated = (
            Emulated(ports, chips, strip, profile=profile)
            if busy is None
            else Emulated(ports, chips, strip, self._plug, TRANSFER_S, OP_S, profile)
        )
        self.devices = Coprocessors(board, board.settings, clock, emulated)
        self.bench = ScannerBench(
            board.settings, scanner_ports(board), self.devices, self.clock, on_transfer
        )
        if busy is None:
            self.bench.orders.start()
        else:
            busy.step = self._step
            self.bench.orders.connect()
        self.bench.orders.await_ready()

    def contacts(self, fingers: SimulatedContacts) -> ScannerContacts | None:
        """Return the contacts that simulated fingers close; None without buttons here."""
        contacts = self.devices.contacts(self._board)
        buttons = self._board.buttons
        if contacts is None or buttons is None or buttons.port is None:
            return None
        device, pins = self.devices.emulated[buttons.port], buttons.pins

        def change(button: ButtonName, closed: bool, _at_s: float) -> None:  # noqa: FBT001 - fingers call it so
            device.pull(pin_number(pins[button]), low=closed)

        fingers.watch(change)
        return contacts

    def _plug(self, device: Rp2040) -> ScannerLine:
        self._firmwares.append(self._boot(device))
        self.lines[device] = DirectLine(device, self._spoil)
        return self.lines[device]

    def _step(self) -> None:
        self.bench.orders.step()
        for each in self._firmwares:
            each.turn()
