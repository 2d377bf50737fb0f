"""Wood and game differ, and somebody says which of them is right."""

import pytest

from controller.config import Settings
from controller.game.rules import Runner
from controller.refusal import Refusal
from controller.table.commands import AskTap
from tests.controller.table.conftest import Opener
from tests.support.disk import no_room_in
from tests.support.table.mending import can_mend, mend, refused
from tests.support.table.tabletop import PAUSE_S, SCAN_S, SETTLE_S, Tabletop

FIRST_LOOK_S = Settings().first_look_s


def put_back(table: Tabletop) -> bool:
    return table.finding.put_back


# The game is right


def test_the_game_is_right_and_what_stands_wrong_is_to_be_carried(race: Tabletop) -> None:
    race.knock("Ben")
    race.put("Cem", 12)
    assert [kind for kind, *_ in race.faults] == ["missing", "misplaced"]
    before = race.snapshot.version
    mend(race, "game")
    assert race.faults == []
    assert race.errands == [("Ben", None, 4), ("Cem", 12, 8)]
    assert race.snapshot.version == before
    race.put("Ben", 4)
    race.put("Cem", 8)
    assert race.errands == []
    race.move("Ann", 7)
    assert race.actions[-1] == "f7"


def test_the_game_is_right_so_a_runner_that_was_held_for_a_tap_goes_back_and_moves_nothing(
    race: Tabletop,
) -> None:
    before, actions, at = race.state, race.actions, race.at("Ann")
    race.command(AskTap())
    tap = race.snapshot.tap
    assert tap is not None
    race.move("Ann", tap.square)
    race.put("Ann", 7)
    race.knock("Ben")
    mend(race, "game")
    race.wait(2 * Settings().tap_back_s)
    assert (race.state, race.actions) == (before, actions)
    assert race.errands == [("Ann", 7, at), ("Ben", None, 4)]


def test_the_game_is_right_so_the_move_that_was_proposed_is_dropped(race: Tabletop) -> None:
    race.put("Ann", 7)
    mend(race, "game")
    race.wait(3 * SETTLE_S)
    assert (race.actions[-1], race.errands) == ("f8", [("Ann", 7, 5)])
    race.put("Ann", 5)
    assert race.errands == []
    race.move("Ann", 7)
    assert race.actions[-1] == "f7"


def test_whoever_means_the_move_lifts_the_runner_and_sets_it_down_again(race: Tabletop) -> None:
    race.put("Ann", 7)
    mend(race, "game")
    race.lift("Ann")
    race.move("Ann", 7)
    assert race.actions[-1] == "f7"


def test_the_game_is_right_so_nothing_is_being_taken_back(race: Tabletop) -> None:
    race.knock("Cem")
    assert put_back(race)
    mend(race, "game")
    assert not put_back(race)
    assert race.errands == [("Cem", None, 8)]


def test_the_game_is_right_and_runners_that_have_changed_places_need_not_rest(
    swapped: Tabletop,
) -> None:
    mend(swapped, "game")
    assert (swapped.faults, swapped.errands) == ([], [])
    assert swapped.snapshot.seating.players[0].colours == ("green", "red")


# The board is right


def test_the_board_is_right_and_the_runners_are_where_they_stand(race: Tabletop) -> None:
    hands = [(seat.carrots, seat.lettuces) for seat in race.state.seats]
    race.put("Ben", 12)
    race.put("Cem", 4)
    assert can_mend(race)
    before = race.snapshot.version
    mend(race, "board")
    assert [race.at(name) for name in ("Ann", "Ben", "Cem")] == [5, 12, 4]
    assert [(seat.carrots, seat.lettuces) for seat in race.state.seats] == hands
    assert (race.faults, race.errands, race.to_act) == ([], [], "Ann")
    assert race.snapshot.version == before + 1
    assert not can_mend(race)
    race.move("Ann", 7)
    race.move("Ben", 13)
    assert race.actions[-2:] == ["f7", "f13"]


def test_what_was_played_before_cannot_be_taken_back_any_more(race: Tabletop) -> None:
    before = race.snapshot
    assert before.take_back == 2
    race.put("Ben", 12)
    mend(race, "board")
    assert race.snapshot.take_back is None
    race.put("Cem", 1)
    assert not put_back(race)
    assert [*race.actions] == ["f5", "f4", "f8"]
    assert race.snapshot.played == 4  # with the deal


