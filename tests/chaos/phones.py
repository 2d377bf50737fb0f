"""What people do to a game with buttons and phones, one thing at a time."""

import random
from typing import Final

from controller.game.rules import State, legal
from controller.table.commands import (
    Abandon,
    AskTap,
    Confirm,
    Load,
    Mend,
    Pause,
    Play,
    SetAside,
    SetLook,
    SetPace,
    ShowSign,
)
from hardware.ports import ButtonName
from tests.chaos.deeds import Deeds, runners
from tests.chaos.hands import anybody_anywhere
from tests.chaos.people import chosen
from tests.chaos.table import Table

BUTTONS: Final[tuple[ButtonName, ...]] = ("confirm", "take-back", "carrot-draw", "carrot-pay")
DEEDS: Final = Deeds()
deed = DEEDS.add


def _to_act(state: State | None) -> int:
    return 0 if state is None or state.to_act is None else state.to_act


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
def change_the_pace(table: Table, rng: random.Random) -> None:
    table.ask(SetPace(rng.choice((0.0, 0.3, 2.0, 5.0))))


@deed
def ask_for_a_tap(table: Table, rng: random.Random) -> None:
    if table.ask(AskTap()) and rng.random() < 0.7:
        tap = table.snapshot.tap
        assert tap is not None
        colour = rng.choice(runners(table))
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
