"""The picture of a table that was made by hand: each part of it, in words of its own."""

import msgspec
import pytest

from controller.config import Settings
from controller.game.history import Game
from controller.game.journal.damage import Rescued
from controller.game.pieces import Player, Seating
from controller.game.rules import legal
from controller.game.setup import Setup
from controller.game.turn_clock import MoveTime
from controller.light.digits import DrawnDigits, number_shown
from controller.light.look import Look
from controller.table.kept_times import KeptTimes
from controller.table.lit_squares import attention, light_squares
from controller.table.referee import RefereeFinding
from controller.table.snapshot import RECENT_PLIES, Snapshot, snapshot_of
from controller.table.stages.judging import judged
from controller.table.stages.turns import played
from controller.table.state import ButtonSetup, TableState, Tap, Thinking
from controller.table.tracker import Spot
from tests.support.rules.positions import HOME, position
from tests.support.table.states import ANN, CEM, SETUP, START_S, a_race, no_table, over, tracked

RACE = a_race().change(begun_at="1978-11-01T20:00:00+00:00")
BEN = Player("Ben", ("yellow",), "walker")


def picture(table: TableState, now_s: float = START_S) -> Snapshot:
    return snapshot_of(table, now_s, 7)


def judged_of(table: TableState) -> Snapshot:
    """The picture once the referee has looked at the table."""
    return picture(table.change(finding=judged(table)))


def paused(table: TableState) -> TableState:
    return table.change(saved=table.saved.pause(paused=True).after)


def test_a_picture_has_the_game_its_players_and_its_place_in_the_journal() -> None:
    shown = picture(RACE)
    assert (shown.revision, shown.version, shown.phase) == (7, 1, "playing")
    assert (shown.setup, shown.seating, shown.state) == (SETUP, RACE.seating, RACE.position)
    assert shown.begun_at == "1978-11-01T20:00:00+00:00"


def test_without_a_game_a_picture_has_none() -> None:
    shown = picture(no_table().change(begun_at="1978-11-01T20:00:00+00:00"))
    assert (shown.phase, shown.setup, shown.state, shown.begun_at) == ("setup", None, None, None)
    assert (shown.plies, shown.played, shown.attention) == ((), 0, frozenset())
    assert shown.lights == {1: "waiting"}


def test_a_picture_has_the_newest_actions_and_the_number_of_all() -> None:
    table = RACE
    for _ in range(RECENT_PLIES + 2):
        assert table.position is not None
        table, _ = played(table, str(legal(table.position)[0]), START_S)
    assert table.game is not None
    shown = picture(table)
    assert shown.played == RECENT_PLIES + 2
    assert shown.plies == table.game.history[2:]


def test_a_picture_has_what_the_table_was_told() -> None:
    look, rescued = Look(night=True), Rescued("old.sqlite", 3, 1)
    tap, thinking = Tap(2, 12, START_S + 9), Thinking(3, (1, 0, 0), 4.0, START_S)
    shown = picture(
        RACE.change(
            look=look,
            lights_trouble="The strip is dark.",
            trouble="The disk is full.",
            readers={20: "quarantined", 21: "absent", 22: "suspect"},
            rescued=rescued,
            tap=tap,
            thinking=thinking,
            plain=frozenset({1}),
            settings=Settings(programs={"mine": ("./mine",), "yours": ("./yours",)}),
            button_setup=ButtonSetup(Setup((ANN, CEM)), START_S + 60),
        )
    )
    assert (shown.look, shown.rescued, shown.tap, shown.thinking) == (look, rescued, tap, thinking)
    assert (shown.lights_trouble, shown.trouble) == ("The strip is dark.", "The disk is full.")
    assert shown.readers == {20: "quarantined", 21: "absent", 22: "suspect"}
    assert shown.blind == {20, 21}
    assert shown.absent == {21}
    assert shown.plain == {1}
    assert shown.programs == ("mine", "yours")
    assert shown.next_setup == Setup((ANN, CEM))
    assert picture(RACE).next_setup is None


