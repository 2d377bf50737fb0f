"""A serial line over real ports: a pseudo-terminal, and a local server behind `socket://`."""

import random
import socket
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serial

from hardware.errors import NotConnected
from hardware.scanner.line import AGAIN_S, SerialLine, open_port
from tests.support.scanner.ports import Pty, Watched, address, flood
from tests.support.users import no_root


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

    @pytest.mark.parametrize("call", ["tcsetattr", "tcflush"])
    def test_its_plug_is_pulled_while_it_is_opened(
        self, pty: Pty, monkeypatch: pytest.MonkeyPatch, call: str
    ) -> None:
        """Termios has an error of its own, which pyserial passes on."""
        todo = getattr(termios, call)

        def pulled(*args: Any) -> None:
            pty.pull()
            todo(*args)

        monkeypatch.setattr(termios, call, pulled)
        with pytest.raises(NotConnected, match=r"There is no .* \(Input/output error\)$"):
            open_port(str(pty.name))

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

    def test_one_that_this_user_may_not_use(self, pty: Pty) -> None:
        pty.name.resolve().chmod(0)
        with no_root():
            watched = Watched(SerialLine(str(pty.name)))
            watched.wait(lambda: "not been reached" not in watched.line.trouble)
            trouble = watched.line.trouble
        watched.stop()
        assert trouble == (
            f"The co-processor at {pty.name} may not be used by this user: it must belong to the "
            "group of that file (dialout). Add it, and log in again."
        )

    def test_one_that_takes_nothing_is_opened_again(self, pty: Pty, watched: Watched) -> None:
        watched.wait_until_there()
        while watched.line.times == 1 and not watched.line.trouble:
            watched.line.write(bytes(1000))
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
        # On a slow computer it may be lost and there again between two looks.
        while watched.line.times == 1 and not watched.line.trouble:
            watched.line.write(b"is somebody there?")
        with server.accept()[0] as other:
            watched.wait_until_there(2)
            assert watched.line.take() == b""
            other.sendall(b"again")
            assert watched.take(5) == b"again"
