"""The book of results, and what it tells, against a count in plain Python."""

import random
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from statistics import mean

import msgspec
import pytest

from controller.game.statistics import (
    BOOK_FILE,
    Book,
    RaceAt,
    RaceOutcome,
    SeatResult,
    house,
    person,
    results,
)
from controller.game.statistics.figures import Rival
from tests.support.disk import no_room_in
from tests.support.races import a_race, some_races


def kept(races: Mapping[RaceAt, RaceOutcome | None], book: Book | None = None) -> Book:
    book = book or Book()
    book.keep(races, races)
    return book


def test_figures_of_everybody_are_those_of_a_naive_count() -> None:
    races = some_races(300)
    told = house(kept(races))
    ran = defaultdict[str, list[SeatResult]](list)
    for race in races.values():
        for seat in race.seats if race else ():
            if not seat.opponent:
                ran[seat.name.strip().lower()].append(seat)
    assert {each.name.strip().lower() for each in told.people} == set(ran)
    for each in told.people:
        own = ran[each.name.strip().lower()]
        assert each.races == len(own)
        assert each.wins == sum(seat.place == 1 for seat in own)
        assert each.mean_place == pytest.approx(mean(seat.place for seat in own))
        colours = Counter(seat.colours[0] for seat in own)
        assert colours[each.favourite] == max(colours.values())
    assert [each.strength for each in told.people] == sorted(
        (each.strength for each in told.people), reverse=True
    )
    everybody = [seat for own in ran.values() for seat in own]
    assert {each.of: each.amount for each in told.feats} == {
        "longest": max(seat.longest for seat in everybody),
        "cards": max(seat.cards for seat in everybody),
        "eaten": max(seat.eaten for seat in everybody),
        "turns": min(seat.turns for seat in everybody if seat.place == 1),
    }
    for feat in told.feats:
        race = races[RaceAt(feat.game, feat.game + 99, f"sum{feat.game // 100}")]
        assert race is not None
        (seat,) = (each for each in race.seats if each.name == feat.name)
        assert getattr(seat, feat.of) == feat.amount
        assert feat.turn == (seat.longest_turn if feat.of == "longest" else 0)


def test_figures_of_one_are_those_of_a_naive_count() -> None:
    races = some_races(300)
    told = person(kept(races), " BEN")
    assert told is not None
    own = [
        (race, seat) for race in races.values() if race for seat in race.seats if seat.name == "Ben"
    ]
    assert [each.begun_at for each in told.races] == [race.begun_at for race, _ in own[:-101:-1]]
    for by, of in (
        (told.editions, lambda race: race.edition),
        (told.players, lambda race: str(len(race.seats))),
    ):
        counted = Counter(of(race) for race, _ in own)
        won = Counter(of(race) for race, seat in own if seat.place == 1)
        assert {each.of: (each.races, each.wins) for each in by} == {
            key: (number, won[key]) for key, number in counted.items()
        }
    together, ahead = Counter[str](), Counter[str]()
    for race, seat in own:
        for other in race.seats:
            if other.name != "Ben":
                together[other.name] += 1
                ahead[other.name] += seat.place < other.place
    assert {each.name: (each.races, each.ahead) for each in told.rivals} == {
        name: (number, ahead[name]) for name, number in together.items()
    }
    assert sum(number for _, number in told.colours) == len(own)


def test_nobody_of_that_name_has_no_figures() -> None:
    assert person(kept(some_races(3)), "Zoe") is None
    assert person(kept(some_races(300)), "walker") is None, "a character is no person"


def test_a_book_made_anew_is_the_same_in_whatever_order_it_was_filled(tmp_path: Path) -> None:
    races = some_races(60)
    whole = results(kept(races))
    book = Book(tmp_path / BOOK_FILE)
    for at in random.Random(5).sample(list(races), len(races)):
        book.keep({at: races[at]}, races)
    assert results(book) == whole
    book.close()
    again = Book(tmp_path / BOOK_FILE)
    assert again.missing(races) == []
    assert results(again) == whole


def test_a_race_that_goes_on_is_missing_until_its_end_is_known() -> None:
    (before, result), *_ = some_races(1, seed=2).items()
    assert result is not None
    book = kept({before: None})
    assert house(book).people == ()
    after = RaceAt(before.game, before.last + 10, "another")
    assert book.missing([after]) == [after]
    book.keep({after: result}, [after])
    assert book.missing([after]) == []
    assert {each.name for each in house(book).people} == {
        each.name for each in result.seats if not each.opponent
    }


