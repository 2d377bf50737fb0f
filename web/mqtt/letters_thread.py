"""The thread that carries letters to other boards: sealed before they come here."""

from collections.abc import Callable
from typing import Final

from controller.board.file.broker import BrokerSettings
from controller.partners.letters import PartnerLetters
from controller.restartable_thread import RestartableThread
from web.mqtt.connection import BrokerConnection
from web.mqtt.topics import PARTNER
from web.mqtt.troubles import BrokerTrouble

TICK_S: Final = 1.0
STOP_S: Final = 1.0


class LettersThread(RestartableThread):
    """Connects to the broker once there are partners or a code, and lets links do what is due.

    Args:
        letters: the letters.
        connect: makes the connection; called with functions for a connection and for a message.
    """

    def __init__(
        self,
        letters: PartnerLetters,
        connect: Callable[[Callable[[], None], Callable[[str, bytes], None]], BrokerConnection],
    ) -> None:
        super().__init__("letters", STOP_S)
        self._letters = letters
        self._connection = connect(letters.came_up, self._received)
        self._connects = False

    @property
    def is_up(self) -> bool:
        """True while the broker is connected."""
        return self._connection.is_up

    @property
    def trouble(self) -> BrokerTrouble | None:
        """Why it is not; None if it is, or if that is not yet known."""
        return self._connection.trouble

    def publish(self, box: str, packet: bytes) -> bool:
        """Send a packet to a mailbox; return False if it was not sent."""
        return self._connection.publish(PARTNER + box, packet, retain=False)

    def listen(self, boxes: frozenset[str]) -> None:
        """Receive what comes to these mailboxes from now on."""
        self._connection.listen(PARTNER + box for box in sorted(boxes))

    def start(self) -> None:
        """Start the thread; also restarts it after a failure."""
        if self._thread is None:
            self._letters.carried_by(self)
        super().start()

    def stop(self) -> None:
        """End the thread, and the connection."""
        self._letters.carried_by(None)
        super().stop()
        if self._connects:
            self._connection.stop({})

    def _wake(self) -> None:
        self._letters.due.set()

    def _work(self) -> None:
        while self._running:
            self.turns += 1
            if self._letters.wanted and not self._connects:
                self._connects = True
                self._connection.start()
            self._letters.tick()
            self._letters.due.wait(TICK_S)
            self._letters.due.clear()

    def _received(self, topic: str, payload: bytes) -> None:
        self._letters.received(topic.removeprefix(PARTNER), payload)


def letters_thread(settings: BrokerSettings, letters: PartnerLetters, board: str) -> LettersThread:
    """Return the thread that carries letters through a broker; it is not started yet.

    Args:
        settings: the broker.
        letters: the letters.
        board: the board's id.

    Raises:
        BrokerUnusable: password or certificates cannot be read.
    """

    def connect(
        connected: Callable[[], None], received: Callable[[str, bytes], None]
    ) -> BrokerConnection:
        return BrokerConnection(
            settings, f"hareboard-{board}-letters", None, (), connected, received
        )

    return LettersThread(letters, connect)
