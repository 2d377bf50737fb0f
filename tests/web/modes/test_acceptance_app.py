"""The API of an acceptance: who may answer, and what is answered."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.acceptance.desk import AcceptanceDesk
from tests.support.companion import at_board, phones_of, stranger
from tests.support.described import DescribedClient
from web.modes.acceptance.app import create_acceptance_app
from web.views.shapes.accepting import AcceptanceView


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[AcceptanceDesk]:
    desk = AcceptanceDesk(tmp_path)
    yield desk
    desk.stop()


@pytest.fixture
def app(desk: AcceptanceDesk) -> Flask:
    app = create_acceptance_app(desk.open("dead-chip"), phones_of(desk.folder))
    app.test_client_class = DescribedClient
    return app


def look(client: FlaskClient) -> AcceptanceView:
    return msgspec.json.decode(client.get("/api/acceptance").data, type=AcceptanceView)


def test_a_board_is_measured_by_the_answers_of_a_page(desk: AcceptanceDesk, app: Flask) -> None:
    client = at_board(app)
    assert client.get("/api/acceptance/bundle").get_json()["error"]["code"] == "out-of-place"
    desk.until_asked()
    view = look(client)
    assert (view.stage, view.step) == ("asking", "Step 4 of 9")
    answer = msgspec.to_builtins(view.choices[0].answer)
    assert stranger(app).post("/api/acceptance/answer", json=answer).status_code == 403
    told = client.post("/api/acceptance/answer", json=answer).get_json()
    assert told == {"ok": True, "version": view.version + 1}
    again = client.post("/api/acceptance/answer", json=answer)
    assert again.get_json()["error"]["code"] == "stale"
    desk.finish()
    view = look(client)
    assert (view.stage, view.share, view.pick) == ("done", 1.0, None)
    assert [(each.grade, each.where, each.found) for each in view.findings] == [
        ("bad", "Square 2", "The reader doesn't answer.")
    ]
    assert [(each.grade, each.squares) for each in view.grades] == [
        ("bad", "2"),
        ("good", "1, 3, 4"),
    ]
    assert client.get("/api/acceptance/bundle").mimetype == "application/gzip"
    written = msgspec.to_builtins(view.choices[0].answer)
    assert client.post("/api/acceptance/answer", json=written).status_code == 200
    assert look(client).news == "board.toml is saved. The old version is kept as board.toml.before."


@pytest.mark.parametrize(
    "body", [{"answer": "fly", "version": 1}, {"answer": "told", "version": 1, "text": "9" * 401}]
)
def test_an_answer_of_another_shape_is_refused(app: Flask, body: dict[str, object]) -> None:
    assert at_board(app).post("/api/acceptance/answer", json=body).status_code == 400


def test_a_stream_shows_what_is_asked_and_ends_with_the_run(
    desk: AcceptanceDesk, app: Flask
) -> None:
    desk.until_asked()
    answer = at_board(app).get("/api/acceptance/live")
    events = iter(answer.iter_encoded())
    name, data, *_ = next(events).split(b"\n")
    assert name == b"event: view"
    seen = msgspec.json.decode(data.removeprefix(b"data: "), type=AcceptanceView)
    assert seen.stage == "asking"
    desk.stop()
    assert [each for each in events if b"view" in each] == []
    answer.close()


def test_only_a_simulated_board_has_a_page_of_hands(desk: AcceptanceDesk) -> None:
    simulated = desk.open("dead-chip")
    real = replace(simulated, rehearsal=None)
    statuses = [
        create_acceptance_app(table, phones_of(desk.folder)).test_client().get(page).status_code
        for table in (simulated, real)
        for page in ("/board", "/acceptance")
    ]
    assert statuses == [200, 200, 404, 200]
