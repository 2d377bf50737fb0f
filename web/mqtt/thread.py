"""The thread that keeps a broker up to date: it looks at every new snapshot."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final, Protocol

from controller.refusal import Refusal
from controller.restartable_thread import RestartableThread
from controller.table.actor import GameActor
from controller.table.snapshot import Snapshot
from web.mqtt.messages import HealthMessage
from web.mqtt.orders import BadOrder, command_of
from web.mqtt.publication import OFFLINE, Publication, refused
from web.mqtt.topics import BIRTH, BIRTH_PAYLOAD, BoardTopics
from web.mqtt.troubles import BrokerTrouble

LOOK_S: Final = 1.0
"""Longest time between two looks at the table."""
PAUSE_S: Final = 0.1
"""Shortest time between two messages of a table: lights change more often than games."""
MEASURE_S: Final = 30.0
"""Time between two measurements of the board's health, unless the game changes."""
ORDERS: Final = 20
"""Most commands that wait; more are dropped."""
STOP_S: Final = 1.0


class Connection(Protocol):
    """The broker, as the thread sees it."""

    def start(self) -> None:
        """Connect, and reconnect whenever it is lost."""
        ...

    @property
    def is_up(self) -> bool:
        """True while the broker is connected."""
        ...

    @property
    def trouble(self) -> BrokerTrouble | None:
        """Why it is not; None if it is, or if that is not yet known."""
        ...

    def stop(self, farewell: Mapping[str, bytes]) -> None:
        """Publish last retained messages, and disconnect."""
        ...

    def publish(self, topic: str, payload: bytes, *, retain: bool) -> bool:
        """Publish a message; return False if it has to be tried again."""
        ...


class BrokerThread(RestartableThread):
    """The thread that publishes a board, and submits the commands that come in.

    Messages are published when they differ from those of this connection, so that a new or a
    forgetful broker gets all of them, and one that was away for a week only the newest.

    Args:
        actor: the game.
        topics: the board's topics.
        publication: makes the messages.
        measure: measures the board's health.
        word: words a refusal.
        connect: makes the connection; called with functions for a connection and for a message.
    """

    def __init__(
        self,
        actor: GameActor,
        topics: BoardTopics,
        publication: Publication,
        measure: Callable[[], HealthMessage],
        word: Callable[[Refusal], str],
        connect: Callable[[Callable[[], None], Callable[[str, bytes], None]], Connection],
    ) -> None:
        super().__init__("broker", STOP_S)
        self._actor = actor
        self._topics = topics
        self._publication = publication
        self._measure = measure
        self._word = word
        self._connection = connect(self.connected, self.received)
        self._published: dict[str, bytes] = {}
        self._orders: deque[bytes] = deque(maxlen=ORDERS)
        self._health: tuple[float, HealthMessage] | None = None
        self._woken = False

    def start(self) -> None:
        """Start the thread; also restarts it after a failure."""
        if self._thread is None:
            self._connection.start()
        super().start()

    @property
    def is_up(self) -> bool:
        """True while the broker is connected."""
        return self._connection.is_up

    @property
    def trouble(self) -> BrokerTrouble | None:
        """Why it is not; None if it is, or if that is not yet known."""
        return self._connection.trouble

    def stop(self) -> None:
        """Say that the board goes, and end the thread."""
        self._end({self._topics.status: OFFLINE})

    def leave(self) -> None:
        """Clear everything that the broker keeps of the board, and end the thread."""
        self._end(dict.fromkeys(self._topics.retained, b""))

    def _end(self, farewell: Mapping[str, bytes]) -> None:
        super().stop()
        self._connection.stop(farewell)

    def connected(self) -> None:
        """Publish everything anew. Called in the connection's thread."""
        self._published = {}
        self._wake()

    def received(self, topic: str, payload: bytes) -> None:
        """Take a message. Called in the connection's thread."""
        if topic == self._topics.command:
            self._orders.append(payload)
            self._wake()
        elif topic == BIRTH and payload == BIRTH_PAYLOAD:
            self.connected()

    def _wake(self) -> None:
        self._woken = True
        self._actor.nudge()

    def _work(self) -> None:
        while self._running and self._actor.alive:
            self.turns += 1
            self._woken = False
            seen = self._actor.snapshot
            self._look(seen)
            self._rest(PAUSE_S, None)
            self._rest(LOOK_S - PAUSE_S, seen)

    def _rest(self, longest_s: float, seen: Snapshot | None) -> None:
        """Wait for a command or a connection; with a snapshot also for a newer one."""
        self._actor.wait_until(
            lambda: (
                not self._running
                or self._woken
                or (seen is not None and self._actor.snapshot is not seen)
            ),
            longest_s,
        )

    def _look(self, snapshot: Snapshot) -> None:
        """Carry out commands, and publish what the broker does not have yet."""
        while self._orders:
            self._carry_out(self._orders.popleft())
        published = self._published
        for topic, payload in self._publication.retained(snapshot, self._measured()).items():
            if published.get(topic) != payload and self._connection.publish(
                topic, payload, retain=True
            ):
                published[topic] = payload
        for event in self._publication.events(snapshot):
            self._connection.publish(self._topics.event, event, retain=False)

    def _carry_out(self, order: bytes) -> None:
        try:
            self._actor.submit(command_of(order, self._actor.snapshot))
        except BadOrder as error:
            sentence = str(error)
        except Refusal as error:
            sentence = self._word(error)
        else:
            return
        self._connection.publish(self._topics.event, refused(sentence), retain=False)

    def _measured(self) -> HealthMessage:
        """Return the board's health, measured a while ago at most."""
        now_s = self._actor.clock.now_s()
        if self._health is None or now_s >= self._health[0] + MEASURE_S:
            self._health = now_s, self._measure()
        return self._health[1]
