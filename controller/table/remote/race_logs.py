"""Logs of races of two boards, from the journal."""

from typing import Final

from controller.game.journal.entries import KeptGame
from controller.game.journal.journal import Journal
from controller.game.journal.race_log import LogRecord, log_records
from controller.game.journal.saved_game import SavedGame
from controller.game.setup import race_of

RACES_SEARCHED: Final = 200
"""The games begun last, in which a race to be resumed is looked for."""


class RaceLogs:
    """Finds races of two boards in the journal, and reads their logs.

    Args:
        journal: the journal, as long as it is open.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._read: tuple[tuple[int, int] | None, tuple[LogRecord, ...]] = (None, ())

    def kept(self, race: str) -> KeptGame | None:
        """Return a race; None if the journal does not have it."""
        for number, text in self._journal.newest_setups(RACES_SEARCHED):
            if race in text and race_of(text) == race:
                return self._journal.game(number)
        return None

    def on_table(self, saved: SavedGame) -> tuple[LogRecord, ...]:
        """Return the log of the race on the table; the journal is read once it has grown."""
        if self._read[0] != (saved.number, saved.version):
            kept = self._journal.game(saved.number)
            log = () if kept is None else log_records(kept.entries)
            self._read = ((saved.number, saved.version), log)
        return self._read[1]
