"""What a link writes to the other board, when, and what it asks of its table; letter by letter."""

import logging
from collections.abc import Callable
from typing import Final

import msgspec
import pytest

from controller.game.journal.race_log import LogRecord, head_of
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.commands import DropSent, FollowLog, PlaySent, SeeOther, TableOrder
from controller.table.remote.kept_races import RaceRole
from controller.table.remote.link import (
    AWAY_S,
    IDLE_S,
    INVITED_S,
    MOST_BYTES,
    RESEND_S,
    WAITING,
    RaceInvitation,
    RaceLink,
)
from controller.table.remote.messages import (
    AwayLetter,
    AwayWhy,
    HaveLetter,
    Letter,
    LogLetter,
    RefusedAction,
    SentAction,
    read_letter,
    write_letter,
)
from controller.table.remote.races import OtherBoard, OtherState, TableRaces
from controller.table.snapshot import Snapshot, snapshot_of
from controller.table.stages.judging import judged
from controller.table.stages.shared_turns import dropped, other_seen
from controller.table.state import TableState
from hardware.clock import ManualClock
from tests.support.table.shared import SHARED, TOGETHER, a_shared_race, kept_as
from tests.support.table.states import SETUP, no_table, tracked
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
    """

    def __init__(self, role: RaceRole | None, records: tuple[LogRecord, ...] = RECORDS) -> None:
        self.records = records
        self.state: TableState = no_table() if role is None else a_shared_race(role)
        self.asked: list[TableOrder] = []
        self.refuses: str | None = None
        self.is_stopped = False
        self.is_read: Callable[[], None] = lambda: None

    @property
    def snapshot(self) -> Snapshot:
        saved = msgspec.structs.replace(self.state.saved, log=head_of(self.records))
        return snapshot_of(self.state.change(saved=saved), NOW_S, 1)

    def race_log(self, race: str) -> tuple[LogRecord, ...]:
        if self.is_stopped:
            raise Refusal("service-stopped", "The board isn't answering.")
        self.is_read()
        return self.records if race == RACE else ()

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
        self.link = RaceLink(table, self._send, self.clock.now_s)

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


# Invitations


def test_a_table_without_a_race_has_nothing_to_write() -> None:
    board = linked(None)
    assert board.link.tick() == IDLE_S
    assert (board.sent, board.table.asked, board.link.invitation) == ([], [], None)


def test_an_invitation_is_noted_and_the_race_said_to_be_off_the_table() -> None:
    board = linked(None)
    assert board.takes(invitation()) == [AwayLetter(RACE, "off-table")]
    assert board.link.invitation == RaceInvitation(RACE, PAIR, SHARED, NOW_S)
    assert board.link.tick() == IDLE_S
    assert (board.sent, board.table.asked) == ([], [])


def test_an_invitation_that_is_repeated_lasts_and_stays_as_the_host_has_seen_it() -> None:
    board = linked(None)
    board.takes(invitation())
    board.after(INVITED_S).tick()
    assert board.link.invitation is not None
    for each in (invitation(msgspec.structs.replace(SHARED, first=2)), log(start=1)):
        board.takes(each)
        assert board.link.invitation == RaceInvitation(RACE, PAIR, SHARED, NOW_S + INVITED_S)
    board.after(INVITED_S).tick()
    assert board.link.invitation is not None
    board.after(0.1).tick()
    assert board.link.invitation is None


def test_a_later_invitation_takes_the_place_of_an_earlier_one() -> None:
    board = linked(None)
    board.takes(invitation())
    board.takes(another_invitation())
    assert board.link.invitation == RaceInvitation("another", PAIR, ANOTHER, NOW_S)


@pytest.mark.parametrize(
    "letter",
    [
        LogLetter(RACE, 1),
        LogLetter(RACE, 1, 1, records=(BEGIN,)),
        LogLetter(RACE, 1, records=(LogRecord("begin", "{"),)),
        LogLetter(RACE, 1, records=(begin(SETUP),)),
        LogLetter("another", 1, records=(BEGIN,)),
    ],
    ids=["no record", "a later record", "no set-up", "a race of one board", "another race"],
)
def test_a_letter_that_begins_no_race_with_its_sender_invites_nobody(letter: LogLetter) -> None:
    board = linked(None)
    assert board.takes(letter) == [AwayLetter(letter.race, "off-table")]
    assert board.link.invitation is None


def test_nobody_invites_in_the_name_of_another_board() -> None:
    board = linked(None)
    board.link.received("pair-2", write_letter(invitation()))
    assert board.link.invitation is None
    assert board.sent == [("pair-2", AwayLetter(RACE, "off-table"))]


def test_an_invitation_of_another_board_to_the_same_race_does_not_renew_the_first() -> None:
    board = linked(None)
    board.takes(invitation())
    board.after(10).link.received("pair-2", write_letter(invitation()))
    assert board.link.invitation == RaceInvitation(RACE, PAIR, SHARED, NOW_S)


def test_an_invitation_is_declined_and_stays_so() -> None:
    board = linked(None)
    board.takes(invitation())
    board.link.decline()
    assert board.written() == [AwayLetter(RACE, "declined")]
    assert board.link.invitation is None
    assert board.takes(invitation()) == [AwayLetter(RACE, "declined")]
    assert board.takes(have()) == [AwayLetter(RACE, "declined")]
    assert board.link.invitation is None
    board.link.decline()
    assert board.written() == []


@pytest.mark.parametrize(("race", "is_left"), [(RACE, False), ("another", True)])
def test_an_invitation_is_withdrawn_by_the_board_that_gave_it(race: str, *, is_left: bool) -> None:
    board = linked(None)
    assert board.takes(AwayLetter(race, "off-table")) == []
    board.takes(invitation())
    assert board.takes(AwayLetter(race, "off-table")) == []
    assert (board.link.invitation is not None) is is_left


def test_a_board_that_joins_asks_for_the_log_until_it_comes() -> None:
    board = linked(None)
    board.takes(invitation())
    board.table.join(RACE)
    assert board.link.tick() == RESEND_S
    assert board.written() == [HaveLetter(RACE, 0)]
    assert board.after(RESEND_S - 0.1).tick() == []
    assert board.after(0.1).tick() == [HaveLetter(RACE, 0)]
    board.after(INVITED_S + 1)
    assert board.link.tick() == IDLE_S
    assert board.written() == []


def test_a_board_that_changes_its_mind_asks_for_the_other_race_at_once() -> None:
    board = linked(None)
    board.takes(invitation())
    board.table.join(RACE)
    board.tick()
    board.takes(another_invitation())
    board.table.join("another")
    assert board.tick() == [HaveLetter("another", 0)]


def test_a_board_that_joins_another_race_does_not_ask_for_this_one() -> None:
    board = linked(None)
    board.takes(invitation())
    board.table.join("another")
    assert board.link.tick() == IDLE_S
    assert board.takes(invitation()) == [AwayLetter(RACE, "off-table")]
    assert board.table.asked == []


def test_a_board_that_joins_follows_the_log_and_tells_what_it_has() -> None:
    board = linked(None)
    board.takes(invitation())
    board.table.join(RACE)
    busy = msgspec.structs.replace(invitation(count=3), busy=True)
    assert board.takes(busy) == [have(BEGIN)]
    assert board.table.orders == [FollowLog(RACE, 0, (BEGIN,))]
    assert board.table.seen == [alive(busy=True)]
    assert board.link.invitation is None  # it has been accepted


@pytest.mark.parametrize(
    ("setup", "pair"),
    [(msgspec.structs.replace(SHARED, first=2), PAIR), (SHARED, "pair-2")],
    ids=["another set-up", "another board"],
)
def test_a_board_that_joins_follows_nothing_but_what_its_host_accepted(
    setup: Setup, pair: str
) -> None:
    board = linked(None)
    board.takes(invitation())
    board.table.join(RACE)
    board.link.received(pair, write_letter(invitation(setup)))
    assert (board.table.asked, board.sent) == ([], [])


def test_a_board_that_joins_without_an_invitation_follows_nothing() -> None:
    board = linked(None)
    board.table.join(RACE)
    assert board.takes(log(start=1)) == []
    assert board.table.asked == []


def test_a_race_that_could_not_be_begun_is_not_told_as_begun() -> None:
    board = linked(None)
    board.takes(invitation())
    board.table.join(RACE)
    board.table.refuses = "not-saved"
    assert board.takes(invitation()) == []
    assert board.table.seen == []


# The guest


def test_the_guest_tells_what_it_has_at_once_and_then_now_and_then() -> None:
    board = linked("guest")
    assert board.link.tick() == IDLE_S
    assert board.written() == [have(*RECORDS)]
    board.after(IDLE_S - 0.5)
    assert board.link.tick() == 0.5
    assert board.written() == []
    assert board.after(0.5).tick() == [have(*RECORDS)]


def test_the_guest_tells_news_at_once_and_an_action_on_its_way_often() -> None:
    board = linked("guest")
    board.tick()
    board.table.send(ACTION)
    assert board.link.tick() == RESEND_S
    assert board.written() == [have(*RECORDS, action=ACTION)]
    assert board.after(RESEND_S - 0.1).tick() == []
    assert board.after(0.1).tick() == [have(*RECORDS, action=ACTION)]
    board.table.mislay()
    assert board.tick() == [have(*RECORDS, action=ACTION, busy=True)]
    board.table.records += (NEXT,)
    assert board.tick() == [have(*RECORDS, NEXT, action=ACTION, busy=True)]


def test_the_guest_follows_the_next_records_and_confirms_them_once() -> None:
    board = linked("guest")
    board.tick()
    assert board.takes(log(NEXT, count=4, busy=True)) == [have(*RECORDS, NEXT)]
    assert board.table.orders == [FollowLog(RACE, 3, (NEXT,))]
    assert board.table.seen == [alive(busy=True)]
    assert board.tick() == []
    assert board.after(IDLE_S - 0.1).tick() == []
    assert board.after(0.1).tick() == [have(*RECORDS, NEXT)]


@pytest.mark.parametrize(
    ("code", "state"), [("cannot-follow", "cannot-follow"), ("not-saved", "unknown")]
)
def test_records_that_the_guest_cannot_take_over_are_not_confirmed(
    code: str, state: OtherState
) -> None:
    board = linked("guest")
    board.table.refuses = code
    assert board.takes(log(NEXT, count=4, busy=True)) == []
    assert board.table.seen == [alive(state, busy=True)]


def test_a_race_that_is_put_away_while_its_log_comes_is_not_confirmed() -> None:
    board = linked("guest")
    submit = board.table.submit

    def put_away(command: TableOrder) -> int:
        board.table.put_away()
        return submit(SeeOther(RACE, alive()))

    board.table.submit = put_away  # type: ignore[method-assign]  # it happens just then
    assert board.takes(log(NEXT, count=4)) == []


def test_the_guest_is_silent_if_the_authority_has_as_much_as_it_has() -> None:
    board = linked("guest")
    assert board.takes(log(busy=True)) == []
    assert board.table.asked == [SeeOther(RACE, alive(busy=True))]
    assert board.takes(log(busy=True)) == []
    assert len(board.table.asked) == 1


@pytest.mark.parametrize(
    ("letter", "state"),
    [
        (log(count=4), "together"),
        (log(NEXT, start=2), "unknown"),
        (log(NEXT, start=0, count=4), "unknown"),
        (LogLetter(RACE, 4, 3, "another digest", (NEXT,)), "unknown"),
        (LogLetter(RACE, 3, 3, "another digest"), "unknown"),
    ],
    ids=["more is there", "record before", "first record", "another log", "another log as long"],
)
def test_the_guest_tells_what_it_has_if_the_letter_does_not_fit(
    letter: LogLetter, state: OtherState
) -> None:
    board = linked("guest")
    assert board.takes(letter) == [have(*RECORDS)]
    assert board.table.orders == []
    assert board.table.seen == ([] if state == "unknown" else [alive(state)])


def test_a_letter_that_does_not_fit_changes_nothing_but_whether_hands_are_awaited() -> None:
    board = linked("guest")
    board.takes(log())
    board.takes(log(NEXT, start=2, busy=True))
    assert board.table.seen == [alive(), alive(busy=True)]


def test_an_action_that_is_refused_is_dropped_and_the_log_is_followed_all_the_same() -> None:
    board = linked("guest")
    board.table.send(ACTION)
    refused = RefusedAction(7, "not-offered")
    board.takes(log(NEXT, count=4, refused=refused))
    assert board.table.orders == [DropSent(RACE, 7, "not-offered"), FollowLog(RACE, 3, (NEXT,))]
    assert board.tick() == []  # what it has was told with the records


def test_the_guest_takes_nothing_that_a_guest_writes() -> None:
    board = linked("guest")
    assert board.takes(have(action=ACTION)) == []
    assert board.table.asked == []


# The authority


def test_the_authority_invites_with_the_first_record_until_the_other_board_answers() -> None:
    board = linked("authority")
    assert board.link.tick() == IDLE_S
    assert board.written() == [log(BEGIN, start=0)]
    assert board.after(IDLE_S - 0.1).tick() == []
    assert board.after(0.1).tick() == [log(BEGIN, start=0)]


def test_the_authority_tells_news_at_once() -> None:
    board = linked("authority")
    board.tick()
    board.table.mislay()
    assert board.tick() == [log(BEGIN, start=0, busy=True)]
    board.table.records += (NEXT,)
    assert board.tick() == [log(BEGIN, start=0, count=4, busy=True)]


def test_records_that_are_not_confirmed_are_told_again_soon() -> None:
    board = linked("authority")
    assert board.takes(have(BEGIN, busy=True)) == [log(*RECORDS[1:], start=1)]
    assert board.table.seen == [alive(busy=True)]
    assert board.link.tick() == RESEND_S
    assert board.written() == []
    assert board.after(RESEND_S).tick() == [log(*RECORDS[1:], start=1)]
    assert board.takes(have(*RECORDS)) == []
    assert board.after(RESEND_S).tick() == []
    board.table.records += (NEXT,)
    assert board.tick() == [log(NEXT, count=4)]


def test_a_board_that_has_nothing_yet_is_told_the_whole_log() -> None:
    for records in ((BEGIN,), RECORDS):
        board = linked("authority", records)
        assert board.takes(have()) == [log(*records, start=0, count=len(records))]
        assert board.link.tick() == RESEND_S


def test_a_board_that_was_away_is_invited_again() -> None:
    board = linked("authority")
    board.takes(have(*RECORDS, busy=True))
    assert board.takes(AwayLetter(RACE, "off-table")) == []
    assert board.table.seen == [alive(busy=True), alive("off-table")]
    assert board.tick() == [log(BEGIN, start=0)]
    board.after(RESEND_S)
    assert board.link.tick() == IDLE_S - RESEND_S


@pytest.mark.parametrize(
    "letter",
    [have(*RECORDS, NEXT), have(BEGIN, NEXT), HaveLetter(RACE, 3, "another digest")],
    ids=["longer", "another record", "another digest"],
)
def test_a_board_with_another_log_is_told_so(letter: HaveLetter) -> None:
    board = linked("authority")
    answer = msgspec.structs.replace(letter, busy=True, action=ACTION)
    assert board.takes(answer) == [AwayLetter(RACE, "forked")]
    assert board.table.asked == [SeeOther(RACE, alive("forked", busy=True))]


def test_the_authority_plays_an_action_and_tells_the_record_once() -> None:
    board = linked("authority")
    played = LogRecord("play", "f9")
    assert board.takes(have(*RECORDS, action=ACTION)) == [log(played, count=4)]
    assert board.table.orders == [PlaySent(RACE, 3, ACTION)]
    assert board.tick() == []


def test_an_action_at_an_earlier_place_of_the_log_is_not_played() -> None:
    board = linked("authority")
    answer = board.takes(have(*RECORDS[:2], action=ACTION))
    assert answer == [log(RECORDS[2], start=2)]
    assert board.table.orders == []


def test_an_action_that_can_never_be_played_is_told_with_the_reason() -> None:
    board = linked("authority")
    board.table.refuses = "not-offered"
    answer = board.takes(have(*RECORDS, action=ACTION))
    assert answer == [log(refused=RefusedAction(7, "not-offered"))]


@pytest.mark.parametrize("code", WAITING)
def test_an_action_that_can_be_played_later_is_not_answered(code: str) -> None:
    board = linked("authority")
    board.table.refuses = code
    assert board.takes(have(*RECORDS, action=ACTION)) == []


def test_a_race_that_is_put_away_meanwhile_is_not_told() -> None:
    board = linked("authority")
    board.table.is_read = board.table.put_away
    board.table.refuses = "not-offered"
    assert board.takes(have(*RECORDS, action=ACTION)) == []
    assert board.table.seen == []


def test_a_table_that_does_not_answer_is_asked_again_later() -> None:
    board = linked("authority")
    board.table.is_stopped = True
    assert board.takes(have(*RECORDS)) == []
    assert board.table.asked == []
    assert board.tick() == []
    board.table.is_stopped = False
    assert board.after(IDLE_S - 0.1).tick() == []
    assert board.after(0.1).tick() == [log(BEGIN, start=0)]


def test_the_authority_takes_nothing_that_an_authority_writes() -> None:
    board = linked("authority")
    assert board.takes(log(NEXT, count=4)) == []
    assert board.table.asked == []


@pytest.mark.parametrize(("size", "most"), [(MOST_BYTES // 3, 3), (MOST_BYTES // 3 + 1, 2)])
def test_a_letter_has_as_many_records_as_it_holds(size: int, most: int) -> None:
    record = LogRecord("mend", "x" * (size - len('["mend",""]')))
    records = (BEGIN, *[record] * 4)
    board = linked("authority", records)
    (letter,) = board.takes(have(BEGIN))
    assert letter == LogLetter(RACE, 5, 1, digest(BEGIN), (record,) * most)


# A race that is not on the table


def test_the_end_of_a_race_that_is_no_more_on_the_table_is_told() -> None:
    board = linked(None)
    assert board.takes(have(BEGIN)) == [log(*RECORDS[1:], start=1)]
    assert board.takes(have(*RECORDS)) == [log()]


@pytest.mark.parametrize(
    "letter",
    [have(*RECORDS, NEXT), have(BEGIN, NEXT), HaveLetter("another", 0)],
    ids=["longer", "another record", "no such race"],
)
def test_a_log_that_is_not_known_here_is_said_to_be_off_the_table(letter: HaveLetter) -> None:
    board = linked(None)
    assert board.takes(letter) == [AwayLetter(letter.race, "off-table")]


@pytest.mark.parametrize("records", [RECORDS, (begin(SETUP),)], ids=["of a pair", "of one board"])
def test_a_log_is_told_to_the_other_board_of_its_race_only(records: tuple[LogRecord, ...]) -> None:
    for role in (None, "authority"):
        board = linked(role, records)
        board.link.received("pair-2", write_letter(have(records[0])))
        assert board.sent == [("pair-2", AwayLetter(RACE, "off-table"))]


def test_a_table_that_does_not_answer_tells_no_end_of_a_race() -> None:
    board = linked(None)
    board.table.is_stopped = True
    assert board.takes(have(BEGIN)) == []


# Both boards


def test_a_letter_that_cannot_be_read_is_noted_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    board = linked("guest")
    with caplog.at_level(logging.INFO):
        board.link.received(PAIR, b"{")
    assert [record.getMessage() for record in caplog.records] == [
        "A letter of another board cannot be read: Input data was truncated"
    ]
    assert (board.sent, board.table.asked) == ([], [])


def test_what_the_table_refuses_is_noted_in_the_log_without_names(
    caplog: pytest.LogCaptureFixture,
) -> None:
    board = linked("authority")
    board.table.refuses = "not-your-turn"
    with caplog.at_level(logging.INFO):
        board.takes(have(*RECORDS, action=ACTION))
    assert [record.getMessage() for record in caplog.records] == [
        "Race with another board: It is {name}'s turn."
    ]


@pytest.mark.parametrize("why", ["off-table", "declined", "alone", "forked"])
def test_why_the_other_board_is_away_is_told_to_the_table(why: AwayWhy) -> None:
    board = linked("guest")
    assert board.takes(AwayLetter(RACE, why)) == []
    assert board.table.asked == [SeeOther(RACE, alive(why))]


def test_a_board_that_goes_on_alone_says_so_and_listens_no_more() -> None:
    board = linked("alone")
    assert board.takes(have(*RECORDS)) == [AwayLetter(RACE, "alone")]
    assert board.takes(log(NEXT, count=4)) == [AwayLetter(RACE, "alone")]
    assert board.takes(AwayLetter(RACE, "alone")) == []
    assert board.link.tick() == IDLE_S
    assert (board.sent, board.table.asked) == ([], [])


@pytest.mark.parametrize(("role", "letter"), [("guest", log()), ("authority", have(*RECORDS))])
def test_a_board_that_is_not_heard_for_long_is_away_until_it_is_heard(
    role: RaceRole, letter: Letter
) -> None:
    board = linked(role)
    board.tick()
    board.after(AWAY_S - 0.1).tick()
    assert board.table.seen == []
    board.after(0.1).tick()
    away = OtherBoard(reached=False)
    assert board.table.seen == [away]
    board.tick()
    assert board.table.seen == [away]
    board.takes(letter)
    assert board.table.seen == [away, alive()]
    board.after(AWAY_S).tick()
    assert board.table.seen == [away, alive(), OtherBoard(False, "together")]


def test_of_the_next_race_with_the_same_board_nothing_is_known_yet() -> None:
    board = linked("authority")
    board.takes(have(*RECORDS, busy=True))
    board.after(AWAY_S + 1)
    board.table.begin_another()
    board.table.asked.clear()
    assert board.tick() == [LogLetter("another", 0)]
    assert board.table.seen == []  # that nothing is known is what the table takes for granted
    board.after(AWAY_S).tick()
    assert board.table.seen == [OtherBoard(reached=False)]


@pytest.mark.parametrize(("race", "is_left"), [(RACE, False), ("another", True)])
def test_an_invitation_to_the_race_on_the_table_has_been_accepted(
    race: str, *, is_left: bool
) -> None:
    board = linked(None)
    board.takes(invitation())
    board.table.state = a_shared_race("guest")
    if race != RACE:
        board.table.begin_another()
    board.tick()
    assert (board.link.invitation is not None) is is_left
