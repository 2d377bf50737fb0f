"""Seats of computer opponents over the API: nobody takes one, nobody acts for one."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from controller.bootstrap import SimulatedTable
from controller.game.setup import SLOWEST_PACE_S
from controller.table.commands import Abandon
from tests.support.companion import seated
from tests.support.waiting import until
from web.access.phones import Phones

SEATS = [
    {"name": "Ann", "colours": ["red"]},
    {"name": "Ben", "colours": ["yellow"], "opponent": "walker"},
    {"name": "Cem", "colours": ["green"]},
]


@pytest.fixture
def client(app: Flask, table: SimulatedTable, phones: Phones) -> FlaskClient:
    """The screen at the board, which once held the seat of another Ben."""
    client = seated(app, phones, "Ann", "Ben", "Cem")
    begun = client.post("/api/games", json={"seats": SEATS, "pace_s": SLOWEST_PACE_S})
    assert begun.status_code == 200
    return client


def error(client: FlaskClient, path: str, **body: Any) -> tuple[int, str]:
    answer = client.post(path, json=body)
    said: Any = answer.get_json()
    return answer.status_code, said["error"]["message"]


def test_an_opponents_seat_is_held_by_nobody(client: FlaskClient) -> None:
    me: Any = client.get("/api/me").get_json()
    assert me["seats"] == [0, 2]
    watch: Any = client.get("/api/watch").get_json()
    assert not watch["seats"][1]["taken"]
    assert client.get("/api/seats/1").status_code == 403
    assert error(client, "/api/join", seat=1) == (
        403,
        "Ben plays by itself: nobody can take its seat.",
    )


def test_nobody_acts_for_an_opponent(client: FlaskClient, table: SimulatedTable) -> None:
    version = table.actor.snapshot.version
    assert (
        client.post("/api/seats/0/play", json={"action": "f5", "version": version}).status_code
        == 200
    )
    table.world.put("red", 5)
    until(lambda: table.actor.snapshot.thinks == 1, "Ben to think")
    version = table.actor.snapshot.version
    assert error(client, "/api/seats/1/play", action="f6", version=version)[0] == 403
    assert error(client, "/api/seats/0/play", action="f6", version=version) == (
        400,
        "It is Ben's turn.",
    )
    assert error(client, "/api/confirm", version=version) == (400, "It is Ben's turn.")
    assert client.post("/api/seats/0/take-back", json={"version": version}).status_code == 200


@pytest.mark.long
def test_refusals_name_opponents_in_the_readers_language(
    client: FlaskClient, table: SimulatedTable
) -> None:
    table.actor.submit(Abandon(table.actor.snapshot.version))
    owl = {"name": "Owl", "colours": ["yellow"], "opponent": "strategist-2"}
    seats = [SEATS[0], owl, SEATS[2]]
    begun = client.post("/api/games", json={"seats": seats, "pace_s": SLOWEST_PACE_S})
    assert begun.status_code == 200
    play = {"action": "f5", "version": table.actor.snapshot.version}
    assert client.post("/api/seats/0/play", json=play).status_code == 200
    table.world.put("red", 5)
    until(lambda: table.actor.snapshot.thinks == 1, "Owl to think")
    version = table.actor.snapshot.version
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    assert error(client, "/api/seats/0/play", action="f6", version=version) == (
        400,
        "Eule ist dran.",
    )
    assert error(client, "/api/join", seat=1) == (
        403,
        "Eule spielt selbst: Niemand kann diesen Platz übernehmen.",
    )


def test_the_host_changes_the_pace_during_a_race(
    client: FlaskClient, table: SimulatedTable
) -> None:
    assert client.post("/api/games/pace", json={"pace_s": 5}).status_code == 200
    watch: Any = client.get("/api/watch").get_json()
    assert watch["setup"]["pace_s"] == 5
    assert error(client, "/api/games/pace", pace_s=61) == (
        400,
        "An opponent may take 0 to 60 seconds for an action.",
    )


def test_an_opponent_has_a_name_that_is_known(app: Flask, phones: Phones) -> None:
    client = seated(app, phones, "Ann")
    seats = [{**SEATS[1], "opponent": "wolker"}, SEATS[0], SEATS[2]]
    assert error(client, "/api/games", seats=seats) == (
        400,
        "There is no computer opponent “wolker”.",
    )


def test_each_reader_meets_opponents_by_the_names_of_their_language(
    app: Flask, phones: Phones
) -> None:
    def read(client: FlaskClient, path: str, language: str) -> Any:
        return client.get(path, headers={"Accept-Language": language}).get_json()

    client = seated(app, phones, "Ann", "Ben", "Cem")
    owls = [{"name": f"Eule{number}", "opponent": "strategist-2"} for number in ("", " 2")]
    seats = [SEATS[0], {**owls[0], "colours": ["yellow"]}, {**owls[1], "colours": ["green"]}]
    begun = client.post("/api/games", json={"seats": seats}, headers={"Accept-Language": "de"})
    assert begun.status_code == 200
    for language, names in (
        ("de", ["Ann", "Eule", "Eule 2"]),
        ("en", ["Ann", "Owl", "Owl 2"]),
        ("it", ["Ann", "Gufo", "Gufo 2"]),
    ):
        watch = read(client, "/api/watch", language)
        assert [each["name"] for each in watch["seats"]] == names
        assert [each["name"] for each in watch["setup"]["seats"]] == names
        (listed,) = read(client, "/api/games", language)["games"][:1]
        assert listed["players"] == names
        story = read(client, f"/api/games/{listed['game']}/story", language)
        assert [each["name"] for each in story["players"]] == names
