"""List rows of past games, kept on disk so that neither a start nor a list replays them.

A projection of the journal, in a small file beside it. Rows go one way: from the journal, by the
end of a game or by a replay, into the list and the file. A row holds for the last entry that its
game had; a row that is missing is made anew. It never stops a game: if it cannot be read or
written, the next list replays more games, and the log says so.
"""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from controller.atomic_files import keep_whole
from controller.foreign_files import read_small
from controller.game.pieces import key_of
from controller.json_data import BadJson, from_json
from controller.table.past_games import LISTED, GameSummary

VERSION: Final = 3
"""Raise it when `summary_of` makes another row of the same entries."""
_LOG: Final = logging.getLogger(__name__)


class At(NamedTuple):
    """A game and its last entry; by its checksum another journal's game is told apart."""

    game: int
    last: int
    checksum: str


Rows = Mapping[At, GameSummary | None]
"""Rows of games; None for a game of which not even the set-up can be read."""


class _KeptRows(msgspec.Struct, frozen=True):
    """Content of the file."""

    version: int
    rows: tuple[tuple[At, GameSummary | None], ...]


class Summaries:
    """The rows known. Used by one thread only.

    Args:
        path: the file; created with the first row. None to keep them in memory only.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._rows: dict[At, GameSummary | None] = dict(self._read())

    def known(self) -> Rows:
        """Return the rows known."""
        return self._rows

    def add(self, rows: Rows) -> None:
        """Add rows, and keep those of the newest games that are not under way."""
        before, known = self._lasting(), {**self._rows, **rows}
        last_of = {at.game: at for at in sorted(known)}
        self._rows = {at: known[at] for at in sorted(last_of.values(), reverse=True)[:LISTED]}
        if self._lasting() == before:
            return
        try:
            self._keep()
        except OSError as error:
            _LOG.warning(
                "%s cannot be written (%s): the list of games takes longer after the next start. "
                "Is the folder there, writable, and the disk not full?",
                self._path,
                error,
            )

    def delete_person(self, who: str) -> None:
        """Forget the rows that name a person: they are made anew.

        Args:
            who: the key of the person.

        Raises:
            OSError: the file cannot be written.
        """
        rows = self._rows.items()
        self._rows = {at: row for at, row in rows if row is None or not _names(row, who)}
        self._keep()

    def _keep(self) -> None:
        if self._path is not None:
            keep_whole(self._path, msgspec.json.encode(_KeptRows(VERSION, self._lasting())) + b"\n")

    def _lasting(self) -> tuple[tuple[At, GameSummary | None], ...]:
        rows = self._rows.items()
        return tuple((at, row) for at, row in rows if row is None or row.state != "playing")

    def _read(self) -> tuple[tuple[At, GameSummary | None], ...]:
        if self._path is None:
            return ()
        try:
            kept = from_json(read_small(self._path), _KeptRows)
        except FileNotFoundError:
            return ()
        except (OSError, BadJson) as error:
            _LOG.warning("%s cannot be read (%s): it is made anew.", self._path, error)
            return ()
        return kept.rows if kept.version == VERSION else ()


def _names(row: GameSummary, who: str) -> bool:
    return any(key_of(name) == who for name in row.players)
