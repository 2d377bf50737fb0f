"""Positions in the race and what follows from them (R3, R4.2, R8.2)."""

from tests.naive.data import PAYING_PLACES
from tests.naive.table import (
    START,
    State,
    all_runners,
    filled,
    home_square,
    kind,
    option,
    runner_at,
    seat_is_home,
)


def position(state: State, seat: int, runner: int) -> int:
    """R3.1, R3.2: one more than the number of runners ahead."""
    here = runner_at(state, seat, runner)
    if here == home_square(state):
        return int(state["home"].index([seat, runner])) + 1
    return 1 + sum(runner_at(state, s, r) > here for s, r in all_runners(state))


def positions(state: State) -> list[list[int]]:
    """R3: the position of every runner, by seat."""
    state = filled(state)
    return [
        [position(state, seat, runner) for runner in range(len(player["runners"]))]
        for seat, player in enumerate(state["seats"])
    ]


def leading_position(state: State, seat: int) -> int:
    """R3.3, R9.3: a player lies where the foremost runner lies, be it at HOME."""
    count = len(state["seats"][seat]["runners"])
    return min(position(state, seat, runner) for runner in range(count))


def players_in_front(state: State, seat: int) -> list[int]:
    """R3.3: the other players who are all HOME or lie ahead of this one."""
    mine = leading_position(state, seat)
    return [
        other
        for other in range(len(state["seats"]))
        if other != seat and (seat_is_home(state, other) or leading_position(state, other) < mine)
    ]


def players_behind(state: State, seat: int) -> list[int]:
    """R3.3: the other players who lie behind this one, in seat order after it."""
    count = len(state["seats"])
    mine = leading_position(state, seat)
    others = [(seat + step) % count for step in range(1, count)]
    return [
        other
        for other in others
        if not seat_is_home(state, other) and leading_position(state, other) > mine
    ]


def due_on_leaving(state: State, seat: int, runner: int) -> int:
    """R4.2 and R8.4: the carrots due to a runner when its player moves it off its square."""
    square = kind(state, runner_at(state, seat, runner))
    place = position(state, seat, runner)
    if place in PAYING_PLACES.get(square, []):
        return 10 * place
    waiting = square == "H" and option(state, "hare") == "tournament"
    if waiting and not state["seats"][seat]["runners"][runner]["passed"]:
        return 10
    return 0


def nearest_tortoise(state: State, square: int) -> int | None:
    """R4.4: the closest tortoise square behind a square, occupied or not."""
    for candidate in range(square - 1, START, -1):
        if kind(state, candidate) == "T":
            return candidate
    return None


def next_runner_square(state: State, square: int, step: int) -> int | None:
    """R8.2: the square of the closest runner on the track ahead (+1) or behind (-1)."""
    taken = [runner_at(state, s, r) for s, r in all_runners(state)]
    candidate = square + step
    while START < candidate < home_square(state):
        if candidate in taken:
            return candidate
        candidate += step
    return None
