"""The connection to a broker, by paho-mqtt: it reconnects by itself."""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from controller.board.file.broker import BrokerSettings
from web.mqtt.password import saved_password
from web.mqtt.reaching import CONNECT_WITHIN_S, trust, why_not
from web.mqtt.topics import PARTNER
from web.mqtt.troubles import (
    ANOTHER_OF_THIS_ID,
    LOGIN_NEEDED,
    LOST,
    REFUSED,
    UNREADABLE,
    WRONG_LOGIN,
    BrokerTrouble,
    BrokerUnusable,
)

KEEP_ALIVE_S: Final = 30
FIRST_PAUSE_S: Final = 1
LONGEST_PAUSE_S: Final = 60
WAITING_MESSAGES: Final = 100
"""Most messages that wait for a slow broker; newer ones are refused until it has taken some."""
SAID_WITHIN_S: Final = 0.5
"""Longest wait for the broker to take the last messages."""
ENDED_WITHIN_S: Final = 0.3
"""Longest wait for paho's thread to end; one that hangs is left behind."""
SOON_S: Final = 15.0
THROWN_OUT: Final = 3
"""Connections lost so soon, one after another, from which on another board is thought to have this
board's id: a broker ends the older one of two."""
LOGIN_REFUSED: Final = ("Bad user name or password", "Not authorized")
"""Paho's words for codes 4 and 5 of CONNACK. Brokers answer wrong passwords with either."""

_LOG: Final = logging.getLogger(__name__)

Received = Callable[[str, bytes], None]


