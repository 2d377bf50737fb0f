"""Boards of wood, as `hareboard run` opens them: real ports, and pins of gpiozero's."""

import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest
from gpiozero.pins.mock import MockFactory

from controller.board import read_board
from controller.bootstrap import (
    Table,
    real_table,
    simulated_pieces,
    simulated_uid,
)
from controller.bootstrap.calibration import CalibrationTable, real_calibration
from controller.bootstrap.coprocessors import emulated_rp2040
from controller.bootstrap.devices import LateLights
from controller.bootstrap.simulated.emulated_pi import emulate
from controller.bootstrap.watchdog import LOOK_S
from controller.bootstrap.watched_threads import watch_over
from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.table.commands import Begin
from hardware.buttons import GpioButtons
from hardware.clock import ManualClock, MonotonicClock
from hardware.errors import NotConnected
from hardware.lights.settings import LightSettings, SpiDriver
from hardware.lights.wired import WiredLights
from hardware.ports import RGB
from hardware.scanner.connect import StripWire
from hardware.sensing.settings import ScannerPort
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.world import World
from tests.support.bootstrap.desk import Desk
from tests.support.firmware.picos import Pico, firmware_files
from tests.support.waiting import until
from web.modes.recovery import restart_threads

SEATS: Final = (Player("Ann", ("red",)), Player("Ben", ("yellow",)), Player("Cem", ("green",)))
HELD: Final = "hold_s = 0.5"
RED: Final[RGB] = (255, 0, 0)
DARK: Final[RGB] = (0, 0, 0)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> MockFactory:
    """The pins of this computer."""
    factory = MockFactory()
    module = SimpleNamespace(LGPIOFactory=lambda: factory)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    return factory


def start(table: Table | CalibrationTable, stack: ExitStack) -> None:
    """Let a table run until all its readers have been read."""
    table.start()
    stack.callback(table.stop)
    sensing = table.devices.board.sensing
    until(lambda: all(each.good for each in sensing.readers()), "all readers are read")


def check_red_moves_to_2(table: Table, world: World) -> None:
    """Red is set down on 2, and once more where its reader was out when it came.

    A runner that a reader finds after it was out has stood there all along. On a busy machine
    an emulated co-processor may answer so late that it is out for a moment.
    """
    actor = table.actor
    actor.submit(Begin(Setup(SEATS)))

    def moved() -> bool:
        state = actor.snapshot.state
        return state is not None and state.seats[0].runners[0].at == 2

    def found_there() -> bool:
        return any(
            each.colour == "red" and each.square == 2 for each in actor.snapshot.finding.errands
        )

    world.put("red", 2)
    until(lambda: moved() or found_there(), "red is seen")
    while not moved():
        world.lift("red")
        until(lambda: not found_there(), "red is lifted")
        world.put("red", 2)
        until(lambda: moved() or found_there(), "red is seen")


def check_take_back_is_held(table: Table, press: Callable[[], None]) -> None:
    """Holding it makes night."""
    before = table.actor.snapshot.look.night
    press()
    until(lambda: table.actor.snapshot.look.night != before, "the button is held")


@pytest.mark.long
def test_a_board_without_lights_and_buttons_is_played_on(tmp_path: Path, stack: ExitStack) -> None:
    before = set(threading.enumerate())
    desk = Desk(tmp_path, square=2)
    stack.callback(desk.plug.close)
    table = real_table(tmp_path, desk.file)
    start(table, stack)
    check_red_moves_to_2(table, desk.world)
    watch = watch_over(table)
    until(watch.fresh, "a scan and a turn")
    assert watch.trouble is None
    stack.close()
    assert set(threading.enumerate()) <= before


def test_a_board_without_lights_is_calibrated(tmp_path: Path, stack: ExitStack) -> None:
    desk = Desk(tmp_path)
    stack.callback(desk.plug.close)
    table = real_calibration(tmp_path, desk.file)
    start(table, stack)
    assert table.lights is None
    desk.world.put("blue", 1)
    workshop = table.actor
    until(lambda: 1 in workshop.snapshot.state.learned.squares, "the reader is found")
    assert workshop.snapshot.state.learned.squares[1].reader == 1


