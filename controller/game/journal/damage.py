"""The note that a journal was damaged and repaired, kept until somebody has seen it.

A small file beside the journal, written before the rescued journal takes its place, so that a
power cut in between does not lose the note.
"""

import logging
from pathlib import Path
from typing import Final

import msgspec

from controller.atomic_files import keep_whole, sync_folder
from controller.foreign_files import read_small
from controller.json_data import BadJson, from_json

_LOG: Final = logging.getLogger(__name__)


class Rescued(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Result of the repair of a damaged journal.

    Attributes:
        kept: the name of the file in which it is kept now, beside the journal.
        actions: number of its actions that the new one has.
        games: number of games they belong to.
        lost: number of entries that are known to be lost at its end; None if that is unknown.
    """

    kept: str
    actions: int
    games: int
    lost: int | None = None


class DamageNote:
    """The note beside a journal. Used by one thread only.

    Args:
        journal: the journal's file.
    """

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(f"{journal.name}.damaged.json")

    def read(self) -> Rescued | None:
        """Read the note not yet seen; None if there is none."""
        try:
            return from_json(read_small(self._path), Rescued)
        except FileNotFoundError:
            return None
        except (OSError, BadJson) as error:
            _LOG.warning("%s cannot be read (%s): the pages do not tell it.", self._path, error)
            return None

    def write(self, rescued: Rescued) -> None:
        """Write the note; it replaces an earlier one.

        Raises:
            OSError: it cannot be written.
        """
        keep_whole(self._path, msgspec.json.encode(rescued))

    def seen(self) -> None:
        """Delete the note once it has been seen."""
        try:
            self._path.unlink(missing_ok=True)
            sync_folder(self._path.parent)
        except OSError as error:
            _LOG.warning(
                "%s cannot be removed (%s): the pages tell it again after the next start. "
                "Is the folder writable?",
                self._path,
                error,
            )
