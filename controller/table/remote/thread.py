"""The thread of the link to the other board of a race."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from controller.partners.ports import Letters
from controller.restartable_thread import RestartableThread
from controller.table.remote.invitations import RaceInvitation
from controller.table.remote.link import RaceLink
from controller.table.snapshot import Snapshot

if TYPE_CHECKING:
    from controller.table.actor import GameActor

STOP_S: Final = 0.5
"""Longest wait for the thread to end."""
LOOK_S: Final = 1.0
"""Longest time between two looks at the table."""
MOST_LETTERS: Final = 100
"""Letters that wait to be taken; of more the oldest are lost, and sent again."""

_LOG: Final = logging.getLogger(__name__)


class RaceThread(RestartableThread):
    """The thread in which the link of a table works.

    Args:
        actor: the game.
        letters: the letters to other boards.
    """

    def __init__(self, actor: "GameActor", letters: Letters) -> None:
        super().__init__("race", STOP_S)
        self._actor = actor
        self._letters = letters
        self._link = RaceLink(actor, self._send, letters.is_paired, actor.clock.now_s)
        self._came: deque[tuple[str, bytes]] = deque(maxlen=MOST_LETTERS)
        self._to_decline = ""
        self._due = threading.Event()

    @property
    def invitation(self) -> RaceInvitation | None:
        """The invitation of another board; None without one."""
        return self._link.invitation

    @property
    def snapshot(self) -> Snapshot:
        """Newest snapshot of the table."""
        return self._actor.snapshot

    def decline(self, race: str) -> None:
        """Decline the invitation to a race."""
        self._to_decline = race
        self._due.set()

    def start(self) -> None:
        """Start the thread; also restarts it after a failure."""
        self._letters.listen(self._received)
        super().start()

    def started(self, stop_more: Callable[[], None]) -> Callable[[], None]:
        """Start the thread; return a function that stops it, and more after it."""
        self.start()

        def stop() -> None:
            self.stop()
            stop_more()

        return stop

    def stop(self) -> None:
        """Stop the thread, and wait a moment for it to end."""
        self._letters.listen(lambda _pair, _letter: None)
        super().stop()

    def _wake(self) -> None:
        self._due.set()

    def _work(self) -> None:
        with self._actor.watchers.watching(self._due.set):
            while self._running and self._actor.alive:
                self.turns += 1
                self._due.clear()
                left_s = self._look()
                if self._running:  # or the wake-up of the stop has just been cleared
                    self._due.wait(min(LOOK_S, left_s))

    def _look(self) -> float:
        while self._came:
            self._link.received(*self._came.popleft())
        if self._to_decline:
            race, self._to_decline = self._to_decline, ""
            self._link.decline(race)
        return self._link.tick()

    def _received(self, pair: str, letter: bytes) -> None:
        """Take a letter, in the letters' thread."""
        self._came.append((pair, letter))
        self._due.set()

    def _send(self, pair: str, letter: bytes) -> None:
        try:
            self._letters.send(pair, letter)
        except ValueError as error:
            _LOG.error("A letter to another board was not sent: %s", error)
