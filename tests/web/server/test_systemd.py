"""What is said to systemd arrives, and what it hands over is taken."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.checkout import ROOT
from web.server.systemd import Systemd, given_sockets

HANDS_OVER = """
import os, sys
os.environ["LISTEN_PID"] = str(os.getpid())
os.environ["LISTEN_FDS"] = "2"
numbers = [int(number) for number in sys.argv[1:]]
# Nothing of what is to be moved may be moved onto.
high = [os.dup2(number, 100 + at) for at, number in enumerate(numbers)]
for at, number in enumerate(high):
    os.dup2(number, 3 + at)
from web.server.systemd import given_sockets
given = given_sockets(os.environ)
print([each.getsockname()[1] for each in given])
print([each.get_inheritable() for each in given])
"""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has systemd")


@pytest.fixture(params=["path", "abstract"])
def line(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    """Where systemd listens, and what it calls that."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        if request.param == "path":
            name = str(tmp_path / "notify")
            listener.bind(name)
        else:
            listener.bind("")  # The system chooses a name that no file has.
            name = "@" + listener.getsockname()[1:].decode()
        listener.setblocking(False)
        yield listener, name


def test_what_is_told_arrives_in_one_piece(line: tuple[socket.socket, str]) -> None:
    listener, name = line
    Systemd({"NOTIFY_SOCKET": name}).tell(READY=1, STATUS="Zoë to\nmove.")
    assert listener.recv(4096).decode() == "READY=1\nSTATUS=Zoë to move."


def test_nobody_is_told_where_nobody_listens(tmp_path: Path) -> None:
    Systemd({}).tell(READY=1)
    Systemd({"NOTIFY_SOCKET": str(tmp_path / "gone")}).tell(READY=1)


def test_who_does_not_read_holds_nobody_up(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as deaf:
        deaf.bind(str(tmp_path / "notify"))
        systemd = Systemd({"NOTIFY_SOCKET": str(tmp_path / "notify")})
        for _ in range(2000):
            systemd.tell(STATUS="." * 1000)
        deaf.setblocking(False)
        assert deaf.recv(4096).startswith(b"STATUS=.")


@pytest.mark.parametrize(
    ("environ", "watchdog_s"),
    [
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "1500000", "WATCHDOG_PID": str(os.getpid())}, 1.5),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_wants_to_hear_in_time(
    environ: dict[str, str], watchdog_s: float | None
) -> None:
    assert Systemd({"NOTIFY_SOCKET": "@hareboard", **environ}).watchdog_s == watchdog_s


def test_a_watchdog_that_cannot_be_told_wants_to_hear_nothing() -> None:
    assert Systemd({"WATCHDOG_USEC": "30000000"}).watchdog_s is None


def test_sockets_that_systemd_has_opened_are_taken_in_their_order() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as first,
        socket.create_server(("127.0.0.1", 0)) as other,
    ):
        numbers = [first.fileno(), other.fileno()]
        done = subprocess.run(
            [sys.executable, "-c", HANDS_OVER, *map(str, numbers)],
            cwd=ROOT,
            pass_fds=numbers,
            capture_output=True,
            text=True,
            check=True,
        )
        ports = [first.getsockname()[1], other.getsockname()[1]]
    assert done.stdout.splitlines() == [str(ports), "[False, False]"]


def test_sockets_for_another_process_are_left_alone() -> None:
    assert given_sockets({"LISTEN_PID": "1", "LISTEN_FDS": "1"}) == ()
    assert given_sockets({}) == ()
