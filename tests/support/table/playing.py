"""Whole games at a simulated table."""

import random

from controller.game.rules import legal
from controller.table.commands import SetAside
from tests.support.rules.random_play import homeward
from tests.support.table.tabletop import Tabletop


def play_to_the_end(table: Tabletop) -> None:
    rng = random.Random(6)
    while table.state.prompt != "over":
        table.phone(table.to_act or "", str(homeward(table.state, legal(table.state), rng)))


def set_aside(table: Tabletop) -> int:
    """Put the game aside; returns its number."""
    number = table.session.under_way
    assert number is not None
    table.command(SetAside(table.snapshot.version))
    return number
