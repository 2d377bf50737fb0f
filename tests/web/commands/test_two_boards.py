"""Two simulated boards: prepared, paired, and run through a broker that is started too."""

import json
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from controller.board import read_board
from controller.board.file.broker import BrokerSettings
from controller.partners.kept_partners import PartnersUnreadable, keep_partners, read_partners
from tests.support.mqtt.broker import mosquitto_path
from tests.support.waiting import until
from web.commands.simulate import simulate_command
from web.commands.two_boards import local_broker, prepare_boards
from web.mqtt.attempt import attempt
from web.server.server import STOPPING


def test_both_boards_are_paired_and_stay_so(tmp_path: Path) -> None:
    first, second = prepare_boards(tmp_path, 1884)
    assert [read_board(file).name for file in (first, second)] == ["Board 1", "Board 2"]
    kept = [read_partners(file.with_name("partners.json")) for file in (first, second)]
    (one,), (two,) = kept
    assert (one.id, one.secret) == (two.id, two.secret)
    assert (one.inviter, one.name, two.inviter, two.name) == (True, "Board 2", False, "Board 1")
    assert prepare_boards(tmp_path, 1885) == (first, second)
    assert [read_partners(file.with_name("partners.json")) for file in (first, second)] == kept
    broker = read_board(first).broker
    assert broker is not None
    assert (broker.host, broker.port, broker.names) == ("127.0.0.1", 1885, True)


def test_a_board_that_forgot_the_other_is_paired_again(tmp_path: Path) -> None:
    first, second = (file.with_name("partners.json") for file in prepare_boards(tmp_path, 1884))
    keep_partners(first, ())
    prepare_boards(tmp_path, 1884)
    assert read_partners(first)[-1].id == read_partners(second)[-1].id


def test_a_spoilt_list_is_left_alone(tmp_path: Path) -> None:
    first, _ = prepare_boards(tmp_path, 1884)
    first.with_name("partners.json").write_text("{")
    with pytest.raises(PartnersUnreadable):
        prepare_boards(tmp_path, 1884)


@pytest.mark.parametrize("which", ["Mosquitto", pytest.param("aMQTT", marks=pytest.mark.long)])
def test_a_broker_is_started_and_ended(
    which: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if which == "Mosquitto":
        mosquitto_path()
    else:
        monkeypatch.setattr("shutil.which", lambda _name, path=None: None)
    with local_broker(tmp_path) as port:
        settings = BrokerSettings(host="127.0.0.1", port=port)
        assert attempt(settings, None, "somebody") is None
    assert attempt(settings, None, "somebody") is not None


def test_without_any_broker_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _name, path=None: None)
    monkeypatch.setattr("web.commands.two_boards.find_spec", lambda _name: None)
    with pytest.raises(click.ClickException, match="Install Mosquitto"), local_broker(tmp_path):
        pass


def test_a_broker_that_does_not_start_is_told_with_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = program(tmp_path, "raise SystemExit('no room')")
    monkeypatch.setattr("shutil.which", lambda _name, path=None: ends)
    told = f"Mosquitto does not start: {tmp_path / 'broker.log'} says why"
    with pytest.raises(click.ClickException, match=told), local_broker(tmp_path):
        pass
    assert (tmp_path / "broker.log").read_text().strip() == "no room"


def test_a_broker_that_does_not_end_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stays = program(
        tmp_path,
        "import signal, socket, sys",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)",
        "port = int(open(sys.argv[2]).read().split()[1])",
        "listener = socket.create_server(('127.0.0.1', port))",
        "while True: signal.pause()",
    )
    monkeypatch.setattr("shutil.which", lambda _name, path=None: stays)
    monkeypatch.setattr("web.commands.two_boards.STOP_S", 0.1)
    with local_broker(tmp_path) as port:
        socket.create_connection(("127.0.0.1", port)).close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))


def program(folder: Path, *lines: str) -> str:
    """Write a program; return its path."""
    file = folder / "program"
    file.write_text("\n".join((f"#!{sys.executable}", *lines)))
    file.chmod(0o755)
    return str(file)


def test_without_a_client_for_brokers_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.commands.two_boards.find_spec", lambda _name: None)
    said = CliRunner().invoke(simulate_command, ["--boards", "2", "--data", str(tmp_path)])
    assert said.exit_code == 1
    assert "pip install" in said.output


def test_boards_that_cannot_be_prepared_are_not_started(tmp_path: Path) -> None:
    mosquitto_path()
    first, _ = prepare_boards(tmp_path, 1884)
    first.with_name("partners.json").write_text("{")
    before = {each: signal.getsignal(each) for each in STOPPING}
    try:
        said = CliRunner().invoke(simulate_command, ["--boards", "2", "--data", str(tmp_path)])
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    assert said.exit_code == 1
    assert "The two boards cannot be prepared: " in said.output
    assert "Put the windows" not in said.output


def test_options_that_begin_a_game_are_refused() -> None:
    said = CliRunner().invoke(simulate_command, ["--boards", "2", "--players", "3", "--seed", "1"])
    assert said.exit_code == 2
    assert "--players and --seed cannot be used with --boards 2" in said.output


def test_two_boards_reach_each_other(tmp_path: Path) -> None:
    mosquitto_path()
    command = (
        *(Path(sys.executable).with_name("hareboard"), "simulate", "--boards", "2"),
        *("--data", tmp_path, "--port", "0", "--no-open"),
    )
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    said: list[str] = []
    out = program.stdout
    assert out is not None
    reading = threading.Thread(target=lambda: said.extend(out))
    reading.start()
    try:
        for board in ("Board 1", "Board 2"):
            until(_finds(said, f"{board} |   the board"), f"{board} is open")
            address = next(line for line in said if f"{board} |   the board" in line).split()[-1]
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            opener.open(address).close()
            pages = address.rpartition("/board/")[0]

            def reached(opener: urllib.request.OpenerDirector = opener, at: str = pages) -> bool:
                with opener.open(f"{at}/api/partners") as answer:
                    (partner,) = json.load(answer)["partners"]
                return bool(partner["reached"])

            until(reached, f"{board} reaches the other")
    finally:
        program.send_signal(signal.SIGINT)
        program.wait(10)
        reading.join(10)
        out.close()
    assert program.returncode == 0
    assert not any("Traceback" in line for line in said)


def _finds(said: list[str], text: str) -> Callable[[], bool]:
    return lambda: any(text in line for line in tuple(said))
