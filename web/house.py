"""What is behind the pages just now: the game, or the workshop in its place.

Both want the board for themselves, so one is stopped before the other is opened. The address of
the pages stays the same all the while.
"""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from flask import Flask

Room = Literal["play", "workshop"]

CHANGING: Final = "The board is changing over. Try again in a moment."


@dataclass(frozen=True)
class Occupant:
    """What is in a room while it is open.

    Attributes:
        app: answers requests.
        begin_stop: asks it to end, without waiting; safe in a signal handler.
        stop: ends it, its board dark and free.
    """

    app: Flask
    begin_stop: Callable[[], None]
    stop: Callable[[], None]


class House:
    """Opens one room at a time. Safe to use from any thread.

    Args:
        rooms: how each room is opened.
    """

    def __init__(self, rooms: dict[Room, Callable[[], Occupant]]) -> None:
        self._rooms = rooms
        self._changing = threading.Lock()
        self._occupant: Occupant | None = None
        self._closed = False
        self.room: Room | None = None

    def enter(self, room: Room) -> None:
        """Close the room that is open and open another; if that fails, open the old one again.

        Raises:
            Exception: whatever opening it raised.
        """
        with self._changing:
            if self._closed or room == self.room:
                return
            before = self.room
            self._leave()
            try:
                self._open(room)
            except Exception:
                if before is not None:
                    self._open(before)
                raise

    def begin_stop(self) -> None:
        """Ask what is open to end, without waiting: safe in a signal handler."""
        occupant = self._occupant
        if occupant is not None:
            occupant.begin_stop()

    def close(self) -> None:
        """Close the room that is open, for good."""
        with self._changing:
            self._closed = True
            self._leave()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request (WSGI)."""
        occupant = self._occupant
        if occupant is not None:
            return occupant.app(environ, start_response)
        start_response(
            "503 Service Unavailable",
            [("Content-Type", "text/plain; charset=utf-8"), ("Retry-After", "1")],
        )
        return [CHANGING.encode()]

    def _open(self, room: Room) -> None:
        self._occupant = self._rooms[room]()
        self.room = room

    def _leave(self) -> None:
        occupant, self._occupant, self.room = self._occupant, None, None
        if occupant is not None:
            occupant.stop()
