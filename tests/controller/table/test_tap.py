"""Saying by the wood whose phone it is: a runner held on a lit square, and put back."""

import random

import pytest

from controller.config import Settings
from controller.game.rules import Action, legal
from controller.game.rules.ruleset.track import HARE, LETTUCE
from controller.refusal import Refusal
from controller.table.commands import Abandon, AskTap, EndTap, TakeBack
from controller.table.state import Tap
from tests.controller.table.conftest import Opener
from tests.support.table.tabletop import NAMES, SCAN_S, SETTLE_S, Tabletop
from tests.support.tiers import sample

TAP_S = Settings().tap_s
BACK_S = Settings().tap_back_s


def ask(table: Tabletop) -> Tap:
    """Somebody's phone asks for a runner."""
    table.command(AskTap())
    tap = table.snapshot.tap
    assert tap is not None
    return tap


def hold(table: Tabletop, name: str) -> None:
    """Somebody holds a runner on the lit square until the board has understood."""
    tap = table.snapshot.tap
    assert tap is not None
    table.move(name, tap.square)


def taken(table: Tabletop) -> tuple[str | None, int | None]:
    """Which runner has been held on the lit square, and whose it is."""
    tap = table.snapshot.tap
    return (None, None) if tap is None else (tap.colour, tap.seat)


