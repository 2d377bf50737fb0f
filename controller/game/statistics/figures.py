"""What the book of results tells: of everybody, and of one person."""

import sqlite3
from typing import Final

import msgspec

from controller.game.pieces import Colour, key_of
from controller.game.statistics.book import Book

LISTED: Final = 100
"""Most races in the list of a person."""
_STRENGTH: Final = "mu - 3 * sigma"
"""What somebody is rated at least, as openskill's `ordinal`: a few races count little."""


class PersonSummary(msgspec.Struct, frozen=True):
    """A person among all.

    Attributes:
        name: as it was typed last.
        races: that ended.
        wins: races won, by the person or its team (R11.1).
        mean_place: in the final order, from 1.
        strength: what the rating is at least; 0 or less for a beginner, some 25 for a master.
        favourite: the colour most often played, of the first runner.
    """

    name: str
    races: int
    wins: int
    mean_place: float
    strength: float
    favourite: Colour


class Feat(msgspec.Struct, frozen=True):
    """A record of the house: who did it, how much, and where it is seen.

    Attributes:
        of: `longest` move in squares, `cards` drawn in a race, carrots `eaten` in a race, or
            fewest `turns` of a race won.
        name: of the person.
        amount: how much.
        game: the race.
        turn: the step of its story; 0 for the race as a whole.
    """

    of: str
    name: str
    amount: int
    game: int
    turn: int


class House(msgspec.Struct, frozen=True):
    """What all races tell: everybody, the strongest first, and the records."""

    people: tuple[PersonSummary, ...]
    feats: tuple[Feat, ...]


class Tally(msgspec.Struct, frozen=True):
    """Races of one kind: of an edition, or of a number of players."""

    of: str
    races: int
    wins: int
    mean_place: float


class Rival(msgspec.Struct, frozen=True):
    """Somebody, and in how many of the races together the person was ahead of all its seats."""

    name: str
    races: int
    ahead: int


class Ran(msgspec.Struct, frozen=True):
    """A race of a person, with the strength after it; the rest as in `SeatResult`."""

    game: int
    begun_at: str
    edition: str
    seats: int
    place: int
    turns: int
    eaten: int
    left: int
    cards: int
    lettuces: int
    longest: int
    longest_turn: int
    strength: float


class PersonFigures(msgspec.Struct, frozen=True):
    """What the races of a person tell; of the races themselves the newest hundred, newest first."""

    standing: PersonSummary
    colours: tuple[tuple[Colour, int], ...]
    editions: tuple[Tally, ...]
    players: tuple[Tally, ...]
    rivals: tuple[Rival, ...]
    races: tuple[Ran, ...]


_STANDINGS: Final = f"""
SELECT name, count(*), sum(won), avg(place), {_STRENGTH}, (
    SELECT colour FROM racer AS other WHERE other.who = racer.who
    GROUP BY colour ORDER BY count(*) DESC, max(other.game) DESC LIMIT 1
), max(last)
FROM racer JOIN race USING (game) WHERE person AND %s GROUP BY who ORDER BY 5 DESC, name
"""
"""Beside `max`, SQLite takes the other values from the same row: the race that ended last."""
_FEATS: Final = {
    "longest": ("longest", "longest_turn", "longest > 0", "DESC"),
    "cards": ("cards", "0", "cards > 0", "DESC"),
    "eaten": ("eaten", "0", "eaten > 0", "DESC"),
    "turns": ("turns", "0", "won", "ASC"),
}
"""Of each record: what is compared, the turn, what counts at all, and the order."""


def house(book: Book) -> House:
    """Return what all races tell."""
    with book.reading() as db:
        people = tuple(PersonSummary(*row[:-1]) for row in db.execute(_STANDINGS % "1"))
        return House(people, tuple(filter(None, (_feat(db, of) for of in _FEATS))))


def person(book: Book, name: str) -> PersonFigures | None:
    """Return what the races of a person tell; None for somebody without any."""
    who = key_of(name)
    with book.reading() as db:
        row = db.execute(_STANDINGS % "who = ?", (who,)).fetchone()
        if row is None:
            return None
        colours = db.execute(
            "SELECT colour, count(*) FROM racer WHERE who = ? "
            "GROUP BY colour ORDER BY 2 DESC, max(game) DESC",
            (who,),
        )
        rivals = db.execute(
            "SELECT other.name, count(DISTINCT game), count(DISTINCT game)"
            "    - count(DISTINCT CASE WHEN other.place <= me.place THEN game END), max(game) "
            "FROM racer AS me JOIN racer AS other USING (game) "
            "WHERE me.who = ? AND other.who != me.who GROUP BY other.who ORDER BY 2 DESC, 1",
            (who,),
        )
        races = db.execute(
            "SELECT game, begun_at, edition, seats, place, turns, eaten, left, cards, lettuces, "
            f"longest, longest_turn, {_STRENGTH} FROM racer JOIN race USING (game) "
            "WHERE who = ? ORDER BY last DESC LIMIT ?",
            (who, LISTED),
        )
        return PersonFigures(
            standing=PersonSummary(*row[:-1]),
            colours=tuple(colours),
            editions=_tallies(db, who, "edition"),
            players=_tallies(db, who, "seats"),
            rivals=tuple(Rival(*each[:-1]) for each in rivals),
            races=tuple(Ran(*each) for each in races),
        )


def results(book: Book) -> list[dict[str, str | int | float]]:
    """Return what the book has of every seat of every race, in the order of their ends.

    Returns:
        Each with `game`, `begun_at`, `edition`, `seats`, and what `SeatResult` says; of its
        colours the first, as `colour`; and the rating after the race, as `mu` and `sigma`.
    """
    with book.reading() as db:
        rows = db.execute(
            "SELECT game, begun_at, edition, seats, seat, name, colour, "
            "CASE WHEN person OR who LIKE '  %' THEN '' ELSE trim(who) END AS opponent, "
            "place, turns, eaten, left, "
            "cards, lettuces, longest, longest_turn, mu, sigma "
            "FROM racer JOIN race USING (game) ORDER BY last, seat"
        )
        columns = [each[0] for each in rows.description]
        return [dict(zip(columns, row, strict=True)) for row in rows]


def _feat(db: sqlite3.Connection, of: str) -> Feat | None:
    """The record; of equal ones the one that came first."""
    amount, turn, counts, order = _FEATS[of]
    row = db.execute(
        f"SELECT name, {amount}, game, {turn} FROM racer JOIN race USING (game) "
        f"WHERE person AND {counts} ORDER BY {amount} {order}, last LIMIT 1"
    ).fetchone()
    return row and Feat(of, *row)


def _tallies(db: sqlite3.Connection, who: str, by: str) -> tuple[Tally, ...]:
    rows = db.execute(
        f"SELECT CAST({by} AS TEXT), count(*), sum(won), avg(place) "
        f"FROM racer JOIN race USING (game) WHERE who = ? GROUP BY {by} ORDER BY {by}",
        (who,),
    )
    return tuple(Tally(*row) for row in rows)
