"""Deeds: what may happen in a messy game; and what most of them look at first."""

import random
from collections.abc import Callable

from controller.game.pieces import COLOURS, Colour
from controller.game.rules import legal
from controller.table.lit_squares import destination
from controller.table.referee import expected
from tests.chaos.table import Table

Deed = Callable[[Table, random.Random], None]


class Deeds(dict[str, Deed]):
    """Things that may happen, by their names."""

    def add(self, do: Deed) -> Deed:
        """One more."""
        self[do.__name__] = do
        return do


def runners(table: Table) -> list[Colour]:
    players = table.snapshot.seating.players
    return [colour for player in players for colour in player.colours] or list(COLOURS[:2])


def a_square(table: Table, rng: random.Random) -> int:
    """Any square, mostly one that means something now."""
    state = table.state
    goes: list[int] = []
    if state is not None and state.prompt == "move":
        goes = [to for action in legal(state) if (to := destination(state, action))]
    stands = [square for colour in COLOURS for square in table.stands(colour)]
    wants = (
        [want.square for want in expected(state, table.snapshot.seating).values()] if state else []
    )
    choices = [goes, stands, [square for square in wants if square], list(range(1, 66))]
    picked = rng.choice([each for each in choices if each])
    return min(rng.choice(picked), 64)
