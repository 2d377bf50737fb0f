"""Effects: what a step asks of the session, done before the step counts."""

import msgspec

from controller.game.journal.saved_game import Change
from controller.game.rules import State
from controller.light.look import Look
from controller.table.kept_times import KeptTimes


class DrawChance(msgspec.Struct, frozen=True):
    """Draw the deal or roll that a position asks for; `ChanceDrawn` answers."""

    state: State


class FindGame(msgspec.Struct, frozen=True):
    """Find an earlier game in the journal by its number; `GameFound` answers."""

    number: int


class KeepLook(msgspec.Struct, frozen=True):
    """Save the look of the lights."""

    look: Look


class KeepTimes(msgspec.Struct, frozen=True):
    """Save times of games that the journal does not have."""

    times: KeptTimes


class TryToWrite(msgspec.Struct, frozen=True):
    """Check that the journal can be written again; `NotWritten` answers if it cannot."""


class ForgetDamage(msgspec.Struct, frozen=True):
    """Delete the report on the damaged journal: it has been acknowledged."""


class FindRace(msgspec.Struct, frozen=True):
    """Find a race of two boards in the journal; `GameFound` answers if it is there."""

    race: str


Effect = (
    Change | DrawChance | FindGame | FindRace | KeepLook | KeepTimes | TryToWrite | ForgetDamage
)
