"""The end of a game: who is HOME, whether it is over, the final order.

Source: R9.2, R9.3, R11.1.
"""

from collections.abc import Sequence

from controller.game.rules.ruleset.build import Ruleset
from controller.game.rules.state import State

Arrivals = Sequence[tuple[int, int]]
"""(seat, runner) in order of arrival, like `State.home`."""


def arrived(rules: Ruleset, home: Arrivals) -> list[int]:
    """List the seats that are HOME, in the order in which their last runners arrived."""
    seats = [seat for seat, _ in home]
    runners = rules.options.runners
    if runners == 1:
        return seats
    return [seat for at, seat in enumerate(seats) if seats[: at + 1].count(seat) == runners]


def is_over(rules: Ruleset, seats: int, home: Arrivals) -> bool:
    """Check whether the game of this number of seats is over after these arrivals."""
    done = arrived(rules, home)
    if not done:
        return False
    if rules.options.finish == "first-home":
        return True
    teams = rules.options.teams
    if teams and any(all(seat in done for seat in team) for team in teams):
        return True
    return len(done) >= seats - 1


def side_of(seat: int, teams: Sequence[Sequence[int]] | None) -> tuple[int, ...]:
    """Return the seats that win together with a seat: its team, or itself alone (R11.1)."""
    return next((tuple(team) for team in teams or () if seat in team), (seat,))


def final_order(state: State) -> tuple[int, ...]:
    """Order the seats by arrival, then by leading runner; a winning team comes first (R9.3)."""
    done = arrived(state.rules, state.home)

    def leading(seat: int) -> int:
        return min(state.position(seat, runner) for runner in range(state.rules.options.runners))

    left = [seat for seat in range(len(state.seats)) if seat not in done]
    ranked = [*done, *sorted(left, key=leading)]
    teams = state.rules.options.teams or ()
    complete = [team for team in teams if all(seat in done for seat in team)]
    winners = complete[0] if complete else side_of(ranked[0], teams)
    return tuple(sorted(ranked, key=lambda seat: seat not in winners))
