"""Harnesses of what browsers and strangers send: HTTP, through the real server and application."""

import atexit
import random
import shutil
import socket
import tempfile
import threading
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from flask.testing import FlaskClient

from controller.bootstrap import SimulatedTable, parse_simulated, simulated_table
from controller.config import Settings
from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.commands import Begin
from tests.fuzz.harness import Harness, hold
from tests.fuzz.scratch import IN_MEMORY
from tests.support.companion import at_board, companion, phones_of, stranger
from tests.support.web.raw_requests import BODIES, HEADERS, ODD, ODD_HOSTS, ODD_PATHS, good
from web.mqtt.orders import BadOrder, command_of
from web.server.server import Server
from web.views.shapes.basics import RefusedAnswer

TIMEOUT_S: Final = 20.0
LARGEST_ANSWER: Final = 1 << 20
PLAYERS: Final = (Player("Ann", ("red",)), Player("Ben", ("blue",)), Player("Cem", ("green",)))


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="hareboard-fuzz-", dir=IN_MEMORY))


@cache
def _table() -> SimulatedTable:
    chance, address = random.Random(7), parse_simulated("sim://direct")
    table = simulated_table(_folder(), Settings(), chance, address)
    table.start()
    table.actor.submit(Begin(Setup(PLAYERS)))

    def stop() -> None:
        table.stop()
        shutil.rmtree(_folder())

    atexit.register(stop)
    return table


@cache
def _app() -> Any:
    return companion(_table(), phones_of(_folder()))


@cache
def _port() -> int:
    server = Server("127.0.0.1", 0)
    serving = threading.Thread(target=server.run, args=(_app(),), daemon=True)
    serving.start()
    atexit.register(server.close)
    return server.port


def heads(data: bytes) -> None:
    """Any bytes are sent over a connection: no answer blames the server, none is without end."""
    with socket.create_connection(("127.0.0.1", _port()), TIMEOUT_S) as client:
        said = b""
        try:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
            while (more := client.recv(65536)) and len(said) <= LARGEST_ANSWER:
                said += more
                if b"text/event-stream" in said[:2000]:
                    break
        except OSError as error:
            if isinstance(error, TimeoutError):
                raise
    hold(len(said) <= LARGEST_ANSWER, "the answer is too long")
    if said:
        hold(said.startswith(b"HTTP/1."), "it is no answer")
        status = int(said[9:12])
        hold(status < 500 or status == 503, f"the answer is {status}")


@cache
def _posts() -> tuple[str, ...]:
    rules = sorted(
        rule.rule
        for rule in _app().url_map.iter_rules()
        # Hands move runners later, so that they seem to act during the next request.
        if "POST" in (rule.methods or ()) and not rule.rule.startswith("/api/simulator/")
    )
    values = {"<int:seat>": "0", "<int:game>": "1", "<token>": "x"}
    for name, value in values.items():
        rules = [rule.replace(name, value) for rule in rules]
    return tuple(rules)


@cache
def _client(*, is_host: bool) -> FlaskClient:
    return at_board(_app()) if is_host else stranger(_app())


def bodies(data: bytes) -> None:
    """A body is sent to a route, the first byte: it is done, or refused without a change."""
    if len(data) < 2:
        return
    path = _posts()[data[0] % len(_posts())]
    client = _client(is_host=data[1] % 4 != 0)
    before = _table().actor.snapshot.version
    answer = client.post(path, data=data[2:], content_type="application/json")
    hold(len(answer.data) < 100_000 + 20 * len(data), "the answer is too long")
    if answer.status_code >= 400:
        refused = msgspec.json.decode(answer.data, type=RefusedAnswer)
        hold(answer.status_code < 500 or answer.status_code == 503, f"{path}: {refused}")
        hold(_table().actor.snapshot.version == before, f"{path}: refused, and it changed the game")


def _good() -> tuple[bytes, ...]:
    rng = random.Random(18)
    return tuple(good(rng) for _ in range(40))


def orders(data: bytes) -> None:
    """A message of the command topic is carried out, or refused in few words, without a change."""
    actor = _table().actor
    before = actor.snapshot.version
    try:
        actor.submit(command_of(data, actor.snapshot))
    except (BadOrder, Refusal) as error:
        hold(len(str(error)) < 500, "the refusal is told at length")
        hold(actor.snapshot.version == before, "a refused command has changed the game")


REQUESTS: Final = (
    Harness(
        "http",
        "requests as bytes, to the real server: no 5xx but 503, every answer has an end",
        heads,
        _good,
        tuple(
            text.encode("latin-1")
            for text in (*ODD_PATHS, *ODD_HOSTS, *ODD, *(f"{name}: " for name in HEADERS))
            if 0 < len(text) < 100
        ),
    ),
    Harness(
        "orders",
        "MQTT messages of the command topic: done, or refused in few words without a change",
        orders,
        lambda: (
            b'{"command": "confirm"}',
            b'{"command": "look", "brightness": 0.4, "night": true}',
            b'{"command": "pause"}',
        ),
        tuple(f'"{word}"'.encode() for word in ("take-back", "resume", "look", "brightness")),
        longest=2048,
    ),
    Harness(
        "bodies",
        "bodies of every POST, as host and stranger: done, or refused without a change",
        bodies,
        lambda: tuple(
            bytes((route, 1)) + body for route in range(40) for body in (b"{}", BODIES[3])
        ),
        tuple(body for body in BODIES if 0 < len(body) < 100)
        + tuple(
            f'"{name}":'.encode()
            for name in (
                *("seat", "code", "pin", "version", "action", "seats", "name", "colours", "game"),
                *("options", "edition", "first", "by", "paused", "pieces", "do", "piece", "square"),
                *("theme", "brightness", "night", "test", "fault", "on", "quality", "button"),
            )
        ),
        longest=3000,
    ),
)
