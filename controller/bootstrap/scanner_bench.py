"""Readers at co-processors, measured one at a time: for the acceptance of a board."""

import queue
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from math import ceil
from typing import Final

from controller.bootstrap.coprocessors import Coprocessors
from hardware.bench_ports import ReaderBus
from hardware.clock import Clock
from hardware.errors import BadReply, BusError, NoAck, NoReply, NotConnected, ReaderError
from hardware.pn532.bench import ChipBench
from hardware.pn532.chip import FIELD_OFF, RF_CONFIGURATION, Steps
from hardware.pn532.timed_chip import TimedChip
from hardware.ports import BoardEvent, Failure, Reading
from hardware.scanner.board import Reach
from hardware.scanner.measuring_orders import ANSWERED_S, MeasuringOrders
from hardware.scanner.messages import AskChip
from hardware.scanner.wires import ToldWires
from hardware.sensing.settings import ArraySettings, ScannerPort
from hardware.transfers import Transfer

SOAK_STEP_S: Final = 0.005
_ERRORS: Final[Mapping[Failure, type[ReaderError]]] = {
    "no-ack": NoAck,
    "no-reply": NoReply,
    "bad-reply": BadReply,
}


class FarWire:
    """The wire of a chip at a co-processor, which alone talks over it. Follows `Wire`."""

    late_s = 0.0

    def wake(self) -> None:
        """Do nothing: the co-processor wakes the chip before each command."""

    def write(self, frame: bytes) -> None:
        """Refuse. Raises BusError."""
        raise BusError(f"{frame.hex()} cannot be sent: the wire is the co-processor's")

    def ready(self) -> bool:
        """Return False."""
        return False

    def read(self, most: int) -> bytes:
        """Refuse. Raises BusError."""
        raise BusError(f"no {most} bytes can be taken: the wire is the co-processor's")


class FarChip(TimedChip):
    """A chip at a co-processor, which carries out each command as a whole, and times it.

    Args:
        reach: its address.
        orders: carries its commands.
        clock: the board's time.
        settings: durations and timeouts.
    """

    def __init__(
        self, reach: Reach, orders: MeasuringOrders, clock: Clock, settings: ArraySettings
    ) -> None:
        super().__init__(FarWire(), clock, settings)
        self._reach = reach
        self._orders = orders

    def _call(
        self, command: int, params: bytes = b"", looks_s: Sequence[float] = ()
    ) -> Steps[bytes]:
        timing = self._timing
        slack_s = timing.slack_s + max(looks_s, default=0.0)
        order = AskChip(
            self._reach.reader,
            ceil(1000 * timing.ack_s),
            ceil(1000 * slack_s),
            bytes((command, *params)),
        )
        self.ack_s = self.reply_s = None
        told = yield from self._orders.ask(self._reach.by, order)
        if told.failure != "no-ack":
            self.ack_s = told.ack_us / 1e6
        if told.failure is not None:
            raise _ERRORS[told.failure](f"its co-processor says: {told.failure}")
        self.reply_s = told.reply_us / 1e6
        return told.answer

    def switch_field_off(self) -> Steps[float]:
        """Switch its field off; return the time of the command."""
        told_s = self._clock.now_s()
        yield from self._call(RF_CONFIGURATION, FIELD_OFF)
        return told_s

    def settle(self) -> Steps[None]:
        """Do nothing: the reply to switching off has been taken."""
        yield from ()


class ScannerBench(ChipBench):
    """Readers at co-processors.

    Args:
        settings: reading settings of the board file.
        ports: the sections of its co-processors.
        coprocessors: all of them.
        clock: the board's time.
        on_transfer: called with every transfer over the wires, up to the soak.
    """

    def __init__(
        self,
        settings: ArraySettings,
        ports: Iterable[ScannerPort],
        coprocessors: Coprocessors,
        clock: Clock,
        on_transfer: Callable[[Transfer], None] | None = None,
    ) -> None:
        self._coprocessors = coprocessors
        self._reach = reach = coprocessors.reach
        told = None
        if on_transfer is not None:
            squares = {(each.by, each.reader): square for square, each in reach.items()}
            told = ToldWires(squares, clock, on_transfer).take
        self.orders = MeasuringOrders(coprocessors.devices.values(), clock, told)
        buses = [
            ReaderBus(port.name, port.squares, "SPI", port.clock_hz, port.reset_pin is not None)
            for port in ports
            if port.squares
        ]
        self._by = {bus.name: reach[bus.squares[0]].by for bus in buses}
        super().__init__(settings, buses, clock)

    def _chip(self, square: int, settings: ArraySettings) -> TimedChip:
        return FarChip(self._reach[square], self.orders, self._clock, settings)

    def _pulse(self, bus: str, low_s: float) -> None:
        self.orders.pulse(self._by[bus], low_s)

    def addresses(self, _bus: str) -> tuple[int, ...]:
        """Return none: co-processors have no multiplexers."""
        return ()

    def set_clock(self, bus: str, clock_hz: int) -> None:
        """Set the speed of a co-processor's SPI bus."""
        self.orders.set_clock(self._by[bus], clock_hz)

    def soak(
        self,
        seconds: float,
        on_reading: Callable[[Reading], None],
        emit: Callable[[BoardEvent], None],
        note_time: Callable[[float], None],
    ) -> None:
        """Read all readers as in a game; what comes is reported in the caller's thread.

        Raises:
            NotConnected: a co-processor has gone, and does not come back.
        """
        self.orders.end_wires()
        came: queue.SimpleQueue[Reading | BoardEvent] = queue.SimpleQueue()
        settings = replace(self._settings, idle_after_s=seconds)

        def take() -> Callable[[], float]:
            board = self._coprocessors.board(settings, self._clock, came.put)
            board.take_over(came.put)
            return board.step

        self.orders.hand_over(take)
        try:
            began_s = there_s = now_s = self._clock.now_s()
            while now_s < began_s + seconds:
                note_time(now_s - began_s)
                self._clock.sleep(SOAK_STEP_S)
                while not came.empty():
                    each = came.get()
                    if isinstance(each, Reading):
                        on_reading(each)
                    else:
                        emit(each)
                now_s = self._clock.now_s()
                gone = [each for each in self._by.values() if each.state != "ready"]
                if not gone:
                    there_s = now_s
                elif now_s > there_s + ANSWERED_S:
                    raise NotConnected(gone[0].trouble)
        finally:
            self.orders.take_back()
        self._set_up_anew()

    def reading(
        self, on_reading: Callable[[Reading], None], emit: Callable[[BoardEvent], None]
    ) -> AbstractContextManager[None]:
        """Return nothing that reads: co-processors take a while to begin."""
        return nullcontext()

    def close(self) -> None:
        """Let go of the co-processors."""
        self.orders.stop()
