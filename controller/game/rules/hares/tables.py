"""Hare squares with a die, or numbered cards that are put back, and a table.

Source: R8.2, R8.3.
"""

from controller.game.rules.draft import Draft
from controller.game.rules.events import Rolled
from controller.game.rules.hares.actions import act
from controller.game.rules.state import Drawing


def land(draft: Draft, seat: int, index: int, cost: int) -> None:
    """Wait for the roll."""
    draft.ask("roll", Drawing(seat, index, cost), seat)


def roll(draft: Draft, value: int) -> None:
    """Carry out the action for the roll and the runner's current position."""
    drawing = draft.pending
    assert isinstance(drawing, Drawing)
    draft.pending = None
    row = draft.rules.table[value - 1]
    position = draft.position(drawing.seat, drawing.runner)
    action = row[min(position, len(row)) - 1]
    draft.events.append(Rolled(drawing.seat, value, action))
    act(draft, action, drawing.seat, drawing.runner, drawing.cost, land)
