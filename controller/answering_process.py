"""A process that answers questions, so that the program goes on sensing while it thinks.

Long calculations in the program itself would take turns with the threads of readers and lights,
which hold the interpreter many times in each sweep. The program sends questions to the process's
standard input and reads the answers from its standard output. The process ends when its input does.
"""

import contextlib
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import subprocess

NICENESS: Final = 10
"""The process gives way to readers and lights where there is one processor."""


class AnsweringProcess:
    """Asks a process one question at a time. Any thread may use it.

    The process is started when it is first asked, and again if it has died.

    Args:
        arguments: those of the Python that calls `answer_questions` in it.
    """

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None
        self._asking = threading.Lock()
        self._changing = threading.Lock()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """Number of the process; None while there is none."""
        return None if self._process is None else self._process.pid

    def ask(self, question: object, limit_s: float | None = None) -> Any:
        """Return the answer to a question; both can be pickled.

        Args:
            question: the question.
            limit_s: time for the answer, in seconds, after which the process is ended; None to
                wait as long as it thinks.

        Raises:
            OSError: the process cannot be started.
            EOFError: it has died, was ended, says nothing of use, or is closed.
        """
        with self._asking:
            process = self._running()
            late = threading.Event()
            if limit_s is None:
                return self._answer(process, question, late)
            timer = threading.Timer(limit_s, _end_late, (process, late))
            timer.daemon = True
            timer.start()
            try:
                return self._answer(process, question, late)
            finally:
                timer.cancel()

    def close(self) -> None:
        """End the process, also while it thinks: whoever asks gets an `EOFError`."""
        with self._changing:
            self._closed = True
            if self._process is not None:
                self._process.kill()
        with self._asking:
            self._end()

    def _answer(
        self, process: "subprocess.Popen[bytes]", question: object, late: threading.Event
    ) -> Any:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            pickle.dump(question, process.stdin)
            process.stdin.flush()
            return pickle.load(process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            self._end()
            what = "did not answer in time" if late.is_set() else "has died"
            raise EOFError(f"The process that was asked {what}.") from error

    def _running(self) -> "subprocess.Popen[bytes]":
        import subprocess  # noqa: PLC0415 - most games ask no process

        if self._process is not None and self._process.poll() is not None:
            self._end()
        with self._changing:
            if self._closed:
                raise EOFError("The process to be asked is closed.")
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", *self._arguments],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
            return self._process

    def _end(self) -> None:
        with self._changing:
            process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # it has not read everything
                pipe.close()


def _end_late(process: "subprocess.Popen[bytes]", late: threading.Event) -> None:
    """End a process that has not answered in time: whoever waits for it is told so."""
    late.set()
    process.kill()


def answer_questions(answer: Callable[[Any], object]) -> None:
    """Answer the questions of an `AnsweringProcess` until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program ends it
    with contextlib.suppress(OSError, AttributeError):  # not allowed, or not there
        os.nice(NICENESS)
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            pickle.dump(answer(pickle.load(questions)), answers)
            answers.flush()
