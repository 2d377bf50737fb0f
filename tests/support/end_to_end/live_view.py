"""What everybody sees at a board: told by its stream, not asked for again and again."""

import http.client
import json
import threading
from contextlib import suppress
from typing import Any, Final

from tests.support.end_to_end.program import Program
from tests.support.waiting import until

CONNECT_AGAIN_S: Final = 0.1
View = dict[str, Any]


class LiveView:
    """The newest view of a program, as a page has it.

    Args:
        program: answers already.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._newest: View | None = None
        self._closed = threading.Event()
        threading.Thread(target=self._follow, name="live view", daemon=True).start()

    def newest(self) -> View:
        """The newest view; waits for the first one."""
        until(lambda: self._newest is not None, "the first view")
        assert self._newest is not None
        return self._newest

    def close(self) -> None:
        """Follow the program no more: the stream ends with it."""
        self._closed.set()

    def _follow(self) -> None:
        while not self._closed.is_set():
            with suppress(OSError, http.client.HTTPException):
                self._read()
            self._closed.wait(CONNECT_AGAIN_S)

    def _read(self) -> None:
        event = ""
        with self._program.stream("/api/watch/live") as stream:
            for line in stream:
                key, _, told = line.decode().strip().partition(": ")
                if key == "event":
                    event = told
                elif key == "data" and event == "view":
                    self._newest = json.loads(told)
