"""`/api/status`: how the running program is doing, told to whoever asks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.appliance.status.status import Running
from controller.bootstrap import SimulatedTable
from controller.bootstrap.watchdog import Watchdog
from controller.table.commands import Abandon, Pause, Play
from tests.support.modes import app_of, mode_switch_in
from web.access.address import PageAddress
from web.api.status import how_it_is
from web.modes.mode_switch import ModeSwitch


@pytest.fixture
def switch(tmp_path: Path) -> Iterator[ModeSwitch]:
    with mode_switch_in(tmp_path) as switch:
        yield switch


def told(switch: ModeSwitch, name: Any) -> Running:
    answer = app_of(switch, name).test_client().get("/api/status")
    assert answer.status_code == 200
    return msgspec.json.decode(answer.data, type=Running)


def test_a_board_without_a_game_says_how_it_is(switch: ModeSwitch) -> None:
    running = told(switch, "play")
    assert (running.mode, running.alive, running.trouble) == ("play", True, None)
    assert (running.readers.there, running.readers.out) == (4, ())
    assert running.lights.there
    assert running.game is not None
    assert (running.game.phase, running.game.players, running.game.to_act) == ("setup", (), None)
    assert not running.playing


def test_in_the_workshop_it_is_told_too(switch: ModeSwitch) -> None:
    running = told(switch, "workshop")
    assert (running.mode, running.alive, running.game) == ("workshop", True, None)
    assert running.readers.there == 4


def of(table: SimulatedTable) -> Running:
    return how_it_is(table, Watchdog(()), PageAddress("127.0.0.1", 8064), 1.0)


def test_whose_turn_it_is_and_since_when(game: SimulatedTable) -> None:
    service = game.actor
    first = of(game).game
    assert first is not None
    assert (first.phase, first.players, first.to_act) == ("playing", ("Ann", "Ben", "Cem"), "Ann")
    assert first.begun_at is not None
    assert first.turn_s is not None
    turn = service.snapshot.thinking.turn
    service.submit(Play(0, "f5", service.snapshot.version))
    second = of(game)
    assert second.game is not None
    assert (second.game.to_act, second.game.actions) == ("Ben", first.actions + 1)
    assert second.game.begun_at == first.begun_at
    assert second.game.turn_s is not None
    assert service.snapshot.thinking.turn == turn + 1
    assert second.playing
    service.submit(Pause(True))
    assert not of(game).playing
    service.submit(Pause(False))
    service.submit(Abandon(service.snapshot.version))
    third = of(game).game
    assert third is not None
    assert (third.phase, third.begun_at, third.turn_s) == ("setup", None, None)
