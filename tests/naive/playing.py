"""Carrying out one action (R4 to R8, R14)."""

import re

from tests.naive.choices import legal
from tests.naive.data import DECKS
from tests.naive.hares import land, roll
from tests.naive.motion import move_back, move_forward, restart
from tests.naive.patch import give_back, into_patch, take
from tests.naive.race import position
from tests.naive.table import State, filled, on_the_track, option, owing
from tests.naive.turns import ask_for_a_move, end_turn, go_on_after_restart


def play(state: State, action: str) -> State:
    """R14.1, R14.2: the position after an action; ValueError if it is not legal."""
    after = filled(state)
    if after["prompt"] == "deal":
        _deal(after, action)
    elif after["prompt"] == "roll":
        if not re.fullmatch("roll [1-6]", action):
            raise ValueError(f"not a roll: {action!r}")
        roll(after, int(action.removeprefix("roll ")))
    elif action not in legal(after):
        raise ValueError(f"not legal: {action!r}")
    elif after["prompt"] == "gift":
        _answer_gift(after, action)
    elif after["prompt"] == "ten":
        _ten(after, action)
    else:
        _turn(after, action)
    return after


def _deal(state: State, action: str) -> None:
    """R14.2: the whole deck, top first; before the first move or after a shuffle."""
    word, *cards = action.split(" ")
    if word != "deal" or sorted(cards) != sorted(DECKS[option(state, "hare")]):
        raise ValueError(f"not a deal: {action!r}")
    state["pile"] = cards
    if state["pending"] == {}:
        ask_for_a_move(state, state["to_act"])
    else:
        end_turn(state, state["pending"]["seat"])


def _answer_gift(state: State, action: str) -> None:
    """R7.1: keep the gift or put it in the patch; then the next receiver."""
    pending = state["pending"]
    if action == "keep":
        state["seats"][state["to_act"]]["carrots"] += pending["amount"]
    else:
        into_patch(state, pending["amount"])
    pending["waiting"].pop(0)
    if pending["waiting"]:
        state["to_act"] = pending["waiting"][0]
    else:
        end_turn(state, pending["giver"])


def _ten(state: State, action: str) -> None:
    """R5.1, R8.2, R8.3: draw ten, pay ten, or neither; the turn ends."""
    seat = state["to_act"]
    if action == "draw":
        take(state, seat, 10)
    elif action == "pay":
        give_back(state, seat, 10)
    end_turn(state, seat)


def _turn(state: State, action: str) -> None:
    """R4: an action of an ordinary turn."""
    seat = state["to_act"]
    if action in ("draw", "pay"):
        _ten(state, action)
    elif action == "miss":
        state["seats"][seat]["miss"] = False
        end_turn(state, seat)
    elif action == "chew":
        _chew(state, seat)
    elif action == "rest":
        sleeper = owing(state, seat, "rest")[0]
        state["seats"][seat]["runners"][sleeper]["obligation"] = None
        end_turn(state, seat)
    else:
        _move(state, seat, action)


def _chew(state: State, seat: int) -> None:
    """R6.3, R6.4: a lettuce goes, ten times the position is drawn; next turn it must move on."""
    player = state["seats"][seat]
    runner = owing(state, seat, "chew")[0]
    player["runners"][runner]["obligation"] = "leave"
    if player["lettuces"] > 0:
        player["lettuces"] -= 1
        take(state, seat, 10 * position(state, seat, runner))
    end_turn(state, seat)


def _move(state: State, seat: int, action: str) -> None:
    """R4.3, R4.4, R4.7: a move forward or back, or a restart."""
    runner, text = 0, action
    if ":" in action:
        number, text = action.split(":")
        runner = int(number) - 1
    if text == "restart":
        restart(state, seat, runner if on_the_track(state, seat, runner) else None)
        go_on_after_restart(state, seat)
    elif text == "b":
        move_back(state, seat, runner)
        land(state, seat, runner, 0)
    else:
        cost = move_forward(state, seat, runner, int(text.removeprefix("f")))
        land(state, seat, runner, cost)
