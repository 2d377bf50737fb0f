"""Who acts next, and the end of the game (R4.7, R9.2, R9.3, R11.1)."""

from tests.naive.choices import turn_choices
from tests.naive.race import leading_position
from tests.naive.table import State, option, seat_is_home


def ask_for_a_move(state: State, seat: int) -> None:
    """R4, R7.9: the seat has an ordinary turn, or goes on with it."""
    state["prompt"] = "move"
    state["to_act"] = seat
    state["pending"] = None


def go_on_after_restart(state: State, seat: int) -> None:
    """R4.7: the turn goes on, or ends if even now nothing is legal."""
    ask_for_a_move(state, seat)
    if not turn_choices(state):
        end_turn(state, seat)


def end_turn(state: State, seat: int) -> None:
    """R2.2, R9.2: the next seat that is not HOME acts, unless the game is over (R9.3)."""
    if game_is_over(state):
        state["prompt"] = "over"
        state["to_act"] = None
        state["pending"] = None
        state["ranking"] = final_order(state)
        return
    count = len(state["seats"])
    following = (seat + 1) % count
    while seat_is_home(state, following):
        following = (following + 1) % count
    ask_for_a_move(state, following)


def arrivals(state: State) -> list[int]:
    """R9.3: the seats that are HOME, in the order in which their last runners arrived."""
    done = [seat for seat in range(len(state["seats"])) if seat_is_home(state, seat)]
    last = {
        seat: max(i for i, entry in enumerate(state["home"]) if entry[0] == seat) for seat in done
    }
    return sorted(done, key=lambda seat: last[seat])


def game_is_over(state: State) -> bool:
    """R9.3, R11.1: all but one HOME, a whole team HOME, or the first arrival if so agreed."""
    done = arrivals(state)
    if option(state, "finish") == "first-home" and done:
        return True
    if len(done) >= len(state["seats"]) - 1:
        return True
    teams = option(state, "teams") or []
    return any(all(seat in done for seat in team) for team in teams)


def winning_team(state: State) -> list[int]:
    """R11.1: the team that is all HOME, or under first-home the team of the first to arrive."""
    done = arrivals(state)
    for team in option(state, "teams") or []:
        if all(seat in done for seat in team):
            return list(team)
    for team in option(state, "teams") or []:
        if option(state, "finish") == "first-home" and done and done[0] in team:
            return list(team)
    return []


def final_order(state: State) -> list[int]:
    """R9.3: arrivals, then the others by leading runner and seat; a winning team comes first."""
    done = arrivals(state)
    others = [seat for seat in range(len(state["seats"])) if seat not in done]
    others.sort(key=lambda seat: (leading_position(state, seat), seat))
    order = done + others
    team = winning_team(state)
    return [seat for seat in order if seat in team] + [seat for seat in order if seat not in team]
