"""A stop that something holds up is cut short, and nothing else is."""

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from flask import Flask

import web.commands.serving
from controller.appliance.network import NetworkActor
from controller.appliance.network.ports import Hotspot
from controller.bootstrap import SimulatedTable
from controller.bootstrap.watchdog import Watchdog
from controller.refusal import Refusal
from hardware.clock import ManualClock
from tests.support.checkout import ROOT
from tests.support.companion import companion, phones_of
from tests.support.network.air import Air, Router
from tests.support.waiting import PATIENCE_S
from web.access.address import PageAddress
from web.access.phones import Phones
from web.commands.folder_lock import Holder, folder_lock
from web.commands.serving import (
    FAILED,
    Backstop,
    data_folder,
    errors_in_words,
    kept,
    listening,
    opened,
    reachable,
    tell_joining,
)
from web.modes.mode_switch import ModeSwitch, RunningMode
from web.modes.recovery import Recovery
from web.modes.systemd_status import SystemdStatus
from web.server.server import STOPPING, PortTaken, Server
from web.server.systemd import Systemd


class Exit:
    """Notes how the process would have ended."""

    def __init__(self) -> None:
        self.status: int | None = None
        self.ended = threading.Event()

    def __call__(self, status: int) -> None:
        self.status = status
        self.ended.set()


def test_a_stop_that_hangs_is_cut_short_and_who_hung_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    leave, hanging, exited = threading.Event(), threading.Event(), Exit()

    def hang() -> None:
        hanging.set()
        leave.wait(PATIENCE_S)

    stuck = threading.Thread(target=hang, name="a bus")
    stuck.start()
    assert hanging.wait(PATIENCE_S)
    with caplog.at_level(logging.ERROR):
        Backstop(0.01, exited).begin()
        assert exited.ended.wait(PATIENCE_S)
    leave.set()
    stuck.join(PATIENCE_S)
    assert exited.status == FAILED
    assert "a bus" in caplog.text


def test_a_stop_in_time_is_left_alone() -> None:
    exited = Exit()
    backstop = Backstop(PATIENCE_S, exited)
    (waiting,) = (each for each in threading.enumerate() if each.name == "backstop")
    backstop.begin()
    backstop.end()
    waiting.join(PATIENCE_S)
    assert not waiting.is_alive()
    assert exited.status is None


def test_a_house_that_was_never_told_to_stop_is_not_either() -> None:
    exited = Exit()
    backstop = Backstop(0.0, exited)
    (waiting,) = (each for each in threading.enumerate() if each.name == "backstop")
    backstop.end()
    waiting.join(PATIENCE_S)
    assert exited.status is None


# The folder of games


def test_a_folder_that_cannot_be_made_is_told_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(click.ClickException, match="Choose another with --data") as refused:
        data_folder(tmp_path / "file" / "games")
    assert refused.value.message.startswith(f"Cannot make the folder {tmp_path}/file/games: ")


def test_a_folder_that_cannot_be_written_in_is_told_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert data_folder(tmp_path) == tmp_path
    # Whoever is root may write everywhere.
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with pytest.raises(click.ClickException, match="Choose another with --data") as refused:
        data_folder(tmp_path)
    assert refused.value.message.startswith(f"Cannot write in the folder {tmp_path}.")


# A house that is open


@pytest.fixture
def _own_signals() -> Iterator[None]:
    """Whatever is done at a signal is done no more."""
    before = {each: signal.getsignal(each) for each in STOPPING}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


class Room:
    """The only room of a house."""

    def __init__(self) -> None:
        self.shut = False
        self.looked = 0
        self.switch = ModeSwitch({"play": self._open}, ManualClock())
        self.recovery = Recovery(self.switch, ManualClock())

    def _open(self) -> RunningMode:
        if self.shut:
            raise ConnectionError("There is no board.")
        watch = Watchdog(())
        return RunningMode(Flask("play"), lambda: None, lambda: None, watch, note=self._fail)

    def _fail(self) -> None:
        self.looked += 1
        self.recovery.gave_up = self.looked == 2
        raise RuntimeError("a mistake in the chronicle")


@pytest.mark.usefixtures("_own_signals")
def test_a_board_that_is_not_there_yet_is_waited_for_only_if_asked() -> None:
    room = Room()
    room.shut = True
    with opened(room.switch, patient=True):
        assert room.switch.mode is None
        assert room.switch.status() == (
            "The board cannot be opened. There is no board. It is tried again."
        )
    impatient = Room()
    impatient.shut = True
    with pytest.raises(ConnectionError), opened(impatient.switch):
        raise AssertionError("it is not open")


@pytest.mark.usefixtures("_own_signals")
def test_a_house_that_gave_up_ends_the_program_as_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web.commands.serving, "LOOK_S", 3600.0)
    room = Room()
    with pytest.raises(SystemExit) as ended, opened(room.switch) as systemd_status:
        systemd_status.recovery.gave_up = True
    assert ended.value.code == FAILED
    assert room.switch.mode is None


