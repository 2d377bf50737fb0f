"""What readers, lights, plugs and disks do to a game, one thing at a time."""

import random
from typing import Final

from controller.game.pieces import COLOURS
from tests.chaos.deeds import Deeds
from tests.chaos.people import turn_by_hand
from tests.chaos.table import Table

DEEDS: Final = Deeds()
deed = DEEDS.add


@deed
def something_breaks(table: Table, rng: random.Random) -> None:
    stands = {square for colour in COLOURS for square in table.stands(colour)}
    near = table.snapshot.attention | stands
    table.board.disturb(near if rng.random() < 0.8 else range(1, 65), rng)
    table.wait(rng.choice((0.05, 0.3, 1.2)))


@deed
def all_is_mended(table: Table, rng: random.Random) -> None:
    table.board.heal()
    table.wait(1.2)


@deed
def lights(table: Table, rng: random.Random) -> None:
    table.lights(rng.choice((None, "The strip is unplugged.", "The voltage sags.")))


@deed
def pull_the_plug(table: Table, rng: random.Random) -> None:
    table.pull_the_plug()
    table.wait(rng.choice((0.05, 1.2)))


@deed
def die_writing(table: Table, rng: random.Random) -> None:
    """The power goes with the next entry, just after it is on the disk."""
    table.journal.dies = True
    turn_by_hand(table)
    if not table.is_dead:
        table.journal.dies = False
        return
    table.wait(rng.choice((0.0, 1.0)))
    table.pull_the_plug()
    table.wait(rng.choice((0.05, 1.2)))


@deed
def disk_full(table: Table, rng: random.Random) -> None:
    table.journal.is_full = True
    turn_by_hand(table)
    table.wait(rng.choice((0.1, 1.0)))
    table.journal.is_full = False
    table.wait(rng.choice((0.1, 7.0)))
