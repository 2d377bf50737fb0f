"""Puts a stand-in in the place of a person in all set-ups of a journal.

An entry is never changed in its place: a new file takes the place of the journal, as after a
repair (`repair.py`), so that a power cut leaves the one or the other, and no free page, log or
second copy has the name. Numbers, dates and all other entries stay as they are.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.game.journal.files.file_format import (
    JournalDamaged,
    JournalUnwritable,
    Row,
    busy,
    changed,
)
from controller.game.journal.files.seal import SEAL
from controller.game.journal.repair import replacing
from controller.game.pieces import key_of
from controller.game.setup import LONGEST_NAME
from controller.json_data import BadJson, any_json

_BEGUN: Final = (
    "SELECT id, kind, text, written_at, checksum FROM old.entry WHERE kind = 'begin' ORDER BY id"
)
_COPY: Final = """
INSERT INTO main.entry SELECT
    id, kind, coalesce(changed.text, entry.text), written_at,
    coalesce(changed.checksum, entry.checksum)
FROM old.entry LEFT JOIN temp.changed USING (id) ORDER BY id
"""
STEPS: Final = 100_000
"""Instructions of SQLite between two calls of `at_work`: some hundredths of a second."""


def is_in(setups: Iterable[str], who: str) -> bool:
    """Return True if a person sits in one of these set-ups.

    Args:
        setups: as JSON, of any version of the program.
        who: the key of the person.
    """
    return any(_is(seat, who) for text in setups for seat in _seats(_read(text)))


def free_stand_in(setups: Iterable[str], called: str, others: Iterable[str] = ()) -> str:
    """Return a name that nobody has in these set-ups: `called`, with a number from the second on.

    So each deleted person stays one and the same, and their races count as they did.

    Args:
        setups: as JSON, of any version of the program.
        called: what a deleted person is called.
        others: stand-ins that are taken too.
    """
    taken = {key for text in setups for key in _keys(_seats(_read(text)))}
    return _free_name(taken.union(map(key_of, others)), called)


def delete_from_journal(
    path: Path, who: str, stand_in: str, at_work: Callable[[], None] = lambda: None
) -> None:
    """Put a stand-in in the place of a person; nothing happens if the journal is not there.

    Args:
        path: the journal; no program is using it, and its log is folded.
        who: the key of the person.
        stand_in: the name that stands in for theirs.
        at_work: called now and then while it lasts.

    Raises:
        JournalDamaged: a set-up with the person has changed since it was written; the journal is
            as it was.
        JournalBusy: another program is using it.
        JournalUnwritable: the new journal cannot be written; the old one is in its place.
    """
    if not path.exists():
        return
    try:
        with replacing(path) as draft:
            _copy(path, draft, who, stand_in, at_work)
        # Without a seal the new journal is checked while it is in use.
        path.with_name(path.name + SEAL).unlink(missing_ok=True)
    except JournalUnwritable:
        raise
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, sqlite3.Error) and (in_use := busy(path, error)) is not None:
            raise in_use from error
        cause = getattr(error, "strerror", None) or error
        raise JournalUnwritable(
            f"{path} cannot be written anew ({cause}). Is the folder writable, and the disk not "
            "full?"
        ) from error


def _copy(path: Path, draft: Path, who: str, stand_in: str, at_work: Callable[[], None]) -> None:
    address = f"{path.absolute().as_uri()}?mode=rw"
    new = draft.absolute().as_uri()
    with closing(sqlite3.connect(new, isolation_level=None, timeout=0.2, uri=True)) as db:
        db.set_progress_handler(at_work, STEPS)
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA temp_store = MEMORY")
        db.execute("ATTACH ? AS old", (address,))
        db.execute("CREATE TEMP TABLE changed (id INTEGER PRIMARY KEY, text TEXT, checksum TEXT)")
        changes = list(_changes(db, path, who, stand_in))
        db.executemany("INSERT INTO changed VALUES (?, ?, ?)", changes)
        db.execute(_COPY)


def without_person(text: str, who: str, stand_in: str) -> str:
    """Return a set-up, as JSON, with a stand-in in the place of a person."""
    setup = _read(text)
    seats = _seats(setup)
    own = [seat for seat in seats if _is(seat, who)]
    for seat in own:  # of names that differ in blanks, earlier versions seated both
        seat.update(name=_free_name(_keys(seats), stand_in), deleted=True)
    return msgspec.json.encode(setup).decode() if own else text


def _changes(
    db: sqlite3.Connection, path: Path, who: str, stand_in: str
) -> Iterator[tuple[int, str, str]]:
    """Yield number, new text and new checksum of each set-up with a person."""
    for *entry, checksum in db.execute(_BEGUN):
        row = Row(*entry)
        new = row._replace(text=without_person(row.text, who, stand_in))
        if new == row:
            continue
        if row.checksum != checksum:
            raise JournalDamaged(changed(path, row.id))
        yield new.id, new.text, new.checksum


def _read(text: str) -> Any:
    try:
        return any_json(text)
    except BadJson:
        return None


def _seats(setup: Any) -> list[dict[str, Any]]:
    seats = setup.get("seats") if isinstance(setup, dict) else None
    return [seat for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []


def _keys(seats: Iterable[dict[str, Any]]) -> set[str]:
    names = (seat.get("name") for seat in seats)
    return {key_of(name) for name in names if isinstance(name, str)}


def _free_name(taken: Collection[str], called: str) -> str:
    """Return a name whose key is not taken: `called`, with a number from the second on."""
    name, number = called, 1
    while key_of(name) in taken:
        number += 1
        end = f" {number}"
        name = called[: LONGEST_NAME - len(end)] + end
    return name


def _is(seat: dict[str, Any], who: str) -> bool:
    """Check whether a seat is a person's who has not been deleted."""
    name = seat.get("name")
    if not isinstance(name, str) or seat.get("opponent") or seat.get("deleted"):
        return False
    return key_of(name) == who
