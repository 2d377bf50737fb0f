"""A person is deleted: no file has the name, and everybody else keeps their races and figures."""

import random
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from controller.bootstrap import JOURNAL_FILE, SimulatedTable, parse_simulated, simulated_table
from controller.game.journal.journal import Journal
from controller.game.journal.kept_games import kept_games
from controller.game.journal.saved_game import replayed
from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.game.statistics import BOOK_FILE
from controller.table.commands import Begin
from tests.support.companion import at_board, companion, phones_of, seated, stranger
from tests.support.disk import no_room_in
from tests.web.api.test_game import code, view
from tests.web.api.test_past_games import MOST_ACTIONS, do, games, moves, put_aside
from web.access.phones import Phones

NAME = "Zebulonia"
RACERS = (NAME, "Ben", "Cem")


def files_with(folder: Path, name: str = NAME) -> list[str]:
    """The files that have a name, whatever its capitals."""
    return sorted(
        each.name for each in folder.iterdir() if name.lower().encode() in each.read_bytes().lower()
    )


def begin(table: SimulatedTable, names: Sequence[str] = RACERS) -> None:
    seats = tuple(Player(name, (colour,)) for name, colour in zip(names, COLOURS, strict=False))
    table.actor.submit(Begin(Setup(seats)))


def race(
    table: SimulatedTable, app: Flask, phones: Phones, names: Sequence[str], seed: int
) -> None:
    """Play a race to its end."""
    begin(table, names)
    moves(seated(app, phones, *names), MOST_ACTIONS, seed)


def delete(client: FlaskClient, name: str = NAME) -> Any:
    return client.post("/api/statistics/person/delete", json={"name": name})


def results(client: FlaskClient) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = client.get("/api/statistics/results.json").get_json()
    return rows


@contextmanager
def opened(folder: Path) -> Iterator[tuple[SimulatedTable, FlaskClient]]:
    """The same board, started again."""
    table = simulated_table(
        folder, chance=random.Random(7), address=parse_simulated("sim://direct")
    )
    table.start()
    try:
        yield table, at_board(companion(table, phones_of(folder)))
    finally:
        table.stop()


@pytest.fixture
def raced(table: SimulatedTable, app: Flask, phones: Phones, tmp_path: Path) -> FlaskClient:
    """The host, after two races with that person and one without; all lists have been asked for."""
    race(table, app, phones, RACERS, 1)
    race(table, app, phones, ("Ben", "Dot", "Eve"), 2)
    race(table, app, phones, ("Cem", f"  {NAME.upper()} ", "Ben"), 3)
    client = at_board(app)
    assert client.get("/api/games").status_code == 200
    assert client.get("/api/statistics").get_json()["unread"] == 0
    assert {JOURNAL_FILE, BOOK_FILE, "summaries.json", "phones.json"} <= {*files_with(tmp_path)}
    return client


def stories(client: FlaskClient) -> list[Any]:
    told = [client.get(f"/api/games/{each['game']}/story").get_json() for each in games(client)]
    return [[(each["squares"], each["carrots"]) for each in story["turns"]] for story in told]


def test_afterwards_no_file_has_the_name_and_all_races_are_whole(
    raced: FlaskClient, table: SimulatedTable, tmp_path: Path
) -> None:
    races, version = stories(raced), table.actor.snapshot.version
    assert delete(raced, NAME.lower()).status_code == 200
    assert files_with(tmp_path) == []
    assert table.actor.snapshot.version == version
    assert stories(raced) == races
    assert [each["players"] for each in games(raced)] == [
        ["Cem", "A player", "Ben"],
        ["Ben", "Dot", "Eve"],
        ["A player", "Ben", "Cem"],
    ]
    assert [each["name"] for each in view(raced)["seats"]] == ["Cem", "A player", "Ben"]
    assert NAME.lower() not in str(view(raced)).lower()
    record = raced.get(f"/api/games/{games(raced)[0]['game']}/record").text
    assert "A player" in record
    table.stop()
    assert files_with(tmp_path) == []
    for kept in kept_games(tmp_path / JOURNAL_FILE):
        assert replayed(kept.entries)[1].state.prompt == "over"


@pytest.mark.long
def test_lists_and_statistics_are_answered_while_a_person_is_deleted(
    raced: FlaskClient, table: SimulatedTable
) -> None:
    before, told_before = games(raced), told(raced)
    answers: list[Any] = []

    def ask() -> None:
        answers.append((games(raced), told(raced)))

    def meanwhile() -> None:
        """Ask in another thread, while that of the game is deleting."""
        asking = threading.Thread(target=ask)
        asking.start()
        asking.join(10)

    table.actor.delete_person(NAME, "A player", meanwhile)
    assert answers[0] == (before, told_before)
    assert NAME.casefold() not in str((games(raced), told(raced))).casefold()


