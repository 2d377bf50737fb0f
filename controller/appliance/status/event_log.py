"""Logs the events of a board, each state once.

No player's name is in the log, and no hand.
"""

import logging
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from controller.appliance.status.status import Running
from controller.plural import counted, noun, numbers, verb

STEADY: Final = 5
"""Number of equal looks in a row before a state is logged: a flickering state is logged once."""

T = TypeVar("T")
_LOG: Final = logging.getLogger(__name__)


class EventLog:
    """Logs changes since the last look. Used by one thread only.

    Args:
        tell: returns the current status.
    """

    def __init__(self, tell: Callable[[], Running]) -> None:
        self._tell = tell
        self._mode: _ToldState[str] = _ToldState("", 1)
        self._game: _ToldState[tuple[str, int]] = _ToldState(("setup", 0), 1)
        self._out: _ToldState[tuple[int, ...]] = _ToldState((), STEADY)
        self._lights: _ToldState[str | None] = _ToldState(None, STEADY)
        self._trouble: _ToldState[str | None] = _ToldState(None, 1)

    def look(self) -> None:
        """Log the changes since the last look."""
        running = self._tell()
        if self._mode.is_new(running.mode):
            there = "game" if running.mode == "play" else "workshop"
            _LOG.info("The %s has the board: hareboard %s.", there, running.version)
        if running.game is not None:
            game = running.game
            if self._game.is_new(("paused" if game.paused else game.phase, len(game.players))):
                _LOG.info("%s", _of_game(*self._game.value))
            if self._trouble.is_new(game.trouble):
                if game.trouble is not None:
                    _LOG.error("%s", game.trouble)
                else:
                    _LOG.info("The game goes on.")
        if self._out.is_new(running.readers.out):
            self._tell_of_readers(running.readers.there)
        if self._lights.is_new(running.lights.trouble):
            if running.lights.trouble is not None:
                _LOG.warning("The lights are out. %s", running.lights.trouble)
            else:
                _LOG.info("The lights work again.")

    def _tell_of_readers(self, there: int) -> None:
        out = self._out.value
        if not out:
            said = "The reader answers." if there == 1 else f"All {there} readers answer."
            _LOG.info("%s", said)
        else:
            _LOG.warning(
                "%d of %s %s not answer: %s %s.",
                len(out),
                counted(there, "reader"),
                verb(len(out), "do"),
                noun(len(out), "square"),
                numbers(out, most=there),
            )


class _ToldState(Generic[T]):
    """The state logged last, and the one to be logged next."""

    def __init__(self, value: T, looks: int) -> None:
        self.value = value
        self._next = value
        self._looks = looks
        self._seen = 0

    def is_new(self, value: T) -> bool:
        """Check whether to log this value: it is new, and has been the same for enough looks."""
        self._seen = self._seen + 1 if value == self._next else 1
        self._next = value
        if value == self.value or self._seen < self._looks:
            return False
        self.value = value
        return True


def _of_game(phase: str, players: int) -> str:
    return {
        "setup": "There is no game.",
        "playing": f"A game of {players} is being played.",
        "paused": "The game is paused.",
        "over": "The game is over.",
    }[phase]
