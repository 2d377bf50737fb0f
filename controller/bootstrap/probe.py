"""Trying the readers of a board that nobody else is using."""

from controller.board import Board
from controller.bootstrap.address import open_readers
from hardware.clock import MonotonicClock
from hardware.ports import ReaderHealth


def probe(board: Board, seconds: float) -> tuple[ReaderHealth, ...]:
    """Read a board for some seconds.

    Args:
        board: what its file says; its readers are wired to this computer or its co-processors.
        seconds: for how long.

    Returns:
        How every reader did, by square.

    Raises:
        HardwareError: a bus or a pin is not there.
    """
    clock = MonotonicClock()
    array = open_readers(board, board.settings, clock).sensing
    try:
        array.start(lambda _event: None)
        clock.sleep(seconds)
    finally:
        array.stop()
    return array.readers()
