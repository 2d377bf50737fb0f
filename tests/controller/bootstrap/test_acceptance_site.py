"""A board with a co-processor, opened for its acceptance: real time, real threads, a real port."""

import random
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import pytest

from controller.board import Board, parse_board
from controller.bootstrap.acceptance import open_site, real_acceptance, simulated_acceptance
from controller.bootstrap.address import scanner_ports
from controller.bootstrap.coprocessors import emulated_rp2040
from controller.bootstrap.simulated.emulated_pi import emulate
from controller.maintenance.acceptance.measuring.questions import Ask
from hardware.bench_ports import SelfTest
from hardware.clock import MonotonicClock
from hardware.errors import NotConnected
from hardware.lights.client import ANSWER_S
from hardware.lights.protocol import LONGEST, LightsDone, written
from hardware.ports import BoardEvent, Reading
from hardware.scanner.connect import StripWire
from hardware.simulated.rp2040.firmware import Firmware
from hardware.simulated.rp2040.machine import Rp2040
from hardware.simulated.rp2040.plugs import PtyDevice
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.world import Piece, World
from tests.support.acceptance.boards import SCANNER_TEXT
from tests.support.hardware.benches import RED
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")

BUS: Final = "scanner-1"
BUTTON: Final = 10
"""The number of its pin."""


@dataclass(frozen=True)
class Plugged:
    """An emulated co-processor at a port of this machine."""

    board: Board
    world: World
    strip: SimulatedStrip
    device: Rp2040
    port: PtyDevice


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[Plugged]:
    path, clock = tmp_path / "pico", MonotonicClock()
    board = parse_board(SCANNER_TEXT.replace("/dev/ttyACM0", str(path)), "board.toml")
    world, strip = World(4, [Piece("red", RED, None)]), SimulatedStrip(4)
    emulation = emulate(world, board.settings.places, clock, random.Random(1))
    (port,) = scanner_ports(board)
    wire = StripWire("GP22", 4, "GRB")
    device = emulated_rp2040(port, emulation.chips, clock, wire, strip)
    with ExitStack() as stack:
        firmware = Firmware(device)
        firmware.start()
        stack.callback(firmware.stop)
        plug = PtyDevice(device, path)
        stack.callback(plug.close)
        yield Plugged(board, world, strip, device, plug)


@pytest.mark.long
def test_its_readers_lights_and_buttons_are_measured(plugged: Plugged) -> None:
    plugged.world.put("red", 3)
    readings: list[Reading] = []
    events: list[BoardEvent] = []
    with open_site(plugged.board) as site:
        bench, lights, contacts = site.bench, site.lights, site.contacts
        assert [bench.find(square).version for square in (1, 2, 3, 4)] == ["PN532 1.6"] * 4
        bench.set_clock(BUS, 2_000_000)
        assert bench.echo(2, bytes(range(41))).failure is None
        assert bench.self_test(2) == SelfTest(rom=True, ram=True, antenna=True)
        assert RED in bench.read(3, 1, 3)[0].uids
        assert None not in bench.reset(BUS, 0.05).values()
        assert lights is not None
        lights.show([(0, 0, 0), (255, 255, 255), (0, 0, 0), (0, 0, 0)])
        until(lambda: max(plugged.strip.colours[1]) > 0, "light 2 shines")
        assert contacts is not None
        edges: list[bool] = []
        assert contacts.watch(lambda _, closed, __: edges.append(closed)) == {"confirm": False}
        plugged.device.pull(BUTTON, low=True)
        until(lambda: edges == [True], "the button closes")
        plugged.device.pull(BUTTON, low=False)
        until(lambda: edges == [True, False], "the button opens")

        def all_read() -> bool:
            bench.soak(1.0, readings.append, events.append, lambda _: None)
            return {each.square for each in readings if each.failure is None} == {1, 2, 3, 4}

        until(all_read, "all are read as in a game")
        assert site.wires is not None
        assert '"wire": 4' in site.wires.text


@pytest.mark.long
def test_a_simulated_one_is_led_through_in_real_time_for_its_page(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(SCANNER_TEXT, "utf-8")
    table = simulated_acceptance(tmp_path, file)
    table.start()
    try:
        # All readers, lines and resets have been measured by then.
        until(lambda: table.run.snapshot.question == Ask("order"), "the lights run")
        assert table.run.snapshot.silent == frozenset()
        assert table.run.snapshot.trouble is None
    finally:
        table.stop()


def test_a_cable_that_was_pulled_is_named(plugged: Plugged) -> None:
    plugged.port.unplug()
    with pytest.raises(NotConnected, match="There is no co-processor at"), open_site(plugged.board):
        pass


def test_a_page_leads_through_the_board_that_is_plugged_in(
    plugged: Plugged, tmp_path: Path
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(SCANNER_TEXT.replace("/dev/ttyACM0", str(tmp_path / "pico")), "utf-8")
    table = real_acceptance(tmp_path, file)
    table.start()
    try:
        until(lambda: bool(table.run.snapshot.task), "it measures")
        assert table.run.board == plugged.board
    finally:
        table.stop()


def test_a_board_of_readers_alone_has_no_lights_and_no_buttons(plugged: Plugged) -> None:
    board = msgspec.structs.replace(plugged.board, lights=None, buttons=None)
    with open_site(board) as site:
        assert (site.lights, site.contacts) == (None, None)
        assert site.bench.find(1).version == "PN532 1.6"


def test_lights_of_the_computer_that_nobody_drives_are_told(
    plugged: Plugged, tmp_path: Path
) -> None:
    text = SCANNER_TEXT.replace("/dev/ttyACM0", str(tmp_path / "pico"))
    socket = tmp_path / "no-helper"
    text = text.replace('driver = "scanner"', f'driver = "ws281x"\nsocket = "{socket}"')
    board = parse_board(text, "board.toml")
    with pytest.raises(NotConnected, match=f"{socket}"), open_site(board):
        pass


def test_a_helper_may_take_a_while_to_set_up_the_lights(plugged: Plugged, tmp_path: Path) -> None:
    path = tmp_path / "helper"
    text = SCANNER_TEXT.replace("/dev/ttyACM0", str(tmp_path / "pico"))
    text = text.replace('driver = "scanner"', f'driver = "ws281x"\nsocket = "{path}"')

    def help_late(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(LONGEST)
            answers_s = time.monotonic() + ANSWER_S
            until(lambda: time.monotonic() > answers_s, "a call has waited in vain")
            connection.send(written(LightsDone()))
            while connection.recv(LONGEST):
                connection.send(written(LightsDone()))

    with ExitStack() as stack:
        listener = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET))
        listener.bind(str(path))
        listener.listen()
        helper = threading.Thread(target=help_late, args=(listener,))
        helper.start()
        stack.callback(helper.join)
        site = stack.enter_context(open_site(parse_board(text, "board.toml")))
        assert site.lights is not None
        site.lights.show([(255, 255, 255)] * site.squares)