def test_races_that_the_journal_has_no_more_leave_the_book() -> None:
    races = some_races(40)
    left = dict(list(races.items())[10:])
    book = kept(races)
    book.keep({}, left)
    assert results(book) == results(kept(left)), "ratings are made again, too"


def test_who_wins_is_rated_higher_and_a_beginner_low() -> None:
    rng = random.Random(4)
    race = a_race(rng, 1)
    people = [each for each in race.seats if not each.opponent]
    first, last = min(people, key=lambda each: each.place), max(people, key=lambda each: each.place)
    book = kept({RaceAt(1, 9, "a"): race})
    strength = {each.name: each.strength for each in house(book).people}
    assert strength[first.name] > strength[last.name]


def test_a_team_is_rated_together() -> None:
    order = (1, 3, 2, 4)
    seats = tuple(
        SeatResult(f"P{seat}", ("red",), "", order[seat], 30, 100, 0, 1, 3, 9, 1)
        for seat in range(4)
    )
    book = kept({RaceAt(1, 9, "a"): RaceOutcome("2026", "classic", seats, ((0, 2), (1, 3)))})
    mu = [float(each["mu"]) for each in results(book)]
    assert mu[0] == mu[2] > mu[1] == mu[3]


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be one" * 40, b""])
def test_a_file_that_is_no_book_is_made_anew(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / BOOK_FILE
    path.write_bytes(content)
    races = some_races(5)
    book = Book(path)
    assert book.missing(races) == list(races)
    assert results(kept(races, book))


def test_a_book_with_a_damaged_page_is_made_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / BOOK_FILE
    races = some_races(60)
    kept(races, Book(path)).close()
    with closing(sqlite3.connect(path)) as db:
        ((page,),) = db.execute("PRAGMA page_size").fetchall()
    whole = path.read_bytes()
    for start in range(page, len(whole), page):
        path.write_bytes(whole[:start] + bytes(page) + whole[start + page :])
        book = Book(path)
        assert book.missing(races) == list(races)
        assert results(kept(races, book)) == results(kept(races))
        book.close()
        assert f"{path} cannot be read (" in caplog.text
        caplog.clear()


@pytest.mark.parametrize("damage", [b"begun_a\xff TEXT", b"begun_as TEXT"])
def test_a_book_whose_tables_are_damaged_is_made_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: bytes
) -> None:
    path = tmp_path / BOOK_FILE
    races = some_races(5)
    kept(races, Book(path)).close()
    path.write_bytes(path.read_bytes().replace(b"begun_at TEXT", damage))
    book = Book(path)
    assert book.missing(races) == list(races)
    assert results(kept(races, book)) == results(kept(races))
    assert f"{path} cannot be read (" in caplog.text
    book.close()
    assert not Book(path).missing(races)


def test_a_book_with_a_damaged_index_is_kept_in_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / BOOK_FILE
    races = some_races(5)
    kept(races, Book(path)).close()
    whole = bytearray(path.read_bytes())
    whole[whole.rindex(b"ann")] ^= 1  # in the index of people, which lies behind the tables
    path.write_bytes(whole)
    book = Book(path)
    assert not book.missing(races)
    assert results(kept(races, book)) == results(kept(races))
    assert f"{path} cannot be used (database disk image is malformed)" in caplog.text


def test_a_book_in_a_folder_that_is_gone_is_kept_in_memory(tmp_path: Path) -> None:
    book = Book(tmp_path / "gone" / BOOK_FILE)
    races = some_races(5)
    assert results(kept(races, book)) == results(kept(races))


def test_on_a_full_disk_the_book_goes_on_in_memory(tmp_path: Path) -> None:
    path = tmp_path / BOOK_FILE
    races = some_races(60)
    first = dict(list(races.items())[:1])
    book = kept(first, Book(path))
    with no_room_in(tmp_path):
        book.keep(races, races)
        assert book.missing(races) == []
        assert results(book) == results(kept(races))
    assert Book(path).missing(first) == [], "the file is as it was"


def test_a_person_is_deleted_from_the_file_of_a_book_that_went_on_in_memory(
    tmp_path: Path,
) -> None:
    path = tmp_path / BOOK_FILE
    races = some_races(60)
    book = kept(dict(list(races.items())[:9]), Book(path))
    with no_room_in(tmp_path):
        book.keep(races, races)
    assert b"Ben" in path.read_bytes()
    book.delete_person("ben", "A player")
    assert person(book, "Ben") is None
    assert [each.name for each in tmp_path.iterdir() if b"Ben" in each.read_bytes()] == []
    assert Book(path).missing(races) == list(races), "the next start reads all races again"