def test_ben_holds_his_runner_on_the_lit_square_and_puts_it_back(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.move("Ben", 4)
    table.move("Cem", 9)
    before = table.state
    tap = ask(table)
    assert (tap.number, tap.square, taken(table)) == (1, 63, (None, None))
    assert table.light(63) == "tap"
    table.lift("Ben")
    assert table.faults == [], "a runner in the hand is on its way"
    table.put("Ben", 63)
    assert taken(table) == (None, None), "it has to be held there for a moment"
    assert table.faults == []
    table.wait(SETTLE_S)
    assert taken(table) == ("yellow", 1)
    assert table.light(63) is None, "the board has understood"
    assert table.light(4) == "belongs-here", "and says where the runner goes now"
    table.lift("Ben")
    assert table.faults == []
    table.put("Ben", 4)
    assert table.light(4) is None
    assert (table.state, table.faults, table.errands) == (before, [], [])
    table.command(EndTap(1))
    table.wait(2 * BACK_S)
    assert table.snapshot.tap is None
    assert (table.state, table.faults, table.errands) == (before, [], [])


def test_before_the_race_begins_everybody_taps_and_goes_back_to_start(table: Tabletop) -> None:
    before = table.state
    for seat, name in enumerate(("Cem", "Ann", "Ben"), start=1):
        assert ask(table).number == seat
        hold(table, name)
        assert taken(table)[1] == NAMES.index(name)
        table.command(EndTap(seat))
        table.lift(name)
        table.wait(BACK_S)
        assert (table.faults, table.errands) == ([], [])
    assert table.state == before
    assert table.actions == []


def test_the_player_to_move_taps_without_moving(table: Tabletop) -> None:
    before = table.state
    ask(table)
    table.lift("Ann")
    assert table.finding.in_hand == ()
    hold(table, "Ann")
    assert taken(table) == ("red", 0)
    table.slide("Ann", 7, 5, 3, rest_s=2 * SETTLE_S)
    assert table.finding.candidate is None, "squares on the way back are no moves"
    table.lift("Ann")
    assert (table.state, table.actions, table.faults) == (before, [], [])
    table.move("Ann", 5)
    assert table.actions == ["f5"], "once it is back the next move is one"


def test_a_runner_that_is_not_put_back_is_guided_back_in_the_end(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.move("Ben", 4)
    ask(table)
    hold(table, "Ann")
    table.wait(BACK_S - SETTLE_S)
    assert table.faults == []
    table.wait(SETTLE_S)
    assert table.faults == [("misplaced", "Ann", 63, 5)]
    table.put("Ann", 5)
    assert table.faults == []


def test_a_runner_lifted_as_the_square_is_lit_is_on_its_way(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.world.lift("red")
    table.wait(2 * SCAN_S)
    assert table.finding.put_back, "it is seen to be gone now, and not before"
    ask(table)
    assert not table.finding.put_back


def test_a_runner_face_down_taps_and_has_chewed_nothing(table: Tabletop) -> None:
    table.put("Ann", 10, face_down=True)
    table.wait(SETTLE_S)
    before = table.state
    ask(table)
    hold(table, "Ann")
    assert (taken(table), table.faults, table.errands) == (("red", 0), [], [])
    table.put("Ann", 10, face_down=True)
    assert (table.state, table.faults, table.errands) == (before, [], [])


def test_a_runner_that_taps_is_still_to_be_carried(table: Tabletop) -> None:
    for name, square in (("Ann", 2), ("Ben", 4), ("Cem", 9)):
        table.move(name, square)
    table.phone("Ann", "f5")
    ask(table)
    hold(table, "Ann")
    assert (taken(table), table.errands) == (("red", 0), [("Ann", 2, 5)])
    table.put("Ann", 5)
    assert (table.faults, table.errands) == ([], [])


def test_a_runner_may_be_put_back_although_the_lit_squares_reader_is_out(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.move("Ben", 4)
    ask(table)
    hold(table, "Ann")
    table.reader(63, "quarantined")
    assert table.faults == []
    table.put("Ann", 5)
    assert (table.faults, table.errands) == ([], [])


def test_the_movers_runner_left_on_the_lit_square_has_not_moved_there(table: Tabletop) -> None:
    before = table.state
    ask(table)
    hold(table, "Ann")
    table.wait(TAP_S)
    assert (table.state, table.actions) == (before, [])
    assert table.errands == [("Ann", 63, 0)]
    table.lift("Ann")
    assert table.errands == []


def test_a_runner_pushed_across_the_lit_square_has_not_been_held_there(table: Tabletop) -> None:
    table.move("Ann", 5)
    ask(table)
    table.slide("Cem", 61, 63, 62, rest_s=SETTLE_S / 2)
    assert taken(table) == (None, None)
    assert table.faults == [], "as long as it rests nowhere it is on its way"
    table.wait(SETTLE_S)
    assert table.faults == [("misplaced", "Cem", 62, 0)]


def test_others_play_on_while_somebody_taps(table: Tabletop) -> None:
    ask(table)
    table.lift("Cem")
    table.move("Ann", 5)
    table.put("Cem", 63)
    table.move("Ben", 4)
    assert (table.actions, taken(table)) == (["f5", "f4"], ("green", 2))
    assert table.to_act == "Cem"
    table.lift("Cem")
    table.move("Cem", 9)
    assert table.actions == ["f5", "f4", "f9"]


def test_a_runner_on_its_way_to_the_lit_square_hurries_no_move(table: Tabletop) -> None:
    ask(table)
    table.put("Ann", 5)
    table.put("Ben", 30)
    table.put("Ben", 63)
    assert table.actions == [], "Ann has still a moment to think better of it"
    table.wait(SETTLE_S)
    assert (table.actions, taken(table)) == (["f5"], ("yellow", 1))


def test_a_tap_is_not_taken_for_a_take_back(table: Tabletop) -> None:
    table.move("Ann", 5)
    ask(table)
    table.lift("Ann")
    assert not table.finding.put_back, "her runner has not gone back to START"
    hold(table, "Ann")
    table.command(EndTap(1))
    assert not table.finding.put_back
    table.put("Ann", 5)
    assert table.at("Ann") == 5
    table.lift("Ann")
    assert table.finding.put_back, "without a tap it means what it always means"


def test_both_runners_of_a_seat_are_in_use_at_once(lay: Opener) -> None:
    table = lay(players=2)
    ask(table)
    first, second = table.snapshot.seating.players[0].colours
    table.world.put(second, 63)
    table.wait(SETTLE_S / 2)
    table.world.put(first, 5)
    table.wait(SETTLE_S + SCAN_S)
    assert taken(table) == (second, 0)
    assert table.actions == ["1:f5"]


def test_a_bank_card_on_the_lit_square_is_nobody(table: Tabletop) -> None:
    ask(table)
    table.lay_bank_card(63)
    table.wait(2 * SETTLE_S)
    assert taken(table) == (None, None)
    assert table.light(62) == "tap", "another square is lit instead"


def test_a_square_that_is_needed_is_never_lit(table: Tabletop) -> None:
    table.reader(63, "quarantined")
    assert ask(table).square == 62
    table.reader(62, "quarantined")
    tap = table.snapshot.tap
    assert tap is not None
    assert (tap.number, tap.square) == (1, 61), "the same tap, on another square"
    assert table.light(61) == "tap"


def test_a_square_where_a_runner_is_pushed_along_is_not_lit_instead(table: Tabletop) -> None:
    ask(table)
    table.wait(SCAN_S)
    table.slide("Cem", 62, rest_s=SCAN_S)
    table.reader(63, "quarantined")
    assert (table.light(62), table.light(61)) == (None, "tap")


def test_a_square_to_go_back_to_is_needed(table: Tabletop) -> None:
    for name, square in (("Ann", 9), ("Ben", 5), ("Cem", 2), ("Ann", 12)):
        table.move(name, square)
    table.phone("Ben", "draw")
    table.phone("Cem", "draw")
    for square in range(12, 65):
        table.reader(square, "absent")
    assert ask(table).square == 10, "Ann may go back to 11"


def test_the_lit_square_is_given_up_when_the_game_needs_it(table: Tabletop) -> None:
    for square in range(15, 65):
        table.reader(square, "absent")
    assert ask(table).square == 14
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 9)):
        table.move(name, square)
    assert table.light(14) == "may-go", "Ann may go there now"
    assert table.light(11) == "tap", "the highest square where she may not"
    table.move("Ann", 14)
    assert taken(table) == (None, None)
    assert table.at("Ann") == 14


def test_one_tap_at_a_time(table: Tabletop) -> None:
    tap = ask(table)
    with pytest.raises(Refusal) as refused:
        table.command(AskTap())
    assert refused.value.code == "tap-busy"
    table.command(EndTap(tap.number + 1))
    assert table.light(63) == "tap", "that was another one"
    table.command(EndTap(tap.number))
    assert table.snapshot.tap is None
    assert table.light(63) is None
    assert ask(table).number == 2


def test_nobody_comes_and_the_light_goes_out(table: Tabletop) -> None:
    ask(table)
    table.wait(TAP_S - SCAN_S)
    assert table.light(63) == "tap"
    table.wait(2 * SCAN_S)
    assert table.snapshot.tap is None
    assert table.light(63) is None
    table.move("Cem", 63)
    assert table.faults == [("misplaced", "Cem", 63, 0)]


def test_who_comes_at_the_last_moment_is_still_seen_by_the_phone(table: Tabletop) -> None:
    ask(table)
    table.wait(TAP_S - 2 * SETTLE_S)
    hold(table, "Cem")
    table.wait(BACK_S / 2)
    assert taken(table) == ("green", 2)


def test_without_a_game_there_is_nobody_to_be(table: Tabletop) -> None:
    ask(table)
    table.command(Abandon(table.snapshot.version))
    assert table.snapshot.tap is None
    with pytest.raises(Refusal) as refused:
        table.command(AskTap())
    assert refused.value.code == "no-game"


def test_one_can_tap_while_cards_are_to_be_dealt(lay: Opener) -> None:
    table = lay(chance="by-hand")
    assert table.state.prompt == "deal"
    before = table.state
    ask(table)
    hold(table, "Ben")
    assert taken(table) == ("yellow", 1)
    table.lift("Ben")
    table.wait(BACK_S)
    assert (table.state, table.faults, table.actions) == (before, [], [])


def test_one_can_tap_after_a_power_cut(table: Tabletop) -> None:
    table.move("Ann", 5)
    ask(table)
    table.pull_the_plug()
    assert table.snapshot.tap is None
    ask(table)
    hold(table, "Ann")
    assert taken(table) == ("red", 0)
    table.put("Ann", 5)
    assert (table.faults, table.actions) == ([], ["f5"])


def test_a_board_without_a_free_square_says_so(table: Tabletop) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 9)):
        table.move(name, square)
    for square in range(2, 65):
        table.reader(square, "absent")
    tap = ask(table)
    assert tap.square == 1
    table.command(EndTap(tap.number))
    table.reader(1, "absent")
    with pytest.raises(Refusal) as refused:
        table.command(AskTap())
    assert refused.value.code == "no-free-square"


