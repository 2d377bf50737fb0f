"""One's own edition, whose file is changed while its race is on or after it."""

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from controller.game.editions.files import FOLDER_VARIABLE, SHIPPED
from tests.web.api.test_game import PLAYERS, play, view

PAGES = ("/api/watch", "/api/seats/0", "/api/track", "/api/rules", "/api/editions", "/api/games")


@pytest.fixture
def sunday(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of one's own edition."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "rules"))
    usual = (SHIPPED / "editions" / "parlett-2018.toml").read_text("utf-8")
    path = tmp_path / "rules" / "editions" / "sunday.toml"
    path.parent.mkdir(parents=True)
    path.write_text(usual.replace('"B"', '"A"').replace("65", "70"), "utf-8")
    return path


@pytest.fixture
def spoilt(client: FlaskClient, sunday: Path) -> FlaskClient:
    """A race by that edition, into whose file a mistake came after the first move."""
    client.post("/api/games", json={"seats": PLAYERS, "edition": "sunday"})
    play(client, 0, "f5")
    sunday.write_text("name = ", "utf-8")
    return client


def test_a_race_goes_on_by_its_rules_while_its_editions_file_has_a_mistake(
    spoilt: FlaskClient,
) -> None:
    assert play(spoilt, 1, "f3").get_json()["ok"] is True
    answers = {page: spoilt.get(page).get_json() for page in PAGES}
    assert [page for page, answer in answers.items() if answer.get("ok") is False] == []
    assert answers["/api/watch"]["edition_name"] == "sunday"
    assert answers["/api/track"]["squares"][6]["kind"] == "L"  # as on A
    assert "exactly 70 carrots" in str(answers["/api/rules"])


def test_after_that_race_the_next_one_can_be_set_up(spoilt: FlaskClient) -> None:
    spoilt.post("/api/games/set-aside", json={"version": view(spoilt)["version"]})
    assert view(spoilt)["phase"] == "setup"
    answers = {page: spoilt.get(page) for page in PAGES if "seats" not in page}
    assert {page: answer.status_code for page, answer in answers.items()} == dict.fromkeys(
        answers, 200
    )
    assert spoilt.post("/api/games", json={"seats": PLAYERS}).get_json()["ok"] is True


def test_a_saved_race_can_go_on_once_its_editions_file_is_mended(
    spoilt: FlaskClient, sunday: Path
) -> None:
    def saved() -> Any:
        return spoilt.get("/api/games").get_json()["games"][0]

    spoilt.post("/api/games/set-aside", json={"version": view(spoilt)["version"]})
    assert saved()["can_load"] is False
    usual = (SHIPPED / "editions" / "parlett-2018.toml").read_text("utf-8")
    sunday.write_text(usual.replace('"B"', '"A"').replace("65", "70"), "utf-8")
    assert saved()["can_load"] is True
    assert spoilt.post(f"/api/games/{saved()['game']}/load", json={}).get_json()["ok"] is True
