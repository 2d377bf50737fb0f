"""Invitations to a race, letter by letter: taken, declined, withdrawn, and joined."""

import msgspec
import pytest
from msgspec.structs import replace

from controller.game.journal.race_log import LogRecord
from controller.game.setup import Setup
from controller.table.commands import DeclineRace, FollowLog
from controller.table.remote.invitations import RaceInvitation
from controller.table.remote.link import IDLE_S, INVITED_S, RESEND_S
from controller.table.remote.messages import (
    AwayLetter,
    HaveLetter,
    LogLetter,
    write_letter,
)
from tests.support.table.linked import (
    ANOTHER,
    BEGIN,
    NOW_S,
    alive,
    another_invitation,
    begin,
    have,
    invitation,
    linked,
    log,
)
from tests.support.table.shared import SHARED, TOGETHER
from tests.support.table.states import SETUP
from tests.support.table.two_boards import PAIR, RACE


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
        LogLetter(RACE, 1, records=(begin(SETUP),)),
        LogLetter("another", 1, records=(BEGIN,)),
    ],
    ids=["no record", "a later record", "a race of one board", "another race"],
)
def test_a_letter_that_begins_no_race_with_its_sender_invites_nobody(letter: LogLetter) -> None:
    board = linked(None)
    assert board.takes(letter) == [AwayLetter(letter.race, "off-table")]
    assert board.link.invitation is None


@pytest.mark.parametrize("text", ["{", BEGIN.text.replace("{", '{"blindfold":true,', 1)])
def test_a_board_that_invites_to_a_race_of_a_later_version_is_told_so(text: str) -> None:
    board = linked(None)
    letter = LogLetter(RACE, 1, records=(LogRecord("begin", text),))
    assert board.takes(letter) == [AwayLetter(RACE, "cannot-follow")]
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
    board.link.decline(RACE)
    assert board.written() == [AwayLetter(RACE, "declined")]
    assert board.link.invitation is None
    assert board.takes(invitation()) == [AwayLetter(RACE, "declined")]
    assert board.takes(have()) == [AwayLetter(RACE, "declined")]
    assert board.link.invitation is None
    board.link.decline(RACE)
    assert board.written() == []


def test_an_invitation_stays_declined_until_a_restart_where_that_cannot_be_kept() -> None:
    board = linked(None)
    board.takes(invitation())
    board.table.refuses = "not-saved"
    board.link.decline(RACE)
    assert board.table.asked == [DeclineRace(RACE)]
    assert board.written() == [AwayLetter(RACE, "declined")]
    assert board.takes(invitation()) == [AwayLetter(RACE, "declined")]
    assert board.link.invitation is None


def test_who_declines_an_invitation_that_another_one_has_replaced_declines_neither() -> None:
    board = linked(None)
    board.takes(invitation())
    board.takes(another_invitation())
    board.link.decline(RACE)
    assert board.written() == []
    assert board.link.invitation == RaceInvitation("another", PAIR, ANOTHER, NOW_S)


def test_of_two_boards_that_invite_the_second_waits_for_the_first() -> None:
    board = linked(None)
    board.takes(invitation())
    theirs = replace(TOGETHER, race="theirs", pair="pair-2")
    setup = replace(SHARED, together=theirs)
    letter = write_letter(LogLetter("theirs", 1, records=(begin(setup),)))
    board.link.received("pair-2", letter)
    assert board.sent == [("pair-2", AwayLetter("theirs", "off-table"))]
    assert board.link.invitation == RaceInvitation(RACE, PAIR, SHARED, NOW_S)
    board.link.decline(RACE)
    board.link.received("pair-2", letter)
    assert board.link.invitation == RaceInvitation("theirs", "pair-2", setup, NOW_S)


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


@pytest.mark.parametrize("after", ["another invitation", "an hour"])
def test_what_the_host_accepted_is_not_exchanged_meanwhile(after: str) -> None:
    board = linked(None)
    board.takes(invitation())
    board.table.join(RACE)
    if after == "an hour":
        board.tick()
        board.after(3600).tick()
    else:
        board.takes(another_invitation())
    exchanged = invitation(replace(SHARED, first=2))
    assert board.takes(exchanged) == board.takes(exchanged) == []
    assert board.table.orders == []
    assert board.takes(invitation()) == [have(BEGIN)]


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
