"""Hare squares with the action cards of 1978.

Source: R8.3.
"""

from controller.game.rules.draft import Draft
from controller.game.rules.hares.actions import act


def land(draft: Draft, seat: int, index: int, cost: int) -> None:
    """Draw the top card, put it under the pile, and carry it out."""
    act(draft, draft.draw_card(seat), seat, index, cost, land)
