"""What the builder's page is told."""

import io
import tarfile
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from flask import Flask, g
from flask.testing import FlaskClient

from controller.maintenance.doctor.examination import Examiner
from hardware.clock import ManualClock
from tests.support.doctor.computers import Computer
from tests.support.doctor.situations import dead, reader
from web.api.builder import builder
from web.languages.language import Speech
from web.modes.policy import add_manners


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    """A Raspberry Pi whose third reader is dead."""
    made = Computer(tmp_path)
    made.run(readers=(reader(1), reader(2), dead(3), reader(4)))
    return made


@pytest.fixture
def app(computer: Computer) -> Flask:
    app = Flask("web")
    app.register_blueprint(builder(Examiner(computer.case, ManualClock())))
    add_manners(app)
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_findings_come_in_groups_the_worst_first(client: FlaskClient) -> None:
    told = client.get("/api/builder/doctor").get_json()
    assert [group["title"] for group in told["groups"]] == [
        *("Needs fixing", "Advice", "Could not be checked", "Fine"),
    ]
    bad = told["groups"][0]["findings"]
    assert [each["title"] for each in bad] == ["The readers", "Phones"]
    assert bad[0]["found"].startswith("Square 3: its reader has never answered (No answer).")
    assert {*bad[0]} == {"check", "title", "found", "why", "do"}


def test_every_reader_is_told_of(client: FlaskClient) -> None:
    told = client.get("/api/builder/doctor").get_json()
    assert [each["square"] for each in told["readers"]] == [1, 2, 3, 4]
    assert told["readers"][2]["state"] == "quarantined"
    assert {"state": "quarantined", "title": "Quarantined"} in told["states"]


def test_the_bundle_can_be_saved(client: FlaskClient) -> None:
    answer = client.get("/api/builder/bundle")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="hareboard-doctor.tar.gz"'
    with tarfile.open(fileobj=io.BytesIO(answer.data), mode="r:gz") as archive:
        assert "hareboard-doctor/report.txt" in archive.getnames()


def test_the_page_says_what_is_taken_out(client: FlaskClient) -> None:
    assert "<li>UIDs of tags" in client.get("/builder").text


def test_the_doctor_speaks_the_language_of_the_page(app: Flask) -> None:
    catalogue = Catalog("de", fuzzy=False)
    for message, said in (
        ("Needs fixing", "Zu beheben"),
        ("The readers", "Die Leser"),
        (
            "Square {square}: its reader has never answered ({trouble}).",
            "Feld {square}: Der Leser hat nie geantwortet ({trouble}).",
        ),
        ("It is on {place}.", "Er hängt an {place}."),
        (
            "“{bus}”, row line {label}, column line {number}",
            "„{bus}“, Zeile {label}, Spalte {number}",
        ),
        ("UIDs of tags (each gets another name)", "UIDs (jede heißt anders)"),
    ):
        catalogue.add(message, said)

    @app.before_request
    def speak_german() -> None:
        g.speech = Speech("de", catalogue)

    client = app.test_client()
    told = client.get("/api/builder/doctor").get_json()
    assert told["groups"][0]["title"] == "Zu beheben"
    finding = told["groups"][0]["findings"][0]
    assert finding["title"] == "Die Leser"
    assert finding["found"] == (
        "Feld 3: Der Leser hat nie geantwortet (No answer). Er hängt an „spi-1“, Zeile 1, Spalte 0."
    )
    assert "<li>UIDs (jede heißt anders)" in client.get("/builder").text
    assert '<html lang="de">' in client.get("/builder").text


def test_the_bundle_stays_english(client: FlaskClient) -> None:
    answer = client.get("/api/builder/bundle", headers={"Accept-Language": "de"})
    with tarfile.open(fileobj=io.BytesIO(answer.data), mode="r:gz") as archive:
        file = archive.extractfile("hareboard-doctor/report.txt")
        assert file is not None
        assert file.read().decode().startswith("Needs fixing\n  The readers: Square 3: its reader")
