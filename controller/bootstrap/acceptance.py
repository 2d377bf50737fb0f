"""Opens a board for its acceptance: each reader for itself, lights, bare buttons."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

from controller.board import Board
from controller.bootstrap.address import scanner_ports
from controller.bootstrap.devices import LateLights
from controller.bootstrap.simulated.rehearsal import rehearse
from controller.bootstrap.simulated.rehearsed_faults import rehearse_fault
from controller.bootstrap.wire_recording import WireRecording
from controller.maintenance.acceptance.measuring.questions import Builder
from controller.maintenance.acceptance.measuring.site import Site
from hardware.buttons import GpioContacts
from hardware.clock import AwakeClock, Clock, MonotonicClock
from hardware.errors import NotConnected
from hardware.lights.connect import open_strip
from hardware.lights.settings import LightSettings
from hardware.lights.wired import WiredLights
from hardware.pn532.bench import Pn532Bench
from hardware.pn532.connect import connect
from hardware.pn532.raspberry import RaspberryPi
from hardware.pn532.tap import WireTap
from hardware.power import PiSupply


def rehearsed_site(board: Board, fault: str | None) -> tuple[Site, Builder]:
    """Return a simulated board in virtual time, and the simulated person beside it.

    Args:
        board: the contents of its file.
        fault: a name of `REHEARSED_FAULTS`; None for a sound board.

    Raises:
        NotConnected: its readers are at a co-processor.
        NoSuchPart: it lacks the part that the fault is one of.
    """
    _check_readers(board)
    if fault is None:
        rehearsal = rehearse(board, records=True)
    else:
        rehearsal = rehearse_fault(board, fault, records=True)
    return rehearsal.site, rehearsal.builder


@contextmanager
def open_site(board: Board) -> Iterator[Site]:
    """Open a board for its acceptance.

    Raises:
        NotConnected: a bus or pin is missing, or its readers are at a co-processor.
    """
    _check_readers(board)
    clock = AwakeClock(MonotonicClock())
    squares = max(board.squares)
    with ExitStack() as closing:
        lights = None
        if board.lights is not None:
            lights = LateLights(partial(_lights, board.lights, squares, clock))
            closing.callback(lights.close)
            lights.show([(0, 0, 0)] * squares)  # what is missing is told before it all begins
        computer = RaspberryPi()
        wires = WireRecording(clock)
        tap = WireTap(clock, wires.hear)
        lines = connect(board.buses, computer, clock, board.settings.timing, tap)
        bench = Pn532Bench(board.settings, board.buses, lines, clock, computer.close)
        closing.callback(bench.close)
        contacts = None
        if board.buttons is not None:
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


def _check_readers(board: Board) -> None:
    if scanner_ports(board):
        raise NotConnected(
            "Readers at a co-processor cannot be measured one by one: its firmware has no such "
            "command yet. “hareboard doctor” and “hareboard watch” show what they read."
        )


def _lights(settings: LightSettings, squares: int, clock: Clock) -> WiredLights:
    """Open the lights, with their whole budget even if the supply sags: that is measured."""
    return WiredLights(open_strip(settings, clock), settings, squares, clock, lambda: False)
