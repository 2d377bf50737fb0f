"""The thread of a board with readers."""

import pytest

from hardware.ports import BoardEvent
from hardware.sensing.board import ReaderBoard
from tests.support.hardware.benches import bench
from tests.support.waiting import until


def test_a_mistake_of_who_listens_ends_it_and_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threading.excepthook", lambda _args: None)

    def emit(_event: BoardEvent) -> None:
        raise RuntimeError("a mistake")

    with bench("spi-lines") as made:
        board = made.board
        assert isinstance(board, ReaderBoard)
        made.world.put("red", 5)
        made.start(emit)
        until(lambda: board.failure is not None, "it has died")
        assert repr(board.failure) == "RuntimeError('a mistake')"
