"""Opens a board for its acceptance: each reader for itself, lights, bare buttons."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from controller.board import Board, read_board
from controller.bootstrap.address import scanner_ports
from controller.bootstrap.coprocessors import Coprocessors
from controller.bootstrap.devices import SQUARES, WORLD_FILE, LateLights
from controller.bootstrap.scanner_bench import ScannerBench
from controller.bootstrap.simulated.rehearsal import Rehearsal, rehearse, world_of
from controller.bootstrap.simulated.rehearsed_faults import rehearse_fault
from controller.bootstrap.simulated.wiring import ACCEPTANCE_FILE, keep_soldered, simulated_wiring
from controller.bootstrap.wire_recording import WireRecording
from controller.maintenance.acceptance.measuring.facts import SOAK_S, facts_of
from controller.maintenance.acceptance.measuring.questions import Builder
from controller.maintenance.acceptance.measuring.site import Site
from controller.maintenance.acceptance.run import AcceptanceRun
from hardware.bench_ports import ButtonContacts, ReaderBench
from hardware.buttons import GpioContacts
from hardware.clock import AwakeClock, Clock, MonotonicClock
from hardware.errors import NotReady
from hardware.lights.connect import open_strip
from hardware.lights.settings import LightSettings
from hardware.lights.wired import WiredLights
from hardware.pn532.bench import Pn532Bench
from hardware.pn532.connect import connect
from hardware.pn532.raspberry import RaspberryPi
from hardware.pn532.tap import WireTap
from hardware.power import PiSupply
from hardware.scanner.strip import ScannerStrip

SIMULATED_SOAK_S: Final = 60.0
"""Length of the last test of a simulated board, in real time."""


@dataclass(frozen=True)
class AcceptanceTable:
    """A board that is being accepted.

    Attributes:
        run: its acceptance.
        close: releases its devices.
        rehearsal: what is simulated; None if it is a real one.
    """

    run: AcceptanceRun
    close: Callable[[], None]
    rehearsal: Rehearsal | None = None

    def start(self) -> None:
        """Start to measure, or go on."""
        self.run.start()

    def stop(self) -> None:
        """End, and release the devices."""
        with ExitStack() as stack:
            stack.callback(self.close)
            stack.callback(self.run.stop)


def real_acceptance(folder: Path, file: Path) -> AcceptanceTable:
    """Open the acceptance of a board that is wired to this computer.

    Args:
        folder: keeps its measurements.
        file: the board file.

    Raises:
        BadFile: the file cannot be used.
        NotConnected: as `open_site`.
    """
    board = read_board(file)
    with ExitStack() as opening:
        site = opening.enter_context(open_site(board))
        run = _run(folder, file, board, site, SOAK_S)
        return AcceptanceTable(run, opening.pop_all().close)


def simulated_acceptance(folder: Path, file: Path) -> AcceptanceTable:
    """Open the acceptance of a simulated board, in real time, with nobody beside it.

    Args:
        folder: keeps its measurements, its pieces and its wiring.
        file: the board file.

    Raises:
        BadFile, NotConnected: as `real_acceptance`.
    """
    keep_soldered(folder, file)
    board, wiring = read_board(file), simulated_wiring(folder, file)
    rehearsal = rehearse(
        board,
        records=True,
        miswiring=wiring.miswiring,
        wired=wiring.board,
        world=world_of(wiring.board, SQUARES, folder / WORLD_FILE),
        real_clock=AwakeClock(MonotonicClock()),
    )
    run = _run(folder, file, board, rehearsal.site, SIMULATED_SOAK_S)
    return AcceptanceTable(run, rehearsal.site.bench.close, rehearsal)


def _run(folder: Path, file: Path, board: Board, site: Site, soak_s: float) -> AcceptanceRun:
    facts = facts_of(board, site.bench.buses, in_full=False, soak_s=soak_s)
    return AcceptanceRun(board, file, facts, site, folder / ACCEPTANCE_FILE)


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
            _make_dark(lights, squares)
        if devices is None:
            bench = _wired(board, clock, wires, closing)
        contacts: ButtonContacts | None = None if devices is None else devices.contacts(board)
        if contacts is None and board.buttons is not None:
            contacts = GpioContacts(board.buttons, clock)  # untested: there are no pins here
            contacts.watch(lambda *_: None)  # untested: likewise
            contacts.stop()  # untested: likewise
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


def _make_dark(lights: LateLights, squares: int) -> None:
    """Show nothing, as soon as a helper has set up the strip; it has some seconds for that.

    Raises:
        NotConnected: the lights are missing.
    """
    while True:
        try:
            lights.show([(0, 0, 0)] * squares)
        except NotReady:
            continue
        return


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
    bench.orders.start()
    bench.orders.await_ready()
    return devices, bench


def _lights(
    settings: LightSettings, strip: ScannerStrip | None, squares: int, clock: Clock
) -> WiredLights:
    """Open the lights, with their whole budget even if the supply sags: that is measured."""
    lights = strip or open_strip(settings, clock)
    return WiredLights(lights, settings, squares, clock, lambda: False)
