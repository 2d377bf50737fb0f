"""The races of an evening, kept in SQLite: each counts once, however often it is told."""

import sqlite3
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import msgspec

from controller.json_data import BadJson, from_json

NIGHT_ENDS: Final = timedelta(hours=5)
"""A race that ends before five in the morning belongs to the evening before."""

_TABLE: Final = """
CREATE TABLE IF NOT EXISTS race (
    board TEXT NOT NULL, begun_at TEXT NOT NULL, evening TEXT NOT NULL, told TEXT NOT NULL,
    PRIMARY KEY (board, begun_at)
)
"""


class RacePlace(msgspec.Struct, frozen=True):
    """A place of a race.

    Attributes:
        name: who came in there.
        player: the same name in one spelling; None for a computer opponent, and for a colour.
    """

    name: str
    player: str | None


class RaceResult(msgspec.Struct, frozen=True):
    """A race that is over.

    Attributes:
        board: the board's id.
        begun_at: when it was begun; with the board's id it names the race.
        board_name: the board's name.
        over_at: when the club screen heard of its end, local time, ISO 8601.
        places: the first comes first.
        winners: how many of them have won: a team wins together.
    """

    board: str
    begun_at: str
    board_name: str
    over_at: str
    places: tuple[RacePlace, ...]
    winners: int = 1


class Results:
    """The races of this evening; not thread-safe.

    Args:
        path: the file; it is made if it is missing.
        now: the local time.

    Raises:
        sqlite3.Error: the file cannot be used.
    """

    def __init__(self, path: Path, now: datetime) -> None:
        self._evening = evening_of(now)
        self._database = sqlite3.connect(path, check_same_thread=False)
        with self._database:
            self._database.execute(_TABLE)
        self._races = self._kept(self._evening)

    def races(self, now: datetime) -> tuple[RaceResult, ...]:
        """Return the races of the evening, in the order in which they ended.

        Raises:
            sqlite3.Error: another evening has begun, and the file cannot be read.
        """
        self._turn_page(evening_of(now))
        return tuple(self._races.values())

    def add(self, race: RaceResult, now: datetime) -> bool:
        """Keep a race, on disk before it counts; return False if it is known as it is.

        A race whose end was taken back and came out otherwise replaces itself; one that is told
        without names later keeps them. One that belongs to an earlier evening stays there.

        Raises:
            sqlite3.Error: it cannot be written; nothing has changed.
        """
        self._turn_page(evening_of(now))
        key = race.board, race.begun_at
        known = self._races.get(key)
        if known is not None and (_came_out(known) == _came_out(race) or _is_named(known, race)):
            return False
        if known is not None:
            race = msgspec.structs.replace(race, over_at=known.over_at)
        with self._database:
            earlier = self._database.execute(
                "SELECT 1 FROM race WHERE board = ? AND begun_at = ? AND evening != ?",
                (*key, self._evening),
            ).fetchone()
            if earlier is not None:
                return False
            self._database.execute(
                "INSERT INTO race VALUES (?, ?, ?, ?) "
                "ON CONFLICT (board, begun_at) DO UPDATE SET told = excluded.told",
                (*key, self._evening, msgspec.json.encode(race).decode()),
            )
        self._races[key] = race
        return True

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _turn_page(self, evening: str) -> None:
        """Go to another evening if the day has changed; to an old one if a clock was set right."""
        if evening != self._evening:
            self._races = self._kept(evening)
            self._evening = evening

    def _kept(self, evening: str) -> dict[tuple[str, str], RaceResult]:
        """Read the races of an evening."""
        rows = self._database.execute(
            "SELECT told FROM race WHERE evening = ? ORDER BY rowid", (evening,)
        )
        return {(race.board, race.begun_at): race for race in map(_read, rows) if race}


def evening_of(now: datetime) -> str:
    """Return the evening that a time belongs to, as the date of its beginning."""
    return (now - NIGHT_ENDS).date().isoformat()


def _came_out(race: RaceResult) -> tuple[tuple[RacePlace, ...], int]:
    return race.places, race.winners


def _is_named(known: RaceResult, told: RaceResult) -> bool:
    """Check whether a board no longer tells the names of a race: its points are earned."""
    return any(at.player for at in known.places) and not any(at.player for at in told.places)


def _read(row: tuple[str]) -> RaceResult | None:
    """Return a race of the file; None for what another version or hand has written."""
    try:
        return from_json(row[0].encode(), RaceResult)
    except BadJson:
        return None
