"""Decides what is said next; as `static/js/lib/read-aloud.js` does on the pages."""

import math
from collections.abc import Iterable
from typing import Final, get_args

from controller.board.file.voice import VoiceDetail
from web.views.shapes.view import SpokenSentence

PAUSE_S: Final = 0.3
"""What is over within this time is not said."""
DETAILS: Final[tuple[VoiceDetail, ...]] = get_args(VoiceDetail)

Key = tuple[int, str]


class Narrator:
    """Follows the sentences of public views, and gives out each once, as long as it holds.

    Whoever begins to listen is told how things stand, and nothing of what was before.

    Args:
        detail: how much is said.
    """

    def __init__(self, detail: VoiceDetail) -> None:
        self._least = DETAILS.index(detail)
        self._current: dict[Key, SpokenSentence] | None = None
        self._told: set[Key] = set()
        self._due_s: dict[Key, float] = {}
        self._silent = False

    def saw(self, spoken: Iterable[SpokenSentence], now_s: float) -> None:
        """Take the sentences of a view.

        Args:
            spoken: the sentences, in the order in which they are said.
            now_s: the time, in seconds of a monotonic clock.
        """
        before = self._current
        self._current = {
            (each.number, each.sentence): each
            for each in spoken
            if not each.private and DETAILS.index(each.detail) <= self._least
        }
        self._told &= self._current.keys()
        if before is None or self._silent:
            self._catch_up()
        self._due_s = {key: self._due_s.get(key, now_s + PAUSE_S) for key in self._current}

    def saw_other_names(self, spoken: Iterable[SpokenSentence], now_s: float) -> None:
        """Take the sentences of a view in which only names are new: they are not said again."""
        self.saw(spoken, now_s)
        self._told |= (self._current or {}).keys()

    def next(self, now_s: float) -> str | None:
        """Take the next sentence; None if there is none, or if it may yet be over."""
        self._silent = False
        key = self._first()
        if self._current is None or key is None or now_s < self._due_s[key]:
            return None
        self._told.add(key)
        return self._current[key].sentence

    def coming(self) -> str | None:
        """Return the next sentence, if it still holds when it is due."""
        key = self._first()
        return None if self._current is None or key is None else self._current[key].sentence

    def due_s(self) -> float:
        """Return the time from which `next` may have a sentence; infinity if it has none."""
        key = self._first()
        return math.inf if key is None else self._due_s[key]

    def _first(self) -> Key | None:
        return next((key for key in self._current or {} if key not in self._told), None)

    def fall_silent(self) -> None:
        """Leave out what happens until `next` is asked again: then it says how things stand."""
        self._silent = True
        self._catch_up()

    def _catch_up(self) -> None:
        """Leave out what has happened, so that only how things stand is still said."""
        current = self._current or {}
        newest = max((number for number, _ in current), default=0)
        self._told |= {key for key in current if key[0] not in (0, newest)}
