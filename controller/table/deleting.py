"""Deletes a person from every file of a folder of games, whole or not at all.

What is to be deleted is noted on disk first: after a power cut the next start ends what was
begun. The races stay, with a stand-in for the person, so that others lose nothing.
"""

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import msgspec

from controller.atomic_files import keep_whole, sync_folder
from controller.foreign_files import read_small
from controller.game.journal.damage import DamageNote
from controller.game.journal.deleted_people import delete_from_journal, free_stand_in, is_in
from controller.game.journal.journal import Journal, JournalError, JournalUnwritable
from controller.game.journal.repair import is_being_replaced, open_journal
from controller.game.pieces import key_of
from controller.game.statistics import Book
from controller.json_data import BadJson, from_json
from controller.refusal import Refusal
from controller.table.summaries import Summaries

NOTE_FILE: Final = "deleting.json"
_LOG: Final = logging.getLogger(__name__)
_NOT_YET: Final = "A person is not deleted yet: %s"


class Deletion(msgspec.Struct, frozen=True):
    """A person to be deleted.

    Attributes:
        who: the key of the person.
        stand_in: the name that stands in for theirs.
    """

    who: str
    stand_in: str


class PeopleFiles:
    """All files of a folder that name people, but the register of phones. For one thread only.

    Args:
        journal: the journal's file; the others are beside it.
        book: the results of races.
        summaries: the list rows of past games.
    """

    def __init__(self, journal: Path, book: Book, summaries: Summaries) -> None:
        self._journal = journal
        self._note = journal.with_name(NOTE_FILE)
        self._book = book
        self._summaries = summaries

    def deletion_of(self, journal: Journal, name: str, called: str) -> Deletion | None:
        """Return what would be deleted; None if nobody of that name sits in any race.

        A deletion that has not come to its end goes on.

        Args:
            journal: the open journal.
            name: of the person, whatever its capitals and blanks.
            called: what a deleted person is called; a number is added from the second on.
        """
        who, begun = key_of(name), self._begun()
        if begun is not None and begun.who == who:
            return begun
        if not is_in(journal.setups(), who):
            return None
        others = () if begun is None else (begun.stand_in,)
        return Deletion(who, free_stand_in(journal.setups(), called, others))

    def delete(self, deletion: Deletion, at_work: Callable[[], None] = lambda: None) -> None:
        """Delete a person; the journal is closed, and no program is using it.

        Args:
            deletion: the person.
            at_work: called now and then while it lasts.

        Raises:
            JournalBusy, JournalUnwritable, JournalDamaged: nothing has been changed.
            Refusal: `partly-deleted`: the races have the stand-in; the rest follows with the next
                start, or when the same deletion is asked for again.
        """
        begun = self._begun()
        if begun == deletion:
            self._end(begun, at_work)
            return
        if begun is not None:
            self._end(begun, at_work)
        try:
            keep_whole(self._note, msgspec.json.encode(deletion), 0o600)
        except OSError as error:
            raise JournalUnwritable(
                f"{self._note} cannot be written ({error.strerror or error}). Is the folder "
                "writable, and the disk not full?"
            ) from error
        try:
            self._end(deletion, at_work)
        except JournalError:
            if not is_being_replaced(self._journal):
                with suppress(OSError):
                    self._note.unlink()
            raise

    def finish(self) -> None:
        """End a deletion that was cut short, before the journal is opened; a failure is logged.

        Raises:
            JournalError: the journal cannot be used at all.
        """
        deletion = self._begun()
        if deletion is None:
            return
        with closing(open_journal(self._journal)):
            pass  # what a power cut left beside it is put back first
        try:
            self._end(deletion)
        except JournalError as error:
            _LOG.warning(_NOT_YET, error)
        except Refusal:
            pass  # the log says why
        else:
            _LOG.info("A person who was being deleted when the program ended is deleted.")

    def _end(self, deletion: Deletion, at_work: Callable[[], None] = lambda: None) -> None:
        """Delete a person whose deletion is noted: from the journal first, then from the rest."""
        delete_from_journal(self._journal, deletion.who, deletion.stand_in, at_work)
        try:
            self._book.delete_person(deletion.who, deletion.stand_in)
            self._summaries.delete_person(deletion.who)
            DamageNote(self._journal).seen()
            for each in _copies_beside(self._journal):
                each.unlink(missing_ok=True)
            self._note.unlink()
            sync_folder(self._note.parent)
        except (OSError, sqlite3.Error) as error:
            _LOG.warning(_NOT_YET, error)
            raise Refusal(
                "partly-deleted",
                "Not everything is deleted yet: a file could not be changed, and the log says "
                "why. Delete the person again, or start the board again, and the rest follows.",
            ) from error

    def _begun(self) -> Deletion | None:
        try:
            return from_json(read_small(self._note), Deletion)
        except FileNotFoundError:
            return None
        except (OSError, BadJson) as error:
            _LOG.warning(
                "%s cannot be read (%s): if somebody was being deleted, delete them again.",
                self._note,
                error,
            )
            return None


def _copies_beside(journal: Path) -> list[Path]:
    """List copies of the journal that were kept aside, and drafts that a killed program left."""
    aside = (f"{journal.stem}.damaged-*", f"{journal.stem}.format-*", f"{journal.name}.rescuing*")
    return [each for kind in (*aside, "*.new") for each in journal.parent.glob(kind)]
