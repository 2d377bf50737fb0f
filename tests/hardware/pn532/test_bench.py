"""Readers measured one by one, over emulated chips."""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from controller.bootstrap.simulated.emulated_pi import SimulatedParts, emulate
from hardware.bench_ports import ReaderBus, SelfTest
from hardware.clock import ManualClock
from hardware.pn532.bench import Pn532Bench
from hardware.pn532.connect import connect
from hardware.ports import Reading
from hardware.sensing.settings import (
    ArraySettings,
    Channel,
    I2cBus,
    LineSelect,
    Place,
    SpiBus,
    UartPort,
)
from hardware.simulated.pn532.faults import Odds
from hardware.simulated.pn532.profile import Habits
from hardware.simulated.world import Piece, World
from tests.support.hardware.benches import RED, TRANSFER_S

PLACES = {1: Place(0, 0), 2: Place(0, 1)}
SPI = SpiBus("spi", LineSelect({1: "A", 2: "B"}), reset_pin="R")
I2C = I2cBus("i2c", {1: Channel(0x70, 0), 2: Channel(0x71, 0)})


class Desk:
    """Two readers, measured on virtual time."""

    def __init__(self, bus: SpiBus | I2cBus | UartPort, odds: Odds | None = None) -> None:
        self.clock = ManualClock(10.0)
        self.world = World(2, [Piece("red", RED, None)])
        self.emulation = emulate(self.world, PLACES, self.clock, random.Random(1), odds=odds)
        self.parts = SimulatedParts(self.emulation.chips, (bus,), self.clock, TRANSFER_S)
        settings = ArraySettings(PLACES)
        lines = connect((bus,), self.parts, self.clock, settings.timing)
        self.bench = Pn532Bench(settings, (bus,), lines, self.clock, self.parts.close)


@pytest.fixture
def spi() -> Iterator[Desk]:
    desk = Desk(SPI)
    yield desk
    desk.bench.close()


@pytest.fixture
def i2c() -> Iterator[Desk]:
    desk = Desk(I2C)
    yield desk
    desk.bench.close()


def test_a_chip_says_what_it_is_and_how_long_it_took(spi: Desk) -> None:
    found = spi.bench.find(1)
    assert (found.version, found.trouble) == ("PN532 1.6", "")
    assert found.answer.failure is None
    assert found.answer.ack_ms is not None
    assert found.answer.reply_ms is not None
    assert 0 < found.answer.ack_ms < found.answer.reply_ms < 10


def test_a_dead_chip_says_nothing(spi: Desk) -> None:
    spi.emulation.chips[2].faults.set("silent", on=True)
    found = spi.bench.find(2)
    assert (found.version, found.answer.failure, found.addressed) == ("", "no-ack", None)


def test_on_i2c_a_chip_that_is_not_there_is_told_from_a_silent_one(i2c: Desk) -> None:
    i2c.emulation.chips[1].faults.set("lost_power", on=True)
    i2c.emulation.chips[2].faults.set("silent", on=True)
    assert i2c.bench.find(1).addressed is False
    assert i2c.bench.find(2).addressed is None


def test_multiplexers_are_listed(spi: Desk, i2c: Desk) -> None:
    assert i2c.bench.addresses("i2c") == (0x70, 0x71)
    assert spi.bench.addresses("spi") == ()


def test_no_multiplexer_is_found_on_a_bus_that_hangs(i2c: Desk) -> None:
    i2c.parts.buses["i2c"].hang()  # type: ignore[union-attr] # it is the emulated I2C bus
    assert i2c.bench.addresses("i2c") == ()


def test_an_i2c_bus_has_no_clock_to_set_and_no_reset_line_to_pull(i2c: Desk) -> None:
    for square in (1, 2):
        i2c.bench.find(square)
    i2c.bench.set_clock("i2c", 100_000)
    assert i2c.bench.reset("i2c", 0.02) == {1: None, 2: None}
    assert i2c.bench.echo(1, b"again").failure is None


@pytest.mark.parametrize("clock_hz", [100_000, 5_000_000])
def test_bytes_come_back_at_every_clock(spi: Desk, clock_hz: int) -> None:
    spi.bench.find(1)
    spi.bench.set_clock("spi", clock_hz)
    assert spi.bench.echo(1, bytes(range(64))).failure is None
    assert spi.parts.buses["spi"].baudrate == clock_hz  # type: ignore[union-attr]


def test_lost_frames_are_noticed(spi: Desk) -> None:
    spi.bench.find(1)
    spi.emulation.chips[1].faults.set("corrupt", on=True)
    answers = [spi.bench.echo(1, bytes(40)) for _ in range(40)]
    assert 4 < sum(answer.failure is not None for answer in answers) < 36


def test_a_chip_tests_itself_and_its_antenna(spi: Desk) -> None:
    spi.bench.find(1)
    spi.bench.find(2)
    spi.emulation.radio.set_coupling(2, 0.0)
    assert spi.bench.self_test(1) == SelfTest(rom=True, ram=True, antenna=True)
    assert spi.bench.self_test(2) == SelfTest(rom=True, ram=True, antenna=False)