def test_a_watch_that_fails_looks_again_and_stops_the_program_once_nothing_helps(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(web.commands.serving, "LOOK_S", 0.0)
    sent: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "kill", lambda *signalled: sent.append(signalled))
    room = Room()
    room.switch.enter("play")
    systemd = SystemdStatus(room.switch, room.recovery, Systemd({}))
    with caplog.at_level(logging.ERROR, "web.commands.serving"):
        web.commands.serving._watch(room.recovery, systemd, threading.Event())  # noqa: SLF001 - its thread
    assert (room.looked, sent) == (2, [(os.getpid(), signal.SIGTERM)])
    assert caplog.text.count("RuntimeError: a mistake in the chronicle") == 2


def test_a_network_is_kept_as_long_as_the_board_is_open() -> None:
    air = Air({"Home": Router("carrots for all")})
    seen = []
    with kept(NetworkActor(air, Hotspot("hareboard", "abcd-efgh-mnpq"), ManualClock())):
        seen.append(air.there)
    seen.append(air.there)
    with kept(None):
        seen.append(air.there)
    assert seen == [True, False, False]


# A port that is taken


class Strange:
    """An application that is no hareboard."""

    def __call__(self, environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("404 Not Found", [("Content-Type", "text/plain")])
        return [b"carrots"]


@pytest.fixture
def _no_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual folder of this user's games is empty."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "usual"))


@pytest.mark.usefixtures("_no_games")
def test_of_a_taken_port_it_is_told_which_hareboard_has_it(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        holder = Holder(f"http://127.0.0.1:{port}/board", 4711, port)
        ours, own = tmp_path / "ours", tmp_path / "own"
        ours.mkdir()
        with folder_lock(ours, holder):
            with pytest.raises(PortTaken) as refused:
                listening("127.0.0.1", port, ours)
            assert str(refused.value).startswith(
                f"Another hareboard is using port {port} and {ours}: "
            )
            assert str(refused.value).endswith("To run a second one: --port 0 --data DIR.")
            usual = tmp_path / "usual" / "hareboard"
            usual.parent.mkdir()
            usual.symlink_to(ours)
            with pytest.raises(PortTaken) as refused:
                listening("127.0.0.1", port, own)
            assert str(refused.value).startswith(f"Another hareboard is using port {port}: ")
            assert str(refused.value).endswith("To run a second one: --port 0.")


@pytest.mark.usefixtures("_no_games")
def test_a_hareboard_that_answers_at_a_taken_port_is_found(
    tmp_path: Path, table: SimulatedTable, phones: Phones
) -> None:
    for app, told in (
        (companion(table, phones, 8064), "Open that page, or stop it with Ctrl-C"),
        (Strange(), "Is another hareboard running?"),
    ):
        server = Server("127.0.0.1", 0)
        running = threading.Thread(target=server.run, args=(app,))
        running.start()
        try:
            with pytest.raises(PortTaken, match=told):
                listening("127.0.0.1", server.port, tmp_path)
        finally:
            server.close()
            running.join(PATIENCE_S)


def test_a_refusal_is_told_at_the_terminal_as_on_a_page() -> None:
    refusal = Refusal("game-running", "A game of {players} is under way.", players="Ann and Ben")
    with (
        pytest.raises(click.ClickException, match=r"A game of Ann and Ben is under way\."),
        errors_in_words("sim://", "Begin anew."),
    ):
        raise refusal


# What is told at the terminal


def test_the_terminal_says_how_to_join(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    phones = phones_of(tmp_path)
    tell_joining(PageAddress("127.0.0.1", 8064), phones)
    alone = capsys.readouterr().out
    assert "--host 0.0.0.0 lets phones on your network in" in alone
    link = f"Scan to join, or open http://192.0.2.7:8064/join#{phones.code}\n"
    tell_joining(PageAddress("192.0.2.7", 8064), phones)
    plain = capsys.readouterr().out
    assert plain.endswith(link)
    assert phones.pin in plain
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    tell_joining(PageAddress("192.0.2.7", 8064), phones)
    assert "█" in capsys.readouterr().out.partition(link)[2]


@pytest.mark.parametrize(
    ("host", "there"),
    [
        ("0.0.0.0", "127.0.0.1"),
        ("::", "127.0.0.1"),
        ("", "127.0.0.1"),
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::7", "[2001:db8::7]"),
    ],
)
def test_this_computer_reaches_what_it_serves(host: str, there: str) -> None:
    assert reachable(host) == there


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has systemd")
@pytest.mark.parametrize(("at", "warned"), [("0.0.0.0", True), ("127.0.0.1", False)])
def test_pages_for_this_computer_only_are_said_to_be_others_where_systemd_listens(
    at: str, warned: bool, tmp_path: Path
) -> None:
    code = (
        "import os, sys\n"
        "os.dup2(int(sys.argv[1]), 3)\n"
        "os.environ |= {'LISTEN_PID': str(os.getpid()), 'LISTEN_FDS': '1'}\n"
        "from pathlib import Path\n"
        "from web.commands.serving import listening\n"
        "listening('127.0.0.1', 8064, Path(sys.argv[2]))\n"
    )
    with socket.create_server((at, 0)) as given:
        done = subprocess.run(
            [sys.executable, "-c", code, str(given.fileno()), str(tmp_path)],
            cwd=ROOT,
            pass_fds=[given.fileno()],
            capture_output=True,
            text=True,
            check=True,
        )
    assert ("not for this computer only" in done.stderr) == warned
