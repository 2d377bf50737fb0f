"""Starts a process again when it dies or hangs, with pauses that grow to a limit."""

import contextlib
import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, NoReturn

from hardware.lights.protocol import LONGEST

HUNG_S: Final = 2.0
"""Time without a report after which a process counts as hung."""
FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
STEADY_S: Final = 10.0
"""Lifetime after which the pauses start again from the first."""
LEAVE_S: Final = 1.0
"""Longest time a process may take to end on request."""

NOTHING: Final = b"."
"""Report of a process that would leave no lit strip behind."""

Report = Callable[[bytes], None]
Work = Callable[[Report], None]
"""Work of the process: it reports, several times in `HUNG_S`, the state it would leave behind if it
died. Once it has ended by itself, nothing is left."""
Darken = Callable[[bytes], None]
"""Makes dark what a dead process has left, as that reported it."""

_LOG = logging.getLogger(__name__)


def keep(work: Work, darken: Darken) -> NoReturn:
    """Run the work in a child process, and restart it, until this process is told to stop.

    The child always ends with its keeper. What it leaves lit, another child makes dark at once.
    """
    # The keeper can be stopped while it waits only: never before the lights are dark. Besides,
    # Python ignores what a signal handler raises during a fork: a stop would be lost.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    pause_s = FIRST_PAUSE_S
    while True:
        started_s = time.monotonic()
        _watch(work, darken, mask)
        if time.monotonic() - started_s >= STEADY_S:
            pause_s = FIRST_PAUSE_S
        with _stoppable(mask):
            time.sleep(pause_s)
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


@contextlib.contextmanager
def _stoppable(mask: Iterable[int]) -> Iterator[None]:
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())


def _watch(work: Work, darken: Darken, mask: Iterable[int]) -> None:
    """Run one child to its end, and make dark what it has left."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)

    def live() -> None:  # untested: coverage does not see a child that ends as this one does
        ours.close()
        theirs.setblocking(False)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        work(partial(_report, theirs))

    child = _fork(live)
    theirs.close()
    left, last_word = NOTHING, signal.SIGTERM
    with ours:
        ours.settimeout(HUNG_S)
        try:
            with _stoppable(mask):
                while packet := ours.recv(LONGEST):
                    left = packet
        except TimeoutError:
            last_word = signal.SIGKILL
            _LOG.error("The lights helper hangs; it is killed and started again.")
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, last_word)
            status = _end(child, LEAVE_S)
            while packet := ours.recv(LONGEST):  # what it said last, not heard yet
                left = packet
            if status != 0 and left != NOTHING and _end(_fork(lambda: darken(left)), HUNG_S) != 0:
                _LOG.error("What the lights helper left lit could not be made dark.")
    _LOG.error("The lights helper has ended (%s); it is started again.", status)


def _report(keeper: socket.socket, packet: bytes) -> None:  # untested: as above
    try:
        keeper.send(packet)
    except BlockingIOError:
        pass  # it has enough to read
    except OSError:
        raise SystemExit("The keeper of the lights helper has gone.") from None


def _fork(work: Callable[[], None]) -> int:
    """Start a child process that does this work and ends; return its ID."""
    child = os.fork()
    if child == 0:  # untested: as above; tests of a whole helper run it
        status = 1
        try:
            work()
            status = 0
        except SystemExit:
            status = 0
        except Exception:  # noqa: BLE001 - the child must end here after any error
            _LOG.exception("The lights helper has failed.")
        finally:
            # The child must not run the keeper's exit handlers.
            os._exit(status)
    return child


def _end(child: int, within_s: float) -> int:
    """Wait for the end of a child, and kill it after so long.

    Returns:
        Its status, negative for a signal.
    """
    until_s = time.monotonic() + within_s
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > until_s:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.01)
