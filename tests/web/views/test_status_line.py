"""The line that `systemctl status` has for a board."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.support.modes import mode_switch_in
from tests.support.table.tabletop import Tabletop
from web.views.status_line import game_status


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Tabletop]:
    table = Tabletop(tmp_path)
    yield table
    table.session.close()


def test_it_says_whose_turn_it_is(table: Tabletop) -> None:
    assert game_status(table.snapshot) == "Ann to move."
    table.phone("Ann", "f5")
    assert game_status(table.snapshot) == "Ben to move."


def test_it_says_what_is_wrong(table: Tabletop) -> None:
    table.reader(5, "quarantined")
    table.reader(6, "absent")
    snapshot = msgspec.structs.replace(
        table.snapshot, trouble="The disk is full.", lights_trouble="The strip is unplugged."
    )
    assert game_status(snapshot) == (
        "The game has to wait. The disk is full. The board cannot see square 5: play moves "
        "to it on the phone. The board's lights are out. The strip is unplugged. The game "
        "continues by phone and without them."
    )


def test_a_house_says_what_goes_on_in_the_room_that_is_open(tmp_path: Path) -> None:
    with mode_switch_in(tmp_path) as switch:
        assert switch.status() == "No game yet."
        switch.enter("workshop")
        assert switch.status() == "The board is in the workshop, and the game waits."
    assert switch.status() == "The board is changing over. Try again in a moment."
