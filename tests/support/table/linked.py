"""A link whose letters are looked at one by one, and the table that it asks."""

from collections.abc import Callable
from typing import Final

import msgspec

from controller.game.journal.race_log import LogRecord, head_of
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.commands import DropSent, FollowLog, PlaySent, SeeOther, TableOrder
from controller.table.remote.kept_races import RaceRole
from controller.table.remote.link import (
    RaceLink,
)
from controller.table.remote.messages import (
    HaveLetter,
    Letter,
    LogLetter,
    RefusedAction,
    SentAction,
    read_letter,
    write_letter,
)
from controller.table.remote.races import OtherBoard, OtherState, RaceSoFar, TableRaces
from controller.table.snapshot import Snapshot, snapshot_of
from controller.table.stages.judging import judged
from controller.table.stages.shared_turns import dropped, other_seen
from controller.table.state import TableState
from hardware.clock import ManualClock
from tests.support.table.shared import SHARED, TOGETHER, a_shared_race, kept_as
from tests.support.table.states import no_table, tracked
from tests.support.table.two_boards import PAIR, RACE

NOW_S: Final = 1000.0
ACTION: Final = SentAction(7, "play", "f9", 1)


def begin(setup: Setup) -> LogRecord:
    return LogRecord("begin", msgspec.json.encode(setup).decode())


ANOTHER: Final = msgspec.structs.replace(
    SHARED, together=msgspec.structs.replace(TOGETHER, race="another")
)
BEGIN: Final = begin(SHARED)
RECORDS: Final = (BEGIN, LogRecord("play", "f7"), LogRecord("pause", ""))
DIGEST: Final = head_of(RECORDS).digest
NEXT: Final = LogRecord("resume", "")


def digest(*records: LogRecord) -> str:
    return head_of(records).digest


class Table:
    """A table that notes what it is asked for, and does it, unless it is told to refuse it.

    Args:
        role: its part in the race; None for an empty table.
        records: the log of the race.

    Attributes:
        ended_as: its part in the race that has ended before; None if none has.
    """

    def __init__(self, role: RaceRole | None, records: tuple[LogRecord, ...] = RECORDS) -> None:
        self.records = records
        self.state: TableState = no_table() if role is None else a_shared_race(role)
        self.asked: list[TableOrder] = []
        self.refuses: str | None = None
        self.is_stopped = False
        self.ended_as: RaceRole | None = None
        self.is_read: Callable[[], None] = lambda: None

    @property
    def snapshot(self) -> Snapshot:
        saved = msgspec.structs.replace(self.state.saved, log=head_of(self.records))
        return snapshot_of(self.state.change(saved=saved), NOW_S, 1)

    def race_so_far(self, race: str) -> RaceSoFar:
        if self.is_stopped:
            raise Refusal("service-stopped", "The board isn't answering.")
        together = self.snapshot.together
        self.is_read()
        if race != RACE:
            return RaceSoFar()
        if self.ended_as is not None:
            return RaceSoFar(self.ended_as, True, self.records)
        return RaceSoFar() if together is None else RaceSoFar(together.role, log=self.records)

    def submit(self, command: TableOrder) -> int:
        self.asked.append(command)
        if self.refuses is not None and not isinstance(command, SeeOther):
            raise Refusal(self.refuses, "It is {name}'s turn.", name="Zebulonia")
        match command:
            case SeeOther():
                self.state = other_seen(self.state, command)
            case DropSent():
                self.state = dropped(self.state, command)[0]
            case FollowLog():
                self.records = (*self.records[: command.start], *command.records)
                if self.state.game is None:
                    self.state = a_shared_race("guest")
            case PlaySent():
                self.records += (LogRecord(command.action.kind, command.action.text),)
        return 1

    # What happens at the table

    def put_away(self) -> None:
        self.state = no_table()

    def join(self, race: str) -> None:
        races = msgspec.structs.replace(self.state.races, joining=race)
        self.state = self.state.change(races=races)

    def send(self, action: SentAction) -> None:
        """An action is on its way."""
        races = TableRaces(kept_as("guest").with_action(RACE, action), self.state.races.other)
        self.state = self.state.change(races=races)

    def begin_another(self) -> None:
        """Another race with the same board begins, with the same part."""
        kept = self.state.races.kept
        role = kept.role(RACE)
        if role != "guest":
            kept = kept.with_role("another", role)
        saved = msgspec.structs.replace(self.state.saved, setup=ANOTHER)
        self.state = self.state.change(saved=saved, races=TableRaces(kept))

    def mislay(self) -> None:
        """A runner stands where it does not belong: hands are awaited."""
        wrong = self.state.change(tracker=tracked(red=5, yellow=12, green=8))
        self.state = wrong.change(finding=judged(wrong))

    @property
    def seen(self) -> list[OtherBoard]:
        """How the table was told that the other board is."""
        return [each.other for each in self.asked if isinstance(each, SeeOther)]

    @property
    def orders(self) -> list[TableOrder]:
        """All that it was asked for besides."""
        return [each for each in self.asked if not isinstance(each, SeeOther)]


class Linked:
    """A table's link, with the letters it has written."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.clock = ManualClock(NOW_S)
        self.sent: list[tuple[str, Letter]] = []
        self.paired = {PAIR}
        self.link = RaceLink(table, self._send, self.paired.__contains__, self.clock.now_s)

    def _send(self, pair: str, letter: bytes) -> None:
        self.sent.append((pair, read_letter(letter)))

    def written(self) -> list[Letter]:
        """The letters to the other board of the race since the last time."""
        assert {pair for pair, _ in self.sent} <= {PAIR}
        letters = [letter for _, letter in self.sent]
        self.sent.clear()
        return letters

    def tick(self) -> list[Letter]:
        self.link.tick()
        return self.written()

    def takes(self, letter: Letter, pair: str = PAIR) -> list[Letter]:
        self.link.received(pair, write_letter(letter))
        return self.written()

    def after(self, seconds: float) -> "Linked":
        self.clock.advance(seconds)
        return self


def linked(role: RaceRole | None, records: tuple[LogRecord, ...] = RECORDS) -> Linked:
    return Linked(Table(role, records))


def invitation(setup: Setup = SHARED, count: int = 1) -> LogLetter:
    return LogLetter(RACE, count, records=(begin(setup),))


def another_invitation() -> LogLetter:
    return LogLetter("another", 1, records=(begin(ANOTHER),))


def have(*records: LogRecord, action: SentAction | None = None, busy: bool = False) -> HaveLetter:
    return HaveLetter(RACE, len(records), digest(*records), action, busy)


def log(
    *records: LogRecord,
    start: int = 3,
    count: int = 3,
    refused: RefusedAction | None = None,
    busy: bool = False,
) -> LogLetter:
    return LogLetter(RACE, count, start, digest(*RECORDS[:start]), records, refused, busy)


def alive(state: OtherState = "together", *, busy: bool = False) -> OtherBoard:
    return OtherBoard(True, state, busy)
