"""A process that finds hints, so that the program goes on sensing meanwhile.

It is started with the first question, keeps the tables of the game that it was asked about last,
and ends when its input does.
"""

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from controller.game.rules import Action

if TYPE_CHECKING:
    from controller.game.advice.hints import Hint
    from controller.game.opponents.sight import Sight

NICENESS: Final = 10
"""The process gives way to readers and lights where there is one processor."""


class HintsProcess:
    """Asks the process for hints, one question at a time. Any thread may use it.

    Args:
        worker: the command of the process.

    Attributes:
        process: the process, None before the first question.
    """

    def __init__(self, worker: Sequence[str] = (sys.executable, "-P", "-m", __name__)) -> None:
        self._worker = worker
        self._asking = threading.Lock()
        self._closed = False
        self.process: subprocess.Popen[bytes] | None = None

    def hints(self, sight: "Sight", actions: Sequence[Action]) -> "tuple[Hint, ...]":
        """Return the hints that `controller.game.advice.hints` finds.

        Raises:
            EOFError, OSError: the process cannot be started, or has died.
        """
        with self._asking:
            process = self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                pickle.dump((sight, actions), process.stdin)
                process.stdin.flush()
                found: tuple[Hint, ...] = pickle.load(process.stdout)
            except (EOFError, OSError, pickle.UnpicklingError) as error:
                self._end()
                raise EOFError("The process that finds hints has died.") from error
            return found

    def close(self) -> None:
        """End the process, also while it thinks: whoever asks gets an `EOFError`."""
        self._closed = True
        process = self.process
        if process is not None:
            process.kill()
        with self._asking:
            self._end()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise EOFError("The process that finds hints is closed.")
        if self.process is None:
            self.process = subprocess.Popen(
                self._worker, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        return self.process

    def _end(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # it has not read everything
                pipe.close()


def main() -> None:
    """Answer questions from standard input until it ends."""
    from controller.game.advice.hints import hints  # noqa: PLC0415 - the program needs none of it
    from controller.game.advice.outlook import Outlook  # noqa: PLC0415 - likewise

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program ends it
    with contextlib.suppress(OSError, AttributeError):  # not allowed, or not there
        os.nice(NICENESS)
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    game, outlook = None, None
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            sight, actions = pickle.load(questions)
            if outlook is None or game != (sight.rules, len(sight.seats)):
                game = sight.rules, len(sight.seats)
                outlook = Outlook(*game)
            pickle.dump(hints(sight, actions, outlook), answers)
            answers.flush()


if __name__ == "__main__":
    main()
