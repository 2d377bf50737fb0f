"""Switches the pages between game and calibration.

Both want the board for themselves, so one is stopped before the other is opened. The address of
the pages stays the same all the while.
"""

import html
import json
import logging
import math
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from flask import Flask, Request
from werkzeug.wrappers import Response

from controller.board import BadFile
from controller.bootstrap.watchdog import Watchdog
from controller.game.journal.journal import JournalError
from hardware.clock import Clock
from hardware.errors import HardwareError
from web.languages.language import Speech, in_english, language_of, mark, speech
from web.modes.policy import HEADERS, POLICY
from web.server.request_body import Mode

CHANGING: Final = mark("The board is changing over. Try again in a moment.")
NOT_OPENED: Final = mark("The board cannot be opened. {reason} It is tried again.")
TRY_AGAIN_S: Final = 3.0
EXPECTED: Final = (BadFile, HardwareError, JournalError, OSError)
"""Expected errors when a board is opened: each has a sentence, so no traceback is logged."""
NOBODY: Final = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8">'
    '<meta http-equiv="refresh" content="2">'
    '<meta name="viewport" content="width=device-width"><title>{title}</title><p>{reason}'
)
"""A page that reloads itself until a mode is open."""

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class RunningMode:
    """A mode while it is open.

    Attributes:
        app: answers requests.
        begin_stop: asks it to end, without waiting; safe in a signal handler.
        stop: ends it, its board dark and free.
        watch: its watchdog; None if it has none.
        status: its state, in a sentence for the administrator.
        note: called at every look; logs changes.
    """

    app: Flask
    begin_stop: Callable[[], None]
    stop: Callable[[], None]
    watch: Watchdog | None = None
    status: Callable[[], str] = lambda: ""
    note: Callable[[], None] = lambda: None


class ModeSwitch:
    """Opens one mode at a time. Safe to use from any thread.

    If no mode can be opened, requests get the reason, and the last mode is tried again at a
    request, at most once in TRY_AGAIN_S.

    Args:
        modes: opens each mode.
        clock: tells when to try again.

    Attributes:
        mode: the name of the one that is open.
        running: the one that is open.
    """

    def __init__(self, modes: dict[Mode, Callable[[], RunningMode]], clock: Clock) -> None:
        self._modes = modes
        self._clock = clock
        self._changing = threading.Lock()
        self.running: RunningMode | None = None
        self._closed = False
        self._lost: Mode | None = None
        self._tried_s = -math.inf
        self._trouble: str | None = None
        self.mode: Mode | None = None

    def enter(self, mode: Mode) -> None:
        """Close the open mode and open another; if that fails, open the old one again.

        Raises:
            Exception: the error of opening it.
        """
        with self._changing:
            if self._closed or mode == self.mode:
                return
            before = self.mode
            self._leave()
            try:
                self._open(mode)
            except Exception:
                self._lost = before or self._lost
                self._open_lost()
                raise

    def enter_when_possible(self, mode: Mode) -> None:
        """Open a mode; if that fails, no mode is open, and it is tried again."""
        with self._changing:
            if self._closed or self.running is not None:
                return
            self._lost = mode
            self._open_lost()

    def begin_stop(self) -> None:
        """Ask the open mode to end, without waiting: safe in a signal handler."""
        running = self.running
        if running is not None:
            running.begin_stop()

    def reopen(self, running: RunningMode) -> None:
        """Close a mode and open it again; do nothing if it is no longer open."""
        with self._changing:
            if self._closed or self.running is not running:
                return
            self._lost = self.mode
            self._leave()
            self._open_lost()

    def try_again(self) -> RunningMode | None:
        """Try to open the lost mode again, once in TRY_AGAIN_S; return the open mode."""
        if self._lost is not None and self._changing.acquire(blocking=False):
            try:
                if not self._closed and self._clock.now_s() >= self._tried_s + TRY_AGAIN_S:
                    self._open_lost()
            finally:
                self._changing.release()
        return self.running

    def fresh(self) -> bool:
        """Return True if a mode is open and its watchdog is fresh (`Watchdog.fresh`)."""
        running = self.running
        return running is not None and (running.watch is None or running.watch.fresh())

    def status(self) -> str:
        """The state of the open mode, or why none is open, in a sentence."""
        running = self.running
        if running is None:
            return self._reason(in_english())
        trouble = None if running.watch is None else running.watch.trouble
        return trouble or running.status()

    def close(self) -> None:
        """Close the open mode, for good."""
        with self._changing:
            self._closed = True
            self._leave()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request (WSGI)."""
        running = self.running or self.try_again()
        if running is not None:
            return running.app(environ, start_response)
        say = speech(language_of(Request(environ)))
        return _nobody(self._reason(say), say, environ)(environ, start_response)

    def _reason(self, say: Speech) -> str:
        """Return the reason why no mode is open."""
        trouble = self._trouble
        return say._(CHANGING) if trouble is None else say._(NOT_OPENED, reason=trouble)

    def _open_lost(self) -> None:
        if self._lost is None or self.running is not None:
            return
        self._tried_s = self._clock.now_s()
        try:
            self._open(self._lost)
        except Exception as error:  # noqa: BLE001 - any error is shown in the answers
            known, self._trouble = self._trouble, str(error)
            if known != self._trouble:
                _LOG.error("%s", self.status(), exc_info=not isinstance(error, EXPECTED))

    def _open(self, mode: Mode) -> None:
        self.running = self._modes[mode]()
        self.mode = mode
        self._lost, self._trouble = None, None

    def _leave(self) -> None:
        running, self.running, self.mode = self.running, None, None
        if running is None:
            return
        try:
            running.stop()
        except Exception:  # noqa: BLE001 - the next mode is opened all the same
            _LOG.exception("The open mode could not be stopped.")


def _nobody(reason: str, say: Speech, environ: dict[str, Any]) -> Response:
    """The answer while no mode is open."""
    headers = {
        **HEADERS,
        "Cache-Control": "no-store",
        "Content-Security-Policy": POLICY,
        "Retry-After": "1",
    }
    if environ.get("PATH_INFO", "").startswith(("/api/", "/healthz")):
        error = {"code": "service-stopped", "message": reason, "reasons": []}
        body, kind = json.dumps({"ok": False, "error": error}), "application/json"
    else:
        body = NOBODY.format(
            language=say.language,
            title=html.escape(say._("One moment")),
            reason=html.escape(reason),
        )
        kind = "text/html"
    return Response(body, 503, headers, mimetype=kind)
