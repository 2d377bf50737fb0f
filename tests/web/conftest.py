import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from controller.bootstrap import SimulatedTable, parse_simulated, simulated_table
from controller.config import Settings
from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Begin
from tests.support.companion import companion, phones_of, seated
from web.access.phones import Phones

NAMES = ("Ann", "Ben", "Cem")


@pytest.fixture
def board() -> str:
    """The address of the board: without chips, unless a test is about them."""
    return "sim://direct"


@pytest.fixture
def table(tmp_path: Path, board: str) -> Iterator[SimulatedTable]:
    """A running table without a game."""
    settings = Settings(settle_s=0.05, pause_s=0.2)
    table = simulated_table(tmp_path, settings, random.Random(7), parse_simulated(board))
    table.start()
    yield table
    table.stop()


@pytest.fixture
def game(table: SimulatedTable) -> SimulatedTable:
    """Ann, Ben and Cem at START."""
    seats = tuple(Player(name, (colour,)) for name, colour in zip(NAMES, COLOURS, strict=False))
    table.actor.submit(Begin(Setup(seats)))
    return table


@pytest.fixture
def phones(tmp_path: Path) -> Phones:
    return phones_of(tmp_path)


@pytest.fixture
def app(table: SimulatedTable, phones: Phones) -> Flask:
    return companion(table, phones)


@pytest.fixture
def client(app: Flask, phones: Phones) -> FlaskClient:
    """The one phone of all who play, on the machine of the simulated board."""
    return seated(app, phones, *NAMES, "Dot")
