"""Somebody says whether the wood or the game is right."""

import pytest

from controller.refusal import Refusal
from controller.table.commands import Command, Mend
from tests.support.table.tabletop import Tabletop


def mend(table: Tabletop, by: str) -> None:
    table.command(Mend(by, table.snapshot.version))  # type: ignore[arg-type]  # of two words


def can_mend(table: Tabletop) -> bool:
    return table.snapshot.can_mend


def refused(table: Tabletop, command: Command | None = None) -> str:
    """With which words the board is not taken to be right, and nothing has changed."""
    before, version = table.state, table.snapshot.version
    with pytest.raises(Refusal) as caught:
        table.command(command or Mend("board", version))
    assert caught.value.code == "table-not-ready"
    assert (table.state, table.snapshot.version) == (before, version)
    return caught.value.message
