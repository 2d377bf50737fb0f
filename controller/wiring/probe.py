"""Trying the readers of a board that nobody else is using."""

from controller.board import Board
from hardware.clock import MonotonicClock
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.pn532.raspberry import RaspberryPi
from hardware.ports import ReaderHealth


def probe(board: Board, seconds: float) -> tuple[ReaderHealth, ...]:
    """Read a board for some seconds.

    Args:
        board: what its file says; its readers are wired to this computer.
        seconds: for how long.

    Returns:
        How every reader did, by square.

    Raises:
        HardwareError: a bus or a pin is not there.
    """
    clock = MonotonicClock()
    computer = RaspberryPi()
    lines = connect(board.buses, computer, clock)
    array = Pn532Board(board.settings, lines, clock, close=computer.close)
    try:
        array.start(lambda _event: None)
        clock.sleep(seconds)
    finally:
        array.stop()
    return array.readers()
