"""One mode is active at a time, at the same address."""

from collections.abc import Callable

import pytest
from babel.messages.catalog import Catalog
from flask import Flask
from werkzeug.test import Client

from controller.bootstrap.watchdog import Vital, Watchdog
from hardware.clock import ManualClock
from web.languages.language import Speech
from web.modes.mode_switch import (
    CHANGING,
    NOT_OPENED,
    TRY_AGAIN_S,
    ModeSwitch,
    RunningMode,
)
from web.modes.recovery import REOPENED, REOPENED_WITHIN_S, Recovery
from web.server.request_body import Mode


class TwoModes:
    """Two modes that record when they are opened and closed."""

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

    def _opener(self, mode: Mode) -> Callable[[], RunningMode]:
        def open_mode() -> RunningMode:
            if mode in self.shut:
                raise ConnectionError(f"no {mode} today")
            self.happened.append(f"open {mode}")
            app = Flask(mode)
            app.add_url_rule("/", view_func=lambda: mode)
            return RunningMode(
                app, lambda: self.happened.append(f"begin to stop {mode}"), lambda: self._stop(mode)
            )

        return open_mode

    def _stop(self, mode: Mode) -> None:
        self.happened.append(f"stop {mode}")
        if mode in self.stuck:
            raise OSError("the bus hangs")


@pytest.fixture
def modes() -> TwoModes:
    return TwoModes()


def test_one_mode_is_closed_before_the_other_is_opened(modes: TwoModes) -> None:
    modes.switch.enter("play")
    assert modes.client.get("/").text == "play"
    modes.switch.enter("workshop")
    assert modes.client.get("/").text == "workshop"
    assert modes.happened == ["open play", "stop play", "open workshop"]


def test_entering_the_open_mode_again_changes_nothing(modes: TwoModes) -> None:
    modes.switch.enter("play")
    modes.switch.enter("play")
    assert modes.happened == ["open play"]


def test_a_mode_that_cannot_be_opened_leads_back(modes: TwoModes) -> None:
    modes.switch.enter("play")
    modes.shut.add("workshop")
    with pytest.raises(ConnectionError, match="no workshop today"):
        modes.switch.enter("workshop")
    assert modes.switch.mode == "play"
    assert modes.client.get("/").text == "play"
    assert modes.happened == ["open play", "stop play", "open play"]


def test_the_first_mode_that_cannot_be_opened_leaves_no_mode_active(modes: TwoModes) -> None:
    modes.shut.add("play")
    with pytest.raises(ConnectionError):
        modes.switch.enter("play")
    answer = modes.client.get("/")
    assert answer.status_code == 503
    assert CHANGING in answer.text


def test_a_mode_that_was_lost_is_still_tried_after_another_could_not_be_entered_either(
    modes: TwoModes,
) -> None:
    modes.switch.enter("play")
    running = modes.switch.running
    assert running is not None
    modes.shut.update(("play", "workshop"))
    modes.switch.reopen(running)
    with pytest.raises(ConnectionError, match="no workshop today"):
        modes.switch.enter("workshop")  # asked for while the game was still open
    modes.shut.clear()
    modes.clock.advance(TRY_AGAIN_S)
    assert modes.client.get("/").text == "play"


def test_a_closed_switch_stays_closed(modes: TwoModes) -> None:
    modes.switch.enter("play")
    modes.switch.begin_stop()
    modes.switch.close()
    modes.switch.close()
    modes.switch.enter("workshop")
    assert modes.happened == ["open play", "begin to stop play", "stop play"]
    assert modes.client.get("/").status_code == 503


def test_a_house_that_lost_all_its_rooms_says_why_and_tries_again(modes: TwoModes) -> None:
    modes.switch.enter("play")
    modes.shut |= {"play", "workshop"}
    with pytest.raises(ConnectionError, match="no workshop today"):
        modes.switch.enter("workshop")
    answer = modes.client.get("/api/mode")
    assert answer.status_code == 503
    assert answer.json is not None
    assert answer.json["error"]["message"] == (
        "The board cannot be opened. no play today It is tried again."
    )
    modes.shut.clear()
    assert modes.client.get("/").status_code == 503, "not at once"
    modes.clock.advance(TRY_AGAIN_S)
    assert modes.client.get("/").text == "play"


