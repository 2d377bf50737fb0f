"""Figures for Prometheus, read by the library's own parser."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.metrics_core import Metric
from prometheus_client.openmetrics import parser as openmetrics
from prometheus_client.parser import text_string_to_metric_families

from controller.appliance.status.status import LightsNow
from controller.bootstrap import SimulatedTable
from controller.bootstrap.gauges import gauges_of
from controller.bootstrap.watchdog import Watchdog
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.table.commands import Play
from tests.support.doctor.computers import Computer
from tests.support.modes import app_of, mode_switch_in
from tests.support.waiting import until
from web.access.address import PageAddress
from web.api.metrics import Sources, add_metrics
from web.api.status import how_it_is
from web.modes.mode_switch import ModeSwitch

UNITS = ("_seconds", "_bytes", "_total", "_celsius", "_amperes")
COUNTS = {
    "hareboard_alive",
    "hareboard_game_actions",
    "hareboard_game_paused",
    "hareboard_game_playing",
    "hareboard_in_play",
    "hareboard_info",
    "hareboard_lights_working",
    "hareboard_readers",
    "hareboard_streams",
    "hareboard_undervoltage",
    "process_max_fds",
    "process_open_fds",
}
"""What has no unit."""


@pytest.fixture
def measured(app: Flask, game: SimulatedTable, tmp_path: Path) -> Flask:
    """The companion of a game, with figures, on a computer laid out in a folder."""
    site = Computer(tmp_path / "computer").site()
    add_metrics(app, sources(app, game, site))
    return app


@pytest.fixture(autouse=True)
def computer_folder(tmp_path: Path) -> None:
    (tmp_path / "computer").mkdir()


def sources(app: Flask, table: SimulatedTable, site: ExaminedComputer) -> Sources:
    return Sources(
        tell=lambda: how_it_is(table, Watchdog(()), PageAddress("127.0.0.1", 8064), 12.5),
        gauges=lambda: gauges_of(table.devices),
        snapshot=lambda: table.actor.snapshot,
        streams=app.extensions["streams"],
        site=site,
    )


def families(client: FlaskClient) -> dict[str, Metric]:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.mimetype == "text/plain"
    return {each.name: each for each in text_string_to_metric_families(answer.text)}


def value(told: dict[str, Metric], family: str, **labels: str) -> float:
    (found,) = [each for each in told[family].samples if each.labels == labels]
    return found.value


def test_how_everything_is(measured: Flask, game: SimulatedTable) -> None:
    client = measured.test_client()
    until(
        lambda: value(families(client), "hareboard_reader_good_readings", square="7") > 0,
        "square 7 has been read",
    )
    told = families(client)
    assert value(told, "hareboard_uptime_seconds") == 12.5
    assert value(told, "hareboard_alive") == 1
    assert value(told, "hareboard_readers", state="healthy") == 64
    assert value(told, "hareboard_readers", state="quarantined") == 0
    assert value(told, "hareboard_temperature_celsius") == 48.3
    assert value(told, "hareboard_undervoltage") == 0
    assert value(told, "hareboard_game_playing") == 1
    assert value(told, "hareboard_lights_working") == 1
    assert 0 < value(told, "hareboard_lights_current_amperes") < 10
    assert value(told, "hareboard_reader_age_seconds", square="7") < 60
    assert value(told, "process_resident_memory_bytes") > 1_000_000
    before = value(told, "hareboard_journal_entries")
    game.actor.submit(Play(0, "f5", game.actor.snapshot.version))
    assert value(families(measured.test_client()), "hareboard_journal_entries") == before + 1


def test_what_nobody_tells_is_left_out(app: Flask, game: SimulatedTable, tmp_path: Path) -> None:
    known = sources(app, game, Computer(tmp_path / "computer").site())
    running = msgspec.structs.replace(known.tell(), lights=LightsNow(False, None, None))
    gauges = replace(known.gauges(), sweep_s=None, missed=7, draw_ma=None)
    add_metrics(app, replace(known, tell=lambda: running, gauges=lambda: gauges))
    told = families(app.test_client())
    assert value(told, "hareboard_missed_readings") == 7
    left_out = {
        "hareboard_sweep_seconds",
        "hareboard_lights_working",
        "hareboard_lights_current_amperes",
    }
    assert not left_out & set(told)


def test_how_long_a_round_through_all_squares_took(
    app: Flask, game: SimulatedTable, tmp_path: Path
) -> None:
    known = sources(app, game, Computer(tmp_path / "computer").site())
    gauges = replace(known.gauges(), sweep_s=0.25)
    add_metrics(app, replace(known, gauges=lambda: gauges))
    assert value(families(app.test_client()), "hareboard_sweep_seconds") == 0.25


def test_how_long_commands_take(measured: Flask, client: FlaskClient) -> None:
    version = client.get("/api/watch").get_json()["version"]
    assert client.post("/api/seats/0/play", json={"action": "f5", "version": version}).status_code
    refused = client.post("/api/seats/0/play", json={"action": "f5", "version": version})
    assert refused.status_code == 409
    counts = {
        each.labels["answer"]: each.value
        for each in families(client)["hareboard_command_seconds"].samples
        if each.name == "hareboard_command_seconds_count"
    }
    assert counts == {"done": 1, "refused": 1}


def test_every_name_has_its_unit_or_needs_none(measured: Flask) -> None:
    for name, family in families(measured.test_client()).items():
        assert family.documentation
        # The parser has taken `_total` off.
        assert family.type == "counter" or name in COUNTS or name.endswith(UNITS), name


def test_who_speaks_openmetrics_is_answered_in_it(measured: Flask) -> None:
    accept = {"Accept": "application/openmetrics-text; version=1.0.0"}
    answer = measured.test_client().get("/metrics", headers=accept)
    assert answer.mimetype == "application/openmetrics-text"
    found = openmetrics.text_string_to_metric_families(answer.text)  # type: ignore[no-untyped-call]  # the library's
    assert "hareboard_alive" in {each.name for each in found}


def test_neither_a_name_nor_a_tag_is_in_them(measured: Flask, game: SimulatedTable) -> None:
    text = measured.test_client().get("/metrics").text
    private = [player.name for player in game.actor.snapshot.seating.players]
    for each in (*private, *game.devices.tags):
        assert each not in text


# In the house


@pytest.fixture
def switch(tmp_path: Path) -> Iterator[ModeSwitch]:
    with mode_switch_in(tmp_path) as switch:
        yield switch


@pytest.mark.parametrize("name", ["play", "workshop"])
def test_nobody_has_asked_for_them_so_there_is_no_such_page(switch: ModeSwitch, name: Any) -> None:
    client = app_of(switch, name).test_client()
    assert client.get("/metrics").status_code == client.get("/no-such-page").status_code == 404


@pytest.mark.parametrize(("name", "in_play"), [("play", 1), ("workshop", 0)])
def test_who_asks_for_them_has_them_in_both_rooms(tmp_path: Path, name: Any, in_play: int) -> None:
    with mode_switch_in(tmp_path, metrics=True) as switch:
        told = families(app_of(switch, name).test_client())
        assert value(told, "hareboard_in_play") == in_play
        assert value(told, "hareboard_readers", state="healthy") == 4
        assert ("hareboard_game_playing" in told) == bool(in_play)


def test_a_request_refused_for_its_origin_is_measured_like_any_other(
    measured: Flask, client: FlaskClient
) -> None:
    elsewhere = {"Origin": "http://elsewhere.example"}
    assert client.post("/api/confirm", json={}, headers=elsewhere).status_code == 403
    counts = [
        each.value
        for each in families(client)["hareboard_command_seconds"].samples
        if each.name == "hareboard_command_seconds_count" and each.labels == {"answer": "refused"}
    ]
    assert counts == [1]
