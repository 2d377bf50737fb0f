"""A reader at a real serial port whose adapter holds bytes back, on a machine that is busy."""

import gc
import queue
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from controller.bootstrap.simulated.emulated_pi import emulate
from hardware.clock import MonotonicClock
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.pn532.raspberry import RaspberryPi
from hardware.ports import BoardEvent, ReaderChanged, Reading, Sighting, Uid
from hardware.sensing.settings import ArraySettings, Place, Timing, UartPort
from hardware.simulated.pn532.faults import Odds
from hardware.simulated.pn532.plugs import PtyChip
from hardware.simulated.world import Piece, World
from tests.support.waiting import PATIENCE_S

TAG = Uid("04a1b2c3d4e5f6")
PLACES = {1: Place(0, 0)}
LATENCY_S = 0.016
"""The latency timer of FTDI chips."""
TIMING = Timing(ack_s=1.0, slack_s=1.0)
"""A chip that shares a busy machine answers late; one on a desk does not."""
BUSY = 4
TURNS = 50


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    with ExitStack() as running:
        for _ in range(count):
            process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            running.callback(process.wait)
            running.callback(process.kill)
        yield


@pytest.mark.long
def test_behind_a_latency_timer_every_put_and_lift_is_seen(tmp_path: Path) -> None:
    """Two frames in a hundred are spoilt, and other processes want the processor."""
    clock = MonotonicClock()
    world = World(1, [Piece("red", TAG, None)])
    chip = emulate(world, PLACES, clock, random.Random(1), odds=Odds(corrupt=0.02)).chips[1]
    chip.faults.set("corrupt", on=True)
    plug = PtyChip(chip, tmp_path / "reader", latency_s=LATENCY_S)
    lines = connect([UartPort("desk", str(tmp_path / "reader"), 1)], RaspberryPi(), clock)
    failures = 0

    def count(reading: Reading) -> None:
        nonlocal failures
        failures += reading.failure is not None

    board = Pn532Board(ArraySettings(PLACES, timing=TIMING), lines, clock, count)
    events: queue.Queue[BoardEvent] = queue.Queue()
    states: list[str] = []

    def wait_for_tag(*, seen: bool) -> None:
        while True:
            event = events.get(timeout=PATIENCE_S)
            if isinstance(event, ReaderChanged):
                states.append(event.state)
            elif isinstance(event, Sighting) and event.seen is seen:
                assert event.uid == TAG
                return

    with busy_processes(BUSY):
        board.start(events.put)
        try:
            for _ in range(TURNS):
                world.put("red", 1)
                wait_for_tag(seen=True)
                world.lift("red")
                wait_for_tag(seen=False)
        finally:
            board.stop()
            plug.unplug()
    assert "quarantined" not in states
    print(f"{TURNS} puts and lifts; {failures} readings failed twice; {states}")
    del lines, board
    gc.collect()  # What is left open is closed here, and not within another test.
