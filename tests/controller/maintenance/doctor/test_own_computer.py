"""The doctor on the computer that runs the tests, whatever that is."""

import os
import socket
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path

import pytest

import controller.own_address
from controller.board.examples import example_names, example_path
from controller.maintenance.doctor import network as network_module
from controller.maintenance.doctor.case import Case, find_table, read_file
from controller.maintenance.doctor.computer import ExaminedComputer, own_identity
from controller.maintenance.doctor.examination import examine
from controller.maintenance.doctor.network import LocalNetwork
from tests.support.waiting import PATIENCE_S


@pytest.mark.parametrize("name", example_names())
def test_every_example_is_examined_here(name: str, tmp_path: Path) -> None:
    file = example_path(name)
    board, mistakes = read_file(file)
    report = examine(Case(ExaminedComputer(), tmp_path, file=file, board=board, mistakes=mistakes))
    assert {"board", "system", "disk", "journal", "port"} <= {
        each.check for each in report.findings
    }


def test_what_is_not_installed_asks_for_nothing() -> None:
    assert ExaminedComputer().requires("no-such-package") == ()


def test_nothing_is_left_in_the_folder_of_the_games(tmp_path: Path) -> None:
    examine(Case(ExaminedComputer(), tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_port_is_free_until_somebody_listens() -> None:
    local = LocalNetwork()
    with socket.create_server(("127.0.0.1", 0)) as line:
        port = line.getsockname()[1]
        assert local.port("127.0.0.1", port) == "taken"
    assert local.port("127.0.0.1", port) == "free"
    assert local.port("192.0.2.1", 8064) == "no-address"
    assert local.get(f"http://127.0.0.1:{port}/healthz") is None
    assert find_table(local, "0.0.0.0", port) is None


def test_a_socket_takes_calls_while_somebody_listens(tmp_path: Path) -> None:
    local, path = LocalNetwork(), tmp_path / "socket"
    assert local.line(path) == "no-socket"
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line:
        line.bind(str(path))
        line.listen()
        assert local.line(path) == "open"
    assert local.line(path) == "refused"


def test_what_answers_there_is_passed_on() -> None:
    with socket.create_server(("127.0.0.1", 0)) as line, ThreadPoolExecutor(1) as people:
        port = line.getsockname()[1]
        asked = people.submit(LocalNetwork().get, f"http://127.0.0.1:{port}/healthz")
        caller, _ = line.accept()
        with caller:
            request = caller.recv(1000)
            caller.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            assert asked.result(PATIENCE_S) == (200, b"{}")
    assert request.startswith(b"GET /healthz ")


def test_where_there_is_no_way_out_there_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(controller.own_address, "WAYS", (("no number", 9),))
    assert LocalNetwork().addresses() == ()


def test_what_the_system_forbids_is_told_from_what_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbid(*_about: object, **_more: object) -> None:
        raise PermissionError

    monkeypatch.setattr(socket, "create_server", forbid)
    monkeypatch.setattr(socket.socket, "connect", forbid)
    assert LocalNetwork().port("127.0.0.1", 80) == "forbidden"
    assert LocalNetwork().line(tmp_path / "socket") == "forbidden"


def test_a_user_without_a_name_is_called_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 3_999_999_999)
    assert own_identity().user == "3999999999"


def test_without_journalctl_there_is_no_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ExaminedComputer().log() is None


def test_a_path_that_cannot_be_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert not ExaminedComputer(tmp_path).there("loop")
    assert not ExaminedComputer(tmp_path).there("x" * 5000)
    assert ExaminedComputer(tmp_path).there("")


@pytest.mark.parametrize("head", [b"HTTP/1.1 200 OK\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: "])
def test_an_answer_that_never_ends_is_given_up(
    monkeypatch: pytest.MonkeyPatch, head: bytes
) -> None:
    monkeypatch.setattr(network_module, "WHOLE_ANSWER_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as line, ThreadPoolExecutor(1) as people:
        port = line.getsockname()[1]
        asked = people.submit(LocalNetwork().get, f"http://127.0.0.1:{port}/healthz")
        caller, _ = line.accept()
        with caller, suppress(OSError):
            caller.sendall(head)
            while not asked.done():
                caller.sendall(b" ")
                wait([asked], 0.01)
        answer = asked.result(PATIENCE_S)
    assert answer is None or not answer[1].strip()
