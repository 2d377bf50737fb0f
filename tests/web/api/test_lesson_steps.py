"""The lesson by request: another step, the race, and what is refused."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.companion import stranger
from tests.support.waiting import until
from tests.web.api.test_game import PLAYERS, code, view


@pytest.fixture(name="lesson")
def _lesson(client: FlaskClient) -> FlaskClient:
    answer = client.post("/api/games", json={"seats": PLAYERS, "lesson": True})
    assert answer.status_code == 200, answer.get_json()
    until(lambda: client.get("/api/watch").get_json()["lights"], "the first step")
    return client


def step(client: FlaskClient) -> Any:
    return view(client)["lesson"]


def go(client: FlaskClient, body: Any) -> Any:
    return client.post("/api/lesson", json=body)


def test_the_lesson_goes_on_by_request(lesson: FlaskClient) -> None:
    assert step(lesson)["step"] == 1
    assert go(lesson, {"to": "next", "version": view(lesson)["version"]}).status_code == 200
    assert step(lesson)["step"] == 2
    assert go(lesson, {"to": "race", "version": view(lesson)["version"]}).status_code == 200
    assert step(lesson) is None
    assert view(lesson)["setup"]["hints"] == "fading"
    assert "lesson" not in view(lesson)["setup"]


@pytest.mark.parametrize(
    "body",
    [{}, {"to": "next"}, {"to": "sideways", "version": 1}, {"to": "next", "version": "1"}, []],
)
def test_a_bad_request_leaves_the_lesson_where_it_is(lesson: FlaskClient, body: Any) -> None:
    before = view(lesson)
    assert go(lesson, body).status_code == 400
    assert view(lesson) == before


def test_an_old_version_or_a_stranger_changes_no_step(lesson: FlaskClient, app: Flask) -> None:
    before = view(lesson)
    assert code(go(lesson, {"to": "next", "version": before["version"] - 1})) == "stale"
    assert go(stranger(app), {"to": "next", "version": before["version"]}).status_code == 403
    assert view(lesson) == before


@pytest.mark.usefixtures("game")
def test_a_race_has_no_steps(client: FlaskClient) -> None:
    before = view(client)
    assert code(go(client, {"to": "next", "version": before["version"]})) == "not-offered"
    assert view(client) == before
