"""Opens a board for its acceptance: each reader for itself, lights, bare buttons."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

from controller.board import Board
from controller.bootstrap.address import scanner_ports
from controller.bootstrap.coprocessors import Coprocessors
from controller.bootstrap.devices import LateLights
from controller.bootstrap.scanner_bench import ScannerBench
from controller.bootstrap.simulated.rehearsal import rehearse
from controller.bootstrap.simulated.rehearsed_faults import rehearse_fault
from controller.bootstrap.wire_recording import WireRecording
from controller.maintenance.acceptance.measuring.questions import Builder
from controller.maintenance.acceptance.measuring.site import Site
from hardware.bench_ports import ButtonContacts, ReaderBench
from hardware.buttons import GpioContacts
from hardware.clock import AwakeClock, Clock, MonotonicClock
from hardware.lights.connect import open_strip
from hardware.lights.settings import LightSettings
from hardware.lights.wired import WiredLights
from hardware.pn532.bench import Pn532Bench
from hardware.pn532.connect import connect
from hardware.pn532.raspberry import RaspberryPi
from hardware.pn532.tap import WireTap
from hardware.power import PiSupply
from hardware.scanner.strip import ScannerStrip


def rehearsed_site(board: Board, fault: str | None) -> tuple[Site, Builder]:
    """Return a simulated board in virtual time, and the simulated person beside it.

    Args:
        board: the contents of its file.
        fault: a name of `REHEARSED_FAULTS`; None for a sound board.

    Raises:
        NoSuchPart: it lacks the part that the fault is one of.
    """
    if fault is None:
        rehearsal = rehearse(board, records=True)
    else:
        rehearsal = rehearse_fault(board, fault, records=True)
    return rehearsal.site, rehearsal.builder


@contextmanager
def open_site(board: Board) -> Iterator[Site]:
    """Open a board for its acceptance.

    Raises:
        NotConnected: a bus, a pin or a co-processor is missing, or has other firmware.
    """
    clock = AwakeClock(MonotonicClock())
    squares = max(board.squares)
    wires = WireRecording(clock)
    with ExitStack() as closing:
        devices = None
        bench: ReaderBench
        if scanner_ports(board):
            devices, bench = _scanned(board, clock, wires, closing)
        # What is missing is told before it all begins.
        lights = None
        if board.lights is not None:
            strip = None if devices is None else devices.strip(board)
            lights = LateLights(partial(_lights, board.lights, strip, squares, clock))
            closing.callback(lights.close)
            lights.show([(0, 0, 0)] * squares)
        if devices is None:
            bench = _wired(board, clock, wires, closing)
        contacts: ButtonContacts | None = None if devices is None else devices.contacts(board)
        if contacts is None and board.buttons is not None:
            contacts = GpioContacts(board.buttons, clock)
            contacts.watch(lambda *_: None)
            contacts.stop()
        yield Site(
            bench=bench,
            clock=clock,
            squares=squares,
            lights=lights,
            sags=PiSupply().sags,
            contacts=contacts,
            tags=board.tags,
            wires=wires,
        )


def _wired(board: Board, clock: Clock, wires: WireRecording, closing: ExitStack) -> Pn532Bench:
    """Open the readers of this computer."""
    computer = RaspberryPi()
    tap = WireTap(clock, wires.hear)
    lines = connect(board.buses, computer, clock, board.settings.timing, tap)
    bench = Pn532Bench(board.settings, board.buses, lines, clock, computer.close)
    closing.callback(bench.close)
    return bench


def _scanned(
    board: Board, clock: Clock, wires: WireRecording, closing: ExitStack
) -> tuple[Coprocessors, ScannerBench]:
    """Connect the co-processors of a board."""
    devices = Coprocessors(board, board.settings, clock)
    bench = ScannerBench(board.settings, scanner_ports(board), devices, clock, wires.hear)
    closing.callback(bench.close)
    bench.errands.start()
    bench.errands.await_ready()
    return devices, bench


def _lights(
    settings: LightSettings, strip: ScannerStrip | None, squares: int, clock: Clock
) -> WiredLights:
    """Open the lights, with their whole budget even if the supply sags: that is measured."""
    lights = strip or open_strip(settings, clock)
    return WiredLights(lights, settings, squares, clock, lambda: False)
