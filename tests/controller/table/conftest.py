from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.table.opened import Opened
from tests.support.table.readers_out import under_way
from tests.support.table.tabletop import SCAN_S, SETTLE_S, Tabletop


class Opener:
    """Opens tables in a folder of their own and closes them after the story."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.opened: list[Tabletop] = []

    def __call__(self, players: int = 3, **how: Any) -> Tabletop:
        folder = self._folder / str(len(self.opened))
        folder.mkdir()
        table = Tabletop(folder, players, **how)
        self.opened.append(table)
        return table


@pytest.fixture
def lay(tmp_path: Path) -> Iterator[Opener]:
    opener = Opener(tmp_path)
    yield opener
    for table in opener.opened:
        table.session.close()


@pytest.fixture
def table(lay: Opener) -> Tabletop:
    """Ann, Ben and Cem at START, Ann to move."""
    return lay()


@pytest.fixture
def race(table: Tabletop) -> Tabletop:
    """Ann on 5, Ben on 4, Cem on 8; Ann to move."""
    return under_way(table)


@pytest.fixture
def gift(lay: Opener) -> Tabletop:
    """Ann on 5, Ben on 2, Cem on 6, who has drawn a card: Ann and Ben may give or keep."""
    table = lay(cards=["give-ten"])
    for name, square in (("Ann", 5), ("Ben", 2), ("Cem", 6)):
        table.move(name, square)
    assert table.state.prompt == "gift"
    return table


@pytest.fixture
def swapped(lay: Opener) -> Tabletop:
    """Two runners of one player on each other's squares, and so two faults."""
    table = lay(2)
    for colour, square in (("red", 9), ("yellow", 2), ("green", 5)):
        table.world.put(colour, square)
        table.wait(SETTLE_S + SCAN_S)
    table.world.put("red", 5)
    table.world.put("green", 9)
    table.wait(SCAN_S)
    assert len(table.faults) == 2
    return table


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """Opens sessions of a table on their own, and closes the last one after the story."""
    opened = Opened(tmp_path)
    yield opened
    opened.close()
