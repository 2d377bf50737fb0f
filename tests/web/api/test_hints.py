"""Hints on the phone: for the player to act, in a game that was set up with them."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from controller.bootstrap import SimulatedTable
from tests.support.companion import stranger
from tests.web.api.test_game import PLAYERS, code, play, view


def hints(client: FlaskClient, seat: int, **how: Any) -> Any:
    return client.get(f"/api/seats/{seat}/hints", **how)


@pytest.fixture(name="hinted")
def _hinted(client: FlaskClient) -> FlaskClient:
    answer = client.post("/api/games", json={"seats": PLAYERS, "hints": True})
    assert answer.status_code == 200, answer.get_json()
    return client


def test_the_player_to_act_is_shown_a_few_good_moves(hinted: FlaskClient) -> None:
    told = hints(hinted, 0).get_json()
    assert told["version"] == view(hinted)["version"]
    assert 1 <= len(told["hints"]) <= 3
    legal = {each["action"] for each in view(hinted, 0)["me"]["destinations"]}
    assert {each["action"] for each in told["hints"]} <= legal
    for hint in told["hints"]:
        assert hint["name"] == f"square {hint['action'][1:]}"
        assert hint["sentences"]
    assert hints(hinted, 0).get_json() == told


def test_hints_speak_the_language_of_the_phone(hinted: FlaskClient) -> None:
    told = hints(hinted, 0, headers={"Accept-Language": "de"}).get_json()
    assert all(hint["name"].startswith("Feld ") for hint in told["hints"])


def test_others_are_shown_none(hinted: FlaskClient, app: Flask) -> None:
    assert code(hints(hinted, 1)) == "not-your-turn"
    assert hints(stranger(app), 0).status_code == 403
    play(hinted, 0, "f5")
    assert code(hints(hinted, 0)) == "not-your-turn"
    assert hints(hinted, 1).status_code == 200


@pytest.mark.usefixtures("game")
def test_without_the_host_s_leave_there_are_none(client: FlaskClient) -> None:
    assert "hints" not in view(client)["setup"]
    assert code(hints(client, 0)) == "not-offered"


def test_without_a_game_there_are_none(client: FlaskClient, table: SimulatedTable) -> None:
    assert table.actor.under_way()[1] is None
    assert hints(client, 0).status_code in (403, 404)


def test_play_again_keeps_them(hinted: FlaskClient) -> None:
    assert view(hinted)["setup"]["hints"] is True
