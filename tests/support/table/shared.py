"""Tables in a race of two boards, made by hand."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from controller.game.journal.race_log import LogHead
from controller.game.setup import Together, with_rules
from controller.table.remote.kept_races import KeptRaces, RaceRole
from controller.table.remote.races import TableRaces
from controller.table.stages.errands import seated
from controller.table.state import TableState
from tests.support.table.states import SETUP, a_race
from tests.support.table.two_boards import PAIR, RACE

TOGETHER: Final = Together(PAIR, (1,), RACE, ("Here", "There"))
SHARED: Final = with_rules(msgspec.structs.replace(SETUP, together=TOGETHER))
"""Ben sits at the board that was invited, the others at the one that invites."""
LOG: Final = LogHead(3, "5eed")


def kept_as(role: RaceRole) -> KeptRaces:
    """What a board keeps that has this part in the race."""
    return KeptRaces() if role == "guest" else KeptRaces().with_role(RACE, role)


def a_shared_race(role: RaceRole, at: Sequence[int] = (5, 4, 8), **options: Any) -> TableState:
    """A race of two boards, three records of which are in the log, at a board with this part in it.

    Args:
        role: the part.
        at: where the red, yellow and green runners are, as for `a_race`.
        options: as of `position`.
    """
    return shared(a_race(at, **options), role)


def shared(table: TableState, role: RaceRole) -> TableState:
    """The table, whose race becomes one of two boards, with this part in it."""
    assert table.saved.setup is not None
    setup = msgspec.structs.replace(table.saved.setup, together=TOGETHER)
    saved = msgspec.structs.replace(table.saved, setup=setup, log=LOG)
    return seated(table.change(saved=saved, races=TableRaces(kept_as(role))), setup)
