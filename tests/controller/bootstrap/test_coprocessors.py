"""A table on a co-processor: the firmware's own files on an emulated RP2040, real threads."""

import queue
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from controller.board.examples import example_path
from controller.bootstrap import (
    SimulatedTable,
    parse_simulated,
    simulated_table,
)
from controller.bootstrap.address import RealAddress, parse_address
from controller.bootstrap.readers import (
    SimulatedHardware,
    open_real_board,
    open_simulated_board,
)
from controller.config import Settings
from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.table.commands import Begin
from hardware.clock import MonotonicClock
from hardware.ports import BoardEvent, ReaderChanged
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.world import World
from tests.support.waiting import PATIENCE_S

LOOK_S: Final = 0.1
AGAIN_S: Final = 2.0
PATIENT: Final = Settings(settle_s=0.15, pause_s=60.0, after_race_s=0.0)
NEVER: Final = Settings(settle_s=1000.0, pause_s=60.0, after_race_s=0.0)
SEATS: Final = (Player("Ann", ("red",)), Player("Ben", ("yellow",)), Player("Cem", ("green",)))


@pytest.fixture
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[SimulatedTable]:
    settings = getattr(request, "param", PATIENT)
    made = simulated_table(
        tmp_path, settings, random.Random(7), address=parse_simulated("sim://scanner")
    )
    made.start()
    until(made, lambda: all_read(made))
    made.actor.submit(Begin(Setup(SEATS)))
    yield made
    made.stop()


def until(table: SimulatedTable, met: Callable[[], bool]) -> None:
    until_s = table.clock.now_s() + PATIENCE_S
    while not met() and table.clock.now_s() < until_s:
        table.actor.wait_until(met, LOOK_S)
    assert met(), table.actor.snapshot


def all_read(table: SimulatedTable) -> bool:
    return all(each.good and each.state == "healthy" for each in table.board.sensing.readers())


def square_of(table: SimulatedTable, seat: int) -> int:
    state = table.actor.snapshot.state
    assert state is not None
    return int(state.seats[seat].runners[0].at)


def test_a_runner_put_down_moves_and_is_lit(table: SimulatedTable) -> None:
    table.world.put("red", 2)
    until(table, lambda: square_of(table, 0) == 2)
    table.world.put("yellow", 4)
    until(table, lambda: square_of(table, 1) == 4)
    assert any(map(any, table.strip.colours))


@pytest.mark.parametrize("table", [NEVER], indirect=True)
def test_a_button_confirms(table: SimulatedTable) -> None:
    table.world.put("red", 2)
    until(table, lambda: table.actor.snapshot.finding.candidate is not None)

    def confirmed() -> bool:
        # A device that gets no processor while the finger is down misses it: people press again.
        table.world.press("confirm")
        table.actor.wait_until(lambda: square_of(table, 0) == 2, AGAIN_S)
        return square_of(table, 0) == 2

    until(table, confirmed)


def test_a_strip_that_is_unplugged_costs_the_lights_only(table: SimulatedTable) -> None:
    table.strip.plug(out=True)
    table.world.put("red", 2)
    until(table, lambda: square_of(table, 0) == 2)


def test_a_co_processor_that_is_not_there_does_not_keep_a_board_from_starting(
    tmp_path: Path,
) -> None:
    address = parse_address(f"scanner://{tmp_path}/nothing")
    assert isinstance(address, RealAddress)
    board = address.board()
    opened = open_real_board(board, MonotonicClock())
    told: queue.Queue[BoardEvent] = queue.Queue()
    opened.sensing.start(told.put)
    try:
        first = told.get(timeout=PATIENCE_S)
    finally:
        opened.sensing.stop()
    assert isinstance(first, ReaderChanged)
    assert first.state == "quarantined"
    trouble = opened.sensing.readers()[0].trouble
    assert trouble.startswith(f"There is no co-processor at {tmp_path}/nothing: is it plugged in")


@pytest.mark.parametrize(
    ("board", "lit"),
    [
        (example_path("co-processors-64").read_text("utf-8"), ["/dev/hareboard-scanner-1"]),
        (example_path("pico-64").read_text("utf-8").partition("[lights]")[0], []),
    ],
)
def test_lights_hang_on_the_co_processor_that_the_board_file_names(
    tmp_path: Path, board: str, lit: list[str]
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(board, "utf-8")
    strip = SimulatedStrip(64)
    hardware = SimulatedHardware(World(64, ()), random.Random(1), strip=strip)
    opened = open_simulated_board(parse_simulated(f"sim://{file}"), hardware, MonotonicClock())
    assert opened.coprocessors is not None
    emulated = opened.coprocessors.emulated
    assert [port for port, device in emulated.items() if device.wires.strip is strip] == lit