@pytest.mark.parametrize("seed", sample(3, range(6)))
def test_however_often_people_tap_the_game_is_the_same(lay: Opener, seed: int) -> None:
    rng = random.Random(seed)
    table, calm = lay(), lay()
    for _ in range(25):
        state = table.state
        moves = [each for each in legal(state) if each.kind == "forward" and quiet(table, each)]
        if state.prompt != "move" or not moves or table.errands:
            break
        if rng.random() < 0.6:
            tap_somewhere(table, rng.choice(NAMES[:3]), rng)
        name, move = table.to_act or "", rng.choice(moves)
        table.move(name, move.to or 0)
        calm.move(name, move.to or 0)
        assert table.actions == calm.actions
    assert len(table.actions) >= 3


def quiet(table: Tabletop, move: Action) -> bool:
    """Whether a move leads to a square where nothing has to be drawn, chewed or carried."""
    return (to := move.to or 0) < 60 and table.state.rules.track.kind(to) not in (HARE, LETTUCE)


def tap_somewhere(table: Tabletop, name: str, rng: random.Random) -> None:
    """Somebody taps, more or less tidily, and puts the runner back."""
    tap, home, before = ask(table), table.at(name), table.state
    if rng.random() < 0.5:
        table.lift(name)
    if rng.random() < 0.3:
        table.slide(name, tap.square - 2, tap.square - 1, rest_s=SCAN_S)
    hold(table, name)
    if rng.random() < 0.5:
        table.command(EndTap(tap.number))
    if rng.random() < 0.5:
        table.slide(name, tap.square - 1, tap.square - 2, rest_s=SCAN_S)
    if home:
        table.put(name, home)
    else:
        table.lift(name)
    table.command(EndTap(tap.number))
    assert (table.state, table.faults, table.errands) == (before, [], [])


def test_a_refused_take_back_during_a_tap_changes_nothing(table: Tabletop) -> None:
    table.move("Ann", 5)
    tap = ask(table)
    table.command(TakeBack(0, table.snapshot.version))
    assert table.snapshot.tap == tap, "the game is Ann's to take back, the tap goes on"
    assert table.at("Ann") == 0
