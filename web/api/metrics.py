"""Figures for Prometheus: `/metrics`, where the board file asks for it.

The figures hold no hand, no tag and no name: they count readers, lights, program, computer and
games. docs/service.md describes each of them.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, get_args

from flask import Blueprint, Flask, Response, g, request
from prometheus_client import CollectorRegistry, Histogram, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from controller.appliance.status.status import Running
from controller.bootstrap.gauges import Gauges
from controller.maintenance.doctor.checks.supply import degrees_of, voltage_of
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.table.snapshot import Snapshot
from hardware.ports import ReaderHealth, ReaderState
from web.server.event_stream import Streams

WITHIN_S: Final = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Upper bounds of the histogram buckets for command times, in seconds."""


@dataclass(frozen=True)
class Sources:
    """Sources of the figures, read at every scrape.

    Attributes:
        tell: returns the state of the program.
        gauges: the measured values of the devices.
        snapshot: the game; None while there is none, as during calibration.
        streams: counts the open pages.
        site: the computer.
    """

    tell: Callable[[], Running]
    gauges: Callable[[], Gauges]
    snapshot: Callable[[], Snapshot | None]
    streams: Streams
    site: ExaminedComputer


def add_metrics(app: Flask, sources: Sources) -> None:
    """Add the page `/metrics` to an application, and time its commands."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    registry.register(Figures(sources))
    commands = Histogram(
        "hareboard_command_seconds",
        "How long requests took that change something, by how they were answered",
        ("answer",),
        registry=registry,
        buckets=WITHIN_S,
    )
    routes = Blueprint("metrics", __name__)

    @routes.get("/metrics")
    def get_metrics() -> Response:
        encode, kind = choose_encoder(request.headers.get("Accept", ""))
        return Response(encode(registry), content_type=kind)

    # Before the functions that may refuse a request: those of `before_app_request`.
    @routes.app_url_value_preprocessor
    def begin(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
        g.begun_s = time.perf_counter()

    @routes.after_app_request
    def end(response: Response) -> Response:
        if request.method == "POST":
            answer = "done" if response.status_code < 400 else "refused"
            commands.labels(answer).observe(time.perf_counter() - g.begun_s)
        return response

    app.register_blueprint(routes)


class Figures(Collector):
    """Collects the figures that are read at scrape time.

    Args:
        sources: the sources of the figures.
    """

    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    def collect(self) -> Iterable[Metric]:
        """Return every figure at this moment."""
        running, gauges = self._sources.tell(), self._sources.gauges()
        yield InfoMetricFamily("hareboard", "The program", {"version": running.version})
        yield _gauge("hareboard_uptime_seconds", "Since the program was started", running.up_s)
        yield _gauge("hareboard_alive", "1 while everything goes on, else 0", running.alive)
        playing = running.mode == "play"
        yield _gauge("hareboard_in_play", "1 in the game, 0 in the workshop", playing)
        yield _gauge("hareboard_streams", "Pages that look on live", self._sources.streams.open)
        yield from _sensing(gauges)
        yield from _readers(gauges)
        yield from _lights(running, gauges)
        snapshot = self._sources.snapshot()
        if snapshot is not None:
            yield from _game(snapshot, gauges.now_s)
        yield from _computer(self._sources.site)

    def describe(self) -> Iterable[Metric]:
        """Return nothing, so that registering reads no source."""
        return ()


def _sensing(gauges: Gauges) -> Iterator[Metric]:
    if gauges.sweep_s is not None:
        yield _gauge(
            "hareboard_sweep_seconds", "The last round through all squares", gauges.sweep_s
        )
    if gauges.missed is not None:
        yield CounterMetricFamily(
            "hareboard_missed_readings",
            "Readings that missed a tag that had been there, of runners just lifted too",
            value=gauges.missed,
        )


def _readers(gauges: Gauges) -> Iterator[Metric]:
    states = GaugeMetricFamily("hareboard_readers", "Readers by how they are", labels=("state",))
    found: Counter[ReaderState] = Counter(each.state for each in gauges.readers)
    for state in get_args(ReaderState):
        if state != "absent":  # squares that have no reader in the board file
            states.add_metric((state,), found[state])
    yield states
    yield _counter_by_square(gauges, "good_readings", "Readings that succeeded", lambda r: r.good)
    yield _counter_by_square(gauges, "failed_readings", "Readings that failed", lambda r: r.failed)
    yield _counter_by_square(gauges, "resets", "Resets of a reader", lambda r: r.resets)
    ages = GaugeMetricFamily(
        "hareboard_reader_age_seconds", "Since a reader last answered", labels=("square",)
    )
    for each in gauges.readers:
        if each.last_good_s is not None:
            ages.add_metric((str(each.square),), max(gauges.now_s - each.last_good_s, 0.0))
    yield ages


def _counter_by_square(
    gauges: Gauges, name: str, about: str, count: Callable[[ReaderHealth], int]
) -> Metric:
    family = CounterMetricFamily(f"hareboard_reader_{name}", about, labels=("square",))
    for each in gauges.readers:
        family.add_metric((str(each.square),), count(each))
    return family


def _lights(running: Running, gauges: Gauges) -> Iterator[Metric]:
    if running.lights.there:
        works = running.lights.trouble is None
        yield _gauge("hareboard_lights_working", "1 while the lights work, else 0", works)
    if gauges.draw_ma is not None:
        amperes = gauges.draw_ma / 1000
        about = "What the lights take, as far as the board file knows one light"
        yield _gauge("hareboard_lights_current_amperes", about, amperes)


def _game(snapshot: Snapshot, now_s: float) -> Iterator[Metric]:
    phase = snapshot.phase
    yield _gauge("hareboard_game_playing", "1 while a game is played", phase == "playing")
    yield _gauge("hareboard_game_paused", "1 while it is paused", snapshot.paused)
    yield _gauge("hareboard_game_actions", "Actions in this game", snapshot.played)
    if (turn_s := snapshot.turn_s(now_s)) is not None:
        yield _gauge("hareboard_turn_seconds", "Of this turn, pauses left out", turn_s)
    yield CounterMetricFamily(
        "hareboard_journal_entries", "Entries in the journal, of all games", value=snapshot.version
    )


def _computer(site: ExaminedComputer) -> Iterator[Metric]:
    degrees, voltage = degrees_of(site), voltage_of(site)
    if degrees is not None:
        yield _gauge("hareboard_temperature_celsius", "Of the processor", degrees)
    if voltage is not None:
        about = "1 while the supply's voltage is too low, else 0"
        yield _gauge("hareboard_undervoltage", about, voltage == "low")


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(name, about, value=float(value))
