"""Beginning a game.

Source: R2, R10.1.
"""

from typing import Final

from controller.game.rules.errors import BadSetup
from controller.game.rules.ruleset.build import Ruleset
from controller.game.rules.state import FirstDeal, Runner, Seat, State

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 6


def new_game(rules: Ruleset, seats: int, first: int = 0) -> State:
    """Return the position before the first move; with hare cards, their deal is due.

    Args:
        rules: the rules to play by.
        seats: number of seats, 2 to 6.
        first: the seat that begins.

    Raises:
        BadSetup: seats or first out of range.
    """
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise BadSetup("bad-request", "A game has 2 to 6 seats, not {seats}.", seats=seats)
    if not 0 <= first < seats:
        raise BadSetup(
            "bad-request",
            "Seat {first} cannot begin: seats are 0 to {last}.",
            first=first,
            last=seats - 1,
        )
    options = rules.options
    patch = options.patch_total
    if patch is not None:
        patch -= seats * options.start_carrots
    return State(
        rules=rules,
        to_act=first,
        prompt="deal" if rules.deck else "move",
        first=first,
        seats=(Seat(options.start_carrots, options.lettuces, False, (Runner(),) * options.runners),)
        * seats,
        pile=rules.deck,
        patch=patch,
        home=(),
        pending=FirstDeal() if rules.deck else None,
        ranking=(),
    )
