"""The connection to a broker, which goes on whatever comes."""

from pathlib import Path

import pytest

from tests.support.mqtt.broker import Listener, Mosquitto
from tests.support.waiting import until
from tests.web.mqtt.test_broker import settings
from web.mqtt.connection import BrokerConnection


def test_a_message_that_cannot_be_taken_does_not_end_the_connection(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    taken: list[bytes] = []

    def take(_topic: str, payload: bytes) -> None:
        if payload == b"poison":
            raise OverflowError("date value out of range")
        taken.append(payload)

    with Mosquitto(tmp_path) as broker, Listener(broker.port) as other:
        connection = BrokerConnection(
            settings(port=broker.port), "ours", None, ("post",), lambda: None, take
        )
        connection.start()

        def is_heard() -> bool:
            other.say("post", b"first")
            return bool(taken)

        until(is_heard, "it listens")
        other.say("post", b"poison")
        other.say("post", b"next")
        until(lambda: b"next" in taken, "the next message is taken")
        assert connection.is_up
        connection.stop({})
    assert "A message of the MQTT broker could not be taken." in caplog.text
