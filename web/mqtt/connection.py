"""The connection to a broker, by paho-mqtt: it reconnects by itself."""

import logging
import socket
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from controller.board.file.broker import BrokerSettings

KEEP_ALIVE_S: Final = 30
FIRST_PAUSE_S: Final = 1
LONGEST_PAUSE_S: Final = 60
WAITING_MESSAGES: Final = 100
"""Most messages that wait for a slow broker; newer ones are refused until it has taken some."""
CONNECT_WITHIN_S: Final = 5.0
SAID_WITHIN_S: Final = 0.5
"""Longest wait for the broker to take the last message."""

_LOG: Final = logging.getLogger(__name__)

Received = Callable[[str, bytes], None]


class BrokerUnusable(Exception):
    """The settings of a broker cannot be used; says why, and what to do."""


class BrokerConnection:
    """A connection to a broker.

    Args:
        settings: the broker.
        client_id: name of the board at the broker; two of one name throw each other out.
        will: topic and message that the broker publishes, retained, when the board is lost.
        subscriptions: topics to listen to.
        connected: called at each connection, in paho's thread: it must not wait.
        received: called with topic and message, likewise.

    Attributes:
        is_up: True while the broker is connected.

    Raises:
        BrokerUnusable: password or certificates cannot be read.
    """

    def __init__(
        self,
        settings: BrokerSettings,
        client_id: str,
        will: tuple[str, bytes],
        subscriptions: tuple[str, ...],
        connected: Callable[[], None],
        received: Received,
    ) -> None:
        self._settings = settings
        self._subscriptions = subscriptions
        self._connected = connected
        self._received = received
        self.is_up = False
        self._trouble: str | None = None
        client = paho.Client(CallbackAPIVersion.VERSION2, client_id)
        client.will_set(will[0], will[1], qos=1, retain=True)
        client.reconnect_delay_set(FIRST_PAUSE_S, LONGEST_PAUSE_S)
        client.max_queued_messages_set(WAITING_MESSAGES)
        client.connect_timeout = CONNECT_WITHIN_S
        if settings.user is not None:
            client.username_pw_set(settings.user, _password(settings))
        if settings.tls:
            client.tls_set_context(_trust(settings))
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        self._client = client

    def start(self) -> None:
        """Connect, in a thread of paho's, and reconnect whenever it is lost."""
        self._client.connect_async(
            self._settings.host, self._settings.port_used, keepalive=KEEP_ALIVE_S
        )
        self._client.loop_start()

    def stop(self, topic: str, farewell: bytes) -> None:
        """Publish a last retained message if the broker is connected, and disconnect."""
        if self.is_up:
            said = self._client.publish(topic, farewell, qos=1, retain=True)
            if said.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
                said.wait_for_publish(SAID_WITHIN_S)
        self._client.disconnect()
        self._client.loop_stop()

    def publish(self, topic: str, payload: bytes, *, retain: bool) -> bool:
        """Publish a message at QoS 1; return False if it has to be tried again."""
        if not self.is_up:
            return False
        sent = self._client.publish(topic, payload, qos=1, retain=retain)
        return sent.rc == MQTTErrorCode.MQTT_ERR_SUCCESS

    @property
    def trouble(self) -> str | None:
        """Why the broker is not connected, in words; None if it is, or if that is not yet known."""
        return None if self.is_up else self._trouble

    def _on_connect(self, _client: Any, _data: Any, _flags: Any, reason: Any, _more: Any) -> None:
        if reason.is_failure:
            self._tell(f"The MQTT broker at {self._settings.host} refuses the board: {reason}.")
            return
        for topic in self._subscriptions:
            self._client.subscribe(topic, qos=1)
        self._trouble = None
        self.is_up = True
        _LOG.info("Connected to the MQTT broker at %s.", self._settings.host)
        self._connected()

    def _on_connect_fail(self, _client: Any, _data: Any) -> None:
        self._tell(why_not(self._settings))

    def _on_disconnect(
        self, _client: Any, _data: Any, _flags: Any, reason: Any, _more: Any
    ) -> None:
        was_up, self.is_up = self.is_up, False
        if was_up and reason.is_failure:
            self._tell(f"The MQTT broker at {self._settings.host} was lost: {reason}.")

    def _on_message(self, _client: Any, _data: Any, message: paho.MQTTMessage) -> None:
        self._received(message.topic, bytes(message.payload))

    def _tell(self, trouble: str) -> None:
        """Note why the broker is not connected; log it once."""
        if trouble != self._trouble:
            _LOG.warning("%s The game continues without it.", trouble)
        self._trouble = trouble


def why_not(settings: BrokerSettings) -> str:
    """Return why a broker cannot be reached, as a sentence; tries it once more."""
    named = f"{settings.host}, port {settings.port_used}"
    try:
        with socket.create_connection(
            (settings.host, settings.port_used), CONNECT_WITHIN_S
        ) as plain:
            untrusted = _why_not_tls(settings, plain) if settings.tls else None
    except socket.gaierror:
        return f"There is no computer named {settings.host} in this network."
    except OSError as error:
        reason = error.strerror or "no answer"
        return f"The MQTT broker at {named} cannot be reached ({reason}). Is it running?"
    reason = untrusted or "does not answer as a broker. Is this its port?"
    return f"The MQTT broker at {named} {reason}"


def _why_not_tls(settings: BrokerSettings, plain: socket.socket) -> str | None:
    """Return what a broker does instead of TLS with a certificate that can be trusted."""
    try:
        _trust(settings).wrap_socket(plain, server_hostname=settings.host).close()
    except ssl.SSLCertVerificationError as error:
        return (
            f"has a certificate that cannot be trusted: {error.verify_message}. Name the "
            "certificates to trust with “ca”."
        )
    except OSError:
        return "does not speak TLS. Is this its port for TLS?"
    return None


def _password(settings: BrokerSettings) -> str | None:
    if settings.password_file is None:
        return None
    try:
        return Path(settings.password_file).read_text().strip()
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise BrokerUnusable(
            f"The file with the password of the MQTT broker, {settings.password_file}, cannot be "
            f"read: {reason}. Correct “password_file”, or let hareboard read the file."
        ) from error


def _trust(settings: BrokerSettings) -> ssl.SSLContext:
    """Return a TLS context that verifies certificate and name."""
    try:
        return ssl.create_default_context(cafile=settings.ca)
    except OSError as error:
        raise BrokerUnusable(
            f"The certificates for the MQTT broker, {settings.ca}, cannot be used: "
            f"{error.strerror or error}. Correct “ca”: a file of certificates in PEM form."
        ) from error
