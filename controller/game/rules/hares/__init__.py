"""Hare squares: one module for each family of rules (R7, R8).

A hare rule is a function that carries out a landing on a draft and leaves it ready for the
next seat, a prompt, or another move of the same seat.
"""

from collections.abc import Callable
from typing import Final

from controller.game.rules.draft import Draft
from controller.game.rules.hares import deck_1978, number_cards, tables, text_cards, waiting

Landing = Callable[[Draft, int, int, int], None]
"""Called with the draft, the seat, its runner and the cost of the move."""

LANDINGS: Final[dict[str, Landing]] = {
    "text-cards": text_cards.land,
    "number-cards": number_cards.land,
    "deck-1978": deck_1978.land,
    "table-1974": tables.land,
    "die-table": tables.land,
    "tournament": waiting.land_and_wait,
    "flat-cost": waiting.land_and_wait,
    "nap": waiting.land_and_nap,
}
