"""A program with limits: a line in, a line out, in time; then it is ended with all it started.

It runs without a shell, in a process group of its own, with the usual handling of signals,
whatever this process does with them.
"""

import logging
import os
import selectors
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

LONGEST_ANSWER: Final = 1 << 16
"""Bytes of an answer; a longer one is refused."""
PIECE: Final = 1 << 14
END_S: Final = 0.2
"""Time to end by itself once its input has ended."""
KILLED_S: Final = 2.0
"""Time to end once it was killed; one of another user may go on."""
LOOK_S: Final = 0.01

_LOG: Final = logging.getLogger(__name__)


class ProgramFailure(Exception):
    """The program did not answer a line with a line; the message says what it did instead."""


class ProgramEnded(ProgramFailure):
    """It ended, or closed its output."""


class ProgramLate(ProgramFailure):
    """It did not answer in time, or did not read."""


class ProgramFlooded(ProgramFailure):
    """It wrote more than an answer, or unasked."""


class ProgramProcess:
    """A running program. Used by one thread at a time; `close` ends it.

    Args:
        command: the program and its arguments; it is looked for as a shell would.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        if not hasattr(os, "posix_spawnp"):  # untested: no Windows here
            raise OSError("programs as opponents need Linux or macOS")
        theirs_in, self._to = os.pipe()
        self._from, theirs_out = os.pipe()
        actions = [
            (os.POSIX_SPAWN_DUP2, theirs_in, 0),
            (os.POSIX_SPAWN_DUP2, theirs_out, 1),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ]
        try:
            self._pid: int | None = os.posix_spawnp(
                command[0],
                tuple(command),
                os.environ,
                file_actions=actions,
                setpgroup=0,
                setsigmask=(),
                setsigdef=signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP},
            )
        except OSError:
            os.close(self._to)
            os.close(self._from)
            raise
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        os.set_blocking(self._to, False)
        os.set_blocking(self._from, False)

    def ask(self, line: bytes, limit_s: float) -> bytes:
        """Send a line, and return the line that answers it, without its end.

        Args:
            line: the line, with its end.
            limit_s: time for all of it, in seconds.

        Raises:
            ProgramFailure: there is no such answer.
        """
        until_s = time.monotonic() + limit_s
        if self._read():
            raise ProgramFlooded("it wrote something unasked")
        self._send(line, until_s)
        return self._answer(until_s)

    def close(self) -> None:
        """Close its input, and end it and all that it started if it has not ended soon."""
        assert self._pid is not None, "closed already"
        os.close(self._to)
        os.close(self._from)
        until_s = time.monotonic() + END_S
        while not self._has_ended() and time.monotonic() < until_s:
            time.sleep(LOOK_S)
        # Until it is waited for, no other process or group can have this number.
        self.signal_end()
        until_s = time.monotonic() + KILLED_S
        while not self._has_ended() and time.monotonic() < until_s:
            time.sleep(LOOK_S)
        if self._has_ended():
            os.waitpid(self._pid, 0)
        else:
            _LOG.warning("An opponent's program cannot be ended: it is left behind.")
        self._pid = None

    def kill(self) -> None:
        """End it and all that it started at once."""
        self.signal_end()
        self.close()

    def signal_end(self) -> None:
        """End it and all that it started, from any thread; `close` still has to be called."""
        if self._pid is not None:
            for end in (os.killpg, os.kill):  # it may have left its group
                with suppress(ProcessLookupError, PermissionError):
                    end(self._pid, signal.SIGKILL)

    def _has_ended(self) -> bool:
        assert self._pid is not None
        how = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._pid, how) is not None

    def _send(self, line: bytes, until_s: float) -> None:
        left = memoryview(line)
        while left:
            self._wait(self._to, selectors.EVENT_WRITE, until_s, "it does not read")
            try:
                left = left[os.write(self._to, left) :]
            except BlockingIOError:  # untested: no room after all
                continue
            except BrokenPipeError:
                raise ProgramEnded("it has ended") from None

    def _answer(self, until_s: float) -> bytes:
        answer = b""
        while b"\n" not in answer:
            self._wait(self._from, selectors.EVENT_READ, until_s, "it has not answered in time")
            answer += self._read()
            if len(answer) > LONGEST_ANSWER:
                raise ProgramFlooded("it writes without end")
        line, _, more = answer.partition(b"\n")
        if more:
            raise ProgramFlooded("it wrote more than an answer")
        return line

    def _read(self) -> bytes:
        """Return what it has written, perhaps nothing yet."""
        try:
            piece = os.read(self._from, PIECE)
        except BlockingIOError:
            return b""
        if not piece:
            raise ProgramEnded("it has ended")
        return piece

    @staticmethod
    def _wait(pipe: int, event: int, until_s: float, otherwise: str) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, until_s - time.monotonic())):
                raise ProgramLate(otherwise)