def test_why_no_mode_is_open_is_told_in_the_language_of_the_phone(
    modes: TwoModes, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue = Catalog("de", fuzzy=False)
    catalogue.add(CHANGING, "Das Spielbrett schaltet um.")
    catalogue.add(NOT_OPENED, "Das geht nicht: {reason}")
    monkeypatch.setattr("web.modes.mode_switch.speech", {"de": Speech("de", catalogue)}.__getitem__)
    abroad = {"Accept-Language": "de"}
    page = modes.client.get("/", headers=abroad).text
    assert '<html lang="de">' in page
    assert "<p>Das Spielbrett schaltet um." in page
    modes.shut.add("play")
    modes.switch.enter_when_possible("play")
    answer = modes.client.get("/api/mode", headers=abroad)
    assert answer.json is not None
    assert answer.json["error"]["message"] == "Das geht nicht: no play today"


def test_a_house_that_waits_for_its_first_mode_opens_it_once_it_can(
    modes: TwoModes, caplog: pytest.LogCaptureFixture
) -> None:
    modes.shut.add("play")
    modes.switch.enter_when_possible("play")
    assert modes.switch.status() == "The board cannot be opened. no play today It is tried again."
    for _ in range(5):
        modes.clock.advance(TRY_AGAIN_S)
        modes.recovery.look(1.0)
    (said,) = caplog.records  # once
    assert said.message == modes.switch.status()
    assert not said.exc_info, "what is expected says all there is to say"
    modes.shut.clear()
    modes.clock.advance(TRY_AGAIN_S)
    modes.recovery.look(1.0)
    assert modes.switch.mode == "play"
    modes.switch.enter_when_possible("play")
    assert modes.happened == ["open play"]


def test_where_a_mode_failed_that_nobody_expected_to_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail() -> RunningMode:
        raise ZeroDivisionError

    ModeSwitch({"play": fail}, ManualClock()).enter_when_possible("play")
    (said,) = caplog.records
    assert said.exc_info


def test_a_mode_that_cannot_be_closed_cleanly_is_left_all_the_same(modes: TwoModes) -> None:
    modes.stuck.add("play")
    modes.switch.enter("play")
    modes.switch.enter("workshop")
    assert modes.client.get("/").text == "workshop"
    assert modes.happened == ["open play", "stop play", "open workshop"]


def test_a_page_that_finds_nobody_looks_again_by_itself(modes: TwoModes) -> None:
    answer = modes.client.get("/seat/0")
    assert answer.status_code == 503
    assert '<meta http-equiv="refresh"' in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


# What dies in a mode


class Mortal:
    """Something that a mode cannot do without."""

    def __init__(self) -> None:
        self.failure: Exception | None = None
        self.watch = Watchdog([Vital("the readers", lambda: 0, lambda: self.failure)])

    def die(self) -> None:
        self.failure = RuntimeError("a mistake")


class MortalModes:
    """A mode switch whose mode gets a new `Mortal` each time it is opened."""

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


def test_a_mode_in_which_something_died_is_opened_anew() -> None:
    modes = MortalModes()
    modes.recovery.look(1.0)
    assert len(modes.lives) == 1
    modes.kill()
    assert (len(modes.lives), modes.closed, modes.switch.mode) == (2, 1, "play")
    assert not modes.recovery.gave_up


def test_a_house_gives_up_once_things_die_again_and_again() -> None:
    modes = MortalModes()
    for _ in range(REOPENED):
        modes.kill()
        modes.clock.advance(1.0)
    before = modes.recovery.gave_up
    modes.kill()
    assert (before, modes.recovery.gave_up) == (False, True)
    assert len(modes.lives) == REOPENED + 1


def test_what_dies_now_and_then_is_opened_anew_for_ever() -> None:
    modes = MortalModes()
    for _ in range(10):
        modes.kill()
        modes.clock.advance(REOPENED_WITHIN_S / REOPENED)
    assert not modes.recovery.gave_up
    assert len(modes.lives) == 11


def test_a_mode_that_cannot_be_opened_anew_is_tried_although_nobody_asks() -> None:
    modes = MortalModes()
    modes.broken = True
    modes.kill()
    assert modes.switch.mode is None
    assert not modes.switch.fresh()
    modes.broken = False
    modes.clock.advance(TRY_AGAIN_S)
    modes.recovery.look(1.0)
    assert modes.switch.mode == "play"


def test_a_house_that_is_closed_while_something_dies_stays_closed() -> None:
    opened: list[str] = []

    def close_and_die() -> Exception:
        switch.close()
        return RuntimeError("a mistake")

    def open_mode() -> RunningMode:
        opened.append("play")
        watch = Watchdog([Vital("the readers", lambda: 0, close_and_die)])
        return RunningMode(Flask("play"), lambda: None, lambda: None, watch)

    switch = ModeSwitch({"play": open_mode}, ManualClock())
    switch.enter("play")
    recovery = Recovery(switch, ManualClock())
    recovery.look(1.0)
    assert (opened, switch.mode, recovery.gave_up) == (["play"], None, False)


def test_only_the_open_mode_is_opened_anew(modes: TwoModes) -> None:
    modes.switch.enter("play")
    left = modes.switch.running
    assert left is not None
    modes.switch.enter("workshop")
    modes.switch.reopen(left)
    assert modes.happened == ["open play", "stop play", "open workshop"]
    modes.switch.close()
    modes.switch.reopen(left)
    assert modes.happened[3:] == ["stop workshop"]


def test_a_mode_that_nobody_watches_goes_on(modes: TwoModes) -> None:
    modes.switch.enter("play")
    modes.recovery.look(1.0)
    assert modes.switch.fresh()
    assert modes.happened == ["open play"]


def test_what_is_open_is_asked_to_end_and_an_empty_house_has_nothing_to_ask(
    modes: TwoModes,
) -> None:
    modes.switch.begin_stop()
    modes.switch.enter("play")
    modes.switch.begin_stop()
    assert modes.happened == ["open play", "begin to stop play"]
