"""One room is open at a time, at the same address."""

from collections.abc import Callable

import pytest
from flask import Flask
from werkzeug.test import Client

from controller.bootstrap.watchdog import Vital, Watchdog
from hardware.clock import ManualClock
from web.modes.mode_switch import (
    CHANGING,
    TRY_AGAIN_S,
    ModeSwitch,
    RunningMode,
)
from web.modes.recovery import REOPENED, REOPENED_WITHIN_S, Recovery
from web.server.request_body import Mode


class Rooms:
    """Two rooms that write down when they are opened and closed."""

    def __init__(self) -> None:
        self.happened: list[str] = []
        self.shut: set[Mode] = set()
        self.stuck: set[Mode] = set()
        self.clock = ManualClock()
        self.switch = ModeSwitch(
            {"play": self._opener("play"), "workshop": self._opener("workshop")}, self.clock
        )
        self.recovery = Recovery(self.switch, self.clock)
        self.client = Client(self.switch)

    def _opener(self, room: Mode) -> Callable[[], RunningMode]:
        def open_room() -> RunningMode:
            if room in self.shut:
                raise ConnectionError(f"no {room} today")
            self.happened.append(f"open {room}")
            app = Flask(room)
            app.add_url_rule("/", view_func=lambda: room)
            return RunningMode(
                app, lambda: self.happened.append(f"begin to stop {room}"), lambda: self._stop(room)
            )

        return open_room

    def _stop(self, room: Mode) -> None:
        self.happened.append(f"stop {room}")
        if room in self.stuck:
            raise OSError("the bus hangs")


@pytest.fixture
def rooms() -> Rooms:
    return Rooms()


def test_one_room_is_closed_before_the_other_is_opened(rooms: Rooms) -> None:
    rooms.switch.enter("play")
    assert rooms.client.get("/").text == "play"
    rooms.switch.enter("workshop")
    assert rooms.client.get("/").text == "workshop"
    assert rooms.happened == ["open play", "stop play", "open workshop"]


def test_entering_the_open_room_again_changes_nothing(rooms: Rooms) -> None:
    rooms.switch.enter("play")
    rooms.switch.enter("play")
    assert rooms.happened == ["open play"]


def test_a_room_that_cannot_be_opened_leads_back(rooms: Rooms) -> None:
    rooms.switch.enter("play")
    rooms.shut.add("workshop")
    with pytest.raises(ConnectionError, match="no workshop today"):
        rooms.switch.enter("workshop")
    assert rooms.switch.mode == "play"
    assert rooms.client.get("/").text == "play"
    assert rooms.happened == ["open play", "stop play", "open play"]


def test_the_first_room_that_cannot_be_opened_leaves_the_house_empty(rooms: Rooms) -> None:
    rooms.shut.add("play")
    with pytest.raises(ConnectionError):
        rooms.switch.enter("play")
    answer = rooms.client.get("/")
    assert answer.status_code == 503
    assert CHANGING in answer.text


def test_a_closed_house_stays_closed(rooms: Rooms) -> None:
    rooms.switch.enter("play")
    rooms.switch.begin_stop()
    rooms.switch.close()
    rooms.switch.close()
    rooms.switch.enter("workshop")
    assert rooms.happened == ["open play", "begin to stop play", "stop play"]
    assert rooms.client.get("/").status_code == 503


def test_a_house_that_lost_all_its_rooms_says_why_and_tries_again(rooms: Rooms) -> None:
    rooms.switch.enter("play")
    rooms.shut |= {"play", "workshop"}
    with pytest.raises(ConnectionError, match="no workshop today"):
        rooms.switch.enter("workshop")
    answer = rooms.client.get("/api/room")
    assert answer.status_code == 503
    assert answer.json is not None
    assert answer.json["error"]["message"] == (
        "The board cannot be opened. no play today It is tried again."
    )
    rooms.shut.clear()
    assert rooms.client.get("/").status_code == 503, "not at once"
    rooms.clock.advance(TRY_AGAIN_S)
    assert rooms.client.get("/").text == "play"


def test_a_house_that_waits_for_its_first_room_opens_it_once_it_can(
    rooms: Rooms, caplog: pytest.LogCaptureFixture
) -> None:
    rooms.shut.add("play")
    rooms.switch.enter_when_possible("play")
    assert rooms.switch.status() == "The board cannot be opened. no play today It is tried again."
    for _ in range(5):
        rooms.clock.advance(TRY_AGAIN_S)
        rooms.recovery.look(1.0)
    (said,) = caplog.records  # once
    assert said.message == rooms.switch.status()
    assert not said.exc_info, "what is expected says all there is to say"
    rooms.shut.clear()
    rooms.clock.advance(TRY_AGAIN_S)
    rooms.recovery.look(1.0)
    assert rooms.switch.mode == "play"
    rooms.switch.enter_when_possible("play")
    assert rooms.happened == ["open play"]


