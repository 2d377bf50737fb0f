"""Effects: what a step asks of the session, done before the step counts."""

from collections.abc import Mapping

import msgspec

from controller.game.journal.saved_game import Change
from controller.game.rules import State
from controller.light.look import Look


class DrawChance(msgspec.Struct, frozen=True):
    """Draw the deal or roll that a position asks for; `ChanceDrawn` answers."""

    state: State


class FindGame(msgspec.Struct, frozen=True):
    """Find an earlier game in the journal by its number; `GameFound` answers."""

    number: int


class KeepLook(msgspec.Struct, frozen=True):
    """Save the look of the lights."""

    look: Look


class KeepReserves(msgspec.Struct, frozen=True):
    """Save the reserve that each seat has used, in seconds, by game."""

    used_s: Mapping[str, tuple[float, ...]]


class ForgetDamage(msgspec.Struct, frozen=True):
    """Delete the report on the damaged journal: it has been acknowledged."""


Effect = Change | DrawChance | FindGame | KeepLook | KeepReserves | ForgetDamage
