"""Readers at a co-processor, measured one by one through its firmware."""

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from controller.bootstrap.address import scanner_ports
from controller.bootstrap.scanner_bench import FarWire, ScannerBench
from controller.bootstrap.simulated.emulated_pi import emulate
from controller.bootstrap.simulated.scanned import EmulatedCoprocessors, SteppedFirmware, booted
from hardware.bench_ports import SelfTest
from hardware.clock import Clock, ManualClock, MonotonicClock
from hardware.errors import BusError, NotConnected
from hardware.pn532.wire import ACK
from hardware.ports import BoardEvent, ReaderChanged, Reading
from hardware.scanner.coprocessor import Coprocessor
from hardware.scanner.measuring_orders import ANSWERED_S
from hardware.simulated.pn532.profile import BY_THE_MANUAL, Habits
from hardware.simulated.rp2040.firmware import Firmware
from hardware.simulated.rp2040.line import DirectLine
from hardware.simulated.rp2040.machine import Rp2040
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.world import Piece, World
from tests.support.acceptance.boards import scanner_board
from tests.support.firmware.stepped import SteppedDevice
from tests.support.hardware.benches import RED
from tests.support.scanner.versions import firmware_of_version

BUS: Final = "scanner-1"
ECHO: Final = bytes(range(41))


class Desk:
    """Four readers at one co-processor.

    Args:
        boot: starts the firmware.
        clock: the world's time; virtual unless given.
    """

    def __init__(
        self, boot: Callable[[Rp2040], SteppedFirmware] = booted, clock: Clock | None = None
    ) -> None:
        clock, board = clock or ManualClock(10.0), scanner_board()
        self.world = World(4, [Piece("red", RED, None)])
        self.emulation = emulate(self.world, board.settings.places, clock, random.Random(1))
        self._emulated = EmulatedCoprocessors(
            board,
            clock,
            self.emulation.chips,
            SimulatedStrip(4),
            ports={port.port: port for port in scanner_ports(board)},
            profile=BY_THE_MANUAL,
            spoil=bytes,
            on_transfer=None,
            boot=boot,
        )
        self.clock = self._emulated.clock
        (self.device,) = self._emulated.devices.emulated.values()
        (self.host,) = self._emulated.devices.devices.values()

    @property
    def bench(self) -> ScannerBench:
        return self._emulated.bench

    @property
    def line(self) -> DirectLine:
        return self._emulated.lines[self.device]

    @property
    def clock_hz(self) -> int:
        """The clock of its bus."""
        (bus,) = self.device.wires.spi.values()
        return bus.baudrate


@pytest.fixture(params=["python", pytest.param("micropython", marks=pytest.mark.long)])
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    with ExitStack() as stack:

        def stepped(device: Rp2040) -> SteppedFirmware:
            return stack.enter_context(SteppedDevice(device))

        desk = Desk(booted if request.param == "python" else stepped)
        yield desk
        desk.bench.close()


def test_its_readers_are_described(desk: Desk) -> None:
    (bus,) = desk.bench.buses
    assert (bus.name, bus.squares, bus.clock_hz, bus.resets) == (BUS, (1, 2, 3, 4), 1_000_000, True)
    assert desk.bench.addresses(BUS) == ()


def test_a_chip_says_what_it_is_and_how_long_it_took(desk: Desk) -> None:
    found = desk.bench.find(1)
    assert (found.version, found.trouble, found.addressed) == ("PN532 1.6", "", None)
    assert found.answer.ack_ms is not None
    assert found.answer.reply_ms is not None
    assert 0 < found.answer.ack_ms < found.answer.reply_ms < 10


def test_a_dead_chip_says_nothing(desk: Desk) -> None:
    desk.emulation.chips[2].faults.set("silent", on=True)
    found = desk.bench.find(2)
    assert (found.version, found.answer.ack_ms, found.answer.failure) == ("", None, "no-ack")
    assert desk.bench.find(1).version == "PN532 1.6"


@pytest.mark.parametrize("clock_hz", [100_000, 5_000_000])
def test_bytes_come_back_at_every_clock(desk: Desk, clock_hz: int) -> None:
    desk.bench.set_clock(BUS, clock_hz)
    assert desk.bench.echo(1, ECHO).failure is None
    assert desk.clock_hz == clock_hz


def test_lost_frames_are_noticed(desk: Desk) -> None:
    desk.emulation.chips[1].faults.set("corrupt", on=True)
    answers = [desk.bench.echo(1, ECHO) for _ in range(40)]
    assert 4 < sum(answer.failure is not None for answer in answers) < 36


def test_a_chip_tests_itself_and_its_antenna(desk: Desk) -> None:
    desk.emulation.radio.set_coupling(2, 0.0)
    assert desk.bench.self_test(1) == SelfTest(rom=True, ram=True, antenna=True)
    assert desk.bench.self_test(2) == SelfTest(rom=True, ram=True, antenna=False)


