"""A board whose device knows its wiring, and a host that can say anything to it."""

import pytest

from tests.support.scanner.whole import COARSE_OP_S, RawHost, WholeBoard


@pytest.fixture
def board() -> WholeBoard:
    """A board whose device knows its wiring; its cable is pulled."""
    board = WholeBoard(op_s=COARSE_OP_S)
    board.run(0.5)
    assert board.is_whole
    board.scanner.line.plug(out=True)
    return board


@pytest.fixture
def host(board: WholeBoard) -> RawHost:
    host = RawHost(board)
    host.greet(99)
    return host
