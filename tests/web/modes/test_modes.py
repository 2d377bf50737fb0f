"""Switching between game and workshop: the pages that lead there, and what is refused meanwhile."""

import errno
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from hardware.clock import ManualClock
from tests.support.companion import at_board, phones_of
from tests.support.modes import app_of, mode_switch_in
from tests.support.partners.letters import letters_of
from web.access.address import PageAddress
from web.access.guard import Guard
from web.modes.mode_switch import ModeSwitch, RunningMode
from web.modes.modes import BoardContext, mode_routes
from web.modes.policy import add_manners


@pytest.fixture
def switch(tmp_path: Path) -> Iterator[ModeSwitch]:
    with mode_switch_in(tmp_path) as switch:
        yield switch


def client(switch: ModeSwitch, name: Any) -> FlaskClient:
    """Somebody at the board, who may do what the host may."""
    return at_board(app_of(switch, name))


def refused(answer: TestResponse) -> tuple[int, str, str]:
    error = (answer.get_json() or {})["error"]
    return answer.status_code, error["code"], error["message"]


def test_the_host_goes_from_one_room_to_the_other(switch: ModeSwitch) -> None:
    play = client(switch, "play")
    assert play.get("/workshop").status_code == 200
    assert play.get("/api/mode").get_json() == {"mode": "play", "workshop": True}
    answer = play.post("/api/mode", json={"mode": "workshop"})
    assert answer.get_json() == {"ok": True, "mode": "workshop"}
    workshop = client(switch, "workshop")
    assert workshop.get("/seat/0").location == "/workshop"
    assert refused(workshop.get("/api/watch"))[1] == "in-workshop"


def test_so_the_host_goes_to_the_acceptance(switch: ModeSwitch) -> None:
    play = client(switch, "play")
    assert play.get("/acceptance").location == "/workshop"
    answer = play.post("/api/mode", json={"mode": "acceptance"})
    assert answer.get_json() == {"ok": True, "mode": "acceptance"}
    acceptance = client(switch, "acceptance")
    assert acceptance.get("/acceptance").status_code == 200
    for path in ("/", "/workshop", "/seat/0"):
        assert acceptance.get(path).location == "/acceptance"
    assert refused(acceptance.get("/api/watch"))[1] == "in-workshop"
    status = acceptance.get("/api/status").get_json()
    assert (status["mode"], status["alive"], status["readers"]["there"]) == ("acceptance", True, 4)
    assert switch.status() == "The board is in the workshop, and the game waits."
    assert client(switch, "workshop").get("/acceptance").location == "/workshop"


@pytest.mark.parametrize("mode", ["workshop", "acceptance"])
def test_no_page_of_the_game_is_missing_in_another_mode(switch: ModeSwitch, mode: Any) -> None:
    play = client(switch, "play")
    rules = [re.sub("<int:.*>", "0", each.rule) for each in play.application.url_map.iter_rules()]
    paths = [each for each in rules if "<" not in each and not each.startswith("/api")]
    pages = [each for each in paths if play.get(each).mimetype == "text/html"]
    assert {"/", "/seat/0", "/board"} <= {*pages}
    other = client(switch, mode)
    assert [each for each in pages if other.get(each).status_code == 404] == []


def test_a_board_file_with_mistakes_closes_nothing(switch: ModeSwitch, tmp_path: Path) -> None:
    play = client(switch, "play")
    (file,) = tmp_path.glob("**/*.toml")
    file.write_text("name = 5", "utf-8")
    status, code, message = refused(play.post("/api/mode", json={"mode": "workshop"}))
    assert (status, code) == (400, "not-there")
    assert file.name in message
    assert switch.mode == "play"


def test_where_there_is_no_board_file_there_is_no_workshop(tmp_path: Path) -> None:
    with mode_switch_in(tmp_path, "sim://direct") as switch:
        play = client(switch, "play")
        assert play.get("/api/mode").get_json() == {"mode": "play", "workshop": False}
        answer = play.post("/api/mode", json={"mode": "workshop"})
        assert refused(answer)[1:] == (
            "no-workshop",
            "This board has no board file, so there's nothing to learn about its wiring.",
        )
        assert refused(play.post("/api/mode", json={"mode": "acceptance"}))[1] == "no-workshop"
        assert switch.mode == "play"


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

    def play() -> RunningMode:
        return RunningMode(Flask("play"), lambda: None, lambda: None)

    switch = ModeSwitch({"play": play, "workshop": fail}, ManualClock())
    switch.enter("play")
    phones = phones_of(tmp_path)
    place = PageAddress("127.0.0.1", 8064)
    context = BoardContext(
        tmp_path,
        place,
        phones,
        letters_of(tmp_path),
        None,
        False,
        open_table=fail,
        open_calibration=fail,
    )
    app = Flask("web")
    app.extensions["guard"] = guard = Guard(phones, lambda: (), simulated=True)
    app.register_blueprint(mode_routes(switch, context, guard))
    add_manners(app)
    answer = at_board(app).post("/api/mode", json={"mode": "workshop"})
    assert refused(answer) == (400, "not-there", message)
    assert switch.mode == "play"
