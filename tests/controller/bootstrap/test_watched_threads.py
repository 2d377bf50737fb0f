"""What a running table lives by, and what is told when some of it does not."""

import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.bootstrap import SimulatedTable, parse_simulated, simulated_table
from controller.bootstrap.trace import listen as listening_module
from controller.bootstrap.trace.listen import Listening
from controller.bootstrap.watchdog import LOOK_S, SILENT_S
from controller.bootstrap.watched_threads import vital_of, watch_over
from controller.light.display import LightDisplay
from hardware.ports import Reading, Uid
from hardware.simulated.direct import DirectBoard
from hardware.simulated.world import World
from hardware.trace import TraceBoard
from tests.support.companion import phones_of
from tests.support.waiting import until
from web.access.address import PageAddress
from web.modes.game_app import create_app
from web.modes.recovery import restart_threads


@pytest.fixture
def others() -> set[threading.Thread]:
    """The readers of other tables, which tests of other files share."""
    return _readers()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimulatedTable]:
    table = simulated_table(
        tmp_path, chance=random.Random(7), address=parse_simulated("sim://direct")
    )
    table.start()
    yield table
    table.stop()


def readers(table: SimulatedTable) -> DirectBoard:
    sensing = table.board.sensing
    assert isinstance(sensing, DirectBoard)
    return sensing


def kill_readers(table: SimulatedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_square: int) -> tuple[Uid, ...]:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(table.world, "tags_on", broken)
    monkeypatch.setattr("threading.excepthook", lambda _args: None)
    table.world.knock("red")
    until(lambda: readers(table).failure is not None, "the readers have died")


def test_everything_on_a_running_table_gives_signs_of_life(table: SimulatedTable) -> None:
    watch = watch_over(table)
    until(watch.fresh, "a scan and a turn")
    for _ in range(3):
        watch.look(LOOK_S)
    assert watch.trouble is None


def test_readers_that_die_are_a_death_that_is_seen(
    table: SimulatedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = watch_over(table)
    app = create_app(
        table.actor, phones_of(tmp_path), PageAddress("127.0.0.1", 0), table, watch
    ).test_client()
    assert app.get("/healthz").get_json() == {"alive": True}
    kill_readers(table, monkeypatch)
    watch.look(LOOK_S)
    answer = app.get("/healthz")
    assert answer.status_code == 503
    assert answer.get_json() == {
        "alive": False,
        "reason": "The readers died: RuntimeError('a mistake').",
    }
    assert watch.dead
    assert not watch.fresh()


def test_readers_that_hang_cost_the_squares_and_not_the_game(
    others: set[threading.Thread], table: SimulatedTable
) -> None:
    watch = watch_over(table)
    (thread,) = _readers() - others
    readers(table).stop()  # nobody scans, and nothing has failed
    until(lambda: not thread.is_alive(), "they have stopped")
    for _ in range(int(SILENT_S / LOOK_S) + 2):
        watch.look(LOOK_S)
    table.actor.ask(lambda: None)
    assert set(table.actor.snapshot.readers.values()) == {"quarantined"}
    assert watch.trouble is not None
    assert table.actor.alive
    readers(table).scans += 1
    watch.look(LOOK_S)
    table.actor.ask(lambda: None)
    assert "quarantined" not in table.actor.snapshot.readers.values()
    assert watch.trouble is None


def test_lights_that_died_of_a_mistake_are_begun_anew(
    table: SimulatedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    lights, strip = table.lights, table.strip
    assert isinstance(lights, LightDisplay)
    whole: Any = strip.keep

    def broken() -> None:
        raise ValueError("a mistake")

    watch = watch_over(table)
    monkeypatch.setattr(strip, "keep", broken)
    until(lambda: lights.failure is not None, "the lights have died")
    until(lambda: table.actor.snapshot.lights_trouble is not None, "it is told")
    monkeypatch.setattr(strip, "keep", whole)
    watch.look(LOOK_S)
    restart_threads(watch)
    until(lambda: table.actor.snapshot.lights_trouble is None, "they shine again")
    assert watch.trouble is None


def test_who_does_not_listen_is_not_told_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening_module, "MOST_HEARD", 5)
    with Listening("sim://direct", seed=1):
        pass
    with Listening("sim://direct", seed=1) as board:
        first = [said for said, _ in zip(board.heard(), range(200), strict=False)]
    assert sum(isinstance(said, Reading) for said in first) > 100


def test_who_listens_is_told_what_has_ended_the_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_world: World, _square: int) -> tuple[Uid, ...]:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(World, "tags_on", broken)
    monkeypatch.setattr("threading.excepthook", lambda _args: None)
    with Listening("sim://direct", seed=1) as board, pytest.raises(RuntimeError, match="a mistake"):
        list(board.heard())


def _readers() -> set[threading.Thread]:
    return {each for each in threading.enumerate() if each.name == "simulated-readers"}


def test_a_trace_that_is_played_gives_signs_of_life_also_at_its_end(tmp_path: Path) -> None:
    file = tmp_path / "short.trace"
    file.write_text('{"hareboard_trace": 1}\n{"at_s": 0.01, "square": 5, "uids": []}\n')
    table = simulated_table(
        tmp_path, chance=random.Random(7), address=parse_simulated(f"trace://{file}")
    )
    table.start()
    try:
        sensing = table.board.sensing
        assert isinstance(sensing, TraceBoard)
        watch = watch_over(table)
        until(lambda: sensing.over, "the end of the trace")
        scans = sensing.scans
        until(lambda: sensing.scans > scans + 1, "signs of life after it")
        sensing.stop()
        for _ in range(int(SILENT_S / LOOK_S) + 2):
            watch.look(LOOK_S)
        table.actor.ask(lambda: None)
        assert table.actor.snapshot.readers[5] == "quarantined"
    finally:
        table.stop()


def test_a_thread_that_is_not_there_is_no_fault_and_restarts_nothing() -> None:
    vital = vital_of("the carrier", lambda: None)
    assert vital.restart is not None
    vital.restart()
    assert vital.failure() is None
    assert vital.signs() != vital.signs(), "it gives signs of life"
