"""The one thread that owns the game: events and commands in, snapshots out."""

from collections.abc import Callable, Collection

from controller.commands import Command
from controller.owner import Owner
from controller.session import Session
from controller.snapshot import Snapshot
from hardware.clock import Clock
from hardware.ports import BoardEvent


class Service(Owner[Snapshot, Command, BoardEvent]):
    """Runs a session in a thread of its own.

    Args:
        open_session: makes the session; called in the owner thread, which alone ever
            touches it.
        clock: the table's time, the same as the session's.
        attend: told on which squares something may happen now, whenever that changes:
            `Sensing.attend` of the board.
    """

    def __init__(
        self,
        open_session: Callable[[], Session],
        clock: Clock,
        attend: Callable[[Collection[int]], None] | None = None,
    ) -> None:
        super().__init__("game", open_session, clock, attend)