def test_who_is_to_miss_a_turn_misses_it_face_down_as_well(lay: Opener) -> None:
    table = lay(cards=["more-behind"])
    for name, square in (("Ann", 1), ("Ben", 5), ("Cem", 4)):
        table.move(name, square)
    table.put("Ann", 10, face_down=True)
    mend(table, "board")
    assert (table.faults, table.errands, table.to_act) == ([], [], "Ann")
    table.wait(PAUSE_S + SCAN_S)
    assert table.actions[-1] == "miss"


def test_it_is_remembered_when_the_plug_is_pulled(race: Tabletop) -> None:
    race.put("Ben", 12)
    mend(race, "board")
    race.phone("Ann", "f7")
    mended = race.state
    race.pull_the_plug()
    assert race.state == mended
    assert race.actions == ["f5", "f4", "f8", "f7"]
    assert race.snapshot.take_back == 0


def test_it_is_not_done_before_it_is_on_the_disk(race: Tabletop) -> None:
    race.put("Ben", 12)
    before = race.state
    with no_room_in(race.folder), pytest.raises(Refusal) as caught:
        mend(race, "board")
    assert caught.value.code == "not-saved"
    assert (race.state, race.faults) == (before, [("misplaced", "Ben", 12, 4)])
    race.pull_the_plug()
    assert race.state == before
    race.wait(FIRST_LOOK_S)
    mend(race, "board")
    assert race.at("Ben") == 12


def test_a_move_that_is_being_made_is_still_to_be_paid(race: Tabletop) -> None:
    race.put("Ben", 12)
    race.put("Ann", 7)
    mend(race, "board")
    assert (race.at("Ann"), race.at("Ben"), race.carrots("Ann")) == (5, 12, 50)
    assert race.actions[-1] == "f8"
    race.wait(SETTLE_S + SCAN_S)
    assert (race.actions[-1], race.at("Ann")) == ("f7", 7)


def test_a_move_that_may_no_more_be_made_then_is_not_paid(lay: Opener) -> None:
    table = lay(2)
    for colour, square in (("red", 5), ("yellow", 2), ("green", 9), ("blue", 4)):
        table.world.put(colour, square)
        table.wait(SETTLE_S + SCAN_S)
    carrots, played = table.state.seats[0].carrots, table.actions
    table.world.put("green", 42)
    table.world.put("red", 7)
    table.wait(SCAN_S)
    assert table.light(7) == "understood"
    mend(table, "board")
    assert table.state.seats[0].runners == (Runner(7), Runner(42, "chew"))
    table.wait(2 * SETTLE_S)
    assert (table.actions, table.state.seats[0].carrots) == (played, carrots)


def test_a_mover_that_may_not_be_where_it_stands_is_there_all_the_same(race: Tabletop) -> None:
    race.put("Ann", 11)
    assert race.faults == [("misplaced", "Ann", 11, 5)]
    mend(race, "board")
    race.wait(2 * SETTLE_S)
    assert (race.at("Ann"), race.to_act, race.actions[-1]) == (11, "Ann", "f8")


def test_runners_may_have_changed_places(race: Tabletop) -> None:
    race.lift("Ben")
    race.put("Cem", 4)
    race.put("Ben", 8)
    mend(race, "board")
    assert (race.at("Ben"), race.at("Cem"), race.faults) == (8, 4, [])


def test_a_runner_may_stand_on_the_first_square(race: Tabletop) -> None:
    race.put("Ben", 1)
    mend(race, "board")
    assert race.at("Ben") == 1


def test_any_number_may_still_be_on_start(table: Tabletop) -> None:
    table.put("Ben", 4)
    mend(table, "board")
    assert [table.at(name) for name in ("Ann", "Ben", "Cem")] == [0, 4, 0]


# Two runners each: Ann has the red and the green one, Ben the yellow and the blue one.


def stand(table: Tabletop, colour: str, square: int) -> None:
    table.world.put(colour, square)
    table.wait(SETTLE_S + SCAN_S)


def places(table: Tabletop) -> list[list[int]]:
    """Where the game has the runners of each player."""
    return [[runner.at for runner in seat.runners] for seat in table.state.seats]


def test_the_second_runner_is_taken_over_where_the_first_stands_right(lay: Opener) -> None:
    table = lay(2)
    stand(table, "red", 9)
    stand(table, "green", 5)
    mend(table, "board")
    assert places(table) == [[9, 5], [0, 0]]