def test_where_a_room_failed_that_nobody_expected_to_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail() -> RunningMode:
        raise ZeroDivisionError

    ModeSwitch({"play": fail}, ManualClock()).enter_when_possible("play")
    (said,) = caplog.records
    assert said.exc_info


def test_a_room_that_cannot_be_closed_cleanly_is_left_all_the_same(rooms: Rooms) -> None:
    rooms.stuck.add("play")
    rooms.switch.enter("play")
    rooms.switch.enter("workshop")
    assert rooms.client.get("/").text == "workshop"
    assert rooms.happened == ["open play", "stop play", "open workshop"]


def test_a_page_that_finds_nobody_looks_again_by_itself(rooms: Rooms) -> None:
    answer = rooms.client.get("/seat/0")
    assert answer.status_code == 503
    assert '<meta http-equiv="refresh"' in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


# What dies in a room


class Mortal:
    """Something that a room cannot do without."""

    def __init__(self) -> None:
        self.failure: Exception | None = None
        self.watch = Watchdog([Vital("the readers", lambda: 0, lambda: self.failure)])

    def die(self) -> None:
        self.failure = RuntimeError("a mistake")


class MortalRooms:
    """A house in whose room something new lives each time it is opened."""

    def __init__(self) -> None:
        self.lives: list[Mortal] = []
        self.closed = 0
        self.broken = False
        self.clock = ManualClock()
        self.switch = ModeSwitch({"play": self._open}, self.clock)
        self.recovery = Recovery(self.switch, self.clock)
        self.switch.enter("play")

    def _open(self) -> RunningMode:
        if self.broken:
            raise ConnectionError("no board")
        self.lives.append(Mortal())
        return RunningMode(Flask("play"), lambda: None, self._close, self.lives[-1].watch)

    def _close(self) -> None:
        self.closed += 1

    def kill(self) -> None:
        self.lives[-1].die()
        self.recovery.look(1.0)


def test_a_room_in_which_something_died_is_opened_anew() -> None:
    rooms = MortalRooms()
    rooms.recovery.look(1.0)
    assert len(rooms.lives) == 1
    rooms.kill()
    assert (len(rooms.lives), rooms.closed, rooms.switch.mode) == (2, 1, "play")
    assert not rooms.recovery.gave_up


def test_a_house_gives_up_once_things_die_again_and_again() -> None:
    rooms = MortalRooms()
    for _ in range(REOPENED):
        rooms.kill()
        rooms.clock.advance(1.0)
    before = rooms.recovery.gave_up
    rooms.kill()
    assert (before, rooms.recovery.gave_up) == (False, True)
    assert len(rooms.lives) == REOPENED + 1


def test_what_dies_now_and_then_is_opened_anew_for_ever() -> None:
    rooms = MortalRooms()
    for _ in range(10):
        rooms.kill()
        rooms.clock.advance(REOPENED_WITHIN_S / REOPENED)
    assert not rooms.recovery.gave_up
    assert len(rooms.lives) == 11


def test_a_room_that_cannot_be_opened_anew_is_tried_although_nobody_asks() -> None:
    rooms = MortalRooms()
    rooms.broken = True
    rooms.kill()
    assert rooms.switch.mode is None
    assert not rooms.switch.fresh()
    rooms.broken = False
    rooms.clock.advance(TRY_AGAIN_S)
    rooms.recovery.look(1.0)
    assert rooms.switch.mode == "play"


def test_a_house_that_is_closed_while_something_dies_stays_closed() -> None:
    opened: list[str] = []

    def close_and_die() -> Exception:
        switch.close()
        return RuntimeError("a mistake")

    def open_room() -> RunningMode:
        opened.append("play")
        watch = Watchdog([Vital("the readers", lambda: 0, close_and_die)])
        return RunningMode(Flask("play"), lambda: None, lambda: None, watch)

    switch = ModeSwitch({"play": open_room}, ManualClock())
    switch.enter("play")
    recovery = Recovery(switch, ManualClock())
    recovery.look(1.0)
    assert (opened, switch.mode, recovery.gave_up) == (["play"], None, False)


def test_a_room_that_nobody_watches_goes_on(rooms: Rooms) -> None:
    rooms.switch.enter("play")
    rooms.recovery.look(1.0)
    assert rooms.switch.fresh()
    assert rooms.happened == ["open play"]


def test_what_is_open_is_asked_to_end_and_an_empty_house_has_nothing_to_ask(rooms: Rooms) -> None:
    rooms.switch.begin_stop()
    rooms.switch.enter("play")
    rooms.switch.begin_stop()
    assert rooms.happened == ["open play", "begin to stop play"]