@pytest.mark.long
def test_the_figures_of_the_others_stay_and_a_rebuilt_book_has_the_same(
    raced: FlaskClient, table: SimulatedTable, tmp_path: Path
) -> None:
    before = results(raced)
    ben = raced.get("/api/statistics/person?name=Ben").get_json()
    delete(raced)
    kept = results(raced)
    mine = [each for each in before if each["name"].strip().casefold() == NAME.casefold()]
    assert len(mine) == 2
    assert kept == [each | {"name": "A player"} if each in mine else each for each in before]
    assert {each["name"] for each in told(raced)["people"]} == {"Ben", "Cem", "Dot", "Eve"}
    assert not {each["name"] for each in told(raced)["feats"]} & {NAME, "A player"}
    for name in (NAME, "A player"):
        assert code(raced.get(f"/api/statistics/person?name={name}")) == "no-such-person"
    after = raced.get("/api/statistics/person?name=Ben").get_json()
    rivals = [
        each | {"name": "A player"} if each["name"].strip().casefold() == NAME.casefold() else each
        for each in ben["person"].pop("rivals")
    ]
    assert sorted(after["person"].pop("rivals"), key=str) == sorted(rivals, key=str)
    assert after == ben
    table.stop()
    (tmp_path / BOOK_FILE).unlink()
    with opened(tmp_path) as (_, again):
        assert results(again) == kept


def told(client: FlaskClient) -> Any:
    return client.get("/api/statistics").get_json()["house"]


@pytest.mark.long
def test_several_who_are_deleted_stay_different_people(
    raced: FlaskClient, table: SimulatedTable
) -> None:
    before = results(raced)
    delete(raced)
    delete(raced, "Cem")
    names = {NAME: "A player", NAME.upper(): "A player", "Cem": "A player 2"}
    assert results(raced) == [
        each | {"name": names.get(each["name"].strip(), each["name"])} for each in before
    ]
    begin(table, ("A player", "Ben", "Cem"))
    assert code(delete(raced, "A player")) == "game-running"
    put_aside(raced)
    assert delete(raced, "A player").status_code == 200
    assert games(raced)[0]["players"] == ["A player 3", "Ben", "Cem"]
    assert games(raced)[-1]["players"] == ["A player", "Ben", "A player 2"]


@pytest.mark.long
def test_a_race_that_was_set_aside_goes_on_without_the_name(
    table: SimulatedTable, app: Flask, phones: Phones, tmp_path: Path
) -> None:
    begin(table)
    client = seated(app, phones, *RACERS)
    moves(client, 20)
    carrots = [each.carrots for each in table.actor.under_way()[1].state.seats]  # type: ignore[union-attr]
    put_aside(client)
    assert delete(client).status_code == 200
    assert files_with(tmp_path) == []
    (listed,) = games(client)
    do(client, f"{listed['game']}/load")
    _, game = table.actor.under_way()
    assert game is not None
    assert [each.carrots for each in game.state.seats] == carrots
    client = seated(app, phones, "A player", "Ben", "Cem")
    moves(client, MOST_ACTIONS)
    assert view(client)["phase"] == "over"
    assert {each["name"] for each in told(client)["people"]} == {"Ben", "Cem"}


def test_it_is_for_the_host_while_no_race_is_on(
    table: SimulatedTable, app: Flask, phones: Phones, tmp_path: Path
) -> None:
    begin(table)
    moves(seated(app, phones, *RACERS), 5)
    refused = delete(stranger(app))
    assert (refused.status_code, code(refused)) == (403, "host-only")
    refused = delete(at_board(app))
    assert (refused.status_code, code(refused)) == (400, "game-running")
    put_aside(at_board(app))
    refused = delete(at_board(app), "Nobody")
    assert (refused.status_code, code(refused)) == (404, "no-such-person")
    assert table.actor.snapshot.phase == "setup"
    assert "phones.json" in files_with(tmp_path)


@pytest.mark.long
def test_copies_of_the_games_and_drafts_go_too(raced: FlaskClient, tmp_path: Path) -> None:
    journal = (tmp_path / JOURNAL_FILE).read_bytes()
    for copy in ("journal.damaged-1.sqlite", "journal.format-2.sqlite", "summaries.json.new"):
        (tmp_path / copy).write_bytes(journal)
    delete(raced)
    assert files_with(tmp_path) == []
    assert not list(tmp_path.glob("journal.format*"))


@pytest.mark.long
def test_a_full_disk_deletes_nothing_and_says_so(
    raced: FlaskClient, table: SimulatedTable, tmp_path: Path
) -> None:
    before = results(raced)
    with no_room_in(tmp_path):
        refused = delete(raced)
    assert (refused.status_code, code(refused)) == (503, "not-deleted")
    assert refused.get_json()["error"]["message"].startswith("Nobody was deleted: ")
    assert results(raced) == before
    begin(table, ("Ben", "Cem", "Dot"))
    put_aside(raced)
    assert delete(raced).status_code == 200
    assert files_with(tmp_path) == []


@pytest.mark.long
def test_games_dropped_earlier_left_no_name_in_the_free_pages(
    raced: FlaskClient, table: SimulatedTable, tmp_path: Path
) -> None:
    table.stop()
    journal = Journal(tmp_path / JOURNAL_FILE, most_games=1)
    journal.close()
    with opened(tmp_path) as (again, client):
        assert delete(client).status_code == 200
        begin(again, ("Ben", "Cem", "Dot"))
        assert files_with(tmp_path) == []
