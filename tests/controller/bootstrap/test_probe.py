"""Readers that are tried for a moment, as the doctor does."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.board import parse_board, read_board
from controller.bootstrap.probe import probe
from controller.maintenance.doctor.examination import PROBE_S
from hardware.ports import ReaderHealth
from tests.support.acceptance.boards import SCANNER_TEXT
from tests.support.bootstrap.desk import Desk
from tests.support.waiting import PATIENCE_S

SHORT_S = 0.05


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    with closing(desk.plug):
        yield desk


def probed(desk: Desk, enough: Callable[[ReaderHealth], bool]) -> ReaderHealth:
    """How its reader does, tried for as long as this computer takes to find that out."""
    seconds = SHORT_S
    while True:
        (reader,) = probe(read_board(desk.file), seconds)
        if enough(reader):
            return reader
        seconds *= 2
        assert seconds < PATIENCE_S, reader


def test_a_reader_that_is_there_has_answered(desk: Desk) -> None:
    reader = probed(desk, lambda reader: reader.good > 0)
    assert (reader.square, reader.state, reader.trouble) == (1, "healthy", "")


def test_a_reader_that_is_not_there_has_its_trouble(desk: Desk) -> None:
    desk.plug.unplug()
    reader = probed(desk, lambda reader: reader.state == "quarantined")
    assert reader.good == 0
    assert str(desk.plug.path) in reader.trouble


def test_a_co_processor_that_is_not_there_is_named_in_time(tmp_path: Path) -> None:
    path = str(tmp_path / "pico")
    board = parse_board(SCANNER_TEXT.replace("/dev/ttyACM0", path), "board.toml")
    health = probe(board, PROBE_S)
    assert {f"no co-processor at {path}" in each.trouble for each in health} == {True}
