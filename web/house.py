"""What is behind the pages just now: the game, or the workshop in its place.

Both want the board for themselves, so one is stopped before the other is opened. The address of
the pages stays the same all the while.
"""

import html
import json
import logging
import math
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec
from flask import Flask
from werkzeug.wrappers import Response

from controller.board import BadBoard
from controller.journal import JournalError
from controller.watch import Watch
from hardware.clock import Clock
from hardware.errors import HardwareError
from web.manners import HEADERS

Room = Literal["play", "workshop"]

CHANGING: Final = "The board is changing over. Try again in a moment."
TRY_AGAIN_S: Final = 3.0
REOPENED: Final = 3
REOPENED_WITHIN_S: Final = 600.0
"""A room in which something has died is opened anew, so often in so long; then no more."""
EXPECTED: Final = (BadBoard, HardwareError, JournalError, OSError)
"""What keeps a board from being opened is mostly one of these, which say all there is to say."""
NOBODY: Final = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">'
    '<meta name="viewport" content="width=device-width"><title>One moment</title><p>{reason}'
)
"""A page that looks again by itself."""

_LOG: Final = logging.getLogger(__name__)


class RoomBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The room that somebody wants to be open."""

    room: Room


@dataclass(frozen=True)
class Occupant:
    """What is in a room while it is open.

    Attributes:
        app: answers requests.
        begin_stop: asks it to end, without waiting; safe in a signal handler.
        stop: ends it, its board dark and free.
        watch: knows whether everything in it goes on; None if nobody does.
        status: what goes on in it, in a sentence for whoever runs the board.
        note: is called at every look: logs what has changed.
    """

    app: Flask
    begin_stop: Callable[[], None]
    stop: Callable[[], None]
    watch: Watch | None = None
    status: Callable[[], str] = lambda: ""
    note: Callable[[], None] = lambda: None


class House:
    """Opens one room at a time. Safe to use from any thread.

    A house whose rooms could not be opened is empty, says why, and tries the last one again
    whenever somebody asks, at most once in some seconds.

    Args:
        rooms: how each room is opened.
        clock: tells when to try again.

    Attributes:
        room: the one that is open.
        gave_up: things die in it again and again: the program is to end, and be started anew.
    """

    def __init__(self, rooms: dict[Room, Callable[[], Occupant]], clock: Clock) -> None:
        self._rooms = rooms
        self._clock = clock
        self._changing = threading.Lock()
        self._occupant: Occupant | None = None
        self._closed = False
        self._lost: Room | None = None
        self._tried_s = -math.inf
        self._reason = CHANGING
        self._reopened_s: deque[float] = deque(maxlen=REOPENED)
        self.room: Room | None = None
        self.gave_up = False

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
                self._lost = before
                self._open_lost()
                raise

    def enter_when_possible(self, room: Room) -> None:
        """Open a room; if that fails, the house is empty, and tries it again."""
        with self._changing:
            if self._closed or self._occupant is not None:
                return
            self._lost = room
            self._open_lost()

    def begin_stop(self) -> None:
        """Ask what is open to end, without waiting: safe in a signal handler."""
        occupant = self._occupant
        if occupant is not None:
            occupant.begin_stop()

    def look(self, passed_s: float) -> None:
        """See whether everything goes on in the room that is open; if not, open it anew.

        Args:
            passed_s: since the last look.
        """
        occupant = self._occupant
        if occupant is None:
            self._tried_again()
        elif occupant.watch is not None:
            occupant.watch.look(passed_s)
            if occupant.watch.dead and not self.gave_up:
                self._open_anew(occupant)
            else:
                occupant.note()

    def fresh(self) -> bool:
        """Whether a room is open and all that is needed in it goes on, as `Watch.fresh` says."""
        occupant = self._occupant
        return occupant is not None and (occupant.watch is None or occupant.watch.fresh())

    def status(self) -> str:
        """What goes on in it, or why nothing does, in a sentence for whoever runs the board."""
        occupant = self._occupant
        if occupant is None:
            return self._reason
        trouble = None if occupant.watch is None else occupant.watch.trouble
        return trouble or occupant.status()

    def close(self) -> None:
        """Close the room that is open, for good."""
        with self._changing:
            self._closed = True
            self._leave()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request (WSGI)."""
        occupant = self._occupant or self._tried_again()
        if occupant is not None:
            return occupant.app(environ, start_response)
        return _nobody(self._reason, environ)(environ, start_response)

    def _tried_again(self) -> Occupant | None:
        """The room that was lost, if it can be opened by now."""
        if self._lost is not None and self._changing.acquire(blocking=False):
            try:
                if not self._closed and self._clock.now_s() >= self._tried_s + TRY_AGAIN_S:
                    self._open_lost()
            finally:
                self._changing.release()
        return self._occupant

    def _open_anew(self, occupant: Occupant) -> None:
        """Close the room in which something has died, and open it again."""
        with self._changing:
            if self._closed or self._occupant is not occupant:
                return
            now_s = self._clock.now_s()
            full = len(self._reopened_s) == REOPENED
            if full and now_s < self._reopened_s[0] + REOPENED_WITHIN_S:
                _LOG.error("Opening it anew has not helped. The program ends.")
                self.gave_up = True
                return
            self._reopened_s.append(now_s)
            self._lost = self.room
            self._leave()
            self._open_lost()

    def _open_lost(self) -> None:
        if self._lost is None or self._occupant is not None:
            return
        self._tried_s = self._clock.now_s()
        try:
            self._open(self._lost)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is said to all who ask
            reason = f"The board cannot be opened. {error} It is tried again."
            if reason != self._reason:
                _LOG.error("%s", reason, exc_info=not isinstance(error, EXPECTED))
            self._reason = reason

    def _open(self, room: Room) -> None:
        self._occupant = self._rooms[room]()
        self.room = room
        self._lost, self._reason = None, CHANGING

    def _leave(self) -> None:
        occupant, self._occupant, self.room = self._occupant, None, None
        if occupant is None:
            return
        try:
            occupant.stop()
        except Exception:  # noqa: BLE001 - the next room is opened all the same
            _LOG.exception("Something on the board could not be stopped.")


def _nobody(reason: str, environ: dict[str, Any]) -> Response:
    """What is answered while no room is open."""
    headers = {**HEADERS, "Cache-Control": "no-store", "Retry-After": "1"}
    if environ.get("PATH_INFO", "").startswith(("/api/", "/healthz")):
        error = {"code": "service-stopped", "message": reason, "reasons": []}
        body, kind = json.dumps({"ok": False, "error": error}), "application/json"
    else:
        body = NOBODY.format(reason=html.escape(reason))
        kind = "text/html"
    return Response(body, 503, headers, mimetype=kind)
