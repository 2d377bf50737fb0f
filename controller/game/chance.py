"""Draws chance by the electronics: an action like any other, told to nobody beforehand."""

import random

import msgspec

from controller.game.rules import Action, State
from controller.game.setup import Setup


def draws_chance(state: State, setup: Setup) -> bool:
    """Check whether chance is due and the electronics draw it, as they do in every lesson."""
    electronic = setup.chance == "electronic" or setup.lesson is not msgspec.UNSET
    return state.prompt in ("deal", "roll") and electronic


def draw_chance(state: State, chance: random.Random) -> Action:
    """Draw the deal or roll that is due at random."""
    if state.prompt == "roll":
        return Action("roll", value=chance.randint(1, len(state.rules.table)))
    cards = list(state.rules.deck)
    chance.shuffle(cards)
    return Action("deal", cards=tuple(cards))
