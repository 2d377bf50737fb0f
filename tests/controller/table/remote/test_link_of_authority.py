"""What the authority's link writes and asks of its table; letter by letter."""

import msgspec
import pytest

from controller.game.journal.race_log import LogRecord
from controller.table.commands import PlaySent, SeeOther
from controller.table.remote.link import (
    IDLE_S,
    RESEND_S,
    WAITING,
)
from controller.table.remote.logs import MOST_BYTES, MOST_RECORDS
from controller.table.remote.messages import (
    AwayLetter,
    HaveLetter,
    LogLetter,
    RefusedAction,
)
from tests.support.table.linked import (
    ACTION,
    BEGIN,
    NEXT,
    RECORDS,
    alive,
    digest,
    have,
    linked,
    log,
)
from tests.support.table.two_boards import RACE


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
    assert board.takes(have(*RECORDS, action=ACTION)) == [AwayLetter(RACE, "off-table")]
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


def test_a_long_log_is_told_in_parts_that_a_slow_card_writes_in_a_few_seconds() -> None:
    records = (BEGIN, *[LogRecord("play", "draw")] * 2 * MOST_RECORDS)
    board = linked("authority", records)
    (letter,) = board.takes(have(BEGIN))
    assert letter == LogLetter(RACE, len(records), 1, digest(BEGIN), records[1 : 1 + MOST_RECORDS])
    (rest,) = board.takes(have(*records[: 1 + MOST_RECORDS]))
    assert isinstance(rest, LogLetter)
    assert (rest.start, rest.records) == (1 + MOST_RECORDS, records[1 + MOST_RECORDS :])
