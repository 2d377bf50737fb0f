"""Races of two boards, as a table knows them: what is kept, and how the other board is."""

from typing import Literal

import msgspec

from controller.game.journal.race_log import LogRecord
from controller.game.rules import BadSetup
from controller.game.setup import Setup, with_rules
from controller.refusal import Refusal
from controller.table.remote.kept_races import KeptRaces, RaceRole
from controller.table.remote.messages import AwayWhy, SentAction

OtherState = Literal["unknown", "together", "guest-too", "unpaired"] | AwayWhy
"""It was not heard yet; it follows the race; it has not the authority either; this board is not
paired with it any more; or why the two do not go on: `cannot-follow` also if it is this board that
cannot."""


class OtherBoard(msgspec.Struct, frozen=True):
    """How the other board of the race is.

    Attributes:
        reached: False if it has not been heard for long.
        state: what it does about the race, as it was heard last.
        busy: True if hands are awaited there.
    """

    reached: bool = True
    state: OtherState = "unknown"
    busy: bool = False


class TableRaces(msgspec.Struct, frozen=True):
    """Races of two boards, as a table knows them.

    Attributes:
        kept: what is kept of them on the disk.
        other: the other board of the race on the table.
        joining: the race that this board joins as soon as its log comes; empty for none.
        declined: why the action sent last was not played: `overtaken`, or the authority's reason.
    """

    kept: KeptRaces = KeptRaces()
    other: OtherBoard = OtherBoard()
    joining: str = ""
    declined: str | None = None


class RaceSoFar(msgspec.Struct, frozen=True):
    """A race of two boards as a board has it, whether it is on its table or not.

    Attributes:
        role: this board's part.
        is_over: True if it has ended.
        log: its log; empty if this board does not have the race.
        is_declined: True if this board was invited to it, and its host declined.
    """

    role: RaceRole = "guest"
    is_over: bool = False
    log: tuple[LogRecord, ...] = ()
    is_declined: bool = False


class SharedRace(msgspec.Struct, frozen=True):
    """The race of two boards on a table, for the link and for those who look on.

    Attributes:
        race: names the race.
        pair: names the pair of boards.
        role: this board's part.
        other_name: the other board's name.
        count: records of the log.
        digest: digest of the log.
        sent: the action that is on its way to the authority.
        declined: why the last one was not played; None if it was.
        other: how the other board is.
    """

    race: str
    pair: str
    role: RaceRole
    other_name: str
    count: int
    digest: str
    sent: SentAction | None
    declined: str | None
    other: OtherBoard


def refuse_other_rules(setup: Setup) -> None:
    """Refuse a race of two boards whose rules are others at the board that invites.

    Raises:
        Refusal: `cannot-follow`.
    """
    try:
        is_same = with_rules(setup) == setup
    except BadSetup:
        is_same = False
    if not is_same:
        raise Refusal(
            "cannot-follow",
            "The two boards have different rules for this race: their tables, decks, editions or "
            "versions differ. Make them the same, then join.",
        )