def test_a_book_of_another_version_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / BOOK_FILE
    kept(some_races(5), Book(path)).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    assert results(Book(path)) == []


@pytest.mark.long
def test_a_deleted_person_is_not_even_in_the_free_space_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / BOOK_FILE
    races = some_races(300)
    book = kept(races, Book(path))
    before = results(book)
    book.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA secure_delete = OFF")
        copied = "INSERT INTO racer SELECT game, seat + 10, who, person, 'Benedetta', colour, "
        db.execute(f"{copied} 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0 FROM racer WHERE name = 'Ben'")
        db.commit()
        db.execute("DELETE FROM racer WHERE seat >= 10")
        db.commit()
    assert b"Benedetta" in path.read_bytes()
    book.delete_person("ben", "A player")
    assert b"Ben" not in path.read_bytes()
    assert results(book) == [
        each | {"name": "A player"} if each["name"] == "Ben" else each for each in before
    ]
    assert person(book, "Ben") is None
    assert person(book, "A player") is None
    book.close()


def test_a_person_is_deleted_from_a_full_disk_with_the_whole_file(tmp_path: Path) -> None:
    path = tmp_path / BOOK_FILE
    races = some_races(60)
    book = kept(races, Book(path))
    with no_room_in(tmp_path):
        book.delete_person("ben", "A player")
    assert [*tmp_path.iterdir()] == []
    assert book.missing(races) == list(races), "all races are read again"
    book.close()


def test_a_book_for_which_there_is_no_room_is_kept_in_memory(tmp_path: Path) -> None:
    races = some_races(5)
    with no_room_in(tmp_path):
        assert results(kept(races, Book(tmp_path / BOOK_FILE))) == results(kept(races))


def test_who_was_deleted_has_no_figures_but_their_place_counts() -> None:
    race = a_race(random.Random(4), 1)
    seats = tuple(
        msgspec.structs.replace(seat, deleted=not seat.opponent, name=seat.name)
        for seat in race.seats
    )
    book = kept({RaceAt(1, 9, "a"): msgspec.structs.replace(race, seats=seats)})
    assert house(book).people == ()
    assert all(person(book, seat.name) is None for seat in seats)
    whole = kept({RaceAt(1, 9, "a"): race})
    assert [each["mu"] for each in results(book)] == [each["mu"] for each in results(whole)]


def a_race_with_two_snails(number: int, rng: random.Random) -> RaceOutcome:
    """Ann against a character at two seats."""
    race = a_race(rng, number)
    seat, places = race.seats[0], rng.sample((1, 2, 3), 3)
    names = (("Ann", ""), ("Snail", "walker"), ("Snail 2", "walker"))
    seats = tuple(
        msgspec.structs.replace(seat, name=name, opponent=character, place=place)
        for (name, character), place in zip(names, places, strict=True)
    )
    return msgspec.structs.replace(race, seats=seats)


def test_a_character_at_two_seats_is_rated_alike_whenever_the_book_was_filled() -> None:
    rng = random.Random(1)
    races = {
        RaceAt(number, number, f"{number}"): a_race_with_two_snails(number, rng)
        for number in range(1, 8)
    }
    at_once, one_by_one = kept(races), Book()
    for number in range(1, len(races) + 1):
        so_far = dict(list(races.items())[:number])
        one_by_one.keep({list(so_far)[-1]: list(so_far.values())[-1]}, so_far)
    assert results(one_by_one) == results(at_once)


def test_a_character_at_two_seats_is_one_rival_in_one_race() -> None:
    rng = random.Random(2)
    races = {RaceAt(at, at, f"{at}"): a_race_with_two_snails(at, rng) for at in range(1, 30)}
    told = person(kept(races), "Ann")
    assert told is not None
    ahead = sum(each.seats[0].place == 1 for each in races.values())
    assert told.rivals == (Rival("Snail", 29, ahead),)


def test_a_team_wins_together() -> None:
    seats = ("Ann", "Ben", "Cem", "Dot")
    race = a_race(random.Random(3), 1)
    won = msgspec.structs.replace(
        race,
        seats=tuple(
            msgspec.structs.replace(race.seats[0], name=name, opponent="", place=place, turns=turns)
            for name, place, turns in zip(seats, (1, 3, 2, 4), (30, 20, 25, 10), strict=True)
        ),
        teams=((0, 2), (1, 3)),
    )
    told = house(kept({RaceAt(1, 1, "1"): won}))
    assert {each.name: each.wins for each in told.people} == dict(
        zip(seats, (1, 0, 1, 0), strict=True)
    )
    assert next(each for each in told.feats if each.of == "turns").amount == 25
