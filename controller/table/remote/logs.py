"""Logs of races in letters: what a letter holds of one, and what it says of it."""

from typing import Final

import msgspec

from controller.game.journal.race_log import LogRecord, head_of
from controller.game.setup import Setup
from controller.json_data import from_json
from controller.table.remote.messages import HaveLetter, LogLetter

MOST_BYTES: Final = 48_000
"""Size of the records in a letter."""
MOST_RECORDS: Final = 25
"""Records in a letter: the other board's table takes them at once, each to the disk."""


def log_letter(race: str, log: tuple[LogRecord, ...], start: int, most: int) -> LogLetter:
    """Return a letter with records of a log, as many as it holds."""
    records: list[LogRecord] = []
    left = MOST_BYTES
    for record in log[start : start + min(most, MOST_RECORDS)]:
        left -= len(msgspec.json.encode(record))
        if left < 0:
            break
        records.append(record)
    return LogLetter(race, len(log), start, head_of(log[:start]).digest, tuple(records))


def setup_of(letter: LogLetter) -> Setup | None:
    """Return the set-up that a letter begins a race with; None if it begins none.

    Raises:
        BadJson: it is none that this version can read.
    """
    if letter.start > 0 or not letter.records:
        return None
    return from_json(letter.records[0].text, Setup)


def begins_with(log: tuple[LogRecord, ...], letter: HaveLetter) -> bool:
    """Check whether a log begins with what the guest has."""
    return letter.count <= len(log) and head_of(log[: letter.count]).digest == letter.digest


def is_of(pair: str, log: tuple[LogRecord, ...]) -> bool:
    """Check whether a log is that of a race of a pair of boards."""
    together = from_json(log[0].text, Setup).together
    return together is not msgspec.UNSET and together.pair == pair
