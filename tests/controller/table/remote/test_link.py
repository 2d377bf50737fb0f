"""What the links of both boards write to each other and ask of their tables; letter by letter."""

import logging

import pytest

from controller.game.journal.race_log import LogRecord
from controller.table.commands import SeeOther
from controller.table.remote.kept_races import RaceRole
from controller.table.remote.link import (
    AWAY_S,
    IDLE_S,
)
from controller.table.remote.messages import (
    AwayLetter,
    AwayWhy,
    HaveLetter,
    Letter,
    LogLetter,
    RefusedAction,
    write_letter,
)
from controller.table.remote.races import OtherBoard
from tests.support.table.linked import (
    ACTION,
    BEGIN,
    NEXT,
    RECORDS,
    alive,
    begin,
    have,
    invitation,
    linked,
    log,
)
from tests.support.table.shared import a_shared_race
from tests.support.table.states import SETUP, over
from tests.support.table.two_boards import PAIR, RACE


def test_the_end_of_a_race_that_is_no_more_on_the_table_is_told() -> None:
    board = linked(None)
    board.table.ended_as = "authority"
    assert board.takes(have(BEGIN)) == [log(*RECORDS[1:], start=1)]
    assert board.takes(have(*RECORDS)) == [log()]


def test_an_action_after_the_end_of_a_race_that_is_no_more_on_the_table_is_refused() -> None:
    board = linked(None)
    board.table.ended_as = "authority"
    refused = RefusedAction(7, "off-table")
    assert board.takes(have(*RECORDS, action=ACTION)) == [log(refused=refused)]
    assert board.takes(have(BEGIN, action=ACTION)) == [log(*RECORDS[1:], start=1)]


@pytest.mark.parametrize(
    "letter",
    [have(*RECORDS, NEXT), have(BEGIN, NEXT), HaveLetter("another", 0)],
    ids=["longer", "another record", "no such race"],
)
def test_a_log_that_is_not_known_here_is_said_to_be_off_the_table(letter: HaveLetter) -> None:
    board = linked(None)
    board.table.ended_as = "authority"
    assert board.takes(letter) == [AwayLetter(letter.race, "off-table")]


@pytest.mark.parametrize("records", [RECORDS, (begin(SETUP),)], ids=["of a pair", "of one board"])
def test_a_log_is_told_to_the_other_board_of_its_race_only(records: tuple[LogRecord, ...]) -> None:
    for role in (None, "authority"):
        board = linked(role, records)
        board.link.received("pair-2", write_letter(have(records[0])))
        assert board.sent == [("pair-2", AwayLetter(RACE, "forked"))]


def test_a_race_that_this_board_has_lost_is_said_to_be_lost() -> None:
    assert linked(None).takes(have(BEGIN)) == [AwayLetter(RACE, "forked")]


def test_nobody_is_invited_to_a_race_that_is_over_here() -> None:
    board = linked(None)
    board.table.ended_as = "guest"
    assert board.takes(log(*RECORDS)) == [have(*RECORDS)]
    assert board.takes(log(BEGIN, count=4)) == [AwayLetter(RACE, "off-table")]
    assert board.link.invitation is None


@pytest.mark.parametrize("letter", [log(*RECORDS), have(*RECORDS)])
def test_that_a_race_went_on_alone_is_said_when_it_is_no_more_on_the_table(letter: Letter) -> None:
    board = linked(None)
    board.table.ended_as = "alone"
    assert board.takes(letter) == [AwayLetter(RACE, "alone")]
    assert board.link.invitation is None


def test_a_table_that_does_not_answer_tells_no_end_of_a_race() -> None:
    board = linked(None)
    board.table.is_stopped = True
    assert board.takes(have(BEGIN)) == []


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


@pytest.mark.parametrize("role", ["authority", "guest"])
def test_a_board_that_was_forgotten_is_told_to_the_table_at_the_next_look(role: RaceRole) -> None:
    board = linked(role)
    board.takes(have(*RECORDS) if role == "authority" else log())
    board.paired.clear()
    board.tick()
    board.tick()
    assert board.table.seen == [alive(), alive("unpaired")]


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
    assert board.tick() == [AwayLetter(RACE, "off-table"), LogLetter("another", 0)]
    assert board.table.seen == []  # that nothing is known is what the table takes for granted
    board.after(AWAY_S).tick()
    assert board.table.seen == [OtherBoard(reached=False)]


@pytest.mark.parametrize("role", ["authority", "guest", "alone"])
def test_of_a_race_that_is_over_or_goes_on_alone_nobody_says_that_it_was_put_away(
    role: RaceRole,
) -> None:
    board = linked(role)
    board.tick()
    if role != "alone":
        board.table.state = over(board.table.state)
    board.tick()
    board.table.put_away()
    assert board.tick() == []


@pytest.mark.parametrize(("away_s", "role"), [(1, "authority"), (AWAY_S, "guest")])
def test_of_a_race_that_comes_back_to_the_table_nothing_is_known_either(
    away_s: float, role: RaceRole
) -> None:
    board = linked(role)
    told = board.tick()
    race = board.table.state
    board.table.put_away()
    assert board.tick() == [AwayLetter(RACE, "off-table")]
    assert board.tick() == []
    board.after(away_s).table.state = race
    assert board.tick() == told  # at once, also if that was told a second ago
    assert board.table.seen == []


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
