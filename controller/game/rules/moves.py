"""The cost, the payout and the destinations of a move."""

from bisect import bisect
from typing import Final

from controller.game.rules.errors import Reason, reason
from controller.game.rules.ruleset.build import Ruleset
from controller.game.rules.state import Runner, State

CARROT_SQUARE_CARROTS: Final = 10  # R5.1
TORTOISE_CARROTS: Final = 10  # a square, R4.4
POSITION_CARROTS: Final = 10  # a position, R4.2, R6.3
FLAT_HOME_LIMIT: Final = 20  # R9.1
WAITING_CARROTS: Final = 10  # R8.4


def price(rules: Ruleset, at: int, to: int) -> int:
    """Return the cost of a forward move from one square to another (R4.3, R8.5)."""
    return rules.prices[at][to - at]


def drawable(state: State, seat: int, carrots: int) -> int:
    """Return the carrots of a claim that the patch can pay, after a baulk if due (R12.1)."""
    patch = state.patch
    if patch is None or patch >= carrots:
        return carrots
    if state.rules.options.baulk:
        patch += sum(each.carrots // 2 for other, each in enumerate(state.seats) if other != seat)
    return min(carrots, patch)


def payout(state: State, seat: int, runner: int) -> int:
    """Return the payout of this runner if it leaves its square now (R4.2, R8.4)."""
    rules = state.rules
    mover = state.seats[seat].runners[runner]
    positions = rules.payouts[mover.at]
    if positions is None:
        return 0
    if not positions:
        return 0 if mover.passed else WAITING_CARROTS
    position = state.position(seat, runner)
    return POSITION_CARROTS * position if position in positions else 0


def means(state: State, seat: int, runner: int) -> int:
    """Return the carrots a seat can spend on a move of this runner, with payout (R4.8)."""
    return state.seats[seat].carrots + drawable(state, seat, payout(state, seat, runner))


def home_limits(state: State, seat: int) -> tuple[bool, int | None]:
    """Return whether a seat may arrive with lettuces, and its most carrots (R9.1, R10.3).

    None stands for any number of carrots.
    """
    options = state.rules.options
    home = state.rules.home
    if options.runners > 1 and all(each.at != home for each in state.seats[seat].runners):
        return options.first_runner_lettuces, None  # the first of two
    if options.home_limit == "flat-20":
        return False, FLAT_HOME_LIMIT
    return False, POSITION_CARROTS * (len(state.home) + 1)


def home_obstacles(state: State, seat: int, left: int) -> tuple[Reason, ...]:
    """List reasons against an arrival with `left` carrots over, cost apart (R9.1, R9.4)."""
    lettuces = state.seats[seat].lettuces
    lettuces_allowed, limit = home_limits(state, seat)
    obstacles: list[Reason] = []
    if lettuces and not lettuces_allowed:
        obstacles.append(reason("lettuces-left", have=lettuces))
    if limit is not None and left > limit:
        obstacles.append(reason("too-many-carrots", have=left, limit=limit))
    return tuple(obstacles)


def destinations(state: State, seat: int, runner: int) -> int:
    """Return the set of squares this runner may move to, forward or back (R4.3, R4.4, R9.1)."""
    rules = state.rules
    holder = state.seats[seat]
    at = holder.runners[runner].at
    home = rules.home
    if at == home:
        return 0
    carrots = holder.carrots if rules.payouts[at] is None else means(state, seat, runner)
    prices = rules.prices[at]
    furthest = at + bisect(prices, carrots) - 1
    squares = rules.runs[at] & (2 << furthest) - 1 & ~state.occupied
    if not holder.lettuces:
        squares &= ~rules.lettuce
    if furthest >= home and (not holder.lettuces or rules.options.first_runner_lettuces):
        lettuces_allowed, limit = home_limits(state, seat)
        left = carrots - prices[home - at]
        if (lettuces_allowed or not holder.lettuces) and (limit is None or left <= limit):
            squares |= 1 << home
    return squares


def back_square(state: State, mover: Runner) -> int:
    """Return the tortoise square this runner, not at HOME, may move back to, or 0 (R4.4)."""
    to = state.rules.back_to[mover.at]
    return 0 if to and state.occupied >> to & 1 else to
