"""What is legal (R4, R5, R6, R8, R9)."""

from tests.naive.patch import may_draw_ten, may_pay_ten, take
from tests.naive.race import due_on_leaving, nearest_tortoise
from tests.naive.table import (
    State,
    copied,
    filled,
    home_square,
    kind,
    occupied,
    on_the_track,
    option,
    owing,
    runner_at,
)

Move = tuple[int, int, str]


def legal(state: State) -> list[str]:
    """Every legal action in the order of the protocol: moves by runner and square, then others."""
    state = filled(state)
    prompt = state["prompt"]
    if prompt == "over":
        return []
    if prompt in ("deal", "roll"):
        return [prompt]
    if prompt == "gift":
        return ["discard", "keep"]
    if prompt == "ten":
        return ten_choices(state, state["to_act"])
    return turn_choices(state) or stuck_choices(state)


def ten_choices(state: State, seat: int) -> list[str]:
    """R8.2, R8.3: the choice of a `ten`; empty if neither drawing nor paying is possible."""
    choices = carrot_choices(state, seat)
    if choices and option(state, "ten_may_be_declined"):
        choices.append("decline")
    return sorted(choices)


def carrot_choices(state: State, seat: int) -> list[str]:
    """R5.1, R5.2: drawing or paying ten."""
    choices = []
    if may_draw_ten(state):
        choices.append("draw")
    if may_pay_ten(state, seat):
        choices.append("pay")
    return choices


def turn_choices(state: State) -> list[str]:
    """R4.1: what the seat to act may do without being stuck; obligations in their order."""
    seat = state["to_act"]
    if state["seats"][seat]["miss"]:
        return ["miss"]
    if owing(state, seat, "chew"):
        return ["chew"]
    if owing(state, seat, "back"):
        return _forced_back(state, seat)
    if owing(state, seat, "rest"):
        return ["rest"]
    leaving = owing(state, seat, "leave")
    if leaving:
        return _ordered(state, seat, leaving, [])
    runners = list(range(len(state["seats"][seat]["runners"])))
    others = []
    if any(kind(state, runner_at(state, seat, runner)) == "C" for runner in runners):
        others = carrot_choices(state, seat)
    return _ordered(state, seat, runners, others)


def stuck_choices(state: State) -> list[str]:
    """R4.7: the restarts of a player who can do nothing else."""
    seat = state["to_act"]
    runners = list(range(len(state["seats"][seat]["runners"])))
    candidates = owing(state, seat, "leave") or [
        runner for runner in runners if on_the_track(state, seat, runner)
    ]
    if not candidates:
        return ["restart"]
    return sorted(_named(state, runner, "restart") for runner in candidates)


def cost(state: State, start: int, end: int) -> int:
    """R4.3, R8.5: what a forward move costs."""
    distance = end - start
    if option(state, "hare") == "flat-cost" and kind(state, start) == "H":
        return 5 * distance
    return distance * (distance + 1) // 2


def limit_at_home(state: State, seat: int) -> int | None:
    """R9.1, R10.3: the most carrots a runner may bring HOME now; None without a limit."""
    if _first_of_two(state, seat):
        return None
    if option(state, "home_limit") == "flat-20":
        return 20
    return 10 * (len(state["home"]) + 1)


def lettuces_allowed_at_home(state: State, seat: int) -> bool:
    """R9.1, R10.3: only the first of two runners may leave lettuces for the second, if at all."""
    return _first_of_two(state, seat) and bool(option(state, "first_runner_lettuces"))


def purse(state: State, seat: int, runner: int) -> int:
    """R4.3, R4.8: the carrots with which this runner would pay its way, payout included."""
    paid_out = copied(state)
    take(paid_out, seat, due_on_leaving(state, seat, runner))
    return int(paid_out["seats"][seat]["carrots"])


def forward_allowed(state: State, seat: int, runner: int, end: int, carrots: int) -> bool:
    """R4.3, R8.7, R9.1: whether a forward move to this square is legal with these carrots."""
    player = state["seats"][seat]
    start = runner_at(state, seat, runner)
    square = kind(state, end)
    left = carrots - cost(state, start, end)
    if end <= start or left < 0 or occupied(state, end) or square == "T":
        return False
    if square == "L" and player["lettuces"] == 0:
        return False
    if square == "H" and option(state, "hare") == "off":
        return False
    if square == "HOME":
        limit = limit_at_home(state, seat)
        if player["lettuces"] > 0 and not lettuces_allowed_at_home(state, seat):
            return False
        if limit is not None and left > limit:
            return False
    return True


def back_square(state: State, seat: int, runner: int) -> int | None:
    """R4.4: where a move back leads, None if there is no free nearest tortoise."""
    start = runner_at(state, seat, runner)
    if start == home_square(state):
        return None
    tortoise = nearest_tortoise(state, start)
    if tortoise is None or occupied(state, tortoise):
        return None
    return tortoise


def _first_of_two(state: State, seat: int) -> bool:
    """R10.3: two runners, none of them HOME yet."""
    runners = state["seats"][seat]["runners"]
    home = home_square(state)
    return len(runners) == 2 and all(runner["at"] != home for runner in runners)


def _moves(state: State, seat: int, runner: int) -> list[Move]:
    """R4.3, R4.4, R9.2: the moves of one runner, each with the square it leads to."""
    start = runner_at(state, seat, runner)
    home = home_square(state)
    if start == home:
        return []
    carrots = purse(state, seat, runner)
    moves = [
        (runner, end, _named(state, runner, f"f{end}"))
        for end in range(start + 1, home + 1)
        if forward_allowed(state, seat, runner, end, carrots)
    ]
    back = back_square(state, seat, runner)
    if back is not None:
        moves.append((runner, back, _named(state, runner, "b")))
    return moves


def _forced_back(state: State, seat: int) -> list[str]:
    """R8.4: each runner that must go back does so, or restarts where it cannot."""
    moves: list[Move] = []
    restarts = []
    for runner in owing(state, seat, "back"):
        back = back_square(state, seat, runner)
        if back is None:
            restarts.append(_named(state, runner, "restart"))
        else:
            moves.append((runner, back, _named(state, runner, "b")))
    return [text for _, _, text in sorted(moves)] + sorted(restarts)


def _ordered(state: State, seat: int, runners: list[int], others: list[str]) -> list[str]:
    """The moves of these runners by runner and square, then the other actions by name."""
    moves = [move for runner in runners for move in _moves(state, seat, runner)]
    return [text for _, _, text in sorted(moves)] + sorted(others)


def _named(state: State, runner: int, text: str) -> str:
    """R14.1: with two runners each the action begins with the runner's number."""
    return f"{runner + 1}:{text}" if option(state, "runners") == 2 else text
