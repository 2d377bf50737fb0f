"""What the workshop's pages may send, and what they are answered."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from babel.messages.catalog import Catalog
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.wrappers import Response

from controller.board import read_board
from controller.maintenance.calibration.actor import CalibrationActor
from controller.maintenance.calibration.answering import STALE
from hardware.clock import MonotonicClock
from hardware.ports import Reading
from hardware.simulated.direct import DirectBoard
from hardware.simulated.world import World
from tests.support.calibration.desk import BOARD
from tests.support.companion import at_board, phones_of
from tests.support.described import DescribedClient
from tests.support.waiting import until
from web.access.guard import Guard
from web.languages.language import Speech, in_english
from web.modes.calibration.app import calibration
from web.modes.policy import add_manners
from web.server.event_stream import Streams


@pytest.fixture
def actor(tmp_path: Path) -> Iterator[CalibrationActor]:
    """A workshop that asks for square 1."""
    path = tmp_path / "board.toml"
    path.write_text(BOARD, "utf-8")
    clock = MonotonicClock()
    actor = CalibrationActor(
        read_board(path), path, DirectBoard(World(4, ()), clock), clock, tmp_path / "kept.json"
    )
    actor.start()
    for square in (1, 2, 3, 4) * 2:
        actor.emit(Reading(square, 0.0, alone=True))
    while actor.snapshot.state.stage != "square":
        actor.wait_for(actor.snapshot.revision, 10.0)
    yield actor
    actor.stop()


@pytest.fixture
def client(actor: CalibrationActor, tmp_path: Path) -> Iterator[FlaskClient]:
    app = Flask("web")
    app.test_client_class = DescribedClient
    guard = Guard(phones_of(tmp_path), lambda: (), simulated=True)
    app.extensions["guard"] = guard
    app.register_blueprint(calibration(actor, guard, Streams(2)))
    add_manners(app)
    with at_board(app) as client:
        yield client


def test_an_answer_is_given_once(client: FlaskClient) -> None:
    version = client.get("/api/workshop").json["version"]  # type: ignore[index] # JSON it is
    answer = {"answer": "dark", "version": version}
    assert client.post("/api/workshop/answer", json=answer).status_code == 200
    again = client.post("/api/workshop/answer", json=answer)
    assert again.status_code == 409
    assert again.json is not None
    assert again.json["error"]["code"] == "stale"


def german() -> Speech:
    """German as far as the test needs it."""
    catalogue = Catalog("de", fuzzy=False)
    catalogue.add("Put a runner on square {square}", "Setze einen Läufer auf Feld {square}")
    catalogue.add(STALE, "Die Werkstatt ist schon weiter.")
    return Speech("de", catalogue)


def as_event(answer: Response) -> Any:
    """The view in the first event of a stream."""
    first = next(answer.iter_encoded())
    return msgspec.json.decode(first.partition(b"data: ")[2])


def test_the_workshop_speaks_the_language_of_the_phone(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "web.pages.speaking.speech", {"de": german(), "en": in_english()}.__getitem__
    )
    abroad = {"Accept-Language": "de"}
    for headers, headline in (
        (abroad, "Setze einen Läufer auf Feld 1"),
        ({}, "Put a runner on square 1"),
    ):
        seen = client.get("/api/workshop", headers=headers).get_json()
        assert seen["headline"] == headline
        with client.get("/api/workshop/live", headers=headers, buffered=False) as answer:
            assert as_event(answer) == seen
    stale = {"answer": "dark", "version": 0}
    refused = client.post("/api/workshop/answer", json=stale, headers=abroad).get_json()
    assert refused["error"]["message"] == "Die Werkstatt ist schon weiter."
    assert '<html lang="de">' in client.get("/workshop", headers=abroad).text


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"{}",
        b"\xff",
        b'{"answer": "dance", "version": 1}',
        b'{"answer": "lit", "version": 1}',
        b'{"answer": "dark", "version": "1"}',
        b'{"answer": "dark", "version": 1, "square": 3}',
        b'{"answer": "runner", "version": 1, "colour": "mauve"}',
    ],
)
def test_what_is_no_answer_is_refused_and_changes_nothing(client: FlaskClient, sent: bytes) -> None:
    before = client.get("/api/workshop").json
    refused = client.post("/api/workshop/answer", data=sent, content_type="application/json")
    assert refused.status_code == 400
    assert refused.json is not None
    assert refused.json["error"]["code"] == "bad-request"
    assert client.get("/api/workshop").json == before


def test_a_stream_beats_while_nothing_changes_and_ends_with_the_workshop(
    actor: CalibrationActor, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.server.event_stream.HEARTBEAT_S", 0.001)
    with client.get("/api/workshop/live", buffered=False) as answer:
        events = iter(answer.response)
        assert b"event: view" in next(events)
        until(lambda: b"event: heartbeat" in next(events), "nothing changes")
        actor.stop()
        assert list(events) == []


def test_pages_and_health_are_there(client: FlaskClient) -> None:
    assert client.get("/").location == "/workshop"
    assert client.get("/workshop").status_code == 200
    assert client.get("/healthz").json == {"alive": True}
