"""A board and a real broker: what is published, kept, taken, and what happens without it."""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from controller.board.examples import example_path
from controller.bootstrap import SimulatedTable
from tests.support.companion import at_board, seated
from tests.support.modes import app_of, mode_switch_in
from tests.support.mqtt.broker import (
    HERE,
    Listener,
    Mosquitto,
)
from tests.support.tiers import sample
from tests.support.waiting import until
from tests.web.api.test_past_games import MOST_ACTIONS, moves
from tests.web.mqtt.test_connection import settings
from tests.web.mqtt.test_publication import published
from web.modes.mode_switch import ModeSwitch
from web.mqtt.connection import BrokerConnection
from web.mqtt.messages import HealthMessage
from web.mqtt.thread import BrokerThread
from web.mqtt.topics import BoardTopics

NAME = "Zebulonia"


class Room:
    """A board with a broker, and somebody who listens there."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self._stack = stack
        self.broker = stack.enter_context(Mosquitto(folder))
        self.listener = stack.enter_context(Listener(self.broker.port))

    def open(self, **keys: object) -> ModeSwitch:
        """Open the board; keys are those of [mqtt]."""
        section = {"host": HERE, "port": self.broker.port, **keys}
        lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in section.items())
        file = self.folder / "ours.toml"
        file.write_text(f"{example_path('prototype-2x2').read_text()}\n[mqtt]\n{lines}")
        (self.folder / "games").mkdir(exist_ok=True)
        return self._stack.enter_context(mode_switch_in(self.folder / "games", f"sim://{file}"))

    def heard(self, topic: str, met: Callable[[Any], bool] = lambda _: True) -> Any:
        """Wait for a message of a topic that meets a condition."""

        def newest() -> Any:
            said = self.listener.newest(topic)
            return json.loads(said) if said else None

        until(lambda: (said := newest()) is not None and met(said), f"{topic} is published")
        return newest()

    def order(self, payload: str, *, retain: bool = False) -> None:
        """Send a command."""
        board = self.heard("table")["view"]["board"]
        self.listener.say(f"hareboard/v1/{board}/command", payload, retain=retain)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with ExitStack() as stack:
        yield Room(tmp_path, stack)


def test_a_board_is_published_and_says_when_it_goes(room: Room) -> None:
    switch = room.open()
    assert room.heard("status") == {"state": "online"}
    assert room.heard("health")["readers"] == 4
    assert room.heard("table")["view"]["phase"] == "setup"
    assert room.heard("config")["device"]["name"] == "Prototype, 2 by 2"
    switch.close()
    room.heard("status", lambda said: said == {"state": "offline"})


def test_commands_are_taken_only_where_the_board_file_says_so(room: Room) -> None:
    room.open(commands=True)
    room.order('{"command": "look", "night": true}')
    room.heard("table", lambda said: said["view"]["look"]["night"])
    room.order('{"command": "pause"}')
    assert room.heard("event")["kind"] == "refused"
    room.order("rubbish")
    room.heard("event", lambda said: said["sentence"].startswith("The command is not understood"))


def test_without_that_nothing_is_listened_to(room: Room) -> None:
    room.open()
    room.order('{"command": "look", "night": true}')
    room.listener.say("homeassistant/status", "offline")
    # Another message, which was sent later, has come and gone.
    room.listener.say("homeassistant/status", "online")
    until(lambda: sum(at.endswith("config") for at, _ in room.listener.heard) > 1, "told again")
    assert room.heard("table")["view"]["look"]["night"] is False


def test_a_command_that_the_broker_retains_is_carried_out_once(room: Room) -> None:
    switch = room.open(commands=True)
    room.order('{"command": "look", "night": true}', retain=True)
    room.heard("table", lambda said: said["view"]["look"]["night"])
    room.order('{"command": "look", "night": false}')
    room.heard("table", lambda said: not said["view"]["look"]["night"])
    switch.close()
    room.heard("status", lambda said: said == {"state": "offline"})
    room.open(commands=True)
    room.heard("status", lambda said: said == {"state": "online"})
    room.order('{"command": "look", "brightness": 0.5}')
    said = room.heard("table", lambda said: said["view"]["look"]["brightness"] == 0.5)
    assert said["view"]["look"]["night"] is False


@pytest.mark.parametrize("names", sample(2, [True, False]))
def test_a_broker_keeps_no_name_of_a_deleted_person(room: Room, *, names: bool) -> None:
    app = app_of(room.open(names=names), "play")
    host = seated(app, app.extensions["guard"].phones, NAME, "Ben", "Cem")
    seats = [
        {"name": name, "colours": [colour]}
        for name, colour in ((NAME, "red"), ("Ben", "blue"), ("Cem", "green"))
    ]
    assert host.post("/api/games", json={"seats": seats}).status_code == 200
    moves(host, MOST_ACTIONS)
    room.heard("table", lambda said: said["view"]["phase"] == "over")
    assert bool(retained_with(room, NAME)) is names
    deleted = host.post("/api/statistics/person/delete", json={"name": NAME})
    assert deleted.status_code == 200, deleted.get_json()
    if names:
        stand_in = "A player"
        room.heard("table", lambda said: said["view"]["seats"][0]["name"] == stand_in)
    assert retained_with(room, NAME) == []
    assert retained_with(room, "Ben") or not names


def retained_with(room: Room, name: str) -> list[str]:
    """The topics whose messages, as the broker gives them to whoever comes now, have a name."""
    with Listener(room.broker.port) as newcomer:
        # Retained messages come in the order of their sending before any later one.
        newcomer.say("last", "of all")
        until(lambda: newcomer.newest("last") is not None, "all that is retained has come")
        assert newcomer.newest("table") is not None
        return [topic for topic, said in newcomer.heard if name.encode() in said]


@pytest.mark.long
def test_a_broker_that_forgot_everything_is_told_again(room: Room) -> None:
    room.open()
    room.heard("table")
    room.broker.stop()
    room.listener.heard.clear()
    room.broker.start()
    room.heard("status", lambda said: said == {"state": "online"})
    room.heard("table")


@pytest.mark.long
def test_a_board_without_its_broker_plays_and_says_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with ExitStack() as stack:
        room = Room(tmp_path, stack)
        room.broker.stop()
        with caplog.at_level(logging.WARNING):
            switch = room.open()
            until(lambda: "nothing listens on port" in caplog.text, "it is logged")
        assert "The game continues without it." in caplog.text
        running = switch.running
        assert running is not None
        assert running.app.test_client().get("/healthz").status_code == 200


def test_settings_that_cannot_be_used_are_logged_and_the_board_plays(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    missing = str(room.folder / "nothing")
    switch = room.open(user="ours", password_file=missing)
    assert f"{missing}, cannot be read: No such file or directory." in caplog.text
    assert switch.running is not None


def test_a_broker_without_its_client_is_logged_and_the_board_plays(
    room: Room, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.modes.broker.find_spec", lambda _name: None)
    switch = room.open()
    assert "hareboard[mqtt]" in caplog.text
    assert switch.running is not None


def test_a_board_publishes_also_where_nothing_can_pair_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.partners.letters.find_spec", lambda _name: None)
    switch = room.open()
    assert room.heard("status") == {"state": "online"}
    host = at_board(app_of(switch, "play"))
    assert (
        "cryptography and spake2 are not installed" in host.get("/api/partners").get_json()["fixed"]
    )
    assert host.post("/api/broker/leave", json={}).status_code == 200
    until(lambda: not room.listener.newest("status"), "the status is cleared")


def test_a_thread_that_has_failed_is_started_again_and_publishes(
    room: Room, table: SimulatedTable
) -> None:
    mistakes = [RuntimeError("a mistake of the health's")]

    def measure() -> HealthMessage:
        if mistakes:
            raise mistakes.pop()
        return HealthMessage(4, (), None, None)

    thread = BrokerThread(
        table.actor,
        BoardTopics("b1"),
        published(),
        measure,
        str,
        lambda connected, received: BrokerConnection(
            settings(port=room.broker.port), "ours", None, (), connected, received
        ),
    )
    thread.start()
    until(lambda: thread.failure is not None, "it fails")
    thread.start()
    assert room.heard("health")["readers"] == 4
    assert thread.failure is None
    thread.stop()
