"""People and their races, as pages and other programs ask for them."""

import csv
import io
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from controller.bootstrap import SimulatedTable
from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Begin
from tests.support.companion import seated
from tests.web.api.test_game import code, view
from tests.web.api.test_past_games import MOST_ACTIONS, do, moves
from tests.web.conftest import NAMES
from web.access.phones import Phones


def asked(client: FlaskClient, what: str = "") -> Any:
    return client.get(f"/api/statistics{what}").get_json()


def finish(client: FlaskClient, seed: int = 1) -> None:
    moves(client, MOST_ACTIONS, seed)
    assert view(client)["phase"] == "over"


def test_a_board_without_races_has_no_people(client: FlaskClient) -> None:
    assert asked(client) == {"house": {"people": [], "feats": []}, "unread": 0}
    refused = client.get("/api/statistics/person?name=Ann")
    assert (refused.status_code, code(refused)) == (404, "no-such-person")
    assert client.get("/api/statistics/results.csv").text.strip() == ""
    assert asked(client, "/results.json") == []


@pytest.mark.usefixtures("game")
def test_a_race_under_way_says_nothing_of_anybody(client: FlaskClient) -> None:
    moves(client, 10)
    assert asked(client)["house"]["people"] == []


@pytest.mark.usefixtures("game")
def test_a_race_counts_from_its_end_and_once(client: FlaskClient) -> None:
    finish(client)
    (ended,) = client.get("/api/games").get_json()["games"]
    for _ in range(2):
        people = asked(client)["house"]["people"]
        assert {each["name"]: (each["races"], each["wins"]) for each in people} == {
            name: (1, int(name == ended["winner"])) for name in NAMES
        }
    do(client, "again")
    finish(client, seed=2)
    assert {each["races"] for each in asked(client)["house"]["people"]} == {2}
    told = asked(client, f"/person?name={NAMES[0].upper()}")
    assert [each["seats"] for each in told["person"]["races"]] == [len(NAMES)] * 2
    assert list(told["edition_names"]) == [told["person"]["races"][0]["edition"]]


@pytest.mark.usefixtures("game")
def test_a_record_of_the_board_leads_to_the_turn_of_its_story(client: FlaskClient) -> None:
    finish(client)
    (longest,) = (each for each in asked(client)["house"]["feats"] if each["of"] == "longest")
    story = client.get(f"/api/games/{longest['game']}/story").get_json()
    turn = story["turns"][longest["turn"] - 1]
    before = story["turns"][longest["turn"] - 2]["squares"] if longest["turn"] > 1 else None
    seat = [each["name"] for each in story["players"]].index(longest["name"])
    assert turn["seat"] == seat
    started = before[seat][0] if before else 0
    assert turn["squares"][seat][0] - started == longest["amount"]


@pytest.fixture
def formula(app: Flask, phones: Phones, table: SimulatedTable) -> FlaskClient:
    """The one phone of a race of three, one of whom is called like a formula."""
    named = zip(("=1+1", "Ben", "Cem"), COLOURS, strict=False)
    table.actor.submit(Begin(Setup(tuple(Player(name, (colour,)) for name, colour in named))))
    return seated(app, phones, "=1+1", "Ben", "Cem")


def test_a_name_like_a_formula_is_text_in_a_spreadsheet(formula: FlaskClient) -> None:
    finish(formula)
    rows = list(csv.DictReader(io.StringIO(formula.get("/api/statistics/results.csv").text)))
    assert [row["name"] for row in rows] == ["'=1+1", "Ben", "Cem"]
    assert [row["name"] for row in asked(formula, "/results.json")] == ["=1+1", "Ben", "Cem"]
    assert [int(row["place"]) for row in rows] == [
        each["place"] for each in asked(formula, "/results.json")
    ]
