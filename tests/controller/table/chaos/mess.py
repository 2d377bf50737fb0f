"""What people, readers, lights, cables and plugs do to a game, one thing at a time."""

import random
from collections.abc import Callable
from typing import Final

from controller.commands import (
    Abandon,
    AskTap,
    Confirm,
    Load,
    Mend,
    Pause,
    Play,
    SetAside,
    SetLook,
    ShowSign,
)
from controller.rules import State, legal
from controller.table.guidance import destination
from controller.table.pieces import COLOURS, Colour
from controller.table.referee import expected
from hardware.ports import ButtonName
from tests.controller.table.chaos.boards import SCAN_S
from tests.controller.table.chaos.people import chosen, follow, turn_by_hand
from tests.controller.table.chaos.table import Table

NIGHT_S: Final = 12 * 3600.0
BUTTONS: Final[tuple[ButtonName, ...]] = ("confirm", "take-back", "carrot-draw", "carrot-pay")
Deed = Callable[[Table, random.Random], None]
DEEDS: dict[str, Deed] = {}


def deed(do: Deed) -> Deed:
    """One more thing that may happen, by its name."""
    DEEDS[do.__name__] = do
    return do


def _runners(table: Table) -> list[Colour]:
    players = table.snapshot.seating.players
    return [colour for player in players for colour in player.colours] or list(COLOURS[:2])


def _a_square(table: Table, rng: random.Random) -> int:
    """Any square, mostly one that means something now."""
    state = table.state
    goes: list[int] = []
    if state is not None and state.prompt == "move":
        goes = [to for action in legal(state) if (to := destination(state, action))]
    stands = [square for colour in COLOURS for square in table.stands(colour)]
    wants = (
        [want.square for want in expected(state, table.snapshot.seating).values()] if state else []
    )
    choices = [goes, stands, [square for square in wants if square], list(range(1, 66))]
    picked = rng.choice([each for each in choices if each])
    return min(rng.choice(picked), 64)


def _to_act(state: State | None) -> int:
    return 0 if state is None or state.to_act is None else state.to_act


# Hands


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
    for colour in rng.sample(_runners(table), 2):
        table.lift(colour)
        table.wait(SCAN_S)
    table.wait(rng.choice((0.1, 0.3, 1.0)))


@deed
def swap_two(table: Table, rng: random.Random) -> None:
    one, other = rng.sample(_runners(table), 2)
    here, there = (table.stands(colour)[:1] for colour in (one, other))
    table.put(one, there[0] if there else 0)
    table.wait(rng.choice((SCAN_S, 0.1, 0.8)))
    table.put(other, here[0] if here else 0)
    table.wait(rng.choice((0.1, 0.8)))


@deed
def rotate_three(table: Table, rng: random.Random) -> None:
    colours = _runners(table)[:3]
    squares = [(table.stands(colour) or (0,))[0] for colour in colours]
    for colour, square in zip(colours, squares[1:] + squares[:1], strict=True):
        table.put(colour, square)
        table.wait(SCAN_S)
    table.wait(rng.choice((0.1, 0.8)))


@deed
def knock_off(table: Table, rng: random.Random) -> None:
    table.put(rng.choice(_runners(table)), 0)
    table.wait(rng.choice((0.05, 0.3)))


@deed
def tidy_the_board_away(table: Table, rng: random.Random) -> None:
    for colour in _runners(table):
        table.put(colour, 0)
        table.wait(SCAN_S)
    table.wait(rng.choice((0.05, 0.5)))


@deed
def put_on_one_square(table: Table, rng: random.Random) -> None:
    one, other = rng.sample(_runners(table), 2)
    stands = table.stands(other)
    table.put(one, stands[0] if stands else _a_square(table, rng))
    table.wait(rng.choice((0.1, 0.8)))


@deed
def push_along(table: Table, rng: random.Random) -> None:
    colour = rng.choice(_runners(table))
    for _ in range(rng.randint(2, 5)):
        table.put(colour, _a_square(table, rng))
        table.wait(rng.choice((SCAN_S, 0.1, 0.4)))


@deed
def anybody_anywhere(table: Table, rng: random.Random) -> None:
    table.put(rng.choice(_runners(table)), _a_square(table, rng))
    table.wait(rng.choice((0.05, 0.3, 0.8)))


@deed
def a_runner_that_does_not_play(table: Table, rng: random.Random) -> None:
    others = [colour for colour in COLOURS if colour not in _runners(table)]
    if others:
        colour = rng.choice(others)
        table.put(colour, rng.choice((0, _a_square(table, rng))))
        table.look()


@deed
def hesitate(table: Table, rng: random.Random) -> None:
    state = table.state
    if state is None or state.to_act is None:
        return
    colour = table.snapshot.seating.colour(state.to_act, 0)
    table.put(colour, _a_square(table, rng))
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
        after = rng.choice(_runners(table))
        table.put(after, _a_square(table, rng))
        table.wait(rng.choice((0.05, 0.3)))


@deed
def set_down_between(table: Table, rng: random.Random) -> None:
    square = min(_a_square(table, rng), 63)
    seen_by = rng.choice(((), (square, square + 1), (square, min(square + 8, 64))))
    table.put_between(rng.choice(_runners(table)), seen_by)
    table.wait(rng.choice((0.1, 1.0)))


@deed
def turn_over(table: Table, rng: random.Random) -> None:
    table.turn(rng.choice(_runners(table)))
    table.wait(rng.choice((0.05, 0.3, 0.8)))


