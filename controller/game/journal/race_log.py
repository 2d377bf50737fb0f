"""The log of a race of two boards: what both boards' journals have in common.

Where one board sets the race aside, ends or resumes it, only that board's table changes: such
entries are in its own journal and not in the log.
"""

import hashlib
from collections.abc import Iterable
from typing import Final, Literal, get_args

import msgspec

from controller.game.journal.entries import Entry
from controller.game.journal.files.file_format import EntryKind

LogKind = Literal["begin", "play", "undo", "mend", "pause", "resume"]
LOG_KINDS: Final[frozenset[str]] = frozenset(get_args(LogKind))
_DIGEST_BYTES: Final = 16


class LogRecord(msgspec.Struct, frozen=True, array_like=True):
    """One entry of the log, as both boards have it; kind and text are those of `Entry`."""

    kind: LogKind
    text: str


class LogHead(msgspec.Struct, frozen=True):
    """How far a log has come.

    Attributes:
        count: number of records.
        digest: tells logs of the same length apart; hexadecimal.
        paused: True if the race is paused.
    """

    count: int = 0
    digest: str = ""
    paused: bool = False

    def after(self, kind: EntryKind, text: str) -> "LogHead":
        """Return the head after an entry; unchanged if that is not part of the log."""
        if kind not in LOG_KINDS:
            return self
        before = LogHead() if kind == "begin" else self
        data = f"{before.digest} {kind} {text}".encode()
        paused = kind == "pause" if kind in ("begin", "pause", "resume") else before.paused
        digest = hashlib.blake2b(data, digest_size=_DIGEST_BYTES).hexdigest()
        return LogHead(before.count + 1, digest, paused)


NO_LOG: Final = LogHead()


def log_records(entries: Iterable[Entry]) -> tuple[LogRecord, ...]:
    """Return the log of a race from its entries in a journal."""
    return tuple(
        LogRecord(entry.kind, entry.text)  # type: ignore[arg-type]  # one of LOG_KINDS
        for entry in entries
        if entry.kind in LOG_KINDS
    )


def head_of(records: Iterable[LogRecord]) -> LogHead:
    """Return the head of a log."""
    head = LogHead()
    for record in records:
        head = head.after(record.kind, record.text)
    return head