def test_a_picture_says_who_may_take_back_unless_the_game_is_paused() -> None:
    assert picture(RACE).take_back is None
    table, _ = played(RACE, "f7", START_S)
    assert picture(table).take_back == 0
    assert picture(paused(table)).take_back is None
    assert (picture(table).paused, picture(paused(table)).paused) == (False, True)


def test_a_picture_has_the_referees_finding_and_whether_the_game_could_follow_the_board() -> None:
    assert not judged_of(RACE).can_mend
    wrong = judged_of(RACE.change(tracker=tracked(red=5, yellow=12, green=8)))
    assert [each.square for each in wrong.finding.mismatches] == [12]
    assert wrong.can_mend
    assert (wrong.lights[12], wrong.lights[4]) == ("wrong-place", "belongs-here")
    assert {4, 5, 12} <= wrong.attention


def test_a_paused_table_lights_only_readers_that_are_out_and_reads_nothing_more_often() -> None:
    shown = picture(paused(RACE.change(readers={20: "quarantined", 21: "absent", 22: "suspect"})))
    assert shown.lights == {1: "waiting", 20: "reader-fault"}
    assert shown.attention == frozenset()


def test_a_square_without_a_reader_is_lit_as_a_move_by_phone() -> None:
    assert picture(RACE).lights[7] == "may-go"
    for state in ("quarantined", "absent"):
        lights = picture(RACE.change(readers={7: state})).lights
        assert lights[7] == "may-go-by-phone"
    assert picture(RACE.change(readers={7: "suspect"})).lights[7] == "may-go"


def test_the_square_of_a_tap_is_lit_and_read_more_often() -> None:
    shown = picture(RACE.change(tap=Tap(1, 40, START_S + 9)))
    assert shown.lights[40] == "tap"
    assert {5, 40} <= shown.attention


def test_all_squares_are_lit_until_the_celebration_is_over() -> None:
    table = over(a_race((64, 64, 20), to_act=2)).change(noted_phase="over", phase_since_s=START_S)
    end_s = START_S + table.settings.cheer_s
    assert picture(table, end_s - 0.001).lights == dict.fromkeys(range(1, 65), "race-over")
    assert picture(table, end_s).lights == {64: "race-over"}
    assert picture(table.change(noted_phase="playing"), START_S).lights == {64: "race-over"}
    assert picture(table).attention == frozenset()
    assert light_squares(table.position, table.seating, table.finding) == {64: "race-over"}


def test_a_runner_that_was_set_down_is_lit_alone_and_the_next_may_begin() -> None:
    shown = judged_of(RACE.change(tracker=tracked(red=7, yellow=4, green=8)))
    assert shown.lights == {7: "understood"}
    assert shown.attention == {4, 5, 7}


def test_an_errand_is_lit_at_both_ends_and_the_next_to_move_as_usual() -> None:
    table, _ = played(RACE, "f9", START_S)
    shown = judged_of(table)
    assert {at for at, meaning in shown.lights.items() if meaning == "errand"} == {5, 9}
    assert (shown.lights[4], shown.lights[6]) == ("turn", "may-go")


def test_a_tortoise_square_behind_may_be_gone_to_and_earns() -> None:
    shown = judged_of(a_race((13, 20, 0)))
    assert (shown.lights[11], shown.lights[13]) == ("may-go-earns", "turn")
    assert {11, 13} <= shown.attention
    assert 10 not in shown.attention


def test_while_an_opponent_moves_only_its_runner_is_lit() -> None:
    setup = Setup((ANN, BEN, CEM))
    shown = judged_of(a_race(to_act=1).change(seating=Seating(setup.seats)))
    assert shown.lights == {4: "turn"}
    assert shown.attention == {4}


def test_a_runner_on_start_or_at_home_is_lit_on_no_square() -> None:
    setup = Setup((Player("Ann", ("red", "green")), Player("Ben", ("yellow", "blue"))))
    race = a_race().change(seating=Seating(setup.seats))
    start, home = (Game(position([(at, 1), (20, 30)], lettuces=0)) for at in (0, HOME))
    for game in (start, home):
        saved = msgspec.structs.replace(race.saved, game=game, setup=setup)
        shown = judged_of(race.change(saved=saved, tracker=tracked(green=1, yellow=20, blue=30)))
        assert shown.lights[1] == "turn"
        assert [at for at, meaning in shown.lights.items() if meaning == "turn"] == [1]
        assert {1, 2} <= shown.attention
        assert not {0, HOME} & set(shown.lights)
        assert HOME not in shown.attention


