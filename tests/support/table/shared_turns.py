"""Tables of a race of two boards, and what their stages come to."""

from typing import Any, Final

import msgspec

from controller.game.history import Game
from controller.game.journal.saved_game import Change
from controller.game.rules import Runner, State
from controller.game.rules.text.position import write_position
from controller.game.setup import Setup
from controller.table.remote.messages import SentAction
from controller.table.remote.races import TableRaces
from controller.table.stages.turns import Outcome, paused
from controller.table.state import TableState
from tests.support.table.shared import a_shared_race
from tests.support.table.states import (
    START_S,
)
from tests.support.table.two_boards import RACE

LATER_S = START_S + 5
GUEST, AUTHORITY = a_shared_race("guest"), a_shared_race("authority")
BENS: Final[dict[str, Any]] = {"to_act": 1}
"""It is the turn of Ben, who sits at the guest's board."""
STALE = ("stale", "The game has moved on. Look again, then choose.")
NOT_OFFERED = ("not-offered", "That is not offered now.")


def written(outcome: Outcome) -> TableState:
    """The table once its change is on the disk."""
    after, effect = outcome
    assert isinstance(effect, Change)
    assert after.saved == effect.after
    log = effect.after.log.after(effect.kind, effect.text)
    return after.change(saved=msgspec.structs.replace(after.saved, log=log))


def entry(outcome: Outcome) -> tuple[str, str]:
    assert isinstance(outcome[1], Change)
    return outcome[1].kind, outcome[1].text


def sent(table: TableState) -> SentAction | None:
    return table.races.kept.sent.get(RACE)


def with_sent(table: TableState, action: SentAction) -> TableState:
    """The table with an action on its way."""
    races = TableRaces(table.races.kept.with_action(RACE, action), declined="earlier")
    return table.change(races=races)


def with_position(table: TableState, state: State) -> TableState:
    return table.change(saved=msgspec.structs.replace(table.saved, game=Game(state)))


def pausing(table: TableState) -> TableState:
    return paused(table, pauses=True, now_s=START_S)[0]


def pulled(state: State, seat: int, *runners: Runner) -> str:
    """The position with the runners of a seat elsewhere, as it is written down."""
    seats = list(state.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], runners=runners)
    return write_position(msgspec.structs.replace(state, seats=tuple(seats)))


def state_of(table: TableState) -> State:
    assert table.position is not None
    return table.position


def begin(setup: Setup) -> str:
    return msgspec.json.encode(setup).decode()
