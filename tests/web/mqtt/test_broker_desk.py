"""The host sees, tries, saves and removes the broker of a board, against real brokers."""

import errno
import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from controller.board import read_board
from tests.support.companion import at_board, stranger
from tests.support.described import DescribedClient
from tests.support.modes import app_of, mode_switch_in
from tests.support.mqtt.broker import (
    HERE,
    Listener,
    Mosquitto,
    certificate,
    free_port,
    with_user,
)
from tests.support.waiting import until
from web.modes.broker_desk import PASSWORD_FILE

USER, PASSWORD = "board", "carrots, for all"


class Board:
    """A board that has a board file, and its host."""

    def __init__(
        self, folder: Path, stack: ExitStack, address: str = "sim://prototype-2x2"
    ) -> None:
        self.folder = folder / "games"
        self.folder.mkdir(exist_ok=True)
        self.file = self.folder / "prototype-2x2.toml"
        self.app = app_of(stack.enter_context(mode_switch_in(self.folder, address)), "play")
        self.app.test_client_class = DescribedClient
        self.host: FlaskClient = at_board(self.app)

    def seen(self) -> Any:
        answer = self.host.get("/api/broker")
        assert PASSWORD not in answer.text
        return answer.get_json()

    def post(self, what: str = "", **keys: Any) -> Any:
        usual = {"host": HERE, "port": None, "tls": False, "user": None, "password": None}
        return self.host.post(f"/api/broker{what}", json={**usual, "names": False, **keys})

    def tried(self, **keys: Any) -> Any:
        answer = self.post("/try", **keys).get_json()
        assert PASSWORD not in answer["sentence"]
        return answer["sentence"] if not answer["connected"] else "connected"

    def becomes(self, state: str) -> None:
        until(lambda: self.seen()["state"] == state, f"the broker is {state}")


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def board(tmp_path: Path, stack: ExitStack) -> Board:
    return Board(tmp_path, stack)


@pytest.fixture
def broker(tmp_path: Path, stack: ExitStack) -> Mosquitto:
    """A broker that lets in one user alone."""
    return stack.enter_context(Mosquitto(tmp_path, with_user(tmp_path, USER, PASSWORD)))


def test_a_board_without_a_broker_publishes_nothing(board: Board) -> None:
    seen = board.seen()
    assert seen["state"] == "off"
    assert (seen["saved"], seen["sentence"], seen["fixed"]) == (None, None, None)


def test_what_is_saved_is_used_at_once_and_after_a_restart(
    tmp_path: Path, broker: Mosquitto
) -> None:
    wanted: dict[str, Any] = {
        "port": broker.port,
        "user": USER,
        "password": PASSWORD,
        "names": True,
    }
    with ExitStack() as first:
        board = Board(tmp_path, first)
        assert board.post(**wanted).status_code == 200
        board.becomes("connected")
    kept = board.folder / PASSWORD_FILE
    assert kept.read_text() == PASSWORD
    assert kept.stat().st_mode & 0o077 == 0
    assert PASSWORD not in board.file.read_text()
    with ExitStack() as second:
        again = Board(tmp_path, second)
        again.becomes("connected")
        assert again.seen()["saved"] == {
            "host": HERE,
            "port": broker.port,
            "tls": False,
            "user": USER,
            "password": True,
            "names": True,
        }


def test_the_password_is_kept_when_something_else_changes(board: Board, broker: Mosquitto) -> None:
    board.post(port=broker.port, user=USER, password=PASSWORD)
    board.becomes("connected")
    assert board.post(port=broker.port, user=USER, names=True).status_code == 200
    board.becomes("connected")
    settings = read_board(board.file).broker
    assert settings is not None
    assert settings.names
    assert board.tried(port=broker.port, user=USER) == "connected"


@pytest.mark.parametrize("other", [{"host": "127.0.0.2"}, {"user": "other"}, {"tls": True}])
def test_a_saved_password_is_sent_to_no_other_broker(
    board: Board, broker: Mosquitto, other: dict[str, Any]
) -> None:
    board.post(port=broker.port, user=USER, password=PASSWORD)
    before = board.file.read_text()
    for what in ("", "/try"):
        answer = board.post(what, **{"port": broker.port, "user": USER, **other})
        assert answer.get_json()["error"]["code"] == "bad-password"
    assert board.file.read_text() == before


def test_keys_that_the_page_does_not_show_and_comments_stay(board: Board) -> None:
    section = '\n[mqtt]  # ours\nhost = "192.168.1.20"\nlanguage = "de"\n'
    board.file.write_text(board.file.read_text() + section)
    board.post(port=free_port())
    text = board.file.read_text()
    assert "[mqtt]  # ours" in text
    assert 'language = "de"' in text
    assert f'host = "{HERE}"' in text


def test_a_test_says_what_happened_and_saves_nothing(board: Board, broker: Mosquitto) -> None:
    before = board.file.read_text()
    login = {"port": broker.port, "user": USER}
    assert board.tried(**login, password=PASSWORD) == "connected"
    refuses = f"The broker at {HERE} refuses this user and password."
    assert board.tried(**login, password="wrong") == refuses
    assert board.tried(port=broker.port) == f"The broker at {HERE} asks for a user and a password."
    assert "nothing listens on port" in board.tried(port=free_port())
    unknown = board.tried(host="no-such-computer.invalid")
    assert unknown == "There is no computer named no-such-computer.invalid in this network."
    assert "does not speak TLS" in board.tried(port=broker.port, tls=True)
    assert board.file.read_text() == before
    assert not (board.folder / PASSWORD_FILE).exists()
    assert board.seen()["state"] == "off"


