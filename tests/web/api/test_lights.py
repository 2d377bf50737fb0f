"""The API of the lights."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from controller.light.meanings import MEANINGS, meanings
from controller.light.themes import theme_ids

USUAL = {"theme": "garden", "brightness": 1.0, "night": False, "test": False}


def look(client: FlaskClient) -> Any:
    return client.get("/api/lights").get_json()["look"]


def test_the_lights_look_as_usual_at_first(client: FlaskClient) -> None:
    assert look(client) == USUAL
    assert client.get("/api/watch").get_json()["look"] == USUAL
    assert client.get("/api/watch").get_json()["lights_trouble"] is None


def test_there_is_every_theme_the_usual_one_first(client: FlaskClient) -> None:
    themes = client.get("/api/lights").get_json()["themes"]
    assert themes[0]["theme"] == "garden"
    assert sorted(each["theme"] for each in themes) == sorted(theme_ids())
    assert all(len(each["colours"]) == len(MEANINGS) for each in themes)


def test_the_legend_shows_every_light_in_order(client: FlaskClient) -> None:
    legend = client.get("/api/lights").get_json()["legend"]
    assert [entry["meaning"] for entry in legend] == list(meanings())
    looks = {(tuple(entry["frames"]), entry["period_s"]) for entry in legend}
    assert len(looks) == len(legend), "no two meanings look alike"


@pytest.mark.parametrize(
    "change",
    [
        {"theme": "clear"},
        {"brightness": 0.25},
        {"brightness": 0},
        {"night": True},
        {"test": True},
        {"theme": "lantern", "brightness": 0.5, "night": True, "test": True},
        {},
    ],
)
def test_what_is_asked_for_changes_and_nothing_else(
    client: FlaskClient, change: dict[str, Any]
) -> None:
    answer = client.post("/api/lights", json=change)
    assert answer.status_code == 200
    assert answer.get_json()["ok"] is True
    assert look(client) == {**USUAL, **change}


def test_the_legend_is_that_of_the_look(client: FlaskClient) -> None:
    day = client.get("/api/lights").get_json()["legend"][0]
    client.post("/api/lights", json={"night": True})
    night = client.get("/api/lights").get_json()["legend"][0]
    assert night["period_s"] > day["period_s"]
    assert max(night["frames"]) < max(day["frames"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"theme": "gardn"}, "did you mean “garden”?"),
        ({"brightness": 1.5}, "from 0 to 1"),
        ({"brightness": -1}, "from 0 to 1"),
        ({"brightness": "bright"}, "$.brightness"),
        ({"colour": "red"}, "colour"),
        ({"night": 1}, "$.night"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(
    client: FlaskClient, change: dict[str, Any], said: str
) -> None:
    answer = client.post("/api/lights", json=change)
    assert answer.status_code == 400
    error = answer.get_json()["error"]
    assert error["code"] == "bad-request"
    assert said in error["message"]
    assert look(client) == USUAL
