"""A serial line over real ports: a pseudo-terminal, and a local server behind `socket://`."""

import os
import random
import socket
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import serial

from hardware.scanner import line as line_module
from hardware.scanner.line import AGAIN_S, MOST_WAITING, SerialLine

PATIENCE_S: Final = 20.0
STOP_S: Final = 2.0
"""How long stopping may take, whatever happens."""
LOCAL: Final = "127.0.0.1"


class Pty:
    """A serial port under a name that stays, whose other end is in hand.

    Args:
        name: what is opened; where it leads is another place each time.
    """

    def __init__(self, name: Path) -> None:
        self.name = name
        self._ends: tuple[int, int] | None = None

    def plug(self) -> None:
        other, end = os.openpty()
        tty.setraw(end)
        self._ends = other, end
        self.name.symlink_to(os.ttyname(end))

    def pull(self) -> None:
        if self._ends is not None:
            self.name.unlink()
            for end in self._ends:
                os.close(end)
            self._ends = None

    def send(self, data: bytes) -> None:
        assert self._ends is not None
        while data:
            data = data[os.write(self._ends[0], data) :]

    def take(self, count: int) -> bytes:
        assert self._ends is not None
        taken = b""
        while len(taken) < count:
            taken += os.read(self._ends[0], count - len(taken))
        return taken


class Watched:
    """A line and its news.

    Args:
        line: the line; it is stopped in the end.
    """

    def __init__(self, line: SerialLine) -> None:
        self.line = line
        self._news = threading.Event()
        self.line.start(self._news.set)

    def wait(self, true: Callable[[], bool]) -> None:
        """Until something is true that there is news of."""
        until_s = time.monotonic() + PATIENCE_S
        while not true():
            assert self._news.wait(until_s - time.monotonic()), "it never came to that"
            self._news.clear()

    def wait_until_there(self, times: int = 1) -> None:
        self.wait(lambda: self.line.times == times and not self.line.trouble)

    def take(self, count: int) -> bytes:
        taken = b""

        def is_all() -> bool:
            nonlocal taken
            taken += self.line.take()
            return len(taken) >= count

        self.wait(is_all)
        return taken

    def stop(self) -> None:
        """Stop it; in time, always."""
        began_s = time.monotonic()
        self.line.stop()
        assert time.monotonic() - began_s < STOP_S


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE_S)
    assert set(threading.enumerate()) <= before


@pytest.fixture
def pty(tmp_path: Path) -> Iterator[Pty]:
    pty = Pty(tmp_path / "hareboard-scanner")
    pty.plug()
    yield pty
    pty.pull()


@pytest.fixture
def watched(pty: Pty) -> Iterator[Watched]:
    watched = Watched(SerialLine(str(pty.name)))
    yield watched
    watched.stop()


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server((LOCAL, 0)) as server:
        server.settimeout(PATIENCE_S)
        yield server


def address(server: socket.socket) -> str:
    return f"socket://{LOCAL}:{server.getsockname()[1]}"