def test_a_mark_is_gone_when_the_chip_starts_afresh(spi: Desk) -> None:
    spi.bench.find(1)
    assert spi.bench.mark(1)
    assert spi.bench.is_marked(1) is True
    spi.emulation.chips[1].reset()
    assert spi.bench.is_marked(1) is False
    spi.emulation.chips[1].faults.set("silent", on=True)
    assert spi.bench.is_marked(1) is None


def test_a_reset_tells_which_chips_started_afresh_and_for_how_long_they_were_deaf(
    spi: Desk,
) -> None:
    spi.emulation.chips[1].habits = Habits(boot_s=0.08)
    spi.emulation.chips[2].habits = Habits(reset_s=0.05)
    for square in (1, 2):
        spi.bench.find(square)
    short, long = spi.bench.reset("spi", 0.02), spi.bench.reset("spi", 0.06)
    assert short[1] == pytest.approx(0.08, abs=0.05)
    assert short[2] is None
    assert long[2] == pytest.approx(0.0, abs=0.05)


def test_tags_are_read_with_only_this_field_on(spi: Desk) -> None:
    spi.bench.find(1)
    spi.world.put("red", 1)
    readings = spi.bench.read(1, 3, 1)
    assert [reading.uids for reading in readings] == [(RED,)] * 3
    assert all(reading.answer.failure is None for reading in readings)
    assert spi.emulation.radio.most_fields == 1
    assert not spi.emulation.radio.fields_on()


def test_more_retries_find_a_weak_tag_more_often(spi: Desk) -> None:
    spi.bench.find(1)
    spi.world.put("red", 1)
    spi.emulation.radio.set_coupling(1, 0.5)
    seen = [sum(bool(each.uids) for each in spi.bench.read(1, 40, n)) for n in range(4)]
    assert seen == sorted(seen)
    assert seen[0] < 32 < seen[3]


def test_fields_are_switched_on_and_off(spi: Desk) -> None:
    for square in (1, 2):
        spi.bench.find(square)
    spi.bench.set_fields((1, 2))
    assert set(spi.emulation.radio.fields_on()) == {1, 2}
    spi.bench.set_fields((2,))
    assert set(spi.emulation.radio.fields_on()) == {2}
    spi.bench.set_fields(())
    assert not spi.emulation.radio.fields_on()


def test_a_soak_reads_all_readers_and_leaves_them_fit_for_more(spi: Desk) -> None:
    readings: list[Reading] = []
    began_s = spi.clock.now_s()
    spi.bench.soak(2.0, readings.append, lambda _: None, lambda _: None)
    assert {reading.square for reading in readings} == {1, 2}
    assert 2.0 <= spi.clock.now_s() - began_s < 2.5
    assert spi.bench.echo(1, b"again").failure is None
    assert not spi.emulation.radio.fields_on()


def test_a_soak_tells_its_time_also_if_no_reader_answers(spi: Desk) -> None:
    for square in (1, 2):
        spi.emulation.chips[square].faults.set("lost_power", on=True)
    noted: list[float] = []
    spi.bench.soak(60.0, lambda _: None, lambda _: None, noted.append)
    assert max(later - sooner for sooner, later in pairwise([*noted, 60.0])) < 2.0


def test_a_chip_that_answers_far_too_late_does_not_answer() -> None:
    desk = Desk(SPI, Odds(late_s=2.0))
    desk.bench.find(1)
    desk.emulation.chips[1].faults.set("slow", on=True)
    answer = desk.bench.echo(1, b"late")
    assert answer.failure == "no-reply"
    assert answer.ack_ms is not None
    desk.bench.close()


def test_an_answer_given_before_is_no_echo() -> None:
    desk = Desk(SPI, Odds(stale=1.0))
    desk.bench.find(1)
    assert desk.bench.echo(1, b"one").failure is None
    desk.emulation.chips[1].faults.set("stale", on=True)
    assert desk.bench.echo(1, b"two").failure == "bad-reply"
    desk.bench.close()


def test_a_bus_that_hangs_is_told_from_a_silent_chip(i2c: Desk) -> None:
    i2c.bench.find(1)
    i2c.parts.buses["i2c"].hang()  # type: ignore[union-attr] # it is the emulated I2C bus
    assert i2c.bench.echo(1, b"lost").failure == "bus-error"


def test_a_reader_at_a_serial_port_has_neither_clock_nor_reset_line() -> None:
    desk = Desk(UartPort("uart", "/dev/ttyUSB0", 1))
    assert desk.bench.buses == (ReaderBus("uart", (1,), "HSU", latency_ms=16.0),)
    assert desk.bench.find(1).version == "PN532 1.6"
    assert desk.bench.addresses("uart") == ()
    desk.bench.close()
