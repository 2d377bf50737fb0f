"""A reader at a real serial port: a pseudo-terminal and a socket, under pyserial."""

import gc
import queue
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from controller.bootstrap.simulated.emulated_pi import emulate
from hardware.clock import MonotonicClock
from hardware.errors import BusError
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.pn532.raspberry import RaspberryPi
from hardware.pn532.uart import SerialPort, open_port
from hardware.ports import BoardEvent, ReaderChanged, Sighting, Uid
from hardware.sensing.settings import ArraySettings, Place, Timing, UartPort
from hardware.simulated.pn532.plugs import PtyChip, SocketChip
from hardware.simulated.world import Piece, World
from tests.support.scanner.ports import Pty
from tests.support.waiting import PATIENCE_S

pytestmark = [
    # pyserial does not close its socket when the other side hangs up.
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
TAG = Uid("04a1b2c3d4e5f6")
PLACES = {1: Place(0, 0)}
TIMING = Timing(ack_s=5.0, slack_s=5.0)
"""What is read in real time waits for a computer that has much else to do."""


@dataclass
class Desk:
    """One reader on a desk, a piece beside it, and a board that reads it on real time."""

    world: World
    board: Pn532Board
    events: "queue.Queue[BoardEvent]"
    unplug: Callable[[], None]
    plug: Callable[[], None]

    def wait_for(self, wanted: Callable[[BoardEvent], bool]) -> BoardEvent:
        """The next such event; what comes before it is dropped."""
        while True:
            event = self.events.get(timeout=PATIENCE_S)
            if wanted(event):
                return event

    def wait_for_state(self, *states: str) -> None:
        self.wait_for(lambda event: isinstance(event, ReaderChanged) and event.state in states)

    def wait_for_tag(self, *, seen: bool) -> None:
        event = self.wait_for(lambda event: isinstance(event, Sighting) and event.seen is seen)
        assert isinstance(event, Sighting)
        assert (event.square, event.uid) == (1, TAG)


@pytest.fixture(params=["pty", "socket"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    clock = MonotonicClock()
    world = World(1, [Piece("red", TAG, None)])
    chip = emulate(world, PLACES, clock, random.Random(1)).chips[1]
    plug: PtyChip | SocketChip
    if request.param == "pty":
        plug = PtyChip(chip, tmp_path / "reader")
        url = str(tmp_path / "reader")
    else:
        plug = SocketChip(chip)
        url = plug.url
    lines = connect([UartPort("desk", url, 1)], RaspberryPi(), clock)
    board = Pn532Board(ArraySettings(PLACES, timing=TIMING), lines, clock)
    events: queue.Queue[BoardEvent] = queue.Queue()
    board.start(events.put)
    yield Desk(world, board, events, plug.unplug, plug.plug)
    board.stop()
    plug.unplug()
    del lines, board
    gc.collect()  # What is left open is closed here, and not within another test.


def test_a_tag_comes_and_goes(desk: Desk) -> None:
    desk.world.put("red", 1)
    desk.wait_for_tag(seen=True)
    desk.world.lift("red")
    desk.wait_for_tag(seen=False)


def test_a_port_that_is_unplugged_is_said_to_be_and_comes_back_when_plugged(desk: Desk) -> None:
    desk.world.put("red", 1)
    desk.wait_for_tag(seen=True)
    desk.unplug()
    desk.wait_for_state("suspect")
    desk.wait_for_state("quarantined")
    (health,) = desk.board.readers()
    assert "cannot be opened" in health.trouble or "the port has failed" in health.trouble
    desk.plug()
    desk.wait_for_state("back")
    desk.wait_for_tag(seen=True)
    desk.wait_for_state("healthy")


def test_a_port_that_is_not_there_at_first_is_no_reason_to_stop(tmp_path: Path) -> None:
    clock = MonotonicClock()
    world = World(1, [Piece("red", TAG, None)])
    world.put("red", 1)
    chip = emulate(world, PLACES, clock, random.Random(1)).chips[1]
    lines = connect([UartPort("desk", str(tmp_path / "reader"), 1)], RaspberryPi(), clock)
    board = Pn532Board(ArraySettings(PLACES, timing=TIMING), lines, clock)
    events: queue.Queue[BoardEvent] = queue.Queue()
    board.start(events.put)
    plug: PtyChip | None = None
    try:
        desk = Desk(world, board, events, lambda: None, lambda: None)
        desk.wait_for_state("quarantined")
        plug = PtyChip(chip, tmp_path / "reader")
        desk.wait_for_tag(seen=True)
    finally:
        board.stop()
        if plug is not None:
            plug.unplug()


def test_a_port_has_one_program(tmp_path: Path) -> None:
    pty = Pty(tmp_path / "reader")
    pty.plug()
    with open_port(str(pty.name)):
        another = SerialPort("a port", lambda: open_port(str(pty.name)))
        with pytest.raises(BusError, match="cannot be opened: another program uses it"):
            another.reset()
    another.reset()
    another.close()
    pty.pull()
