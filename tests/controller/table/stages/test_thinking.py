"""The clock of a game: it times turns, takes from reserves, and never plays for anybody."""

from pathlib import Path

import msgspec
import pytest

from controller.game.pieces import Seating
from controller.game.turn_clock import MoveTime, Reminder
from controller.table.commands import Load, Pause, SetAside, TakeBack
from controller.table.kept_times import KeptTimes, TimesFile
from controller.table.stages.thinking import thinking_measured
from controller.table.stages.turns import played
from controller.table.state import Thinking
from tests.support.table.states import SETUP, START_S, a_race
from tests.support.table.tabletop import PAUSE_S, SCAN_S, SETTLE_S, Tabletop

CLOCK = MoveTime(move_s=60, reserve_s=300)


@pytest.fixture
def table(tmp_path: Path) -> Tabletop:
    return Tabletop(tmp_path, clock=CLOCK)


def think(table: Tabletop, seconds: float) -> None:
    """Let time pass in which nobody touches anything."""
    table.clock.advance(seconds)
    table.wait(SCAN_S)


def left(table: Tabletop) -> list[int]:
    """What everybody has in reserve, in whole seconds."""
    return [round(seconds) for seconds in table.snapshot.reserves_left_s]


def thought(table: Tabletop) -> int:
    return round(table.snapshot.thinking.spent_at(table.clock.now_s()))


def test_a_move_in_time_takes_nothing_from_the_reserve(table: Tabletop) -> None:
    think(table, 50)
    table.phone("Ann", "f5")
    assert left(table) == [300, 300, 300]
    assert not (table.folder / "reserves.json").exists()


def test_a_longer_move_takes_the_rest_from_the_reserve(table: Tabletop) -> None:
    think(table, 100)
    table.phone("Ann", "f5")
    assert left(table) == [260, 300, 300]
    assert thought(table) == 0


def test_the_clock_never_plays_for_anybody(table: Tabletop) -> None:
    think(table, 3600)
    assert (table.to_act, table.actions) == ("Ann", [])
    table.phone("Ann", "f5")
    assert left(table) == [0, 300, 300]


def test_a_turn_on_the_board_ends_when_the_move_counts(table: Tabletop) -> None:
    think(table, 70)
    table.move("Ann", 5)
    assert left(table)[0] == round(300 - 10 - SETTLE_S - SCAN_S)
    assert table.to_act == "Ben"


def test_a_question_after_a_move_belongs_to_it(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, options={"hare": "die-table"}, chance="by-hand", clock=CLOCK)
    think(table, 40)
    turn = table.snapshot.thinking.turn
    table.phone("Ann", "f1")
    assert (table.state.prompt, table.to_act) == ("roll", "Ann")
    assert (table.snapshot.thinking.turn, thought(table)) == (turn, 40)
    think(table, 40)
    table.phone("Ann", "roll 1")
    assert left(table) == [280, 300, 300]


def test_while_the_game_is_paused_the_clock_stands_still(table: Tabletop) -> None:
    think(table, 30)
    table.command(Pause(paused=True))
    think(table, 1000)
    assert thought(table) == 30
    table.command(Pause(paused=False))
    think(table, 20)
    assert thought(table) == 50
    table.phone("Ann", "f5")
    assert left(table) == [300, 300, 300]


def test_before_the_first_move_the_clock_waits_until_the_runners_are_at_start(
    table: Tabletop,
) -> None:
    table.move("Ann", 5)
    table.begin_anew()
    assert table.errands == [("Ann", 5, 0)]
    think(table, 100)
    assert thought(table) == 0
    table.knock("Ann")
    assert table.errands == []
    think(table, 30)
    assert thought(table) in (30, 31)


def test_after_taking_back_the_turn_begins_anew_and_what_was_used_stays_used(
    table: Tabletop,
) -> None:
    think(table, 100)
    table.phone("Ann", "f5")
    think(table, 5)
    table.command(TakeBack(0, table.snapshot.version))
    assert (table.to_act, thought(table)) == ("Ann", 0)
    assert left(table) == [260, 300, 300]


def test_a_restart_gives_nobody_a_new_reserve(table: Tabletop) -> None:
    think(table, 100)
    table.phone("Ann", "f5")
    table.wait(SCAN_S)
    table.pull_the_plug()
    assert left(table) == [260, 300, 300]


def test_a_game_put_away_keeps_its_reserves(table: Tabletop) -> None:
    number = table.session.table.saved.number
    think(table, 100)
    table.phone("Ann", "f5")
    table.command(SetAside(table.snapshot.version))
    assert table.snapshot.thinking.asked is None
    table.command(Load(number))
    table.wait(PAUSE_S)
    assert left(table) == [260, 300, 300]


def test_the_next_game_begins_with_whole_reserves(table: Tabletop) -> None:
    think(table, 100)
    table.phone("Ann", "f5")
    table.begin_anew()
    assert left(table) == [300, 300, 300]


def test_reserves_of_another_journal_are_not_those_of_a_new_game(tmp_path: Path) -> None:
    TimesFile(tmp_path / "reserves.json").keep(KeptTimes({"1 of 2026-01-01T00:00:00Z": (90, 0, 0)}))
    table = Tabletop(tmp_path, clock=CLOCK)
    assert table.session.table.saved.number == 1
    assert left(table) == [300, 300, 300]


def test_a_reminder_takes_nothing_from_anybody(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, clock=Reminder(after_s=60))
    think(table, 100)
    assert thought(table) == 100
    table.phone("Ann", "f5")
    assert (left(table), thought(table)) == ([], 0)


def test_without_a_clock_a_turn_is_measured_and_no_reserve_used(tmp_path: Path) -> None:
    table = Tabletop(tmp_path)
    think(table, 100)
    assert thought(table) == 100
    assert left(table) == []


def test_each_move_that_is_asked_for_is_a_turn_of_its_own() -> None:
    moved, _ = played(a_race(), "f7", START_S)
    table = moved.change(thinking=Thinking(1, (1, 1, 0), since_s=START_S))
    after = thinking_measured(table, START_S + 1)
    assert after.thinking == Thinking(2, (1, 1, 1), since_s=START_S + 1)
    assert thinking_measured(after, START_S + 2) is after


@pytest.mark.parametrize(("spent_s", "used_s"), [(60.0, []), (60.5, [(0.5, 0.0, 0.0)])])
def test_only_time_beyond_that_of_a_move_is_taken(
    spent_s: float, used_s: list[tuple[float, ...]]
) -> None:
    race = a_race()
    saved = msgspec.structs.replace(race.saved, setup=msgspec.structs.replace(SETUP, clock=CLOCK))
    moved, _ = played(race.change(saved=saved), "f7", START_S)
    table = moved.change(thinking=Thinking(1, (1, 0, 0), spent_s=spent_s))
    table = thinking_measured(table, START_S)
    assert [*table.times.used_s.values()] == used_s
    table = thinking_measured(table.change(thinking=Thinking(2, (1, 0, 0), spent_s=61)), START_S)
    (used,) = table.times.used_s.values()
    assert used == (sum(each[0] for each in used_s) + 1, 0, 0)


def test_a_computer_opponent_is_not_timed() -> None:
    race = a_race()
    opponent = msgspec.structs.replace(SETUP.seats[0], opponent="walker")
    table = race.change(seating=Seating((opponent, *SETUP.seats[1:])))
    assert thinking_measured(table, START_S + 1).thinking == Thinking(2, None)
