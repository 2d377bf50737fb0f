"""Whatever stands on the board, and however the game stands: what mending makes of it."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.game.chance import draw_chance
from controller.game.editions.rulesets import make_ruleset
from controller.game.pieces import COLOURS, Colour, Player, Seating
from controller.game.rules import Runner, State, apply, legal
from controller.game.rules.ruleset.track import LETTUCE
from controller.game.rules.text.check import problems
from controller.game.rules.text.position import read_position, write_position
from controller.table.referee.mending import CannotMend, position_on_board
from controller.table.tracker import Placement, Spot
from tests.support.rules.positions import opening


def seating(players: int, runners: int = 1) -> Seating:
    return Seating(
        tuple(
            Player(str(seat), COLOURS[seat * runners : (seat + 1) * runners])
            for seat in range(players)
        )
    )


def shown(squares: Mapping[Colour, int]) -> Placement:
    return Placement({colour: Spot(square) for colour, square in squares.items()})


def some_way_into(players: int, runners: int, rng: random.Random) -> State:
    state = opening(seats=players, runners=runners)
    for _ in range(rng.randrange(60)):
        if state.prompt in ("deal", "roll"):
            state = apply(state, draw_chance(state, rng)).state
        elif state.prompt != "over":
            state = apply(state, rng.choice(legal(state))).state
    return state


def test_one_that_is_home_leaves_home_when_it_stands_elsewhere() -> None:
    state = read_position(
        "10,0@64/60,3@5/60,3@8 1 move 0 0.0 - -", make_ruleset(seats=3, options={"hare": "off"})
    )
    mended = position_on_board(state, seating(3), shown({"red": 30, "yellow": 5, "green": 8}))
    assert (mended.home, mended.seats[0].runners[0]) == ((), Runner(30))
    still = position_on_board(state, seating(3), shown({"yellow": 7, "green": 8}))
    assert (still.home, still.seats[1].runners[0]) == (((0, 0),), Runner(7))


def test_a_reader_beyond_home_shows_no_square_of_the_track() -> None:
    state = read_position(
        "10,0@64/60,3@5/60,3@8 1 move 0 0.0 - -", make_ruleset(seats=3, options={"hare": "off"})
    )
    with pytest.raises(CannotMend, match="square 65, which this track doesn't have"):
        position_on_board(state, seating(3), shown({"yellow": 65, "green": 8}))


PARTIES = st.sampled_from(((2, 2), (3, 2), (3, 1), (4, 1), (6, 1)))
"""Players, and runners for each."""


@settings(max_examples=200, deadline=None)
@given(PARTIES, st.randoms(use_true_random=False))
def test_whatever_the_wood_shows_is_taken_over_as_it_is_or_not_at_all(
    party: tuple[int, int], rng: random.Random
) -> None:
    state = some_way_into(*party, rng)
    who = seating(*party)
    colours = [colour for player in who.players for colour in player.colours]
    squares = dict(zip(colours, rng.sample(range(1, 64), len(colours)), strict=True))
    if rng.random() < 0.2:
        squares[rng.choice(colours)] = rng.randrange(1, 66)
    try:
        mended = position_on_board(state, who, shown(squares))
    except CannotMend:
        return
    assert problems(mended) == ()
    assert read_position(write_position(mended), state.rules) == mended
    assert legal(mended)
    for seat, (was, now) in enumerate(zip(state.seats, mended.seats, strict=True)):
        assert (now.carrots, now.lettuces, now.miss) == (was.carrots, was.lettuces, was.miss)
        for index, runner in enumerate(now.runners):
            assert runner.at == squares[who.colour(seat, index)]
            if mended.rules.kinds[runner.at] == LETTUCE and runner.at != was.runners[index].at:
                assert runner.obligation == ("chew" if now.lettuces else "leave")
    assert (mended.to_act, mended.pile, mended.patch) == (state.to_act, state.pile, state.patch)


@settings(max_examples=100, deadline=None)
@given(PARTIES, st.randoms(use_true_random=False))
def test_wood_that_stands_as_the_game_has_it_mends_nothing(
    party: tuple[int, int], rng: random.Random
) -> None:
    state = some_way_into(*party, rng)
    if state.prompt != "move":
        return
    who = seating(*party)
    squares = {
        who.colour(seat, index): runner.at
        for seat, holder in enumerate(state.seats)
        for index, runner in enumerate(holder.runners)
        if runner.at
    }
    assert position_on_board(state, who, shown(squares)) == state
