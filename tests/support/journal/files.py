"""Journals as files: what is in them, what a crash leaves, and what is done to them."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from controller.game.journal.journal import Journal, JournalDamaged
from controller.game.pieces import Player
from controller.game.setup import Setup

OpenJournal = Callable[[], Journal]
PAGE: Final = 4096


def rows(path: Path) -> list[tuple[Any, ...]]:
    """Everything that anybody has written into a journal that nobody has open."""
    with closing(sqlite3.connect(path)) as db:
        query = "SELECT id, kind, text, written_at FROM entry ORDER BY id"
        return db.execute(query).fetchall()


def alter(path: Path, statement: str) -> None:
    """Change a database that nobody has open."""
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement)
        db.commit()


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in sorted(folder.iterdir())}


def copied(path: Path) -> list[tuple[Any, ...]]:
    """What a crash at this moment would leave."""
    crashed = path.parent / "crashed"
    crashed.mkdir()
    for each in path.parent.glob(f"{path.name}*"):
        (crashed / each.name).write_bytes(each.read_bytes())
    return rows(crashed / path.name)


def assert_damaged(path: Path, message: str) -> None:
    before = contents(path.parent)
    with pytest.raises(JournalDamaged, match=message) as caught:
        Journal(path)
    assert str(path) in str(caught.value)
    assert contents(path.parent) == before


def write(journal: Journal, *entries: str) -> None:
    for entry in entries:
        kind, _, text = entry.partition(" ")
        journal.append(kind, text)  # type: ignore[arg-type]  # one of them


def leave_damaged(path: Path) -> None:
    """Leave a journal with a game in which one action can still be read, and rubbish after it."""
    journal = Journal(path)
    seats = (Player("Ann", ("red",)), Player("Ben", ("blue",)), Player("Cem", ("green",)))
    journal.append("begin", msgspec.json.encode(Setup(seats, options={"hare": "off"})).decode())
    write(journal, "play f5", *["pause", "resume"] * 100)
    journal.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-PAGE] + b"\xaa" * PAGE)
