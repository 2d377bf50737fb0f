"""The thread of a table's opponents: it looks at every new snapshot, and acts on it.

On a simulated board it carries the runners of errands too.
"""

import contextlib
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from controller.refusal import Refusal
from controller.restartable_thread import RestartableThread
from controller.table.actor import GameActor
from controller.table.snapshot import Snapshot

if TYPE_CHECKING:  # imported by those who play with opponents
    from controller.table.opponents.mind import OpponentMind

LOOK_S: Final = 1.0
"""Longest time between two looks at the table."""
STOP_S: Final = 0.5
"""Longest wait for the thread to end; one that still thinks is left behind."""

_LOG: Final = logging.getLogger(__name__)


class OpponentsThread(RestartableThread):
    """The thread in which the opponents of a table think.

    Args:
        actor: the game.
        make_mind: makes what decides for them, once there are opponents.
        carry: carries the runners of errands where no hand does; called with the newest snapshot
            and the time, returns the time until the next call, None for nothing to carry.
    """

    def __init__(
        self,
        actor: GameActor,
        make_mind: "Callable[[], OpponentMind]",
        carry: Callable[[Snapshot, float], float | None] | None = None,
    ) -> None:
        super().__init__("opponents", STOP_S)
        self._actor = actor
        self._make_mind = make_mind
        self._mind: OpponentMind | None = None
        self._carry = carry

    @property
    def carries(self) -> bool:
        """Return True if the runners of errands are carried where no hand does."""
        return self._carry is not None

    def _wake(self) -> None:
        if self._mind is not None:
            self._mind.close()
        self._actor.nudge()

    def _work(self) -> None:
        while self._running and self._actor.alive:
            self.turns += 1
            self._wait_after(self._actor.snapshot)

    def _wait_after(self, seen: Snapshot) -> None:
        left_s = self._look(seen)
        self._actor.wait_until(
            lambda: not self._running or self._actor.snapshot is not seen, left_s
        )

    def _look(self, snapshot: Snapshot) -> float:
        """Do what is due for a snapshot; return the longest time until the next look."""
        carry = self._carry
        carried_s = None if carry is None else carry(snapshot, self._actor.clock.now_s())
        acted_s = self._think(snapshot) if snapshot.seating.opponents else None
        return min(LOOK_S if each is None else each for each in (carried_s, acted_s, LOOK_S))

    def _think(self, snapshot: Snapshot) -> float | None:
        """Let opponents think; return the time until one acts, None if none is to act."""
        if self._mind is None:
            self._mind = self._make_mind()
        if not self._running:  # it may have been made too late for `stop` to close it
            return 0.0
        if self._mind.prepare(snapshot):
            return 0.0
        if snapshot.opponent is None:
            return None
        return self._decided(self._mind, snapshot)

    def _decided(self, mind: "OpponentMind", snapshot: Snapshot) -> float:
        """Let the opponent to act think, or act; return the time until that is due."""
        left_s = mind.left_s(snapshot, self._actor.clock.now_s())
        if not mind.knows(snapshot):
            with contextlib.suppress(Refusal):  # the game has stopped
                version, game = self._actor.under_way()
                if version == snapshot.version and game is not None:
                    mind.think(snapshot, game)
            return 0.0
        if left_s > 0:
            return left_s
        try:
            self._actor.submit(mind.command())
        except Refusal as refusal:
            _LOG.info("An opponent's action was refused: %s", refusal.template)  # names nobody
            mind.refused(self._actor.clock.now_s())
        return 0.0