class BrokerConnection:
    """A connection to a broker.

    Args:
        settings: the broker.
        client_id: name of the board at the broker; two of one name throw each other out.
        will: topic and message that the broker publishes, retained, when the client is lost.
        subscriptions: topics to listen to.
        connected: called at each connection, in paho's thread: it must not wait.
        received: called with topic and message, likewise.
        now_s: tells the time, which may begin anywhere.
        takes_retained: True to receive also what the broker has retained. It comes at every
            connection, so a command among it would be carried out each time.

    Attributes:
        is_up: True while the broker is connected.

    Raises:
        BrokerUnusable: password or certificates cannot be read.
    """

    def __init__(
        self,
        settings: BrokerSettings,
        client_id: str,
        will: tuple[str, bytes] | None,
        subscriptions: tuple[str, ...],
        connected: Callable[[], None],
        received: Received,
        now_s: Callable[[], float] = time.monotonic,
        *,
        takes_retained: bool = False,
    ) -> None:
        self._now_s = now_s
        self._takes_retained = takes_retained
        self._settings = settings
        self._subscriptions = subscriptions
        self._connected = connected
        self._received = received
        self.is_up = False
        self._since_s = 0.0
        self._lost_soon = 0
        self._trouble: BrokerTrouble | None = None
        self._lock = threading.Lock()
        self._asked: dict[int, str] = {}
        self._unreadable: str | None = None
        client = new_client(settings, client_id, saved_password(settings))
        if will is not None:
            client.will_set(will[0], will[1], qos=1, retain=True)
        client.reconnect_delay_set(FIRST_PAUSE_S, LONGEST_PAUSE_S)
        client.max_queued_messages_set(WAITING_MESSAGES)
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_subscribe = self._on_subscribe
        self._client = client

    def start(self) -> None:
        """Connect, in a thread of paho's, and reconnect whenever it is lost."""
        self._client.connect_async(
            self._settings.host, self._settings.port_used, keepalive=KEEP_ALIVE_S
        )
        self._client.loop_start()

    def stop(self, farewell: Mapping[str, bytes]) -> None:
        """Publish last retained messages if the broker is connected, and disconnect."""
        if self.is_up:
            said = [
                self._client.publish(topic, payload, qos=1, retain=True)
                for topic, payload in farewell.items()
            ]
            for each in said:
                if each.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
                    each.wait_for_publish(SAID_WITHIN_S)
        self._client.disconnect()
        # Paho's thread may be in the middle of connecting to a computer that does not answer.
        ending = threading.Thread(target=self._client.loop_stop, name="broker-end", daemon=True)
        ending.start()
        ending.join(ENDED_WITHIN_S)

    def publish(self, topic: str, payload: bytes, *, retain: bool) -> bool:
        """Publish a message at QoS 1; return False if it has to be tried again."""
        if not self.is_up:
            return False
        sent = self._client.publish(topic, payload, qos=1, retain=retain)
        return sent.rc == MQTTErrorCode.MQTT_ERR_SUCCESS

    def listen(self, topics: Iterable[str]) -> None:
        """Listen to these topics from now on, and to no others."""
        before, self._subscriptions = self._subscriptions, tuple(topics)
        if not self.is_up:
            return
        for topic in set(self._subscriptions) - set(before):
            self._subscribe(topic)
        for topic in set(before) - set(self._subscriptions):
            self._client.unsubscribe(topic)

    @property
    def trouble(self) -> BrokerTrouble | None:
        """Why the broker is not connected, or of no full use; None if it is, or not yet known."""
        if not self.is_up or self._is_thrown_out:
            return self._trouble
        topic = self._unreadable
        return self._refuses(topic) if topic in self._subscriptions else None

    def _on_connect(self, _client: Any, _data: Any, _flags: Any, reason: Any, _more: Any) -> None:
        if reason.is_failure:
            self._tell(refusal_of(self._settings, reason))
            return
        self._since_s = self._now_s()
        if not self._is_thrown_out:
            self._trouble = None
        with self._lock:
            self._asked.clear()
        self._unreadable = None
        self.is_up = True  # before it subscribes: `listen` subscribes by itself from now on
        for topic in self._subscriptions:
            self._subscribe(topic)
        _LOG.info("Connected to the MQTT broker at %s.", self._settings.host)
        self._connected()

    def _on_connect_fail(self, _client: Any, _data: Any) -> None:
        try:
            self._tell(why_not(self._settings))
        except BrokerUnusable as error:  # its certificates were deleted
            self._tell(error.trouble)

    def _on_disconnect(
        self, _client: Any, _data: Any, _flags: Any, reason: Any, _more: Any
    ) -> None:
        was_up, self.is_up = self.is_up, False
        if not was_up or not reason.is_failure:
            return
        lasted_s = self._now_s() - self._since_s
        self._lost_soon = self._lost_soon + 1 if lasted_s < SOON_S else 0
        if self._lost_soon >= THROWN_OUT:
            self._tell(BrokerTrouble(ANOTHER_OF_THIS_ID, {"host": self._settings.host}))
        else:
            facts = {"host": self._settings.host, "reason": str(reason)}
            self._tell(BrokerTrouble(LOST, facts))

    def _subscribe(self, topic: str) -> None:
        with self._lock:  # the answer may come before the number of the question is known
            _, number = self._client.subscribe(topic, qos=1)
            if number is not None:
                self._asked[number] = topic

    def _on_subscribe(
        self, _client: Any, _data: Any, number: int, reasons: list[Any], _more: Any
    ) -> None:
        with self._lock:
            topic = self._asked.pop(number, None)
        if topic is not None and any(each.is_failure for each in reasons):
            self._unreadable = topic
            _LOG.warning("%s", self._refuses(topic))

    def _refuses(self, topic: str) -> BrokerTrouble:
        """Return that the broker does not let the board read a topic, or those of its kind."""
        topic = f"{PARTNER}#" if topic.startswith(PARTNER) else topic
        return BrokerTrouble(UNREADABLE, {"host": self._settings.host, "topic": topic})

    def _on_message(self, _client: Any, _data: Any, message: paho.MQTTMessage) -> None:
        if message.retain and not self._takes_retained:
            return
        try:
            self._received(message.topic, bytes(message.payload))
        except Exception:  # noqa: BLE001 - it would end paho's thread, and look connected for ever
            _LOG.exception("A message of the MQTT broker could not be taken.")

    @property
    def _is_thrown_out(self) -> bool:
        """True while the broker ends each connection soon, and the last one is not old enough."""
        return self._lost_soon >= THROWN_OUT and self._now_s() - self._since_s < SOON_S

    def _tell(self, trouble: BrokerTrouble) -> None:
        """Note why the broker is not connected; log it once."""
        if trouble != self._trouble:
            _LOG.warning("%s The game continues without it.", trouble)
        self._trouble = trouble


def new_client(settings: BrokerSettings, client_id: str, password: str | None) -> paho.Client:
    """Return a client for a broker; it is not connected yet.

    Raises:
        BrokerUnusable: the certificates cannot be read.
    """
    client = paho.Client(CallbackAPIVersion.VERSION2, client_id)
    client.connect_timeout = CONNECT_WITHIN_S
    if settings.user is not None:
        client.username_pw_set(settings.user, password)
    if settings.tls:
        client.tls_set_context(trust(settings))
    return client


def refusal_of(settings: BrokerSettings, reason: Any) -> BrokerTrouble:
    """Return why a broker has refused a connection; `reason` is paho's."""
    facts = {"host": settings.host, "reason": str(reason)}
    if str(reason) in LOGIN_REFUSED:
        return BrokerTrouble(LOGIN_NEEDED if settings.user is None else WRONG_LOGIN, facts)
    return BrokerTrouble(REFUSED, facts)
