"""The results of all races, kept in a file so that no question replays them.

A projection of the journal, in a SQLite file beside it: results go one way, from the journal into
the book. A book that cannot be read, or that an earlier version wrote, is made anew; deleting it
costs a replay of all races. Where it cannot be written, as on a full disk, it is kept in memory.
"""

import logging
import sqlite3
import threading
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from typing import Final

import msgspec

from controller.game.pieces import key_of
from controller.game.rules.finish import side_of
from controller.game.statistics.ratings import Skill, rated
from controller.game.statistics.results import RaceAt, RaceOutcome

BOOK_FILE: Final = "statistics.sqlite"
VERSION: Final = 2
"""Raise it when `result_of` or the ratings make something else of the same entries."""
_LOG: Final = logging.getLogger(__name__)
_IN_MEMORY: Final = (
    "%s cannot be used (%s): statistics are kept in memory, and read again after the next start. "
    "Is the folder there, writable, and the disk not full?"
)
_TABLES: Final = """
CREATE TABLE race (
    game INTEGER NOT NULL PRIMARY KEY,  -- its number in the journal
    last INTEGER NOT NULL,              -- its last entry
    checksum TEXT NOT NULL,             -- of that entry
    ended INTEGER NOT NULL,             -- whether it was played to its end
    begun_at TEXT NOT NULL,             -- UTC, ISO 8601
    edition TEXT NOT NULL,
    seats INTEGER NOT NULL,
    teams TEXT NOT NULL                 -- lists of seats, as JSON
) STRICT;
CREATE TABLE racer (
    game INTEGER NOT NULL REFERENCES race ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    who TEXT NOT NULL,                  -- the key of a person or of a character
    person INTEGER NOT NULL,            -- whether it is a person who has not been deleted
    name TEXT NOT NULL,
    colour TEXT NOT NULL,               -- of its first runner
    place INTEGER NOT NULL,
    won INTEGER NOT NULL,               -- whether the seat won, or its team did (R11.1)
    turns INTEGER NOT NULL,
    eaten INTEGER NOT NULL,
    left INTEGER NOT NULL,
    cards INTEGER NOT NULL,
    lettuces INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    longest_turn INTEGER NOT NULL,
    mu REAL NOT NULL,                   -- the rating after the race
    sigma REAL NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT;
CREATE INDEX racer_who ON racer (who, game);
CREATE INDEX race_last ON race (last);
"""


class Book:
    """Results of races. Any thread may use it.

    Args:
        path: its file, made when it is first used. None to keep it in memory only.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._file: Final = path
        self._db: sqlite3.Connection | None = None
        self._lock = threading.Lock()

    def missing(self, races: Collection[RaceAt]) -> list[RaceAt]:
        """Return the races that the book does not have as they are now, by their last entries."""
        with self.reading() as db:
            known = {RaceAt(*row) for row in db.execute("SELECT game, last, checksum FROM race")}
        return sorted(set(races) - known, key=lambda at: at.last)

    def keep(self, results: Mapping[RaceAt, RaceOutcome | None], races: Collection[RaceAt]) -> None:
        """Take results in, and rate again from the first of them on.

        Args:
            results: of races; None for one that was not played to its end.
            races: all that the journal has now: others leave the book.
        """
        try:
            self._keep(results, races)
        except sqlite3.DatabaseError as error:
            _LOG.warning(_IN_MEMORY, self._path, error)
            self.close()
            self._path = None
            self._keep(results, races)

    def _keep(
        self, results: Mapping[RaceAt, RaceOutcome | None], races: Collection[RaceAt]
    ) -> None:
        with self.reading() as db:
            of_now = msgspec.json.encode([at.game for at in races if at not in results]).decode()
            gone = "game NOT IN (SELECT value FROM json_each(?))"
            changed = [at.last for at, result in results.items() if result is not None]
            ended = f"SELECT last FROM race WHERE ended AND {gone}"
            changed += [last for (last,) in db.execute(ended, (of_now,))]
            db.execute(f"DELETE FROM race WHERE {gone}", (of_now,))
            for at, result in results.items():
                _write(db, at, result)
            if changed:
                _rate(db, min(changed))

    def delete_person(self, who: str, stand_in: str) -> None:
        """Put a stand-in in the place of a person in all results; their names leave the file.

        All ratings stay: the stand-in has those of the person, and nobody else does.

        Args:
            who: the key of the person.
            stand_in: the name that stands in for theirs.

        Raises:
            OSError: the file cannot be changed, nor be deleted.
        """
        try:
            with self.reading() as db:
                changed = "UPDATE racer SET who = ?, person = 0, name = ? WHERE who = ?"
                db.execute(changed, (deleted_key(stand_in), stand_in, who))
                (_, _, in_file) = db.execute("PRAGMA database_list").fetchone()
            with self.reading() as db:
                db.execute("VACUUM")  # its free space has names too
        except sqlite3.Error as error:
            _LOG.warning("%s cannot be changed (%s): it is made anew.", self._path, error)
            self.close()
            in_file = ""
        if self._file is not None and not in_file:
            for ending in ("", "-journal"):
                self._file.with_name(self._file.name + ending).unlink(missing_ok=True)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The file, open for questions, and for nobody else as long as that lasts."""
        with self._lock:
            if self._db is None:
                self._db = _opened(self._path)
            with self._db:
                yield self._db

    def close(self) -> None:
        """Close the file; the next question opens it again."""
        with self._lock:
            if self._db is not None:
                self._db.close()
                self._db = None


