from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.controller.table.tabletop import Tabletop


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
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    return table
