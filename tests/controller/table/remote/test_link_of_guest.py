"""What the guest's link writes and asks of its table; letter by letter."""

import pytest

from controller.game.journal.race_log import LogRecord
from controller.table.commands import DropSent, FollowLog, SeeOther, TableOrder
from controller.table.remote.link import (
    IDLE_S,
    RESEND_S,
)
from controller.table.remote.logs import MOST_RECORDS
from controller.table.remote.messages import (
    AwayLetter,
    LogLetter,
    RefusedAction,
)
from controller.table.remote.races import OtherState
from tests.support.table.linked import (
    ACTION,
    NEXT,
    RECORDS,
    alive,
    have,
    linked,
    log,
)
from tests.support.table.two_boards import RACE


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


def test_of_a_letter_with_very_many_records_the_guest_takes_the_first_and_asks_for_the_rest() -> (
    None
):
    board = linked("guest")
    records = (LogRecord("pause", ""), NEXT) * MOST_RECORDS
    taken = records[:MOST_RECORDS]
    assert board.takes(log(*records, count=3 + len(records))) == [have(*RECORDS, *taken)]
    assert board.table.orders == [FollowLog(RACE, 3, taken)]


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
    assert board.takes(log(NEXT, count=4)) == [AwayLetter(RACE, "off-table")]


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


def test_the_guest_takes_nothing_that_a_guest_writes_and_notes_that_nobody_leads() -> None:
    board = linked("guest")
    assert board.takes(have(action=ACTION)) == []
    assert board.table.asked == [SeeOther(RACE, alive("guest-too"))]
