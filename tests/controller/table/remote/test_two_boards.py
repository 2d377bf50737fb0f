"""Whole races of two boards in virtual time: nothing is lost, nothing is played twice.

More races: `python -m tests.controller.table.remote.storms 1000`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.game.journal.journal import JournalUnwritable
from controller.game.journal.saved_game import Change
from controller.refusal import Refusal
from controller.table.commands import (
    Abandon,
    Begin,
    GoOnAlone,
    JoinRace,
    Load,
    Mend,
    Pause,
    SetAside,
    TakeBack,
)
from controller.table.state import TableState
from tests.controller.table.remote.storms import raced, storm
from tests.support.table.two_boards import (
    RACE,
    TwoBoards,
    agreeing,
    begin,
    play,
)
from tests.support.tiers import sample


@pytest.fixture
def two(tmp_path: Path) -> Iterator[TwoBoards]:
    boards = TwoBoards(tmp_path)
    yield boards
    boards.close()


def test_the_other_board_is_invited_and_joins(two: TwoBoards) -> None:
    two.host.submit(Begin(two.setup))
    two.until(lambda: two.guest.link.invitation is not None)
    two.until(lambda: two.host.race.other.state == "off-table")
    assert two.guest.snapshot.state is None  # nothing happens there unasked
    two.guest.submit(JoinRace(RACE))
    two.until(lambda: two.host.race.other.state == "together")
    two.until(agreeing(two))
    assert two.guest.state.to_act == two.host.state.to_act == 0
    assert two.guest.race.role == "guest"
    assert two.guest.race.other_name == "Here"
    assert two.host.snapshot.seating.elsewhere == {1, 3}
    assert two.guest.snapshot.seating.elsewhere == {0, 2}


def test_an_invitation_can_be_declined(two: TwoBoards) -> None:
    two.host.submit(Begin(two.setup))
    two.until(lambda: two.guest.link.invitation is not None)
    two.guest.link.decline(RACE)
    two.until(lambda: two.host.race.other.state == "declined")
    two.wait(60)
    assert two.guest.link.invitation is None
    two.guest.restart()
    two.wait(60)
    assert two.guest.link.invitation is None
    assert two.host.race.other.state == "declined"


def test_an_invitation_is_withdrawn_as_soon_as_the_race_is_put_away(two: TwoBoards) -> None:
    two.host.submit(Begin(two.setup))
    two.until(lambda: two.guest.link.invitation is not None)
    two.host.submit(SetAside(two.host.snapshot.version))
    two.until(lambda: two.guest.link.invitation is None, 2)


def test_a_move_of_either_board_comes_to_the_other(two: TwoBoards) -> None:
    begin(two)
    first = play(two, 0)
    two.until(agreeing(two), 2)
    second = play(two, 1)
    assert two.guest.race.sent is not None  # on its way
    two.until(lambda: two.guest.race.sent is None, 2)
    assert [record.text for record in two.guest.race_log()[-2:]] == [first, second]
    assert two.host.race_log() == two.guest.race_log()


def test_nobody_puts_a_runner_back_for_a_seat_of_the_other_board(tmp_path: Path) -> None:
    two = TwoBoards(tmp_path, wood=True)
    begin(two)
    play(two, 0)
    two.until(agreeing(two))
    colour = two.guest.snapshot.seating.colour(0, 0)
    for board, people in zip(two.boards, two.people, strict=True):
        while board.snapshot.finding.errands:
            people.act()
            two.wait(5.0)
    two.guest.world.knock(colour)
    two.wait(5.0)
    finding = two.guest.snapshot.finding
    assert not finding.put_back
    assert [(each.kind, each.colour) for each in finding.mismatches] == [("missing", colour)]
    two.close()


def test_nobody_moves_for_a_seat_of_the_other_board(two: TwoBoards) -> None:
    begin(two)
    with pytest.raises(Refusal) as refusal:
        play(two, 1)  # seat 0 sits at the host's board
    assert refusal.value.code == "not-your-turn"


def test_an_action_outlives_a_week_without_network_and_restarts_of_both(two: TwoBoards) -> None:
    begin(two)
    play(two, 0)
    two.until(agreeing(two))
    two.network.is_cut = True
    action = play(two, 1)
    two.wait(604_800, 3600)
    assert not two.guest.race.other.reached
    assert two.guest.race.sent is not None
    two.guest.restart()
    two.host.restart()
    two.wait(10)
    with pytest.raises(Refusal, match="on its way"):
        two.guest.submit(Pause(True))
    two.network.is_cut = False
    two.until(lambda: two.guest.race.sent is None)
    assert [record.text for record in two.host.race_log()][-1] == action
    two.wait(60)
    assert two.host.race_log() == two.guest.race_log()
    assert two.guest.race.other.reached


def test_a_take_back_overtakes_an_action_on_its_way(two: TwoBoards) -> None:
    begin(two)
    play(two, 0)
    two.until(agreeing(two))
    two.network.is_cut = True
    play(two, 1)
    two.host.submit(TakeBack(0, two.host.snapshot.version))
    two.network.is_cut = False
    two.until(lambda: two.guest.race.sent is None)
    assert two.guest.race.declined == "overtaken"
    two.until(agreeing(two))
    assert two.guest.state.to_act == 0


def test_a_pause_holds_an_action_on_its_way_and_does_not_lose_it(two: TwoBoards) -> None:
    begin(two)
    play(two, 0)
    two.until(agreeing(two))
    two.network.is_cut = True
    action = play(two, 1)
    two.host.submit(Pause(True))
    two.network.is_cut = False
    two.until(lambda: two.guest.snapshot.paused)
    two.wait(20)
    assert two.guest.race.sent is not None
    two.host.submit(Pause(False))
    two.until(lambda: two.guest.race.sent is None)
    assert two.host.race_log()[-1].text == action


def test_either_board_sets_the_race_aside_and_comes_back(two: TwoBoards) -> None:
    begin(two)
    play(two, 0)
    two.until(agreeing(two))
    two.guest.submit(SetAside(two.guest.snapshot.version))
    two.until(lambda: two.host.race.other.state == "off-table", 2)
    two.until(lambda: two.guest.link.invitation is not None, 60)
    two.guest.submit(JoinRace(RACE))  # it finds the race in its journal
    assert two.guest.race.count == two.host.race.count
    two.until(lambda: two.host.race.other.state == "together", 60)
    number = two.host.session.under_way
    two.host.submit(SetAside(two.host.snapshot.version))
    two.until(lambda: two.guest.race.other.state == "off-table", 2)
    play(two, 1)
    two.wait(20)
    assert number is not None
    two.host.submit(Load(number))
    two.until(lambda: two.guest.race.sent is None, 60)
    two.until(agreeing(two), 60)


def test_a_board_goes_on_alone_when_the_other_never_returns(two: TwoBoards) -> None:
    begin(two)
    play(two, 0)
    two.until(agreeing(two))
    two.network.is_cut = True
    play(two, 1)
    two.guest.submit(GoOnAlone(two.guest.snapshot.version))
    assert two.guest.race.sent is None
    assert two.guest.snapshot.seating.elsewhere == frozenset()
    for _ in range(4):
        play(two, 1)
    two.guest.restart()
    assert two.guest.race.role == "alone"
    play(two, 1)
    two.network.is_cut = False
    two.until(lambda: two.host.race.other.state == "alone", 60)
    two.host.submit(Abandon(two.host.snapshot.version))


@pytest.mark.long
def test_a_race_that_is_over_is_not_offered_again_and_counts_once(two: TwoBoards) -> None:
    begin(two)
    storm(two, restarts=False)
    two.guest.submit(Begin(two.of_its_own))
    two.wait(60)
    assert two.guest.link.invitation is None
    assert two.host.race.other.state == "together"
    two.guest.submit(Abandon(two.guest.snapshot.version))
    for _ in range(2):
        with pytest.raises(Refusal, match="This game is over"):
            two.guest.submit(JoinRace(RACE))
        two.wait(60)
    assert two.guest.races_begun.count(RACE) == 1


@pytest.mark.parametrize("number", [0, 1], ids=["the authority", "the guest"])
def test_a_board_that_went_on_alone_says_so_when_its_table_has_another_race(
    two: TwoBoards, number: int
) -> None:
    begin(two)
    board, other = two.boards[number], two.boards[1 - number]
    two.network.is_cut = True
    board.submit(GoOnAlone(board.snapshot.version))
    board.submit(SetAside(board.snapshot.version))
    board.submit(Begin(two.of_its_own))
    two.network.is_cut = False
    two.until(lambda: other.race.other.state == "alone", 60)
    assert board.link.invitation is None


def test_a_board_that_has_lost_its_file_is_no_authority(two: TwoBoards) -> None:
    begin(two)
    (two.host.folder / "races.json").unlink()
    two.host.restart()
    assert two.host.race.role == "guest"
    two.wait(60)
    assert [board.race.other.state for board in two.boards] == ["guest-too"] * 2
    assert all(board.race.other.reached for board in two.boards)


def test_an_authority_with_an_older_card_is_noticed(two: TwoBoards, tmp_path: Path) -> None:
    begin(two)
    two.host.session.close()
    old = (two.host.folder / "journal.sqlite").read_bytes()
    two.host.open()
    play(two, 0)
    two.until(agreeing(two))
    two.host.session.close()
    (two.host.folder / "journal.sqlite").write_bytes(old)
    for left in two.host.folder.glob("journal.sqlite?*"):
        left.unlink()
    two.host.open()
    two.until(lambda: two.guest.race.other.state == "forked", 60)


def test_a_board_is_fixed_by_the_guest_and_the_other_carries_it_out(tmp_path: Path) -> None:
    two = TwoBoards(tmp_path, wood=True)
    begin(two)
    two.guest.world.put("red", 9)  # Ann's, whose turn it is at the other board
    two.wait(2)
    assert [fault.colour for fault in two.guest.snapshot.finding.mismatches] == ["red"]
    assert two.host.snapshot.finding.mismatches == ()
    two.guest.submit(Mend("board", two.guest.snapshot.version))
    two.until(lambda: two.guest.race.sent is None and two.host.race.count == 3)
    two.until(agreeing(two))
    assert two.host.state.seats[0].runners[0].at == 9
    two.wait(2)
    assert two.guest.snapshot.finding.mismatches == ()
    (errand,) = two.host.snapshot.finding.errands
    assert (errand.colour, errand.belongs) == ("red", 9)
    two.host.world.put("red", 9)
    two.wait(2)
    assert two.host.snapshot.finding.errands == ()
    two.close()


def test_a_move_by_hand_is_an_errand_at_the_other_board(tmp_path: Path) -> None:
    two = TwoBoards(tmp_path, wood=True)
    begin(two)
    two.host.world.put("red", 2)
    two.until(lambda: two.guest.race.count == 3, 10)
    (errand,) = two.guest.snapshot.finding.errands
    assert (errand.colour, errand.square, errand.belongs) == ("red", None, 2)
    assert two.guest.snapshot.lights[2] == "errand"
    # Before anybody has carried it, Ben moves by hand at the guest's board.
    two.network.is_cut = True
    two.guest.world.put("yellow", 5)
    two.wait(5)
    assert two.guest.race.sent is not None
    assert two.guest.snapshot.lights[5] == "understood"
    two.network.is_cut = False
    two.until(lambda: two.host.race.count == 4, 10)
    assert [each.colour for each in two.host.snapshot.finding.errands] == ["yellow"]
    two.close()


def test_nothing_is_offered_while_an_action_is_on_its_way(two: TwoBoards) -> None:
    begin(two)
    play(two, 0)
    two.until(agreeing(two))
    assert "may-go" in two.guest.snapshot.lights.values()
    assert two.guest.snapshot.actions
    two.network.is_cut = True
    play(two, 1)
    assert "may-go" not in two.guest.snapshot.lights.values()
    assert not two.guest.snapshot.actions


def test_a_full_disk_of_the_guest_sends_nothing_that_could_be_lost(two: TwoBoards) -> None:
    begin(two)
    play(two, 0)
    two.until(agreeing(two))
    (two.guest.folder / "races.json.new").mkdir()  # nothing can be written there
    with pytest.raises(Refusal) as refusal:
        play(two, 1)
    assert refusal.value.code == "not-saved"
    assert two.guest.race.sent is None
    assert two.guest.snapshot.trouble
    (two.guest.folder / "races.json.new").rmdir()
    two.wait(10)
    action = play(two, 1)
    assert not two.guest.snapshot.trouble
    two.until(lambda: two.guest.race.sent is None)
    assert two.host.race_log()[-1].text == action


def test_a_race_that_a_full_disk_keeps_from_being_resumed_is_not_begun_anew(
    two: TwoBoards, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(two)
    play(two, 0)
    two.until(agreeing(two))
    two.guest.submit(SetAside(two.guest.snapshot.version))
    two.until(lambda: two.guest.link.invitation is not None, 60)

    def full(_table: TableState, _change: Change) -> TableState:
        raise JournalUnwritable("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(two.guest.session, "_saved", full)
        with pytest.raises(Refusal) as refusal:
            two.guest.submit(JoinRace(RACE))
        assert refusal.value.code == "not-saved"
    two.wait(60)
    assert two.guest.snapshot.together is None
    two.guest.submit(JoinRace(RACE))
    two.until(agreeing(two), 60)
    assert two.guest.races_begun == [RACE]


@pytest.mark.parametrize("seed", sample(30, range(30)))
def test_a_race_by_phone_over_a_bad_network(seed: int, tmp_path: Path) -> None:
    raced("phones", seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_a_race_by_messy_hands_over_a_bad_network(seed: int, tmp_path: Path) -> None:
    raced("hands", seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_a_race_with_a_computer_opponent_at_the_authority(seed: int, tmp_path: Path) -> None:
    raced("an opponent", seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_teams_race_at_one_board_each_or_across_both(seed: int, tmp_path: Path) -> None:
    raced("teams", seed, tmp_path)
