"""Entries of the journal, and games made of them."""

from collections.abc import Sequence

import msgspec

from controller.game.journal.files.file_format import EntryKind

StoredRow = tuple[int, EntryKind, str, str]
"""Number, kind, text and date of an entry, as they are stored."""


class Entry(msgspec.Struct, frozen=True):
    """One entry of the journal.

    Attributes:
        version: its number.
        kind: the kind of entry.
        text: the set-up as JSON for `begin`, the action's notation for `play`, the position
            as one line (R14.5) for `mend`, the game's number for `load`, else empty.
    """

    version: int
    kind: EntryKind
    text: str


class KeptGame(msgspec.Struct, frozen=True):
    """A game in the journal.

    Attributes:
        begun_at: the date and time it was begun, UTC, ISO 8601.
        entries: its entries, its `begin` first.
    """

    begun_at: str
    entries: tuple[Entry, ...]

    @property
    def number(self) -> int:
        """Number of the game: that of its `begin`."""
        return self.entries[0].version

    @classmethod
    def of(cls, rows: Sequence[StoredRow]) -> "KeptGame":
        """Return the game of these entries, its `begin` first."""
        return cls(rows[0][3], tuple(Entry(*row[:3]) for row in rows))


def played(entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """Return the actions of a game without those taken back."""
    actions: list[str] = []
    for entry in entries:
        if entry.kind == "play":
            actions.append(entry.text)
        elif entry.kind == "undo":
            actions.pop()
    return tuple(actions)
