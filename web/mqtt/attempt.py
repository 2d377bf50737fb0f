"""Tries the settings of a broker once, before they are saved."""

import time
from typing import Any, Final

from paho.mqtt.enums import MQTTErrorCode

from controller.board.file.broker import BrokerSettings
from web.mqtt.connection import new_client, refusal_of
from web.mqtt.reaching import CONNECT_WITHIN_S, unreachable, why_not
from web.mqtt.troubles import NO_BROKER, BrokerTrouble, BrokerUnusable

STEP_S: Final = 0.1
"""Longest wait for one packet of the broker."""


def attempt(settings: BrokerSettings, password: str | None, client_id: str) -> BrokerTrouble | None:
    """Connect to a broker, and leave it; return why it could not be done, None if it was.

    It takes `CONNECT_WITHIN_S` for each step at most: to connect, TLS, and the broker's answer.

    Args:
        settings: the broker; its `password_file` is not read.
        password: the password.
        client_id: name at the broker; it throws out a client of the same name.
    """
    try:
        return unreachable(settings) or _answer(settings, password, client_id)
    except BrokerUnusable as error:
        return error.trouble


def _answer(settings: BrokerSettings, password: str | None, client_id: str) -> BrokerTrouble | None:
    """Return the broker's answer to a client; None if it lets it in."""
    client = new_client(settings, client_id, password)
    answers: list[Any] = []
    client.on_connect = lambda _client, _data, _flags, reason, _more: answers.append(reason)
    try:
        client.connect(settings.host, settings.port_used)
    except OSError:  # untested: the broker has gone since the line above
        return why_not(settings)
    until_s = time.monotonic() + CONNECT_WITHIN_S
    while not answers and time.monotonic() < until_s:
        if client.loop(STEP_S) != MQTTErrorCode.MQTT_ERR_SUCCESS:
            break
    client.disconnect()
    if not answers:
        return BrokerTrouble(NO_BROKER, {"host": settings.host, "port": settings.port_used})
    return refusal_of(settings, answers[0]) if answers[0].is_failure else None
