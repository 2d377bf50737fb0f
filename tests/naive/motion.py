"""Moving runners about, and those they pass (R4.2 to R4.4, R4.7, R8.4, R8.6, R8.8)."""

from tests.naive.choices import back_square, cost
from tests.naive.patch import give_back, make_exactly, take
from tests.naive.race import due_on_leaving
from tests.naive.table import START, State, all_runners, home_square, kind, option, runner_at


def put(state: State, seat: int, runner: int, square: int) -> None:
    """R8.8, R9.1: a runner goes to a square, free of what it owed, and passes others."""
    piece = state["seats"][seat]["runners"][runner]
    before = piece["at"]
    piece["at"] = square
    piece["obligation"] = None
    piece["passed"] = False
    if square == home_square(state):
        state["home"].append([seat, runner])
    for other, its_runner in passed_between(state, before, square):
        meet(state, seat, other, its_runner)


def passed_between(state: State, before: int, after: int) -> list[tuple[int, int]]:
    """R8.8: the runners strictly between two squares, in the order in which they were passed."""
    low, high = min(before, after), max(before, after)
    between = [
        (runner_at(state, s, r), s, r)
        for s, r in all_runners(state)
        if low < runner_at(state, s, r) < high
    ]
    between.sort(reverse=after < before)
    return [(s, r) for _, s, r in between]


def meet(state: State, mover: int, seat: int, runner: int) -> None:
    """R8.4: a waiting runner of another player pays; R8.6: a sleeping one wakes."""
    player = state["seats"][seat]
    piece = player["runners"][runner]
    hare = option(state, "hare")
    if hare == "nap" and piece["obligation"] == "rest":
        piece["obligation"] = None
    if hare == "tournament" and seat != mover and kind(state, piece["at"]) == "H":
        piece["passed"] = True
        if player["carrots"] < 10:
            piece["obligation"] = "back"
        give_back(state, seat, min(10, player["carrots"]))


def move_forward(state: State, seat: int, runner: int, square: int) -> int:
    """R4.2, R4.3: payout, cost, the move itself; returns the cost."""
    start = runner_at(state, seat, runner)
    price = cost(state, start, square)
    take(state, seat, due_on_leaving(state, seat, runner))
    give_back(state, seat, price)
    put(state, seat, runner, square)
    return price


def move_back(state: State, seat: int, runner: int) -> None:
    """R4.2, R4.4, R8.8: payout, the move, those passed pay, then ten carrots a square."""
    start = runner_at(state, seat, runner)
    square = back_square(state, seat, runner)
    if square is None:
        raise AssertionError("no move back")
    take(state, seat, due_on_leaving(state, seat, runner))
    put(state, seat, runner, square)
    take(state, seat, 10 * (start - square))


def restart(state: State, seat: int, runner: int | None) -> None:
    """R4.7, R8.8: the runner, if any, goes to START; then the holding is made up or cut down."""
    if runner is not None:
        put(state, seat, runner, START)
    make_exactly(state, seat, option(state, "restart_carrots"))
