"""Hare squares with numbered cards.

Source: R8.1.
"""

from controller.game.rules.draft import Draft
from controller.game.rules.events import DrewByCard, PaidByCard
from controller.game.rules.hares.actions import restart_and_end
from controller.game.rules.state import Drawing


def land(draft: Draft, seat: int, index: int, cost: int) -> None:
    """Draw the top card, put it under the pile, and draw or pay its number; 0 shuffles."""
    number = int(draft.draw_card(seat))
    if number == 0:
        draft.ask("deal", Drawing(seat, index, cost), seat)
        return
    if number > 0:
        draft.events.append(DrewByCard(seat, draft.draw(seat, number)))
    elif draft.seats[seat].carrots >= -number:
        draft.pay(seat, -number)
        draft.events.append(PaidByCard(seat, -number))
    else:
        restart_and_end(draft, seat, index)
        return
    draft.move_on(seat)