def test_a_test_in_german_is_answered_in_german(board: Board) -> None:
    board.host.set_cookie("language", "de")
    assert "keinen Rechner" in board.tried(host="no-such-computer.invalid")


@pytest.mark.parametrize(
    ("made_for", "said"),
    [
        ("IP:127.0.0.1", "signed by nobody whom the board trusts"),
        ("DNS:elsewhere.example", "it is for another name"),
    ],
)
def test_a_certificate_that_is_not_trusted_is_said(
    tmp_path: Path, stack: ExitStack, board: Board, made_for: str, said: str
) -> None:
    made, key = certificate(tmp_path, made_for)
    more = ("allow_anonymous true", f"certfile {made}", f"keyfile {key}")
    broker = stack.enter_context(Mosquitto(tmp_path, more))
    if made_for.startswith("DNS"):  # so that the name alone is wrong
        section = f'\n[mqtt]\nhost = "{HERE}"\nca = "{made}"\n'
        board.file.write_text(board.file.read_text() + section)
    assert said in board.tried(port=broker.port, tls=True)
    assert "not as an MQTT broker" in board.tried(port=broker.port)


def test_without_a_broker_any_more_it_keeps_nothing_of_the_board(
    tmp_path: Path, stack: ExitStack, board: Board
) -> None:
    broker = stack.enter_context(Mosquitto(tmp_path))
    listener = stack.enter_context(Listener(broker.port))
    board.post(port=broker.port, user="any", password=PASSWORD)
    until(lambda: listener.newest("table") is not None, "it is published")
    assert board.host.post("/api/broker/leave", json={}).status_code == 200
    until(lambda: listener.newest("status") == b"", "it is cleared")
    assert (listener.newest("table"), listener.newest("config")) == (b"", b"")
    assert "[mqtt]" not in board.file.read_text()
    assert not (board.folder / PASSWORD_FILE).exists()
    assert board.seen()["state"] == "off"


def test_a_broker_that_is_left_for_another_one_keeps_nothing_of_the_board(
    tmp_path: Path, stack: ExitStack, board: Board
) -> None:
    broker = stack.enter_context(Mosquitto(tmp_path))
    listener = stack.enter_context(Listener(broker.port))
    board.post(port=broker.port, names=True)
    until(lambda: listener.newest("table") is not None, "it is published")
    board.post(host="localhost", port=broker.port + 1)
    until(lambda: listener.newest("status") == b"", "it is cleared")
    assert (listener.newest("table"), listener.newest("config")) == (b"", b"")
    board.becomes("trouble")


def test_only_the_host_may(board: Board) -> None:
    other = stranger(board.app)
    assert other.get("/api/broker").status_code == 403
    body = {"host": HERE, "port": None, "tls": False, "user": None, "password": None}
    for what in ("", "/try"):
        answer = other.post(f"/api/broker{what}", json={**body, "names": False})
        assert answer.status_code == 403
    assert other.post("/api/broker/leave", json={}).status_code == 403


@pytest.mark.parametrize("host", ["", "two words", "1.2.3", "mqtt://host"])
def test_what_is_no_address_is_refused(board: Board, host: str) -> None:
    before = board.file.read_text()
    assert board.post(host=host).get_json()["error"]["code"] == "bad-broker"
    assert board.file.read_text() == before


def test_a_board_without_a_board_file_says_so(tmp_path: Path, stack: ExitStack) -> None:
    board = Board(tmp_path, stack, "sim://direct")
    assert "has no board file" in board.seen()["fixed"]
    assert board.post().get_json()["error"]["code"] == "file-not-saved"


def test_a_board_file_that_cannot_be_written_changes_nothing(
    board: Board, broker: Mosquitto
) -> None:
    board.post(port=broker.port, user=USER, password=PASSWORD)
    board.file.write_text("rubbish")
    answer = board.post(port=broker.port, user=USER, password="another")
    assert answer.get_json()["error"]["code"] == "file-not-saved"
    assert (board.folder / PASSWORD_FILE).read_text() == PASSWORD


def test_a_full_disk_changes_nothing(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(_file: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = board.file.read_text()
    monkeypatch.setattr(os, "fsync", no_room)
    for login in ({}, {"user": USER, "password": PASSWORD}):
        error = board.post(**login).get_json()["error"]
        assert error["code"] == "file-not-saved"
        assert "No space left on device" in error["message"]
    assert board.seen()["state"] == "off"
    assert board.file.read_text() == before
    assert not (board.folder / PASSWORD_FILE).exists()


def test_a_saved_password_that_has_gone_is_told_before_anything_is_tried(
    board: Board, broker: Mosquitto
) -> None:
    board.post(port=broker.port, user=USER, password=PASSWORD)
    (board.folder / PASSWORD_FILE).unlink()
    assert "cannot be read: No such file" in board.tried(port=broker.port, user=USER)


def test_a_board_without_a_broker_has_none_to_leave(board: Board) -> None:
    before = board.file.read_text()
    assert board.host.post("/api/broker/leave", json={}).status_code == 200
    assert board.seen()["state"] == "off"
    assert board.file.read_text() == before


def test_without_its_client_nothing_can_be_tried(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.modes.broker.find_spec", lambda _name: None)
    assert "hareboard[mqtt]" in board.seen()["fixed"]
    assert "hareboard[mqtt]" in board.tried()