class TestASerialPort:
    """A path."""

    def test_before_it_is_there_it_says_so(self, pty: Pty) -> None:
        line = SerialLine(str(pty.name))
        assert line.trouble == f"The co-processor at {pty.name} has not been reached yet."
        assert line.times == 0
        assert line.take() == b""
        line.write(b"lost")
        line.stop()

    def test_bytes_go_both_ways_as_they_are(self, pty: Pty, watched: Watched) -> None:
        watched.wait_until_there()
        data = bytes(range(256)) + random.Random(1).randbytes(3000)
        pty.send(data)
        assert watched.take(len(data)) == data
        watched.line.write(data)
        assert pty.take(len(data)) == data

    def test_one_that_is_not_there_is_looked_for(self, pty: Pty, tmp_path: Path) -> None:
        pty.pull()
        watched = Watched(SerialLine(str(pty.name)))
        watched.wait(lambda: "not been reached" not in watched.line.trouble)
        assert watched.line.trouble.startswith(
            f"There is no co-processor at {pty.name}: is it plugged in, and is that its name?"
        )
        pty.plug()
        watched.wait_until_there()
        watched.stop()

    def test_its_plug_is_pulled_and_put_in_again(self, pty: Pty, watched: Watched) -> None:
        for times in range(1, 4):
            watched.wait_until_there(times)
            pty.send(b"here")
            assert watched.take(4) == b"here"
            pty.send(b"never taken")
            pty.pull()
            watched.wait(lambda: bool(watched.line.trouble))
            assert watched.line.times == times
            assert str(pty.name) in watched.line.trouble
            watched.line.write(b"lost")
            pty.plug()
        watched.wait_until_there(4)
        pty.send(b"again")
        assert watched.take(5) == b"again"

    def test_one_that_another_program_uses(self, pty: Pty) -> None:
        with serial.Serial(str(pty.name), exclusive=True):
            watched = Watched(SerialLine(str(pty.name)))
            watched.wait(lambda: "not been reached" not in watched.line.trouble)
            assert watched.line.trouble == (
                f"The co-processor at {pty.name} is in use by another program: stop that one."
            )
        watched.wait_until_there()
        watched.stop()

    def test_nobody_else_uses_the_one_that_is_used(self, pty: Pty, watched: Watched) -> None:
        watched.wait_until_there()
        with pytest.raises(serial.SerialException, match="exclusively lock"):
            serial.Serial(str(pty.name), exclusive=True)

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may use every port")
    def test_one_that_this_user_may_not_use(self, pty: Pty) -> None:
        pty.name.resolve().chmod(0)
        watched = Watched(SerialLine(str(pty.name)))
        watched.wait(lambda: "not been reached" not in watched.line.trouble)
        assert watched.line.trouble == (
            f"The co-processor at {pty.name} may not be used by this user: it must belong to the "
            "group of that file (dialout). Add it, and log in again."
        )
        watched.stop()

    def test_one_that_takes_nothing_is_opened_again(self, pty: Pty, watched: Watched) -> None:
        watched.wait_until_there()
        began_s = time.monotonic()
        while watched.line.times == 1 and not watched.line.trouble:
            watched.line.write(bytes(1000))
        assert time.monotonic() - began_s < STOP_S
        assert "Write timeout" in watched.line.trouble
        watched.wait_until_there(2)


class TestASocket:
    """An address."""

    @pytest.fixture
    def watched(self, server: socket.socket) -> Iterator[Watched]:
        watched = Watched(SerialLine(address(server)))
        yield watched
        watched.stop()

    def test_bytes_go_both_ways_as_they_are(self, server: socket.socket, watched: Watched) -> None:
        data = bytes(range(256)) + random.Random(1).randbytes(3000)
        with server.accept()[0] as other:
            watched.wait_until_there()
            other.sendall(data)
            assert watched.take(len(data)) == data
            watched.line.write(data)
            taken = b""
            while len(taken) < len(data):
                taken += other.recv(4096)
            assert taken == data

    def test_the_other_side_goes_and_comes_again(
        self, server: socket.socket, watched: Watched
    ) -> None:
        for times in range(1, 4):
            with server.accept()[0] as other:
                watched.wait_until_there(times)
                other.sendall(b"here")
                assert watched.take(4) == b"here"
            watched.wait(lambda: bool(watched.line.trouble))
            assert "has gone" in watched.line.trouble

    def test_one_that_hangs_up_at_once_is_left_alone_for_a_while(
        self, server: socket.socket, watched: Watched
    ) -> None:
        server.accept()[0].close()
        for _ in range(2):
            began_s = time.monotonic()
            server.accept()[0].close()
            assert time.monotonic() - began_s > 0.9 * AGAIN_S

    def test_nobody_listens(self, server: socket.socket) -> None:
        where = address(server)
        server.close()
        watched = Watched(SerialLine(where))
        watched.wait(lambda: "not been reached" not in watched.line.trouble)
        assert watched.line.trouble.startswith(f"There is no co-processor at {where}: ")
        watched.stop()

    # pyserial leaves a socket to the collector whose other side has reset it.
    @pytest.mark.filterwarnings("ignore:Exception ignored in. <socket")
    def test_what_nobody_takes_waits_and_hinders_nothing(
        self, server: socket.socket, watched: Watched
    ) -> None:
        """The one who would take it is told of the loss first, and takes no more."""
        with server.accept()[0] as other:
            watched.wait_until_there()
            flood(other)
        while not watched.line.trouble:
            watched.line.write(b"is somebody there?")
        with server.accept()[0] as other:
            watched.wait_until_there(2)
            assert watched.line.take() == b""
            other.sendall(b"again")
            assert watched.take(5) == b"again"


