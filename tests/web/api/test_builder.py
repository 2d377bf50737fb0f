"""What the builder's page is told."""

import io
import tarfile
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from controller.maintenance.doctor import Examiner
from hardware.clock import ManualClock
from tests.support.doctor.computers import Computer
from tests.support.doctor.situations import dead, reader
from web.api.builder import builder
from web.modes.policy import add_manners


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    """A Raspberry Pi whose third reader is dead."""
    made = Computer(tmp_path)
    made.run(readers=(reader(1), reader(2), dead(3), reader(4)))
    return made


@pytest.fixture
def client(computer: Computer) -> FlaskClient:
    app = Flask("web")
    app.register_blueprint(builder(Examiner(computer.case, ManualClock())))
    add_manners(app)
    return app.test_client()


def test_findings_come_in_groups_the_worst_first(client: FlaskClient) -> None:
    told = client.get("/api/builder/doctor").get_json()
    assert [group["title"] for group in told["groups"]] == [
        *("To be mended", "Advice", "Could not be checked", "Fine"),
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
