"""The letters that two boards of a race write to each other.

The board that invited has the authority: its log counts, and it answers `HaveLetter` with
`LogLetter`. Letters may be lost, repeated or come late: each one can be understood alone, and is
sent again until it is answered. See docs/remote.md.
"""

from typing import Annotated, Final, Literal

import msgspec

from controller.game.journal.race_log import LogRecord
from controller.json_data import any_json

SentKind = Literal["play", "undo", "mend", "pause", "resume"]
AwayWhy = Literal["off-table", "declined", "alone", "forked", "cannot-follow"]
"""The race is not on that board's table; its host declined; that board goes on alone; its log is
another one; its version cannot read the race."""

PROTOCOL: Final = 1
LONGEST_TEXT: Final = 16_384

_Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
_Count = Annotated[int, msgspec.Meta(ge=0)]
_Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]


class SentAction(msgspec.Struct, frozen=True):
    """An action of the guest that the authority is asked to play.

    Attributes:
        number: tells the guest's actions apart.
        kind: what it does to the race.
        text: as in an entry of the journal.
        seat: who acts; None for an action of the whole table.
    """

    number: _Count
    kind: SentKind
    text: _Text = ""
    seat: _Count | None = None


class RefusedAction(msgspec.Struct, frozen=True):
    """An action that the authority refuses, and why."""

    number: _Count
    code: _Id


class LogLetter(msgspec.Struct, frozen=True, tag="log"):
    """The authority tells of its log.

    Attributes:
        race: the race.
        count: records of its log.
        start: records before the first one here.
        digest: digest of those.
        records: the next records, not always up to the last one.
        refused: the action that is refused.
        busy: True while hands are awaited at this board.
    """

    race: _Id
    count: _Count
    start: _Count = 0
    digest: str = ""
    records: tuple[LogRecord, ...] = ()
    refused: RefusedAction | None = None
    busy: bool = False
    protocol: Literal[1] = PROTOCOL


class HaveLetter(msgspec.Struct, frozen=True, tag="have"):
    """The guest tells how much of the log it has, and what it asks for.

    Attributes:
        race: the race.
        count: records that it has.
        digest: their digest.
        action: the action to be played, if the log has no further record.
        busy: True while hands are awaited at this board.
    """

    race: _Id
    count: _Count
    digest: str = ""
    action: SentAction | None = None
    busy: bool = False
    protocol: Literal[1] = PROTOCOL


class AwayLetter(msgspec.Struct, frozen=True, tag="away"):
    """A board says why it does not go on with a race."""

    race: _Id
    why: AwayWhy
    protocol: Literal[1] = PROTOCOL


Letter = LogLetter | HaveLetter | AwayLetter


def read_letter(data: bytes) -> Letter:
    """Read a letter.

    Raises:
        BadJson: it is none, or one of another version.
    """
    letter: Letter = any_json(data, Letter)
    return letter


def write_letter(letter: Letter) -> bytes:
    """Return the bytes of a letter."""
    return msgspec.json.encode(letter)
