"""The position as the board has it: who stands where, and what is in the way."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from controller.game.pieces import Colour, NameAt, Player, Seating
from controller.game.rules import Runner, State
from controller.game.rules.moves import WAITING_CARROTS, payout
from controller.table.referee.mending import CannotMend, position_on_board
from controller.table.tracker import Placement
from hardware.ports import Sighting, Uid
from tests.support.rules.positions import HOME, Place, position, squares
from tests.support.table.states import SETUP, START_S, tracked

SEATING = Seating(SETUP.seats)
ANN, BEN, CEM = (NameAt(SETUP.seats, seat) for seat in range(3))
PAIRS = Seating((Player("Ann", ("red", "green")), Player("Ben", ("yellow", "blue"))))


def standing(**at: int) -> Placement:
    return tracked(**at).placement


def refusal(
    state: State, placement: Placement, leave: Sequence[Colour] = (), seating: Seating = SEATING
) -> CannotMend:
    with pytest.raises(CannotMend) as caught:
        position_on_board(state, seating, placement, leave)
    return caught.value


def taken_over(
    at: Sequence[Place], placement: Placement, leave: Sequence[Colour] = ()
) -> list[Place]:
    return squares(position_on_board(position(at), SEATING, placement, leave))


def test_runners_are_taken_over_where_they_stand_and_all_else_stays() -> None:
    state = position((5, 4, 8), carrots=(1, 2, 3), misses=[1])
    mended = position_on_board(state, SEATING, standing(red=5, yellow=12, green=9))
    assert mended == position((5, 12, 9), carrots=(1, 2, 3), misses=[1])


def test_where_the_board_is_right_nothing_changes() -> None:
    state = position((5, 4, 8))
    assert position_on_board(state, SEATING, standing(red=5, yellow=4, green=8)) == state


def test_a_runner_that_is_moving_stays_where_the_game_has_it() -> None:
    placement = standing(red=7, yellow=12, green=8)
    assert taken_over((5, 4, 8), placement, ("red",)) == [5, 12, 8]
    assert taken_over((5, 4, 8), placement) == [7, 12, 8]


def test_a_runner_on_start_need_not_be_seen() -> None:
    assert taken_over((0, 4, 8), standing(yellow=12, green=8)) == [0, 12, 8]


def test_a_runner_comes_to_a_lettuce_square_to_chew_if_it_has_a_lettuce() -> None:
    placement = standing(red=5, yellow=10, green=8)
    for held, owed in ((3, "chew"), (0, "leave")):
        state = position((5, 4, 8), lettuces=held)
        (runner,) = position_on_board(state, SEATING, placement).seats[1].runners
        assert (runner.at, runner.obligation) == (10, owed)


def test_a_runner_that_leaves_a_lettuce_square_owes_nothing() -> None:
    state = position((5, 10, 8), owes={1: "chew"})
    (runner,) = (
        position_on_board(state, SEATING, standing(red=5, yellow=4, green=8)).seats[1].runners
    )
    assert (runner.at, runner.obligation) == (4, None)


def test_a_runner_that_only_lies_the_wrong_way_up_stays_as_it_is() -> None:
    state = position((10, 4, 8), owes={0: "chew"})
    crowned = Seating(SETUP.seats, frozenset({"red"}))
    assert squares(position_on_board(state, crowned, standing(red=10, yellow=12, green=8))) == [
        10,
        12,
        8,
    ]


def test_a_runner_that_had_come_home_may_be_back_on_the_track() -> None:
    state = position((HOME, 4, HOME), to_act=1, home=[(2, 0), (0, 0)])
    mended = position_on_board(state, SEATING, standing(red=60, yellow=4))
    assert (squares(mended), mended.home) == ([60, 4, HOME], ((2, 0),))


def test_of_two_runners_the_one_that_stands_elsewhere_is_taken_over() -> None:
    state = position([(5, 9), (20, 30)])
    placement = standing(red=5, green=12, yellow=21, blue=30)
    assert squares(position_on_board(state, PAIRS, placement)) == [(5, 12), (21, 30)]


@pytest.mark.parametrize("prompt", ["gift", "ten", "deal", "roll", "over"])
def test_a_question_of_the_game_comes_first(prompt: str) -> None:
    state = replace(position((5, 4, 8)), prompt=prompt)
    error = refusal(state, standing(red=5, yellow=12, green=8))
    assert (error.template, error.facts) == ("Answer the game's question first.", {})


STRANGE = "Something on square {square} is not part of this game. Take it away first."


def test_what_is_not_part_of_the_game_is_named_with_the_first_such_square() -> None:
    tracker = tracked(red=5, yellow=12, green=8)
    for number, square in enumerate((33, 20, 41)):
        tracker = tracker.see(Sighting(square, Uid(f"04ff{number:02}"), True, START_S))
    error = refusal(position((5, 4, 8)), tracker.placement)
    assert (error.template, error.facts) == (STRANGE, {"square": 20})
    assert str(error) == "Something on square 20 is not part of this game. Take it away first."


def test_a_runner_found_on_a_hare_square_waits_from_then_on_and_sleeps_in_no_nap() -> None:
    placement = tracked(red=14, yellow=4, green=8).placement
    waits = position_on_board(position((5, 4, 8), hare="tournament"), SEATING, placement)
    assert payout(waits, 0, 0) == WAITING_CARROTS
    sleeps = position_on_board(position((5, 4, 8), hare="nap"), SEATING, placement)
    assert sleeps.seats[0].runners[0] == Runner(14)


def test_a_runner_that_does_not_play_is_not_part_of_the_game_where_it_is_seen() -> None:
    tracker = tracked(red=5, yellow=12, green=8, blue=30)
    error = refusal(position((5, 4, 8)), tracker.placement)
    assert (error.template, error.facts) == (STRANGE, {"square": 30})
    unseen = tracker.read_no_more(30, START_S).placement
    assert squares(position_on_board(position((5, 4, 8)), SEATING, unseen)) == [5, 12, 8]


def test_a_runner_that_does_not_play_and_was_taken_away_is_in_nobodys_way() -> None:
    tracker = tracked(red=5, yellow=12, green=8, blue=30)
    for number in range(tracker.departure_misses):
        tracker = tracker.see(Sighting(30, Uid("04aa03"), False, START_S + number))
    assert tracker.placement.spot("blue").square is None
    assert squares(position_on_board(position((5, 4, 8)), SEATING, tracker.placement)) == [5, 12, 8]


UNSEEN = "The board cannot see {name}'s runner {number}. Put it on its square first."


def test_a_runner_that_stands_nowhere_is_asked_for_by_player_and_number() -> None:
    error = refusal(position((5, 4, 8)), standing(red=5, yellow=4))
    assert (error.template, error.facts) == (UNSEEN, {"name": CEM, "number": 3})


def test_a_runner_on_a_wrong_square_that_is_no_longer_read_is_asked_for() -> None:
    tracker = tracked(red=5, yellow=12, green=8).read_no_more(12, START_S)
    error = refusal(position((5, 4, 8)), tracker.placement)
    assert (error.template, error.facts) == (UNSEEN, {"name": BEN, "number": 2})


def test_only_a_move_brings_a_runner_home() -> None:
    error = refusal(position((5, 4, 8)), standing(red=5, yellow=HOME, green=8))
    assert error.template == (
        "{name}'s runner {number} stands at HOME, but only a move can bring it there. Put it back "
        "where it was, then play the move."
    )
    assert error.facts == {"name": BEN, "number": 2}


def test_a_square_beyond_home_is_not_on_the_track() -> None:
    error = refusal(position((5, 4, 8)), standing(red=5, yellow=HOME + 1, green=8))
    assert error.template == (
        "{name}'s runner {number} stands on square {square}, which this track doesn't have. Put "
        "it on its square first."
    )
    assert error.facts == {"name": BEN, "number": 2, "square": HOME + 1}


CROWD = "Two runners would be on square {square}. Put one of them somewhere else first."


def test_no_two_runners_come_to_one_square() -> None:
    error = refusal(position((5, 4, 8)), standing(red=5, yellow=8, green=8))
    assert (error.template, error.facts) == (CROWD, {"square": 8})


def test_several_runners_may_be_on_start_and_at_home() -> None:
    assert taken_over((0, 0, 8), standing(green=9)) == [0, 0, 9]
    state = position([(HOME, 5), (HOME, 30)], lettuces=0)
    mended = position_on_board(state, PAIRS, standing(green=5, blue=31))
    assert squares(mended) == [(HOME, 5), (HOME, 31)]


def test_two_runners_of_one_player_are_two() -> None:
    state = position([(5, 9), (20, 30)])
    error = refusal(state, standing(red=5, green=9, yellow=21, blue=21), seating=PAIRS)
    assert (error.template, error.facts) == (CROWD, {"square": 21})


MOVING = (
    "{name}'s runner {number} is moving off square {square}. Play that move on the phone first."
)


@pytest.mark.parametrize("first", ["red", "green"])
def test_where_a_mover_comes_from_no_other_stands_before_it_has_moved(first: Colour) -> None:
    mover, other = first, "green" if first == "red" else "red"
    placement = standing(**{mover: 12, other: 5, "yellow": 4})
    at = (5, 4, 8) if mover == "red" else (8, 4, 5)
    error = refusal(position(at), placement, (mover,))
    name, number = (ANN, 1) if mover == "red" else (CEM, 3)
    assert (error.template, error.facts) == (MOVING, {"name": name, "number": number, "square": 5})


def test_a_mover_that_stays_on_its_square_only_crowds() -> None:
    error = refusal(position((5, 4, 8)), standing(red=5, yellow=5, green=8), ("red",))
    assert (error.template, error.facts) == (CROWD, {"square": 5})


def test_how_no_game_can_have_them_runners_are_not_taken_over() -> None:
    state = position((5, 4, 8), hare="off")
    error = refusal(state, standing(red=5, yellow=6, green=8))
    assert (error.template, error.facts) == (
        "The runners could never stand like this in a game. Put them where they belong instead.",
        {},
    )


def test_a_mover_that_is_elsewhere_has_nothing_to_do_with_a_crowd() -> None:
    error = refusal(position((5, 4, 8)), standing(red=7, yellow=20, green=20), ("red",))
    assert (error.template, error.facts) == (CROWD, {"square": 20})


def test_a_players_second_runner_crowds_also_while_the_first_is_on_start() -> None:
    state = position([(0, 5), (20, 30)])
    error = refusal(state, standing(green=20, yellow=20, blue=30), seating=PAIRS)
    assert (error.template, error.facts) == (CROWD, {"square": 20})


def test_a_players_second_runner_is_taken_over_also_while_the_first_lies_wrong() -> None:
    state = position([(10, 5), (20, 30)], owes={0: "chew"})
    crowned = Seating(PAIRS.players, frozenset({"red"}))
    placement = standing(red=10, green=12, yellow=20, blue=30)
    assert squares(position_on_board(state, crowned, placement)) == [(10, 12), (20, 30)]
