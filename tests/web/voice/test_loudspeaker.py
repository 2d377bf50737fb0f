"""The loudspeaker of a board as its host has it: real espeak-ng, heard through ALSA's file."""

import errno
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from controller.board.examples import example_path
from tests.support.companion import at_board, stranger
from tests.support.described import DescribedClient
from tests.support.modes import app_of, mode_switch_in
from tests.support.needs import missing
from tests.support.waiting import until
from web.modes.mode_switch import ModeSwitch

EXAMPLE = "prototype-2x2"


class Room:
    """A board whose loudspeaker is a file."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        for program, package in (("espeak-ng", "espeak-ng"), ("aplay", "alsa-utils")):
            if shutil.which(program) is None:
                missing(f"{program} is missing: sudo apt install {package}")
        self.sound = folder / "sound.raw"
        self._folder = folder
        self._stack = stack

    def open(self, keys: Mapping[str, object] | None = None) -> tuple[ModeSwitch, FlaskClient]:
        """Open the board; keys are those of [voice]."""
        lines = [example_path(EXAMPLE).read_text()]
        if keys is not None:
            section = {"device": f"file:{self.sound}", **keys}
            lines += ["[voice]", *(f"{key} = {json.dumps(each)}" for key, each in section.items())]
        file = self._folder / "ours.toml"
        file.write_text("\n".join(lines))
        (self._folder / "games").mkdir(exist_ok=True)
        switch = self._stack.enter_context(mode_switch_in(self._folder / "games", f"sim://{file}"))
        app = app_of(switch, "play")
        app.test_client_class = DescribedClient
        return switch, at_board(app)

    def is_heard(self) -> None:
        """Wait for a sound, and forget it."""
        until(lambda: self.sound.exists() and self.sound.stat().st_size > 0, "there is sound")
        self.sound.unlink()


@pytest.fixture(name="room")
def _room(tmp_path: Path) -> Iterator[Room]:
    with ExitStack() as stack:
        yield Room(tmp_path, stack)


def seen(host: FlaskClient) -> Any:
    return host.get("/api/voice").get_json()


def test_a_board_says_how_things_stand_and_its_host_silences_it(room: Room) -> None:
    switch, host = room.open({"language": "de"})
    room.is_heard()
    until(lambda: seen(host)["engine"] == "espeak-ng", "the engine is known")
    assert seen(host) == {"there": True, "detail": "moves", "engine": "espeak-ng", "sentence": None}
    assert host.post("/api/voice", json={"detail": None}).get_json() == {"ok": True}
    assert seen(host)["detail"] is None
    switch.close()
    _, host = room.open({"language": "de"})
    assert seen(host)["detail"] is None, "it is remembered"
    host.post("/api/voice", json={"detail": "turn"})
    room.sound.unlink(missing_ok=True)
    room.is_heard()


def test_why_nothing_is_heard_is_told_to_the_host(room: Room) -> None:
    _, host = room.open({"device": "plughw:CARD=nowhere"})
    until(lambda: seen(host)["sentence"] is not None, "the trouble is told")
    assert "plughw:CARD=nowhere cannot be used" in seen(host)["sentence"]


def test_only_the_host_may_switch_it(room: Room) -> None:
    switch, host = room.open({})
    guest = stranger(app_of(switch, "play"))
    for answer in (guest.get("/api/voice"), guest.post("/api/voice", json={"detail": "all"})):
        assert answer.status_code == 403
    assert host.post("/api/voice", json={"detail": "loud"}).status_code == 400
    assert seen(host)["detail"] == "moves"


def test_a_board_without_one_says_so(room: Room) -> None:
    _, host = room.open()
    assert seen(host) == {"there": False, "detail": None, "engine": "", "sentence": None}
    refused = host.post("/api/voice", json={"detail": "all"})
    assert refused.get_json()["error"]["code"] == "no-loudspeaker"


def test_a_choice_that_cannot_be_read_leaves_that_of_the_board_file(room: Room) -> None:
    games = room.sound.parent / "games"
    games.mkdir()
    (games / "voice.json").write_text("{")
    _, host = room.open({"detail": "all"})
    assert seen(host)["detail"] == "all"


def test_a_choice_that_cannot_be_kept_holds_until_the_program_ends(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def no_room(_file: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    _, host = room.open({"detail": "all"})
    monkeypatch.setattr(os, "fsync", no_room)
    assert host.post("/api/voice", json={"detail": None}).status_code == 200
    assert seen(host)["detail"] is None
    assert "speaks as chosen until the program ends" in caplog.text
