"""Starts a process again when it dies or hangs, with pauses that grow to a limit."""

import contextlib
import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterable
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
Work = Callable[[Report, bytes], None]
"""Work of the process: it reports, several times in `HUNG_S`, the state it would leave behind if it
died; its argument is the state its predecessor has left, `NOTHING` if none."""

_LOG = logging.getLogger(__name__)


def keep(work: Work) -> NoReturn:
    """Run the work in a child process, and restart it, until this process is told to stop.

    The child always ends with its keeper.
    """
    left, pause_s = NOTHING, FIRST_PAUSE_S
    while True:
        started_s = time.monotonic()
        left = _watch(work, left)
        if time.monotonic() - started_s >= STEADY_S:
            pause_s = FIRST_PAUSE_S
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


def _watch(work: Work, left: bytes) -> bytes:
    """Run one child; return the state it has left behind.

    A child that dies before its first report has left nothing: if the state left before has
    killed it, the next one shall live.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    # Python ignores what a signal handler raises during a fork: a stop would be lost.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    child = os.fork()
    if child == 0:  # untested: coverage does not see a child that ends as this one does
        ours.close()
        _live(work, theirs, left, mask)
    theirs.close()
    reported, last_word = NOTHING, signal.SIGTERM
    with ours:
        ours.settimeout(HUNG_S)
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            while packet := ours.recv(LONGEST):
                reported = packet
        except TimeoutError:
            last_word = signal.SIGKILL
            _LOG.error("The lights helper hangs; it is killed and started again.")
        finally:
            status = _end(child, last_word)
    _LOG.error("The lights helper has ended (%s); it is started again.", status)
    return reported


def _live(  # untested: as above; tests of a whole helper run it
    work: Work, keeper: socket.socket, left: bytes, mask: Iterable[int]
) -> NoReturn:
    status = 1
    keeper.setblocking(False)

    def report(packet: bytes) -> None:
        try:
            keeper.send(packet)
        except BlockingIOError:
            pass  # it has enough to read
        except OSError:
            raise SystemExit("The keeper of the lights helper has gone.") from None

    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        work(report, left)
    except SystemExit:
        status = 0
    except Exception:  # noqa: BLE001 - the child must end here after any error
        _LOG.exception("The lights helper has failed.")
    finally:
        # The child must not run the keeper's exit handlers.
        os._exit(status)


def _end(child: int, last_word: signal.Signals) -> int:
    """Ensure that the child has ended; return its status, negative for a signal."""
    until_s = time.monotonic() + LEAVE_S
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, last_word)
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > until_s:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.01)
