"""The connection to a broker: what it says where it cannot be used, and that it goes on."""

import errno
import socket
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from controller.board.file.broker import BrokerSettings
from hardware.clock import ManualClock
from tests.support.mqtt.broker import (
    HERE,
    Listener,
    Mosquitto,
    certificate,
    free_port,
    refusing,
)
from tests.support.waiting import until
from web.mqtt.attempt import attempt
from web.mqtt.connection import SOON_S, BrokerConnection, refusal_of
from web.mqtt.reaching import why_not
from web.mqtt.topics import BIRTH, BoardTopics
from web.mqtt.troubles import (
    ANOTHER_OF_THIS_ID,
    BLOCKED,
    NO_ANSWER,
    NO_BROKER,
    NOT_TLS,
    REFUSED,
    UNREACHABLE,
    UNSIGNED,
    BrokerUnusable,
)

TOPICS = BoardTopics("b1")


def settings(**keys: Any) -> BrokerSettings:
    return BrokerSettings(**{"host": HERE, "port": free_port(), **keys})


def tried(settings: BrokerSettings) -> BrokerConnection:
    connection = BrokerConnection(
        settings, "ours", ("status", b"offline"), (), lambda: None, lambda *_: None
    )
    connection.start()
    until(lambda: connection.is_up or connection.trouble is not None, "it is tried")
    connection.stop({"status": b"offline"})
    return connection


@pytest.mark.long
def test_a_wrong_password_is_said(tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("wrong\n")
    (tmp_path / "users").write_text("")
    with Mosquitto(tmp_path, (f"password_file {tmp_path / 'users'}",)) as broker:
        said = tried(settings(port=broker.port, user="ours", password_file=str(password))).trouble
    assert said is not None
    assert str(said) == f"The broker at {HERE} refuses this user and password."


@pytest.mark.long
def test_two_boards_of_one_id_are_told_that_a_card_was_copied(tmp_path: Path) -> None:
    clock = ManualClock()
    with Mosquitto(tmp_path) as broker:
        here = settings(port=broker.port)
        original, copy = (
            BrokerConnection(here, "ours", None, (), lambda: None, lambda *_: None, clock.now_s)
            for _ in range(2)
        )

        def troubles() -> set[str]:
            return {each.trouble.template for each in (original, copy) if each.trouble is not None}

        original.start()
        copy.start()
        until(lambda: ANOTHER_OF_THIS_ID in troubles(), "one knows why")
        copy.stop({})
        until(lambda: original.is_up, "the other stays connected")
        clock.advance(SOON_S)
        assert original.trouble is None
        original.stop({})


@pytest.mark.long
def test_a_topic_that_the_broker_refuses_is_said(tmp_path: Path) -> None:
    with Mosquitto(tmp_path, refusing(tmp_path, TOPICS.command)) as broker:
        connection = BrokerConnection(
            settings(port=broker.port),
            "ours",
            None,
            (TOPICS.command, BIRTH),
            lambda: None,
            lambda *_: None,
        )
        connection.start()
        until(lambda: connection.trouble is not None, "the refusal is known")
        assert connection.is_up
        assert str(connection.trouble) == (
            f"The broker at {HERE} does not let the board read {BIRTH}. Allow it there: the guide "
            "to MQTT lists the topics."
        )
        connection.listen((TOPICS.command,))
        assert connection.trouble is None
        connection.stop({})


def test_a_certificate_is_verified(tmp_path: Path) -> None:
    made, key = certificate(tmp_path)
    more = ("allow_anonymous true", f"certfile {made}", f"keyfile {key}")
    with Mosquitto(tmp_path, more) as broker:
        trusted = settings(port=broker.port, tls=True, ca=str(made))
        connection = BrokerConnection(
            trusted, "ours", ("status", b"offline"), (), lambda: None, lambda *_: None
        )
        connection.start()
        until(lambda: connection.is_up, "it is connected")
        connection.stop({"status": b"offline"})
        said = tried(settings(port=broker.port, tls=True)).trouble
        assert said is not None
        assert said.template == UNSIGNED
        assert why_not(settings(port=broker.port)).template == NO_BROKER


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"host": "no-such-computer.invalid"}, "There is no computer named no-such-computer"),
        ({}, "but nothing listens on port"),
    ],
)
def test_why_a_broker_cannot_be_reached(keys: dict[str, Any], said: str) -> None:
    assert said in str(why_not(settings(**keys)))


@pytest.mark.parametrize(
    ("failure", "why"),
    [
        (PermissionError(errno.EPERM, "Operation not permitted"), BLOCKED),
        (TimeoutError("timed out"), NO_ANSWER),
        (OSError(errno.EHOSTUNREACH, "No route to host"), NO_ANSWER),
        (OSError(errno.ENETUNREACH, "Network is unreachable"), UNREACHABLE),
    ],
)
def test_each_failure_of_the_network_has_its_own_reason(
    monkeypatch: pytest.MonkeyPatch, failure: OSError, why: str
) -> None:
    def fail(*_: object, **_more: object) -> None:
        raise failure

    monkeypatch.setattr(socket, "create_connection", fail)
    said = why_not(settings())
    assert said.template == why
    assert why != UNREACHABLE or str(said).endswith(": Network is unreachable.")


@pytest.mark.long
def test_one_that_does_not_answer_in_time_is_said() -> None:
    with ExitStack() as stack:
        # Its queue is full, so further connections are left without an answer.
        full = stack.enter_context(socket.create_server((HERE, 0), backlog=0))
        port = full.getsockname()[1]
        stack.enter_context(socket.create_connection((HERE, port)))
        assert why_not(settings(port=port)).template == NO_ANSWER


@pytest.mark.long
def test_one_that_takes_a_connection_and_says_nothing_is_no_broker() -> None:
    with socket.create_server((HERE, 0)) as silent:
        tried = attempt(settings(port=silent.getsockname()[1]), None, "ours-test")
    assert tried is not None
    assert tried.template == NO_BROKER


def test_what_does_not_speak_tls_is_said(tmp_path: Path) -> None:
    with Mosquitto(tmp_path) as broker:
        assert why_not(settings(port=broker.port, tls=True)).template == NOT_TLS


def test_certificates_that_cannot_be_read_are_said() -> None:
    unusable = settings(tls=True, ca="/nothing/here.pem")
    with pytest.raises(BrokerUnusable, match="Correct “ca”"):
        tried(unusable)
    assert "Correct “ca”" in str(attempt(unusable, None, "ours-test"))


def test_certificates_that_are_deleted_later_are_said(tmp_path: Path) -> None:
    made, _ = certificate(tmp_path)
    connection = BrokerConnection(
        settings(tls=True, ca=str(made)), "ours", None, (), lambda: None, lambda *_: None
    )
    made.unlink()
    connection.start()
    until(lambda: connection.trouble is not None, "it is tried")
    connection.stop({})
    assert "Correct “ca”" in str(connection.trouble)


def test_another_refusal_of_a_broker_is_told_as_it_is() -> None:
    refusal = ReasonCode(PacketTypes.CONNACK, "Server unavailable")
    said = refusal_of(settings(user="ours"), refusal)
    assert said.template == REFUSED
    assert "Server unavailable" in str(said)


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
