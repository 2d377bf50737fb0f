"""Checks a journal without a seal in a thread of its own, while it is in use already.

A journal of an earlier version has no seal, and its first start must not wait for a million
checksums. The file stands still meanwhile: entries go into SQLite's log, and the log is folded
only once the check is over.
"""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Final

from controller.game.journal.files.file_format import SQLITE_ERRORS, JournalDamaged, check_all

STEPS: Final = 20_000
"""Instructions of SQLite between two looks at whether to stop: a few milliseconds."""
STOP_S: Final = 0.5
"""Longest wait for the end: SQLite checks the tree of pages without a look."""


class BackgroundCheck:
    """The check of one journal, which begins at once.

    Args:
        path: the journal; it must not change before the check is over.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stop = threading.Event()
        self._over = threading.Event()
        self._damage: str | None = None
        self._thread = threading.Thread(target=self._run, name="journal check", daemon=True)
        self._thread.start()

    @property
    def is_over(self) -> bool:
        """True once the whole journal has been looked at, or `stop` was called."""
        return self._over.is_set()

    @property
    def damage(self) -> str | None:
        """What is wrong with the journal, once the check is over; None if nothing is."""
        return self._damage

    def wait(self) -> None:
        """Wait until the check is over."""
        self._over.wait()

    def stop(self) -> None:
        """End the check early, and forget what it finds: the journal may change afterwards."""
        self._stop.set()
        self._thread.join(STOP_S)
        self._over.set()

    def _run(self) -> None:
        try:
            self._look()
        except (JournalDamaged, *SQLITE_ERRORS) as error:
            if not self._stop.is_set():
                self._damage = str(error)
        finally:
            self._over.set()

    def _look(self) -> None:
        # Reads the file alone: neither locks it nor looks at the log beside it.
        address = f"{self._path.absolute().as_uri()}?immutable=1"
        with closing(sqlite3.connect(address, uri=True)) as db:
            db.set_progress_handler(self._stop.is_set, STEPS)
            check_all(db, self._path)
