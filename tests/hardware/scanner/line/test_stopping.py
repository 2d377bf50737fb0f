"""A serial line is stopped, at whatever moment; what its two threads do to each other."""

import random
import socket
import threading
import time
from typing import Any

import pytest
import serial

from hardware.scanner import line as line_module
from hardware.scanner.line import SerialLine
from tests.support.scanner.ports import LOCAL, Pty, Watched, address, flood
from tests.support.waiting import PATIENCE_S


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

    @pytest.mark.long
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
