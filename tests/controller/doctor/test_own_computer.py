"""The doctor on the computer that runs the tests, whatever that is."""

import socket
from pathlib import Path

import pytest

from controller.board.examples import example_names, example_path
from controller.doctor import Case, Site, examine, find_table, read_file
from controller.doctor.network import LocalNetwork


@pytest.mark.parametrize("name", example_names())
def test_every_example_is_examined_here(name: str, tmp_path: Path) -> None:
    file = example_path(name)
    board, mistakes = read_file(file)
    report = examine(Case(Site(), tmp_path, file=file, board=board, mistakes=mistakes))
    assert {"board", "system", "disk", "journal", "port"} <= {
        each.check for each in report.findings
    }


def test_nothing_is_left_in_the_folder_of_the_games(tmp_path: Path) -> None:
    examine(Case(Site(), tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_port_is_free_until_somebody_listens() -> None:
    network = LocalNetwork()
    with socket.create_server(("127.0.0.1", 0)) as line:
        port = line.getsockname()[1]
        assert network.port("127.0.0.1", port) == "taken"
    assert network.port("127.0.0.1", port) == "free"
    assert network.port("192.0.2.1", 8064) == "no-address"
    assert network.get(f"http://127.0.0.1:{port}/healthz") is None
    assert find_table(network, "0.0.0.0", port) is None


def test_a_socket_takes_calls_while_somebody_listens(tmp_path: Path) -> None:
    network, path = LocalNetwork(), tmp_path / "socket"
    assert network.line(path) == "no-socket"
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line:
        line.bind(str(path))
        line.listen()
        assert network.line(path) == "open"
    assert network.line(path) == "refused"