def flood(other: socket.socket) -> None:
    """Say so much that it waits on every stage of its way."""
    other.setblocking(False)
    for _ in range(20):
        try:
            while True:
                other.send(bytes(10 * MOST_WAITING))
        except BlockingIOError:
            pass


class TestStopping:
    """In two seconds, whatever happens."""

    def test_what_was_never_started(self, pty: Pty) -> None:
        line = SerialLine(str(pty.name))
        line.stop()
        line.stop()

    def test_while_it_is_looked_for(self, pty: Pty) -> None:
        pty.pull()
        watched = Watched(SerialLine(str(pty.name)))
        watched.wait(lambda: "not been reached" not in watched.line.trouble)
        watched.stop()
        watched.stop()

    def test_while_nothing_comes(self, pty: Pty, watched: Watched) -> None:
        watched.wait_until_there()
        watched.stop()
        with serial.Serial(str(pty.name), exclusive=True):
            pass

    def test_while_so_much_comes_that_it_waits(self, server: socket.socket) -> None:
        watched = Watched(SerialLine(address(server)))
        with server.accept()[0] as other:
            watched.wait_until_there()
            flood(other)
            watched.stop()

    def test_while_its_plug_is_pulled(self, pty: Pty, watched: Watched) -> None:
        watched.wait_until_there()
        pty.pull()
        watched.stop()

    def test_while_it_is_opened(self) -> None:
        """A server that does not answer: as many wait for it as may."""
        with socket.socket() as server:
            server.bind((LOCAL, 0))
            server.listen(0)
            with socket.create_connection(server.getsockname()):
                watched = Watched(SerialLine(address(server)))
                watched.stop()
                assert "has not been reached yet" in watched.line.trouble

    def test_at_any_moment(self, pty: Pty) -> None:
        rng = random.Random(1)
        for _ in range(20):
            watched = Watched(SerialLine(str(pty.name)))
            until_s = time.monotonic() + rng.uniform(0, 0.02)
            while time.monotonic() < until_s:
                watched.line.write(b"hello")
            watched.stop()


class TestTwoThreads:
    """One reads the port, another writes to it."""

    def test_who_finds_it_there_finds_that_it_is_another_beginning(self, pty: Pty) -> None:
        found: list[tuple[str, int]] = []

        class Seen(SerialLine):
            def __setattr__(self, name: str, value: Any) -> None:
                super().__setattr__(name, value)
                if hasattr(self, "_times"):
                    found.append((self.trouble, self.times))

        watched = Watched(Seen(str(pty.name)))
        watched.wait_until_there()
        watched.stop()
        there = [times for trouble, times in found if not trouble]
        assert there
        assert set(there) == {1}

    @pytest.mark.parametrize("error", [OSError(9, "gone"), TypeError("no integer"), ValueError()])
    def test_a_port_that_is_closed_while_it_is_written_to_is_lost(
        self, error: Exception, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        opened = threading.Semaphore(0)

        class Closing:
            """What pyserial's ports do when another thread closes them."""

            in_waiting = 0

            def read(self, count: int) -> bytes:
                closed.wait(PATIENCE_S)
                return b""

            def cancel_read(self) -> None:
                closed.set()

            def write(self, data: bytes) -> None:
                raise error

            def close(self) -> None:
                closed.set()

        def open_port(name: str) -> Closing:
            opened.release()
            return Closing()

        closed = threading.Event()
        monkeypatch.setattr(line_module, "open_port", open_port)
        watched = Watched(SerialLine("/dev/there"))
        watched.wait_until_there()
        watched.line.write(b"lost")
        assert "The co-processor at /dev/there has gone" in watched.line.trouble
        assert opened.acquire(timeout=PATIENCE_S)
        watched.stop()
