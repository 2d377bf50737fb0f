"""Landing on a square, and every rule for hare squares (R6.1, R7, R8)."""

from tests.naive.choices import ten_choices
from tests.naive.data import DECKS, TABLES
from tests.naive.motion import put, restart
from tests.naive.patch import give_back, make_exactly, take
from tests.naive.race import next_runner_square, players_behind, players_in_front, position
from tests.naive.table import START, State, home_square, kind, occupied, option, runner_at
from tests.naive.turns import ask_for_a_move, end_turn


def land(state: State, seat: int, runner: int, cost: int) -> None:
    """R5.1, R6.1, R6.2, R7, R8: the effect of arriving, down to whatever is due next.

    The cost is that of the paid move of this turn.
    """
    piece = state["seats"][seat]["runners"][runner]
    square = kind(state, piece["at"])
    hare = option(state, "hare")
    if square == "L":
        piece["obligation"] = "chew"
    elif square == "H" and hare == "nap":
        piece["obligation"] = "rest"
    elif square == "H" and hare in DECKS:
        draw_card(state, seat, runner, cost)
        return
    elif square == "H" and hare in TABLES:
        _chance(state, "roll", seat, runner, cost)
        return
    end_turn(state, seat)


def draw_card(state: State, seat: int, runner: int, cost: int) -> None:
    """R7, R8.0: the top card goes to the bottom, then works."""
    card = state["pile"].pop(0)
    state["pile"].append(card)
    hare = option(state, "hare")
    if hare == "text-cards":
        text_card(state, card, seat, runner, cost)
    elif hare == "number-cards":
        number_card(state, card, seat, runner, cost)
    else:
        perform(state, card, seat, runner, cost)


def text_card(state: State, card: str, seat: int, runner: int, cost: int) -> None:
    """R7.1 to R7.8: the text cards."""
    player = state["seats"][seat]
    if card == "give-ten":
        give_ten(state, seat)
        return
    if card == "shuffle":
        for other in state["seats"]:
            if other is not player and other["carrots"] >= 1:
                other["carrots"] -= 1
                player["carrots"] += 1
        _chance(state, "deal", seat, runner, cost)
        return
    if card == "more-behind":
        more_behind(state, seat)
        return
    if card == "restore":
        make_exactly(state, seat, option(state, "restore_carrots"))
    elif card == "ten-per-lettuce":
        if player["lettuces"] == 0:
            player["miss"] = True
        take(state, seat, 10 * player["lettuces"])
    elif card == "free-ride":
        take(state, seat, cost)
    elif card == "lose-half":
        give_back(state, seat, player["carrots"] // 2)
    end_turn(state, seat)  # `show` (R7.7) changes nothing


def give_ten(state: State, seat: int) -> None:
    """R7.1: the gift leaves the giver's hand at once; each receiver then decides in turn."""
    player = state["seats"][seat]
    waiting = players_behind(state, seat)
    amounts = [10, 5, 1] if option(state, "give_ten") == "cascade" else [10]
    for amount in amounts:
        if waiting and player["carrots"] >= amount * len(waiting):
            player["carrots"] -= amount * len(waiting)
            state["prompt"] = "gift"
            state["to_act"] = waiting[0]
            state["pending"] = {"amount": amount, "giver": seat, "waiting": waiting}
            return
    end_turn(state, seat)


def more_behind(state: State, seat: int) -> None:
    """R7.2: miss a turn, play again, or what the edition says of an equal number."""
    behind, front = len(players_behind(state, seat)), len(players_in_front(state, seat))
    if behind < front or (behind == front and option(state, "equal") == "again"):
        ask_for_a_move(state, seat)
        return
    if behind > front:
        state["seats"][seat]["miss"] = True
    end_turn(state, seat)


def number_card(state: State, card: str, seat: int, runner: int, cost: int) -> None:
    """R8.1: draw or pay the number, restart if it cannot be paid; 0 shuffles the pile."""
    number = int(card)
    if number == 0:
        _chance(state, "deal", seat, runner, cost)
        return
    if number > 0:
        take(state, seat, number)
    elif state["seats"][seat]["carrots"] >= -number:
        give_back(state, seat, -number)
    else:
        restart(state, seat, runner)
    end_turn(state, seat)


def roll(state: State, number: int) -> None:
    """R8.2, R8.3: the roll and the position after landing select the action."""
    pending = state["pending"]
    seat, runner = pending["seat"], pending["runner"]
    column = min(position(state, seat, runner), 6)
    action = TABLES[option(state, "hare")][number][column - 1]
    perform(state, action, seat, runner, pending["cost"])


def perform(state: State, action: str, seat: int, runner: int, cost: int) -> None:
    """R8.2: the actions of the tables and of the deck of 1978."""
    player = state["seats"][seat]
    if action == "again":
        ask_for_a_move(state, seat)
        return
    if action == "ten" and ten_choices(state, seat):
        state["prompt"] = "ten"
        state["to_act"] = seat
        state["pending"] = {"runner": runner}
        return
    if action in ("carrot-forward", "carrot-back", "position-forward", "position-back"):
        square = free_move_square(state, action, seat, runner)
        if square is not None:
            put(state, seat, runner, square)
            land(state, seat, runner, cost)
            return
    elif action == "miss":
        player["miss"] = True
    elif action == "chew-lettuce":
        if player["lettuces"] > 0:
            player["runners"][runner]["obligation"] = "chew"
        else:
            player["miss"] = True
    elif action == "chew-carrot":
        if player["carrots"] > 0:
            give_back(state, seat, 1)
        else:
            restart(state, seat, runner)
    elif action == "free":
        take(state, seat, cost)
    end_turn(state, seat)


def free_move_square(state: State, action: str, seat: int, runner: int) -> int | None:
    """R8.2: where a positional action leads, None if nowhere."""
    step = 1 if action.endswith("forward") else -1
    here = runner_at(state, seat, runner)
    if action.startswith("carrot"):
        return _carrot_square(state, here, step)
    other = next_runner_square(state, here, step)
    if other is None:
        return None
    candidate = other + step
    while START < candidate < home_square(state):
        square = kind(state, candidate)
        no_lettuce = square == "L" and state["seats"][seat]["lettuces"] == 0
        if not occupied(state, candidate) and square != "T" and not no_lettuce:
            return candidate
        candidate += step
    return None


def _carrot_square(state: State, here: int, step: int) -> int | None:
    """R8.2, R8.3: the next carrot square that way; an occupied one is skipped or stops the move."""
    candidate = here + step
    while START < candidate < home_square(state):
        if kind(state, candidate) == "C":
            if not occupied(state, candidate):
                return candidate
            if not option(state, "skip_occupied_carrots"):
                return None
        candidate += step
    return None


def _chance(state: State, prompt: str, seat: int, runner: int, cost: int) -> None:
    """R14.2: chance is due before the turn can end."""
    state["prompt"] = prompt
    state["to_act"] = seat
    state["pending"] = {"seat": seat, "runner": runner, "cost": cost}