@deed
def carry_away_till_tomorrow(table: Table, rng: random.Random) -> None:
    colour = rng.choice(_runners(table))
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
        table.lay_card(_a_square(table, rng))
    table.look()


@deed
def just_wait(table: Table, rng: random.Random) -> None:
    table.wait(rng.choice((0.05, 0.3, 1.0, 3.0, 7.0)))


# Buttons and phones


@deed
def press(table: Table, rng: random.Random) -> None:
    table.press(rng.choice(BUTTONS), held=rng.random() < 0.1)
    table.wait(0.05)


@deed
def confirm_by_phone(table: Table, rng: random.Random) -> None:
    table.ask(Confirm(table.version))


@deed
def stale_phone(table: Table, rng: random.Random) -> None:
    state = table.state
    if state is None or state.prompt == "over":
        return
    version = table.version - rng.randint(1, 3)
    done = table.ask(Play(_to_act(state), str(rng.choice(legal(state))), version))
    assert not done, "a stale phone has been heard"


@deed
def double_tap(table: Table, rng: random.Random) -> None:
    state = table.state
    if state is None or state.prompt == "over":
        return
    command = Play(_to_act(state), str(chosen(state, rng)), table.version)
    first = table.ask(command)
    second = table.ask(command)
    assert not (first and second), "one tap has been played twice"


@deed
def nonsense_by_phone(table: Table, rng: random.Random) -> None:
    text = rng.choice(("f65", "f0", "b", "draw", "pay", "keep", "1:f3", "", "miss", "restart"))
    seat = rng.randrange(6)
    state = table.state
    if state is None or seat != state.to_act or text not in map(str, legal(state)):
        assert not table.ask(Play(seat, text, table.version)), f"{text!r} of {seat} was played"


@deed
def take_back(table: Table, rng: random.Random) -> None:
    seat = table.snapshot.take_back
    if seat is not None:
        table.take_back(seat)
        table.look()


@deed
def mend_by_game(table: Table, rng: random.Random) -> None:
    table.look()
    table.ask(Mend("game", table.version))


@deed
def mend_by_board(table: Table, rng: random.Random) -> None:
    table.look()
    table.ask(Mend("board", table.version))


@deed
def pause(table: Table, rng: random.Random) -> None:
    table.ask(Pause(paused=not table.snapshot.paused))
    table.look()


@deed
def let_it_go_on(table: Table, rng: random.Random) -> None:
    if table.snapshot.paused:
        table.ask(Pause(paused=False))
        table.look()


@deed
def put_aside_and_load(table: Table, rng: random.Random) -> None:
    number = table.session.under_way
    if number is None or table.state is None or table.state.prompt == "over":
        return
    command = rng.choice((SetAside, Abandon))(table.version)
    if table.ask(command):
        table.truth.mark()
        anybody_anywhere(table, rng)
        table.truth.mark()
        table.ask(Load(number))
        table.look()


@deed
def ask_for_a_tap(table: Table, rng: random.Random) -> None:
    if table.ask(AskTap()) and rng.random() < 0.7:
        tap = table.snapshot.tap
        assert tap is not None
        colour = rng.choice(_runners(table))
        here = (table.stands(colour) or (0,))[0]
        table.put(colour, tap.square)
        table.wait(0.8)
        if rng.random() < 0.7:
            table.put(colour, here)
            table.wait(0.3)


@deed
def look_and_sign(table: Table, rng: random.Random) -> None:
    table.ask(SetLook(night=rng.random() < 0.5))
    table.ask(ShowSign(str(rng.randrange(10))))


# What breaks


@deed
def something_breaks(table: Table, rng: random.Random) -> None:
    stands = {square for colour in COLOURS for square in table.stands(colour)}
    near = table.snapshot.attention | stands
    table.board.disturb(near if rng.random() < 0.8 else range(1, 65), rng)
    table.wait(rng.choice((0.05, 0.3, 1.2)))


@deed
def all_is_mended(table: Table, rng: random.Random) -> None:
    table.board.heal()
    table.wait(1.2)


@deed
def lights(table: Table, rng: random.Random) -> None:
    table.lights(rng.choice((None, "The strip is unplugged.", "The voltage sags.")))


@deed
def pull_the_plug(table: Table, rng: random.Random) -> None:
    table.pull_the_plug()
    table.wait(rng.choice((0.05, 1.2)))


@deed
def die_writing(table: Table, rng: random.Random) -> None:
    """The power goes with the next entry, just after it is on the disk."""
    table.journal.dies = True
    turn_by_hand(table)
    if not table.is_dead:
        table.journal.dies = False
        return
    table.wait(rng.choice((0.0, 1.0)))
    table.pull_the_plug()
    table.wait(rng.choice((0.05, 1.2)))


@deed
def disk_full(table: Table, rng: random.Random) -> None:
    table.journal.is_full = True
    turn_by_hand(table)
    table.wait(rng.choice((0.1, 1.0)))
    table.journal.is_full = False
    table.wait(rng.choice((0.1, 7.0)))


USUAL: Final = ("turn", "turn", "turn", "turn", "phone_turn", "tidy_as_asked", "tidy_as_asked")


def some(rng: random.Random, count: int) -> tuple[str, ...]:
    """Names of deeds: a good half of them of people who play."""
    names = sorted(DEEDS)
    return tuple(rng.choice(USUAL if rng.random() < 0.5 else names) for _ in range(count))
