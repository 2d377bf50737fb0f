"""The games in a journal, as the parts of it that belong to each."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple


class Part(NamedTuple):
    """Consecutive entries of one game: from `first` up to, but not including, `end`."""

    first: int
    end: int


class GameParts:
    """Parts of every game; entries are added in their order. A loaded unknown game has none."""

    def __init__(self) -> None:
        self._of: dict[int, list[Part]] = {}
        self._open: int | None = None
        self.current: int | None = None
        """Number of the game begun or loaded last."""

    def add(self, number: int, kind: str, text: str) -> None:
        """Add an entry; others than `begin` and `load` may be left out."""
        self.reach(number)
        if kind in ("begin", "load"):
            game = number if kind == "begin" else int(text) if text.isdecimal() else 0
            if kind == "begin":
                self._of[game] = []
            self._open = game if game in self._of else None
            if self._open is not None:
                self.current = game
                self._of[game].append(Part(number, number))
        self.reach(number + 1)

    def reach(self, end: int) -> None:
        """Add the entries before `end` to the game begun or loaded last."""
        if self._open is not None:
            parts = self._of[self._open]
            parts[-1] = Part(parts[-1].first, end)

    def of(self, game: int) -> tuple[Part, ...]:
        """Return the parts of a game; none if there is no such game."""
        return tuple(self._of.get(game, ()))

    def newest(self, most: int) -> Iterator[tuple[int, int]]:
        """Yield number and last entry of the games begun last, the newest first; it may be lost."""
        for game in islice(reversed(self._of), most):
            yield game, self._of[game][-1].end - 1

    def oldest(self, kept: int) -> tuple[int, ...]:
        """List the games that are too many if so many are kept, never the current one."""
        count = max(0, len(self._of) - kept)
        return tuple(game for game in islice(self._of, count) if game != self.current)

    def drop(self, game: int) -> None:
        """Forget a game."""
        del self._of[game]

    def __iter__(self) -> Iterator[int]:
        """Iterate over the numbers of the games, in the order they were begun."""
        return iter(self._of)
