"""The race of two boards on a table: this board's part in it, and who sits elsewhere."""

import msgspec

from controller.game.setup import Setup, Together
from controller.table.remote.kept_races import KeptRaces, RaceRole
from controller.table.remote.messages import SentAction
from controller.table.remote.races import SharedRace
from controller.table.state import TableState


def together_of(table: TableState) -> Together | None:
    """Return the two boards of the race on the table; None for a race of one board."""
    setup = table.saved.setup
    if table.game is None or setup is None or setup.together is msgspec.UNSET:
        return None
    return setup.together


def role_of(table: TableState) -> RaceRole | None:
    """Return this board's part in the race of two boards on the table; None without one."""
    together = together_of(table)
    return None if together is None else table.races.kept.role(together.race)


def action_on_its_way(table: TableState) -> SentAction | None:
    """Return the action that the guest waits for the authority to play; None without one."""
    together = together_of(table)
    return None if together is None else table.races.kept.sent.get(together.race)


def is_on_its_way(table: TableState) -> bool:
    """Check whether the guest waits for the authority to play an action."""
    return action_on_its_way(table) is not None


def elsewhere(setup: Setup, kept: KeptRaces) -> frozenset[int]:
    """Return the seats of people who sit at another board."""
    if setup.together is msgspec.UNSET:
        return frozenset()
    guests = frozenset(setup.together.guests)
    match kept.role(setup.together.race):
        case "authority":
            return guests
        case "guest":
            return frozenset(range(len(setup.seats))) - guests
        case _:
            return frozenset()


def shared_race(table: TableState) -> SharedRace | None:
    """Return the race of two boards on the table; None without one."""
    together = together_of(table)
    if together is None:
        return None
    races, log = table.races, table.saved.log
    role = races.kept.role(together.race)
    inviter, invited = together.boards
    return SharedRace(
        race=together.race,
        pair=together.pair,
        role=role,
        other_name=inviter if role == "guest" else invited,
        count=log.count,
        digest=log.digest,
        sent=races.kept.sent.get(together.race),
        declined=races.declined,
        other=races.other,
    )
