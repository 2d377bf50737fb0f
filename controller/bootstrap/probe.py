"""Trying the readers of a board that nobody else is using."""

from controller.board import Board
from controller.bootstrap.readers import open_real_board
from hardware.clock import MonotonicClock
from hardware.ports import ReaderHealth


def probe(board: Board, seconds: float) -> tuple[ReaderHealth, ...]:
    """Read a board for some seconds.

    Args:
        board: the contents of its file; its readers are on this computer or its co-processors.
        seconds: duration.

    Returns:
        The health of every reader, by square.

    Raises:
        HardwareError: a bus or a pin is not there.
    """
    clock = MonotonicClock()
    array = open_real_board(board, clock).sensing
    try:
        array.start(lambda _event: None)
        clock.sleep(seconds)
    finally:
        array.stop()
    return array.readers()
