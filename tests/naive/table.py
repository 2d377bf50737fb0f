"""Looking at a STATE: squares, runners, options (R1, R2)."""

import json
from typing import Any

from tests.naive.data import TRACKS
from tests.naive.options import resolve

State = dict[str, Any]
START = 0


def copied(state: State) -> State:
    """A deep copy: a STATE is JSON."""
    copy: State = json.loads(json.dumps(state))
    return copy


def filled(state: State) -> State:
    """A deep copy in which options that were left out have the values of the edition (R13.1)."""
    result = copied(state)
    result["options"] = resolve(state["edition"], len(state["seats"]), state["options"])
    return result


def option(state: State, name: str) -> Any:
    """The value of an option in this game (R13.1)."""
    return state["options"][name]


def home_square(state: State) -> int:
    """R1.1, R1.3: HOME follows the last action square."""
    return len(TRACKS[option(state, "track")]) + 1


def kind(state: State, square: int) -> str:
    """R1.4: the kind of a square; START and HOME have names of their own."""
    if square == START:
        return "START"
    if square == home_square(state):
        return "HOME"
    return TRACKS[option(state, "track")][square - 1]


def runner_at(state: State, seat: int, runner: int) -> int:
    """R1.1: the square a runner is on."""
    return int(state["seats"][seat]["runners"][runner]["at"])


def all_runners(state: State) -> list[tuple[int, int]]:
    """R2.1, R10: every (seat, runner) of the game."""
    return [
        (seat, runner)
        for seat, player in enumerate(state["seats"])
        for runner in range(len(player["runners"]))
    ]


def occupied(state: State, square: int) -> bool:
    """R1.2, R10.4: an action square is taken by any runner; START and HOME never are."""
    if square in (START, home_square(state)):
        return False
    return any(runner_at(state, seat, runner) == square for seat, runner in all_runners(state))


def on_the_track(state: State, seat: int, runner: int) -> bool:
    """R4.7: neither on START nor at HOME."""
    return START < runner_at(state, seat, runner) < home_square(state)


def seat_is_home(state: State, seat: int) -> bool:
    """R9.2, R10.1: all runners of the seat have arrived."""
    home = home_square(state)
    return all(runner["at"] == home for runner in state["seats"][seat]["runners"])


def owing(state: State, seat: int, obligation: str) -> list[int]:
    """R4.1: the runners of a seat under this obligation."""
    runners = state["seats"][seat]["runners"]
    return [i for i, runner in enumerate(runners) if runner["obligation"] == obligation]
