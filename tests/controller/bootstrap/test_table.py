"""A table is started and stopped whole, whatever goes wrong with one of its parts."""

import random
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from controller.board.examples import example_path
from controller.bootstrap import SimulatedTable, parse_simulated, simulated_table
from controller.bootstrap.table import table_settings
from hardware.errors import NotConnected
from hardware.ports import Buttons


class StuckButtons:
    """Buttons whose pins cannot be opened, or not be closed."""

    def __init__(self, *, opens: bool) -> None:
        self._opens = opens

    def start(self, _emit: object) -> None:
        if not self._opens:
            raise NotConnected("the pins are taken")

    def stop(self) -> None:
        if self._opens:
            raise OSError("the pins hang")


def table_with(buttons: Buttons, folder: Path) -> SimulatedTable:
    table = simulated_table(
        folder, chance=random.Random(7), address=parse_simulated("sim://direct")
    )
    return replace(table, devices=replace(table.devices, buttons=buttons))


def test_a_part_that_cannot_be_stopped_keeps_no_light_and_no_thread(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    table = table_with(StuckButtons(opens=True), tmp_path)
    table.start()
    with pytest.raises(OSError, match="the pins hang"):
        table.stop()
    assert set(threading.enumerate()) == before
    assert not any(map(any, table.strip.duties))


def test_the_board_file_says_how_many_misses_make_a_departure(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    text = example_path("prototype-2x2").read_text("utf-8")
    path.write_text(text.replace("[readers]\n", "[readers]\nmisses = 5\n"), "utf-8")
    table = simulated_table(tmp_path, address=parse_simulated(f"sim://{path}"))
    table.stop()
    assert table_settings(table.devices).departure_misses == 5


def test_a_button_that_takes_long_to_hold_begins_no_race_it_was_pressed_before(
    tmp_path: Path,
) -> None:
    path = tmp_path / "board.toml"
    text = example_path("prototype-2x2").read_text("utf-8")
    path.write_text(text.replace("[buttons]\n", "[buttons]\nhold_s = 5\n"), "utf-8")
    table = simulated_table(tmp_path, address=parse_simulated(f"sim://{path}"))
    table.stop()
    assert table_settings(table.devices).after_race_s > 5 + 1


def test_a_table_that_cannot_be_started_leaves_nothing_running(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    table = table_with(StuckButtons(opens=False), tmp_path)
    with pytest.raises(NotConnected, match="the pins are taken"):
        table.start()
    assert set(threading.enumerate()) == before
    again = simulated_table(
        tmp_path, chance=random.Random(7), address=parse_simulated("sim://direct")
    )
    again.start()  # the journal is free
    again.stop()
