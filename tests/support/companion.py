"""A companion of a table, and phones that talk to it, in this process."""

from pathlib import Path
from typing import Final

from flask import Flask, g
from flask.testing import FlaskClient

from controller.appliance.network import NetworkActor
from controller.bootstrap import SimulatedTable
from hardware.clock import Clock, MonotonicClock
from tests.support.described import DescribedClient
from web.access.address import PageAddress
from web.access.guard import Guard
from web.access.phones import PHONES_FILE, Phones
from web.languages.language import Speech
from web.modes.game_app import create_app

ELSEWHERE: Final = {"X-Forwarded-For": "192.0.2.7"}
"""Headers of a request that does not come from the machine of the simulated board."""


def phones_of(folder: Path, clock: Clock | None = None) -> Phones:
    """The register of phones in a folder."""
    return Phones(folder / PHONES_FILE, clock or MonotonicClock())


def companion(
    table: SimulatedTable, phones: Phones, port: int = 0, network: NetworkActor | None = None
) -> Flask:
    """The application of a table, whose clients fail at any answer that is not as described."""
    app = create_app(table.actor, phones, PageAddress("127.0.0.1", port), table, None, network)
    app.test_client_class = DescribedClient
    return app


def speak_only(app: Flask, say: Speech) -> None:
    """Let an application answer in one language, whichever it is asked in."""

    @app.before_request
    def chosen() -> None:
        g.speech = say


def seated(app: Flask, phones: Phones, *names: str) -> FlaskClient:
    """The screen at the board, which holds these players' seats, whoever held them before."""
    client = app.test_client()
    token = phones.seat_at_board(None, phones.board_key)
    for name in names:
        phones.leave(name)
        token = phones.take(token, name)
    assert token is not None
    client.set_cookie(f"hareboard-{phones.board}", token)
    return client


def at_board(app: Flask) -> FlaskClient:
    """The screen at the board: a browser that knows its key."""
    guard: Guard = app.extensions["guard"]
    token = guard.phones.seat_at_board(None, guard.phones.board_key)
    assert token is not None
    client = app.test_client()
    client.set_cookie(guard.cookie, token)
    return client


def stranger(app: Flask) -> FlaskClient:
    """A phone that has never been here, on another machine."""
    client = app.test_client()
    client.environ_base = {**client.environ_base, "HTTP_X_FORWARDED_FOR": "192.0.2.7"}
    return client