def test_tags_are_listed_and_the_field_goes_off_after_each_reading(desk: Desk) -> None:
    desk.world.put("red", 3)
    desk.bench.find(3)
    readings = desk.bench.read(3, 4, 1)
    assert [each.uids for each in readings] == [(RED,)] * 4
    assert [each.uids for each in desk.bench.read(2, 1, 0)] == [()]
    assert desk.emulation.radio.fields_on() == {}
    desk.bench.set_fields((1, 4))
    assert set(desk.emulation.radio.fields_on()) == {1, 4}
    desk.bench.set_fields(())
    assert desk.emulation.radio.fields_on() == {}


def test_a_reset_tells_which_chips_started_afresh_and_for_how_long_they_were_deaf(
    desk: Desk,
) -> None:
    desk.emulation.chips[1].habits = Habits(boot_s=0.15)
    desk.emulation.chips[2].habits = Habits(reset_s=0.05)
    for square in (1, 2, 3, 4):
        desk.bench.find(square)
    short, long = desk.bench.reset(BUS, 0.02), desk.bench.reset(BUS, 0.06)
    assert short[1] == pytest.approx(0.15, abs=0.05)
    assert (short[2], short[3]) == (None, 0.0)
    assert long[2] == 0.0


@pytest.mark.long
def test_a_soak_reads_as_in_a_game_at_the_clock_that_was_set(desk: Desk) -> None:
    desk.world.put("red", 3)
    desk.emulation.chips[4].faults.set("silent", on=True)
    desk.bench.set_clock(BUS, 2_000_000)
    readings: list[Reading] = []
    events: list[BoardEvent] = []
    desk.bench.soak(3.0, readings.append, events.append, lambda _: None)
    good = [each for each in readings if each.failure is None]
    assert {each.square for each in good} == {1, 2, 3}
    assert all((RED in each.uids) == (each.square == 3) for each in good)
    states = [each.state for each in events if isinstance(each, ReaderChanged) and each.square == 4]
    assert "resetting" in states
    assert desk.clock_hz == 2_000_000
    assert desk.bench.find(1).version == "PN532 1.6"


def test_a_command_that_was_lost_with_its_session_is_sent_again(desk: Desk) -> None:
    desk.bench.set_clock(BUS, 2_000_000)
    restart_at_next_turn(desk.host)
    assert desk.bench.echo(1, ECHO).failure is None
    assert desk.clock_hz == 2_000_000


@pytest.mark.parametrize("desk", ["python"], indirect=True)
def test_a_cable_that_is_pulled_ends_it_with_the_remedy(desk: Desk) -> None:
    desk.line.plug(out=True)
    with pytest.raises(NotConnected, match="The cable of the co-processor is pulled: plug it in"):
        desk.bench.echo(1, ECHO)


@pytest.mark.long
def test_in_real_time_the_devices_work_in_threads() -> None:
    desk = Desk(clock=MonotonicClock())
    try:
        assert [desk.bench.find(square).version for square in (1, 2, 3, 4)] == ["PN532 1.6"] * 4
        assert desk.bench.echo(1, ECHO).failure is None
    finally:
        desk.bench.close()


def test_an_order_that_is_refused_ends_it(desk: Desk) -> None:
    with pytest.raises(NotConnected, match="refuses order 13: 3"):
        desk.bench.set_clock(BUS, 6_000_000)


def test_older_firmware_is_refused_with_what_to_do(tmp_path: Path) -> None:
    def boot(device: Rp2040) -> SteppedFirmware:
        firmware = Firmware(device, firmware_of_version(3, tmp_path))
        firmware.boot()
        return firmware

    with pytest.raises(NotConnected, match="too old: run “hareboard firmware update”"):
        Desk(boot)


def test_nobody_else_talks_over_the_wire_of_a_far_chip() -> None:
    wire = FarWire()
    with pytest.raises(BusError):
        wire.write(ACK)
    with pytest.raises(BusError):
        wire.read(6)
    assert not wire.ready()


def restart_at_next_turn(host: Coprocessor) -> None:
    """Lose the session with the next message that is sent."""
    say = host.say

    def lose(order: object) -> None:
        host.say = say  # type: ignore[method-assign]
        host.restart("is tried")

    host.say = lose  # type: ignore[method-assign]


def test_a_soak_that_is_broken_off_leaves_the_readers_to_who_measures_next(desk: Desk) -> None:
    def broken_off(_: Reading) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        desk.bench.soak(5.0, broken_off, lambda _: None, lambda _: None)
    assert desk.bench.find(1).version == "PN532 1.6"
    assert desk.bench.read(1, 1, 0)[0].answer.failure is None


@pytest.mark.parametrize("desk", ["python"], indirect=True)  # nothing of the firmware is seen
def test_a_cable_that_is_pulled_ends_a_soak_with_its_reason(desk: Desk) -> None:
    def pull(_: Reading) -> None:
        desk.line.plug(out=True)

    began_s = desk.clock.now_s()
    with pytest.raises(NotConnected, match="cable of the co-processor is pulled"):
        desk.bench.soak(600.0, pull, lambda _: None, lambda _: None)
    assert desk.clock.now_s() < began_s + ANSWERED_S + 3.0
