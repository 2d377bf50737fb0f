"""Power and lights of the simulated board fail; the game goes on and says so."""

from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient

from controller.bootstrap import SimulatedTable
from hardware.lights.budget import draw_ma
from hardware.lights.settings import LightCurrents
from hardware.lights.wired import WiredLights
from tests.support.waiting import until


def lights_trouble(client: FlaskClient) -> Any:
    return client.get("/api/watch").get_json()["lights_trouble"]


def mishaps(client: FlaskClient, **wanted: bool) -> None:
    answer = client.post(
        "/api/simulator/mishaps", json={"sags": False, "unplugged": False, **wanted}
    )
    assert answer.get_json() == {
        "ok": True,
        "mishaps": {"sags": False, "unplugged": False, **wanted},
    }


def is_lit(table: SimulatedTable) -> Callable[[], bool]:
    return lambda: any(map(any, table.strip.duties))


def test_unplugged_lights_are_told_and_come_back(game: SimulatedTable, client: FlaskClient) -> None:
    until(is_lit(game), "the board is lit")
    mishaps(client, unplugged=True)
    until(lambda: lights_trouble(client) is not None, "the phones are told")
    assert lights_trouble(client) == (
        "The board's lights are out. The strip is unplugged: plug it in again. The game "
        "continues by phone and without them."
    )
    assert not is_lit(game)()
    mishaps(client)
    until(lambda: is_lit(game)() and lights_trouble(client) is None, "the lights are back")


def test_while_the_supply_sags_the_lights_take_less(
    game: SimulatedTable, client: FlaskClient
) -> None:
    assert client.post("/api/lights", json={"test": True}).get_json()["ok"]
    mishaps(client, sags=True)
    lights = game.devices.lights
    assert isinstance(lights, WiredLights)
    until(lambda: lights.budget_ma == 500, "the budget is halved")
    until(lambda: draw_ma(game.strip.duties, LightCurrents()) <= 500, "the next frame is shown")
    for _ in range(50):
        assert draw_ma(game.strip.duties, LightCurrents()) <= 500
    mishaps(client)


def test_what_is_no_mishap_is_refused(client: FlaskClient) -> None:
    answer = client.post("/api/simulator/mishaps", json={"sags": "a little", "unplugged": False})
    assert answer.status_code == 400
