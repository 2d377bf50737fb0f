"""What a hare square does, one module for each rule (R7, R8).

A hare rule is a function that carries out a landing on a draft and leaves it ready for
whatever comes next: the next seat, a prompt, or another move of the same seat.
"""

from collections.abc import Callable
from typing import Final

from controller.rules.draft import Draft
from controller.rules.hares import text_cards

Landing = Callable[[Draft, int, int, int], None]
"""Called with the draft, the seat, its runner and what the move cost."""

LANDINGS: Final[dict[str, Landing]] = {
    "text-cards": text_cards.land,
}
