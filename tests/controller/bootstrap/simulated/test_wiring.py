"""Which board file may be written to."""

from pathlib import Path

import pytest

from controller.board.examples import example_path
from controller.bootstrap.simulated.wiring import own_file
from tests.support.disk import no_room_in

EXAMPLE = example_path("prototype-2x2")


def test_ones_own_file_is_written_where_it_is(tmp_path: Path) -> None:
    for name in ("my-board.toml", EXAMPLE.name):
        mine = tmp_path / name
        mine.write_text("", "utf-8")
        assert own_file(mine, tmp_path / "data", copy=True) == mine
    assert not (tmp_path / "data").exists()


def test_an_example_has_a_copy_once_it_is_to_be_written(tmp_path: Path) -> None:
    assert own_file(EXAMPLE, tmp_path) == EXAMPLE
    copy = own_file(EXAMPLE, tmp_path, copy=True)
    assert copy == tmp_path / EXAMPLE.name
    assert copy.read_bytes() == EXAMPLE.read_bytes()
    copy.write_text("changed", "utf-8")
    assert own_file(EXAMPLE, tmp_path, copy=True).read_text("utf-8") == "changed"
    assert own_file(EXAMPLE, tmp_path) == copy


def test_a_copy_for_which_there_is_no_room_is_not_begun(tmp_path: Path) -> None:
    with no_room_in(tmp_path), pytest.raises(OSError, match="File too large"):
        own_file(EXAMPLE, tmp_path, copy=True)
    assert own_file(EXAMPLE, tmp_path) == EXAMPLE
    assert own_file(EXAMPLE, tmp_path, copy=True).read_bytes() == EXAMPLE.read_bytes()