def test_buttons_at_pins_that_died_of_a_mistake_are_begun_anew(
    tmp_path: Path, stack: ExitStack, pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(tmp_path, more=f'[buttons]\ntake_back = "GPIO17"\n{HELD}')
    stack.callback(desk.plug.close)
    table = real_table(tmp_path, desk.file)
    start(table, stack)
    buttons = table.devices.buttons
    assert isinstance(buttons, GpioButtons)

    def press() -> None:
        pins.pin("GPIO17").drive_low()

    check_take_back_is_held(table, press)
    watch = watch_over(table)

    def broken() -> float | None:
        raise RuntimeError("a mistake")

    with monkeypatch.context() as patch:
        patch.setattr("threading.excepthook", lambda _args: None)
        patch.setattr(buttons, "pass_time", broken)
        pins.pin("GPIO17").drive_high()
        until(lambda: buttons.failure is not None, "the buttons have died")
    watch.look(LOOK_S)
    restart_threads(watch)
    assert watch.trouble is None
    check_take_back_is_held(table, press)


def test_a_board_on_one_co_processor_is_read_and_lit_and_its_buttons_are_heard(
    tmp_path: Path, stack: ExitStack
) -> None:
    path = tmp_path / "pico"
    file = tmp_path / "board.toml"
    file.write_text(
        f"""\
name = "One Pico"
[squares]
count = 4
columns = 2
[[readers.bus]]
transport = "scanner"
port = "{path}"
squares = "1-4"
[lights]
driver = "scanner"
pin = "GP22"
budget_ma = 500
[buttons]
port = "{path}"
take_back = "GP14"
{HELD}
[tags]
red = {{ base = "{simulated_uid("red", "base")}" }}
""",
        "utf-8",
    )
    board = read_board(file)
    (port,) = board.buses
    assert isinstance(port, ScannerPort)
    clock, strip = MonotonicClock(), SimulatedStrip(4)
    world = World(4, simulated_pieces())
    chips = emulate(world, board.settings.places, clock, random.Random(1)).chips
    device = emulated_rp2040(port, chips, clock, StripWire("GP22", 4, "GRB"), strip)
    stack.enter_context(Pico(path, firmware_files(), device))
    table = real_table(tmp_path, file)
    start(table, stack)
    check_red_moves_to_2(table, world)
    until(lambda: any(map(any, strip.duties)), "the board is lit")
    check_take_back_is_held(table, lambda: device.pull(14, low=True))
    table.stop()
    until(lambda: not any(map(any, strip.duties)), "the board goes dark")


class TestLateLights:
    """Lights that are opened when they are first needed."""

    def lights(self, strip: SimulatedStrip) -> LateLights:
        settings = LightSettings({1: (0,), 2: (1,)}, 2, SpiDriver())

        def opener() -> WiredLights:
            if strip.unplugged:
                raise NotConnected("There is no such bus.")
            return WiredLights(strip, settings, 2, ManualClock(), lambda: False)

        return LateLights(opener)

    def test_before_they_are_needed_they_take_and_do_nothing(self) -> None:
        strip = SimulatedStrip(2)
        strip.plug(out=True)
        lights = self.lights(strip)
        lights.keep()
        lights.close()
        assert lights.draw_ma == 0.0

    def test_those_that_were_not_there_are_opened_once_they_are(self) -> None:
        strip = SimulatedStrip(2)
        strip.plug(out=True)
        lights = self.lights(strip)
        with pytest.raises(NotConnected, match="no such bus"):
            lights.show([RED, DARK])
        strip.plug(out=False)
        lights.show([RED, DARK])
        assert any(strip.duties[0])
        assert lights.draw_ma > 0.0
        lights.close()
        assert not any(map(any, strip.duties))

    def test_that_they_are_lost_is_told_also_if_nothing_new_is_to_be_shown(self) -> None:
        strip = SimulatedStrip(2)
        lights = self.lights(strip)
        lights.show([RED, DARK])
        lights.keep()
        strip.plug(out=True)
        with pytest.raises(NotConnected, match="unplugged"):
            lights.keep()
