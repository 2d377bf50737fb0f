"""The two rooms of a house: what leads from one to the other, and what is shut meanwhile."""

import errno
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from hardware.clock import ManualClock
from tests.companion import phones_of
from tests.houses import house_in, room
from web.guard import Guard
from web.house import House, Occupant
from web.manners import add_manners
from web.place import Place
from web.rooms import Premises, doors


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with house_in(tmp_path) as house:
        yield house


def client(house: House, name: Any) -> FlaskClient:
    """Somebody at the board, who may do what the host may."""
    return room(house, name).test_client()


def refused(answer: TestResponse) -> tuple[int, str, str]:
    error = (answer.get_json() or {})["error"]
    return answer.status_code, error["code"], error["message"]


def test_the_host_goes_from_one_room_to_the_other(house: House) -> None:
    play = client(house, "play")
    assert play.get("/workshop").status_code == 200
    assert play.get("/api/room").get_json() == {"room": "play", "workshop": True}
    answer = play.post("/api/room", json={"room": "workshop"})
    assert answer.get_json() == {"ok": True, "room": "workshop"}
    workshop = client(house, "workshop")
    assert workshop.get("/seat/0").location == "/workshop"
    assert refused(workshop.get("/api/watch"))[1] == "in-workshop"


def test_a_board_file_with_mistakes_closes_nothing(house: House, tmp_path: Path) -> None:
    play = client(house, "play")
    (file,) = tmp_path.glob("**/*.toml")
    file.write_text("name = 5", "utf-8")
    status, code, message = refused(play.post("/api/room", json={"room": "workshop"}))
    assert (status, code) == (400, "not-there")
    assert file.name in message
    assert house.room == "play"


def test_where_there_is_no_board_file_there_is_no_workshop(tmp_path: Path) -> None:
    with house_in(tmp_path, "sim://direct") as house:
        play = client(house, "play")
        assert play.get("/api/room").get_json() == {"room": "play", "workshop": False}
        answer = play.post("/api/room", json={"room": "workshop"})
        assert refused(answer)[1:] == (
            "no-workshop",
            "This board has no board file, so there is nothing to be learned about its wiring.",
        )
        assert house.room == "play"


@pytest.mark.parametrize(
    ("failure", "message"),
    [
        (OSError(errno.ENOSPC, "No space left"), "No space left. Is the disk full, or read-only?"),
        (OSError("It failed"), "It failed. Is the disk full, or read-only?"),
    ],
)
def test_a_workshop_that_cannot_be_opened_says_why(
    tmp_path: Path, failure: OSError, message: str
) -> None:
    def fail() -> NoReturn:
        raise failure

    def play() -> Occupant:
        return Occupant(Flask("play"), lambda: None, lambda: None)

    house = House({"play": play, "workshop": fail}, ManualClock())
    house.enter("play")
    phones = phones_of(tmp_path)
    place = Place("127.0.0.1", 8064)
    premises = Premises(tmp_path, place, phones, None, False, open_table=fail, open_workshop=fail)
    app = Flask("web")
    app.register_blueprint(doors(house, premises, Guard(phones, lambda: (), simulated=True)))
    add_manners(app)
    answer = app.test_client().post("/api/room", json={"room": "workshop"})
    assert refused(answer) == (400, "not-there", message)
    assert house.room == "play"