def test_of_two_runners_only_the_one_in_the_hand_is_lit_with_its_destinations() -> None:
    seating = Seating((Player("Ann", ("red", "green")), Player("Ben", ("yellow", "blue"))))
    state = position([(9, 5), (20, 30)], lettuces=0)
    both = light_squares(state, seating, RefereeFinding())
    red = light_squares(state, seating, RefereeFinding(in_hand=("red",)))
    green = light_squares(state, seating, RefereeFinding(in_hand=("green",)))
    assert (red[9], 5 in red, green[5], 9 in green) == ("turn", False, "turn", False)
    assert (min(set(red) - {9}), min(set(green) - {5})) == (12, 6)
    assert {**red, **green} == both


def test_once_the_race_is_over_no_square_is_read_more_often() -> None:
    table = over(a_race((64, 64, 20), to_act=2))
    wrong = judged(RACE.change(tracker=tracked(red=5, yellow=12, green=8)))
    assert attention(table.position, table.seating, wrong, table.placement) == frozenset()
    assert attention(None, table.seating, wrong, table.placement) == frozenset()


def test_a_move_that_was_put_back_lights_no_destination() -> None:
    table, _ = played(RACE, "f7", START_S)
    shown = judged_of(table.change(to_carry={}, stood={"red": Spot(7)}))
    assert shown.finding.put_back
    assert set(shown.lights.values()) <= {"belongs-here", "wrong-place"}


@pytest.mark.parametrize("prompt", ["gift", "deal"])
def test_where_nobody_is_to_move_nothing_is_lit_nor_read_more_often(prompt: str) -> None:
    state = msgspec.structs.replace(position((5, 4, 8)), prompt=prompt)
    table = RACE.change(saved=msgspec.structs.replace(RACE.saved, game=Game(state)))
    assert (judged_of(table).lights, judged_of(table).attention) == ({}, frozenset())


def test_while_a_number_is_drawn_only_its_squares_are_lit() -> None:
    number = number_shown("1234", RACE.canvas, START_S, 30.0)
    shown = picture(RACE.change(number=number))
    assert shown.digits == DrawnDigits(START_S + 30.0)
    assert shown.lights == dict.fromkeys(sorted(number.squares(START_S)), "digits")
    assert list(shown.lights) == sorted(shown.lights)
    assert picture(RACE.change(number=number), START_S + 2.5).lights != shown.lights


def test_an_opponent_thinks_unless_it_waits_for_hands() -> None:
    setup = Setup((ANN, BEN, CEM))
    table = a_race(to_act=1).change(seating=Seating(setup.seats))
    shown = judged_of(table)
    assert (shown.opponent, shown.opponent_waits, shown.thinks) == (1, False, 1)
    shown = judged_of(table.change(tracker=tracked(red=12, yellow=4, green=8)))
    assert (shown.opponent, shown.opponent_waits, shown.thinks) == (1, True, None)
    shown = judged_of(RACE.change(tracker=tracked(red=5, yellow=12, green=8)))
    assert (shown.opponent, shown.opponent_waits, shown.thinks) == (None, False, None)


def test_a_picture_has_the_reserve_that_each_seat_has_left() -> None:
    assert picture(RACE).reserves_left_s == ()
    setup = msgspec.structs.replace(SETUP, clock=MoveTime(30, 120))
    table = RACE.change(saved=msgspec.structs.replace(RACE.saved, setup=setup))
    used = KeptTimes(used_s={table.game_key: (20.0, 0.0, 200.0)})
    assert picture(table.change(times=used)).reserves_left_s == (100.0, 120.0, 0.0)


@pytest.mark.parametrize("asked", [None, (1, 0, 0)])
def test_a_picture_tells_how_long_a_seat_has_been_thinking(
    asked: tuple[int, int, int] | None,
) -> None:
    shown = picture(RACE.change(thinking=Thinking(1, asked, 4.0, START_S)))
    assert shown.turn_s(START_S + 5) == (None if asked is None else 9.0)
