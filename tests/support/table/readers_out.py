"""A game under way, on a board whose readers may go out."""

from controller.config import Settings
from tests.support.table.tabletop import Tabletop

FIRST_LOOK_S = Settings().first_look_s


def under_way(table: Tabletop) -> Tabletop:
    """Ann on 5, Ben on 4, Cem on 8, Ann to move."""
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    return table
