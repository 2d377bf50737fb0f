"""Hints: the best few moves of the seat to act, with reasons.

They are found as if nobody kept count: no hand but one's own is known, so that a hint cannot
tell what others hold.
"""

import random
from collections.abc import Sequence
from typing import Final

import msgspec

from controller.game.advice.fading import MOST_HINTS
from controller.game.advice.outlook import Outlook
from controller.game.advice.reasons import AnyReason, reasons
from controller.game.opponents.sight import Sight
from controller.game.rules import Action

MOST_REASONS: Final = 3
CLOSE: Final = 0.1
"""How much less than the best move another one may be worth, to be shown beside it."""
SAMPLES: Final = 12


class Hint(msgspec.Struct, frozen=True):
    """A move worth a thought, and what is true of it."""

    action: Action
    reasons: tuple[AnyReason, ...]


def hints(sight: Sight, actions: Sequence[Action], outlook: Outlook) -> tuple[Hint, ...]:
    """Return the best few of the legal actions, the best first; always the same for a sight.

    Args:
        sight: what the seat sees; it is the seat to act.
        actions: its legal actions, at least one.
        outlook: that of the game.
    """
    seen = without_other_hands(sight)
    weighed = outlook.weigh(seen, actions, SAMPLES, random.Random(len(sight.played)))
    best = weighed[0].worth
    shown = [each for each in weighed if each.worth >= best - CLOSE][:MOST_HINTS]
    return tuple(Hint(each.action, reasons(seen, each.action)[:MOST_REASONS]) for each in shown)


def without_other_hands(sight: Sight) -> Sight:
    """Return the sight of a player who has not kept count; open hands stay known (R13.1)."""
    options = sight.rules.options
    if options.open_hands:
        return sight
    return msgspec.structs.replace(
        sight,
        seats=tuple(
            holder if seat == sight.seat else msgspec.structs.replace(holder, carrots=None)
            for seat, holder in enumerate(sight.seats)
        ),
        # With one's own hand and the total it would tell what all others hold together.
        patch=None,
    )
