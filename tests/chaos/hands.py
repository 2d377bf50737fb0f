"""What hands do to a game, one thing at a time."""

import random
from typing import Final

from controller.game.pieces import COLOURS
from controller.game.rules import legal
from controller.table.lit_squares import destination
from tests.chaos.boards import SCAN_S
from tests.chaos.deeds import Deeds, a_square, runners
from tests.chaos.people import chosen, follow, turn_by_hand
from tests.chaos.table import Table

NIGHT_S: Final = 12 * 3600.0
DEEDS: Final = Deeds()
deed = DEEDS.add


@deed
def turn(table: Table, rng: random.Random) -> None:
    turn_by_hand(table)


@deed
def phone_turn(table: Table, rng: random.Random) -> None:
    if table.state is not None and table.state.prompt != "over":
        table.play(chosen(table.state, rng))
        table.look()


@deed
def tidy_as_asked(table: Table, rng: random.Random) -> None:
    table.look()
    if not table.is_dead and table.kind == "plain" and not table.snapshot.readers:
        if table.journal.is_full or table.snapshot.paused or table.snapshot.tap is not None:
            return
        if any(len(table.stands(colour)) > 1 for colour in COLOURS):
            return
        table.carries += follow(table)


@deed
def lift_two(table: Table, rng: random.Random) -> None:
    for colour in rng.sample(runners(table), 2):
        table.lift(colour)
        table.wait(SCAN_S)
    table.wait(rng.choice((0.1, 0.3, 1.0)))


@deed
def swap_two(table: Table, rng: random.Random) -> None:
    one, other = rng.sample(runners(table), 2)
    here, there = (table.stands(colour)[:1] for colour in (one, other))
    table.put(one, there[0] if there else 0)
    table.wait(rng.choice((SCAN_S, 0.1, 0.8)))
    table.put(other, here[0] if here else 0)
    table.wait(rng.choice((0.1, 0.8)))


@deed
def rotate_three(table: Table, rng: random.Random) -> None:
    colours = runners(table)[:3]
    squares = [(table.stands(colour) or (0,))[0] for colour in colours]
    for colour, square in zip(colours, squares[1:] + squares[:1], strict=True):
        table.put(colour, square)
        table.wait(SCAN_S)
    table.wait(rng.choice((0.1, 0.8)))


@deed
def knock_off(table: Table, rng: random.Random) -> None:
    table.put(rng.choice(runners(table)), 0)
    table.wait(rng.choice((0.05, 0.3)))


@deed
def tidy_the_board_away(table: Table, rng: random.Random) -> None:
    for colour in runners(table):
        table.put(colour, 0)
        table.wait(SCAN_S)
    table.wait(rng.choice((0.05, 0.5)))


@deed
def put_on_one_square(table: Table, rng: random.Random) -> None:
    one, other = rng.sample(runners(table), 2)
    stands = table.stands(other)
    table.put(one, stands[0] if stands else a_square(table, rng))
    table.wait(rng.choice((0.1, 0.8)))


@deed
def push_along(table: Table, rng: random.Random) -> None:
    colour = rng.choice(runners(table))
    for _ in range(rng.randint(2, 5)):
        table.put(colour, a_square(table, rng))
        table.wait(rng.choice((SCAN_S, 0.1, 0.4)))


@deed
def anybody_anywhere(table: Table, rng: random.Random) -> None:
    table.put(rng.choice(runners(table)), a_square(table, rng))
    table.wait(rng.choice((0.05, 0.3, 0.8)))


@deed
def a_runner_that_does_not_play(table: Table, rng: random.Random) -> None:
    others = [colour for colour in COLOURS if colour not in runners(table)]
    if others:
        colour = rng.choice(others)
        table.put(colour, rng.choice((0, a_square(table, rng))))
        table.look()


@deed
def hesitate(table: Table, rng: random.Random) -> None:
    state = table.state
    if state is None or state.to_act is None:
        return
    colour = table.snapshot.seating.colour(state.to_act, 0)
    table.put(colour, a_square(table, rng))
    table.wait(rng.choice((0.1, 0.5, 0.59)))
    table.lift(colour)
    table.wait(rng.choice((0.05, 0.3)))


@deed
def quick_next_player(table: Table, rng: random.Random) -> None:
    """The next player sets a runner down before the last one has rested."""
    for _ in range(2):
        state = table.state
        moves = [] if state is None or state.prompt != "move" else legal(state)
        moves = [each for each in moves if state is not None and destination(state, each)]
        if state is None or not moves or state.to_act is None:
            return
        action = rng.choice(moves)
        colour = table.snapshot.seating.colour(state.to_act, action.runner or 0)
        to = destination(state, action)
        assert to is not None
        table.put(colour, to, face_down=False)
        table.wait(rng.choice((0.05, 0.3)))
        after = rng.choice(runners(table))
        table.put(after, a_square(table, rng))
        table.wait(rng.choice((0.05, 0.3)))


@deed
def set_down_between(table: Table, rng: random.Random) -> None:
    square = min(a_square(table, rng), 63)
    seen_by = rng.choice(((), (square, square + 1), (square, min(square + 8, 64))))
    table.put_between(rng.choice(runners(table)), seen_by)
    table.wait(rng.choice((0.1, 1.0)))


@deed
def turn_over(table: Table, rng: random.Random) -> None:
    table.turn(rng.choice(runners(table)))
    table.wait(rng.choice((0.05, 0.3, 0.8)))


@deed
def carry_away_till_tomorrow(table: Table, rng: random.Random) -> None:
    colour = rng.choice(runners(table))
    here = (table.stands(colour) or (0,))[0]
    table.lift(colour)
    table.wait(1.0)
    table.wait(NIGHT_S if table.kind == "plain" else 2.0)
    if rng.random() < 0.7:
        table.put(colour, here)
    table.wait(rng.choice((0.1, 0.8)))


@deed
def bank_card(table: Table, rng: random.Random) -> None:
    table.take_card()
    if rng.random() < 0.7:
        table.lay_card(a_square(table, rng))
    table.look()


@deed
def just_wait(table: Table, rng: random.Random) -> None:
    table.wait(rng.choice((0.05, 0.3, 1.0, 3.0, 7.0)))
