"""A track that is longer than the board: what lies beyond is played by phone (R1.3)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from controller.game.editions.files import FOLDER_VARIABLE
from tests.support.table.tabletop import Tabletop

BEYOND: Final = ("C", "2", "C", "C", "3", "C")
HOME: Final = 64 + len(BEYOND)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tabletop]:
    tracks = tmp_path / "rules" / "tracks"
    tracks.mkdir(parents=True)
    kinds = " ".join("C" if at % 9 else "T" for at in range(1, 64)) + " " + " ".join(BEYOND)
    text = f'name = "long"\nprovenance = "ours"\nsquares = """\n{kinds}\n"""\n'
    (tracks / "long.toml").write_text(text, "utf-8")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "rules"))
    options = {"track": "long", "start_carrots": 5000, "lettuces": 0, "hare": "off"}
    table = Tabletop(tmp_path, options=options)
    yield table
    table.session.close()


def test_a_runner_beyond_the_board_is_waited_for_by_nobody(table: Tabletop) -> None:
    assert table.state.rules.home == HOME
    table.phone("Ann", "f66")
    table.wait(1.0)
    assert (table.finding.errands, table.finding.mismatches) == ((), ())
    table.move("Ben", 2)
    assert table.actions == ["f66", "f2"]


def test_nor_is_it_after_a_power_cut(table: Tabletop) -> None:
    table.phone("Ann", "f66")
    table.move("Ben", 2)
    table.pull_the_plug()
    table.wait(2.0)
    assert table.finding.mismatches == ()
    table.move("Cem", 4)
    assert table.actions == ["f66", "f2", "f4"]


def test_all_of_it_and_home_are_squares_without_a_reader(table: Tabletop) -> None:
    assert table.snapshot.blind == set(range(65, HOME + 1))
