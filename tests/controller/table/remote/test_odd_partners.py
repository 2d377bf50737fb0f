"""A race of two boards when players, hosts, or the other board do what they should not."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from controller.game.journal.journal import JournalUnwritable
from controller.game.journal.race_log import LogRecord
from controller.game.journal.saved_game import Change
from controller.game.rules import Runner, State, apply, legal
from controller.game.rules.ruleset.track import LETTUCE
from controller.game.rules.text.position import write_position
from controller.game.setup import Setup, with_rules
from controller.refusal import Refusal
from controller.table.commands import (
    Begin,
    GoOnAlone,
    JoinRace,
    Pause,
    Play,
    SeeOther,
    SetAside,
    TableOrder,
    TakeBack,
)
from controller.table.remote.messages import HaveLetter, LogLetter, SentAction, write_letter
from controller.table.state import TableState
from hardware.ports import ButtonName, Pressed
from tests.support.table.two_boards import PAIR, RACE, TwoBoards, agreeing, begin, play

BUTTONS: tuple[ButtonName, ...] = ("confirm", "take-back", "carrot-draw", "carrot-pay")


@pytest.fixture
def two(tmp_path: Path) -> Iterator[TwoBoards]:
    boards = TwoBoards(tmp_path)
    yield boards
    boards.close()


@pytest.fixture
def away(two: TwoBoards) -> TwoBoards:
    """The guest, whose turn it is, has lost the other board."""
    begin(two)
    play(two, 0)
    two.until(agreeing(two))
    two.network.is_cut = True
    return two


# Buttons


@pytest.mark.parametrize("button", BUTTONS)
def test_a_press_while_an_action_is_on_its_way_does_nothing(
    away: TwoBoards, button: ButtonName
) -> None:
    play(away, 1)
    sent = away.guest.race.sent
    assert sent is not None
    away.guest.session.sense(Pressed(button, away.clock.now_s()))
    assert away.guest.race.sent == sent


def test_a_press_after_a_move_on_wood_does_nothing_while_it_is_on_its_way(tmp_path: Path) -> None:
    two = TwoBoards(tmp_path, wood=True)
    begin(two)
    two.host.world.put("red", 2)
    two.until(lambda: two.guest.race.count == 3, 10)
    two.guest.world.put("red", 2)
    two.wait(2)
    two.network.is_cut = True
    two.guest.world.put("yellow", 5)
    two.wait(5)
    sent = two.guest.race.sent
    assert sent is not None
    for button in BUTTONS:
        two.guest.session.sense(Pressed(button, two.clock.now_s()))
    assert two.guest.race.sent == sent
    two.close()


@pytest.mark.parametrize("at_guest", [True, False])
def test_a_button_that_is_held_after_a_race_begins_one_at_this_board_alone(
    two: TwoBoards, *, at_guest: bool
) -> None:
    begin(two)
    play(two, 0)
    two.until(agreeing(two))
    here = two.guest if at_guest else two.host
    role = here.race.role
    here.submit(SetAside(here.snapshot.version))
    two.wait(10)  # a press that was meant for the race begins none
    here.session.sense(Pressed("confirm", two.clock.now_s(), held=True))
    assert (here.snapshot.phase, here.snapshot.together) == ("playing", None)
    assert here.races_begun == [None, RACE]
    assert here.race_so_far(RACE).role == role


# Letters that cheat


def ask_to_mend(two: TwoBoards, position: State) -> None:
    race = two.guest.race
    action = SentAction(7, "mend", write_position(position))
    have = HaveLetter(RACE, race.count, race.digest, action)
    two.host.link.received(PAIR, write_letter(have))


def with_runner(state: State, seat: int, runner: Runner) -> State:
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], runners=(runner,))
    return replace(state, seats=tuple(seats))


def test_no_guest_puts_a_runner_home(two: TwoBoards) -> None:
    begin(two)
    play(two, 0)
    two.until(agreeing(two))
    state = two.host.state
    home = with_runner(state, 3, Runner(state.rules.home))
    ask_to_mend(two, replace(home, home=((3, 0),)))
    assert two.host.state == state


def test_a_guest_mends_squares_and_nothing_else(two: TwoBoards) -> None:
    begin(two)
    play(two, 0)
    two.until(agreeing(two))
    state = two.host.state
    lettuce = next(at for at, kind in enumerate(state.rules.kinds) if kind == LETTUCE)
    rich = with_runner(state, 3, Runner(lettuce, "leave"))
    seats = list(rich.seats)
    seats[1] = replace(seats[1], carrots=seats[1].carrots + 1)
    ask_to_mend(two, replace(rich, seats=tuple(seats)))
    assert two.host.state == with_runner(state, 3, Runner(lettuce, "chew"))


def begun(setup: Setup) -> bytes:
    record = LogRecord("begin", msgspec.json.encode(setup).decode())
    return write_letter(LogLetter(RACE, 1, records=(record,)))


def test_a_board_follows_the_race_that_its_host_has_accepted(two: TwoBoards) -> None:
    setup = with_rules(two.setup)
    two.guest.link.received(PAIR, begun(setup))
    two.guest.submit(JoinRace(RACE))
    two.guest.link.received(PAIR, begun(replace(setup, first=2)))
    assert two.guest.snapshot.together is None
    two.guest.link.received(PAIR, begun(setup))
    assert two.guest.snapshot.together is not None


def test_no_board_follows_a_lesson(two: TwoBoards) -> None:
    lesson = begun(replace(two.setup, lesson=True))
    two.guest.link.received(PAIR, lesson)
    two.guest.submit(JoinRace(RACE))
    two.guest.link.received(PAIR, lesson)
    assert two.guest.snapshot.together is None


def test_with_another_board_no_player_shuffles(two: TwoBoards) -> None:
    with pytest.raises(Refusal, match="the board shuffles"):
        two.host.submit(Begin(replace(two.setup, chance="by-hand")))


# Hosts who do not wait


def test_who_goes_on_alone_keeps_the_action_that_was_on_its_way(away: TwoBoards) -> None:
    action = play(away, 1)
    away.guest.submit(GoOnAlone(away.guest.snapshot.version))
    assert away.guest.race.sent is None
    assert away.guest.race_log()[-1] == LogRecord("play", action)
    away.guest.restart()
    assert away.guest.race_log()[-1] == LogRecord("play", action)
    assert away.guest.race.role == "alone"


def test_who_goes_on_alone_loses_no_action_to_a_pulled_plug_or_a_full_disk(
    away: TwoBoards, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    action, before, cut = play(away, 1), away.guest.race_log(), tmp_path / "cut"

    def pulled(_table: TableState, _change: Change) -> TableState:
        if not cut.exists():
            shutil.copytree(away.guest.folder, cut)
        raise JournalUnwritable("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(away.guest.session, "_saved", pulled)
        away.guest.submit(GoOnAlone(away.guest.snapshot.version))
        assert (away.guest.race.role, away.guest.race_log()) == ("alone", before)
    away.wait(60)
    for folder in (away.guest.folder, cut):
        away.guest.session.close()
        away.guest.folder = folder
        away.guest.open()
        away.wait(1)
        assert away.guest.race.role == "alone"
        assert away.guest.race_log() == (*before, LogRecord("play", action))
        assert away.guest.race.sent is None


def test_who_goes_on_alone_keeps_a_take_back(two: TwoBoards) -> None:
    begin(two)
    play(two, 0)
    two.until(agreeing(two))
    before = two.guest.state
    play(two, 1)
    two.until(lambda: two.guest.race.sent is None)
    two.until(agreeing(two))
    two.network.is_cut = True
    seat = before.to_act
    assert seat is not None
    two.guest.submit(TakeBack(seat, two.guest.snapshot.version))
    two.guest.submit(GoOnAlone(two.guest.snapshot.version))
    assert two.guest.state == before


def carried(two: TwoBoards) -> None:
    """Both boards agree, and every runner stands where the game has it."""
    two.until(agreeing(two))
    for board, people in zip(two.boards, two.people, strict=True):
        two.wait(2)
        while board.snapshot.finding.errands:
            people.act()
            two.wait(2)


def test_a_hand_whose_move_is_on_its_way_is_not_sent_back_by_a_restart(tmp_path: Path) -> None:
    two = TwoBoards(tmp_path, wood=True, players=3, guests=(1,))
    begin(two)
    play(two, 0)
    carried(two)
    lettuce = 10
    for action in (f"f{lettuce}", "chew"):
        two.network.is_cut = True
        if action == "chew":
            two.guest.world.turn("yellow")
        else:
            two.guest.world.put("yellow", lettuce)
        two.wait(2)
        sent = two.guest.race.sent
        assert sent is not None
        two.guest.restart()
        two.wait(5)
        assert (sent.text, two.guest.race.sent, two.guest.snapshot.finding.errands) == (
            action,
            sent,
            (),
        )
        assert two.guest.snapshot.lights == {lettuce: "understood"}
        two.network.is_cut = False
        two.until(lambda: two.guest.race.sent is None)
        for _ in range(2):
            carried(two)
            play(two, 0)
        carried(two)
    two.close()


def test_a_pause_of_the_other_host_is_ended_there(away: TwoBoards) -> None:
    play(away, 1)
    away.host.submit(Pause(True))
    away.network.is_cut = False
    away.until(lambda: away.guest.snapshot.paused)
    with pytest.raises(Refusal, match="Resume it at the other board"):
        away.guest.submit(Pause(False))
    away.host.submit(Pause(False))
    away.until(lambda: away.guest.race.sent is None)


@pytest.mark.long
def test_the_end_of_a_race_is_told_after_the_next_one_has_begun(tmp_path: Path) -> None:
    two = TwoBoards(tmp_path, guests=(1,))
    begin(two)
    while True:
        state = two.host.state
        last = [each for each in legal(state) if apply(state, each).state.prompt == "over"]
        if two.host.is_my_turn and last and state.prompt == "move":
            two.until(agreeing(two))
            break
        for person in two.people:
            person.act()
        two.wait(0.25)
    two.network.is_cut = True
    assert state.to_act is not None
    two.host.submit(Play(state.to_act, str(last[0]), two.host.snapshot.version))
    told = two.host.race_log()
    assert two.setup.together is not msgspec.UNSET
    again = replace(two.setup, together=replace(two.setup.together, race="race-2"))
    two.host.submit(Begin(again))
    two.network.is_cut = False
    two.until(lambda: two.guest.snapshot.phase == "over")
    assert two.guest.race_log() == told == two.host.race_log()
    two.guest.submit(JoinRace("race-2"))
    two.until(lambda: two.guest.race.race == "race-2")
    two.close()


def test_a_race_that_was_put_away_is_not_told(away: TwoBoards) -> None:
    away.host.submit(SetAside(away.host.snapshot.version))
    away.network.is_cut = False
    away.until(lambda: away.guest.race.other.state == "off-table")


# What is shown


def seen_by_guest(two: TwoBoards, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The states of the other board that the guest's table is told from now on."""
    told: list[str] = []
    submit = two.guest.submit

    def submitted(command: TableOrder) -> int:
        if isinstance(command, SeeOther):
            told.append(command.other.state)
        return submit(command)

    monkeypatch.setattr(two.guest, "submit", submitted)
    return told


def test_a_log_that_makes_no_sense_is_told_once(
    two: TwoBoards, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(two)
    told = seen_by_guest(two, monkeypatch)
    race = two.guest.race
    odd = (LogRecord("play", "f999"),)
    letter = write_letter(LogLetter(RACE, race.count + 1, race.count, race.digest, odd))
    for _ in range(3):
        two.guest.link.received(PAIR, letter)
    assert told == ["cannot-follow"]


def test_a_board_with_an_older_log_is_told_once(
    two: TwoBoards, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(two)
    two.host.session.close()
    older = (two.host.folder / "journal.sqlite").read_bytes()
    two.host.open()
    play(two, 0)
    two.until(agreeing(two))
    two.host.session.close()
    for each in two.host.folder.glob("journal.sqlite*"):
        each.unlink()
    (two.host.folder / "journal.sqlite").write_bytes(older)
    two.host.open()
    told = seen_by_guest(two, monkeypatch)
    two.wait(120)
    assert set(told[told.index("forked") :]) == {"forked"}
