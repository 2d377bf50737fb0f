"""Runs a command within limits of time and output, and ends it if it is stopped (SIGSTOP).

Any process of the service's user can stop another one of that user, or let it print without end.
Root neither waits for it nor keeps all that it prints.
"""

import errno
import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any, Final

LARGEST: Final = 1 << 20
"""Bytes of output that are kept, the last ones."""
LOOK_S: Final = 1.0
"""Interval in which the command is checked for being stopped."""
PIECE: Final = 1 << 16


def run_bounded(
    words: Sequence[str], limit_s: float, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, without questions; its output is one text.

    Args:
        words: the command.
        limit_s: time limit; at its end the command and its children are killed.
        options: further arguments of `subprocess.Popen`.

    Raises:
        TimeoutError: it has not ended in time, or was stopped.
        OSError: it cannot be run.
    """
    with subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,  # nothing is typed into this terminal by who it runs as
        cwd="/",  # a folder here with a module's name is not imported
        **options,
    ) as process:
        assert process.stdout is not None
        try:
            said = _output(process, process.stdout, limit_s)
        except BaseException:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(words, process.returncode, said.decode("utf-8", "replace"))


def _output(process: subprocess.Popen[bytes], pipe: IO[bytes], limit_s: float) -> bytes:
    """Return the last bytes that a command prints, once it has ended."""
    until_s = time.monotonic() + limit_s
    said, ended = b"", False
    while not ended or process.poll() is None:
        left_s = until_s - time.monotonic()
        if left_s <= 0:
            raise TimeoutError(errno.ETIMEDOUT, f"it has not ended after {limit_s:.0f} s")
        if _is_stopped(process.pid):
            raise TimeoutError(errno.ETIMEDOUT, "it was stopped (SIGSTOP)")
        if ended:
            with suppress(subprocess.TimeoutExpired):
                process.wait(min(left_s, LOOK_S))
        elif select.select([pipe], [], [], min(left_s, LOOK_S))[0]:
            piece = os.read(pipe.fileno(), PIECE)
            said, ended = (said + piece)[-LARGEST:], not piece
    return said


def _is_stopped(pid: int) -> bool:
    """Check whether a child is stopped; `runuser` stops itself when its own child is."""
    with suppress(ChildProcessError):  # it has ended
        return os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
    return False