def test_the_second_runner_is_taken_over_where_the_first_lies_the_wrong_way_up(
    lay: Opener,
) -> None:
    table = lay(2)
    stand(table, "red", 10)
    table.turn("Ann")
    stand(table, "green", 5)
    table.turn("Ann")
    assert [fault.kind for fault in table.finding.mismatches] == ["wrong-way-up", "misplaced"]
    mend(table, "board")
    assert places(table) == [[10, 5], [0, 0]]
    assert table.state.seats[0].runners[0].obligation == "chew"


def test_one_that_was_home_has_not_come_home(lay: Opener) -> None:
    table = lay(2, options={"start_carrots": 2090, "lettuces": 0})
    stand(table, "red", 64)
    assert places(table) == [[64, 0], [0, 0]]
    stand(table, "red", 30)
    mend(table, "board")
    assert places(table) == [[30, 0], [0, 0]]
    assert not table.state.home


@pytest.mark.parametrize("by", ["board", "game"])
def test_a_runner_held_to_say_who_somebody_is_stands_nowhere_else(race: Tabletop, by: str) -> None:
    race.command(AskTap())
    tap = race.snapshot.tap
    assert tap is not None
    race.put("Ben", 12)
    race.put("Cem", tap.square)
    mend(race, by)
    assert race.at("Cem") == 8
    assert race.at("Ben") == (12 if by == "board" else 4)
    assert [name for name, *_ in race.errands] == ([] if by == "board" else ["Ben"])
    race.wait(SETTLE_S + SCAN_S)
    assert race.snapshot.tap is not None
    assert race.snapshot.tap.seat == 2
    race.put("Cem", 8)
    assert race.faults == []


def test_a_runner_held_to_say_who_somebody_is_need_not_rest(race: Tabletop) -> None:
    race.command(AskTap())
    tap = race.snapshot.tap
    assert tap is not None
    race.put("Ben", 12)
    race.put("Cem", tap.square)
    race.wait(SETTLE_S)
    race.world.miss("green", 1)
    race.wait(0)
    mend(race, "board")
    assert race.at("Ben") == 12


# Lettuces and other duties


def test_on_a_lettuce_it_has_one_to_chew(race: Tabletop) -> None:
    race.put("Ben", 10)
    mend(race, "board")
    assert race.state.seats[1].runners[0] == Runner(10, "chew")
    assert race.errands == [("Ben", 10, 10)]  # It has still to be laid down.
    race.turn("Ben")
    assert race.errands == []
    race.move("Ann", 7)
    race.turn("Ben")
    race.wait(SETTLE_S + SCAN_S)
    assert race.actions[-1] == "chew"


def test_away_from_its_lettuce_it_has_nothing_to_chew(race: Tabletop) -> None:
    race.phone("Ann", "f10")
    race.put("Ann", 13)
    mend(race, "board")
    assert race.state.seats[0].runners[0] == Runner(13)
    assert race.state.seats[0].lettuces == 3


def test_on_the_same_square_the_wrong_way_up_it_still_has_to_chew(race: Tabletop) -> None:
    race.move("Ann", 10)
    race.put("Ann", 10, face_down=True)
    race.wait(SCAN_S)
    assert race.faults == []
    race.turn("Ann")
    assert [kind for kind, *_ in race.faults] == ["wrong-way-up"]
    assert not can_mend(race)
    assert refused(race) == "Every runner already stands where the game has it."


def test_on_a_lettuce_without_any_it_has_to_leave(lay: Opener) -> None:
    table = lay(options={"lettuces": 0})
    table.put("Ben", 10)
    mend(table, "board")
    assert table.state.seats[1].runners[0] == Runner(10, "leave")


def test_on_a_hare_it_draws_no_card(race: Tabletop) -> None:
    pile = race.state.pile
    race.put("Ben", 6)
    mend(race, "board")
    assert (race.at("Ben"), race.state.pile, race.to_act) == (6, pile, "Ann")


def test_one_on_a_square_that_nobody_reads_stays_there(race: Tabletop) -> None:
    race.reader(8, "quarantined")
    race.put("Ben", 12)
    mend(race, "board")
    assert (race.at("Ben"), race.at("Cem")) == (12, 8)