def deleted_key(stand_in: str) -> str:
    """Return the key of a person who was deleted."""
    return f"  {key_of(stand_in)}"


def _opened(path: Path | None) -> sqlite3.Connection:
    """Open the file; one of another version, a damaged one or another file is made anew."""
    db = None
    if path is not None:
        try:
            if (db := _read(path)) is None:
                path.unlink()
                db = _read(path)
        except (OSError, sqlite3.OperationalError) as error:
            _LOG.warning(_IN_MEMORY, path, error)
    db = db or _read(None)
    assert db is not None
    return db


def _read(path: Path | None) -> sqlite3.Connection | None:
    """Open the file, with tables if it is new; None if it is no whole book of this version.

    Raises:
        sqlite3.OperationalError: it cannot be opened, or not be made.
    """
    db = sqlite3.connect(path or ":memory:", check_same_thread=False)
    try:
        db.execute("PRAGMA foreign_keys = ON")
        if not db.execute("PRAGMA schema_version").fetchone()[0]:
            db.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {VERSION}; COMMIT;")
        if db.execute("PRAGMA user_version").fetchone()[0] == VERSION:
            ((found,),) = db.execute("PRAGMA quick_check(1)").fetchall()
            described = "SELECT CAST(sql AS BLOB) FROM sqlite_schema WHERE sql NOT NULL"
            tables = b"".join(b"\n%b;" % sql for (sql,) in db.execute(described))
            if found == "ok" and tables == _TABLES.rstrip().encode():
                return db
            raise sqlite3.DatabaseError(found.rpartition("\n")[2])
    except sqlite3.OperationalError:
        db.close()
        raise
    # SQLite's message may quote bytes that are no text.
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        _LOG.warning("%s cannot be read (%s): it is made anew.", path, error)
    db.close()
    return None


def _write(db: sqlite3.Connection, at: RaceAt, result: RaceOutcome | None) -> None:
    if result is None:
        db.execute("INSERT INTO race VALUES (?, ?, ?, 0, '', '', 0, '[]')", at)
        return
    teams = msgspec.json.encode(result.teams).decode()
    race = (*at, result.begun_at, result.edition, len(result.seats), teams)
    db.execute("INSERT INTO race VALUES (?, ?, ?, 1, ?, ?, ?, ?)", race)
    first = next(seat for seat, each in enumerate(result.seats) if each.place == 1)
    winners = side_of(first, result.teams)
    for seat, each in enumerate(result.seats):
        done = (each.turns, each.eaten, each.left, each.cards, each.lettuces)
        # The key of a person never begins with a blank.
        key = f" {each.opponent}" if each.opponent else key_of(each.name)
        if each.deleted:
            key = deleted_key(each.name)
        who = (key, not each.opponent and not each.deleted, each.name, each.colours[0])
        longest = (each.longest, each.longest_turn)
        row = (at.game, seat, *who, each.place, seat in winners, *done, *longest)
        db.execute(f"INSERT INTO racer VALUES ({', '.join('?' * len(row))}, 0, 0)", row)


def _rate(db: sqlite3.Connection, since: int) -> None:
    """Rate every race that ended with this entry or later, in the order of their ends."""
    before = {
        who: Skill(mu, sigma)
        for who, mu, sigma, _ in db.execute(
            "SELECT who, mu, sigma, max(last) FROM ("
            "    SELECT who, avg(mu) AS mu, avg(sigma) AS sigma, last "
            "    FROM racer JOIN race USING (game) WHERE last < ? GROUP BY who, game"
            ") GROUP BY who",
            (since,),
        )
    }
    races = db.execute(
        "SELECT game, teams FROM race WHERE ended AND last >= ? ORDER BY last", (since,)
    ).fetchall()
    for game, teams in races:
        rows = db.execute("SELECT who, place FROM racer WHERE game = ? ORDER BY seat", (game,))
        who, places = zip(*rows, strict=True)
        ratings = rated(who, places, msgspec.json.decode(teams), before)
        db.executemany(
            "UPDATE racer SET mu = ?, sigma = ? WHERE game = ? AND seat = ?",
            [(*rating, game, seat) for seat, rating in enumerate(ratings)],
        )
        # A character at several seats has the mean of its ratings there.
        for one in set(who):
            own = [rating for each, rating in zip(who, ratings, strict=True) if each == one]
            before[one] = Skill(*(fmean(values) for values in zip(*own, strict=True)))
