"""Emulated chips behave as a profile says, where their manual is silent or wrong."""

import os
import random
import re

import pytest

from controller.bootstrap.simulated.emulated_pi import SimulatedParts, emulate
from hardware.clock import ManualClock
from hardware.sensing.settings import Place, UartPort
from hardware.simulated.pn532.chip import EmulatedChip
from hardware.simulated.pn532.i2c import ADDRESS, NO_ANSWER, EmulatedI2cBus
from hardware.simulated.pn532.pins import EmulatedPin, EmulatedSelectLines
from hardware.simulated.pn532.profile import AS_REPORTED, BY_THE_MANUAL, Habits, Profile
from hardware.simulated.pn532.spi import REVERSED, EmulatedSpiBus
from tests.support.simulated_pn532.bench import ACK, BLUE, RED, RED_CROWN, Bench, frame

FIRMWARE = frame("02")
REFUSED = re.escape(os.strerror(NO_ANSWER))


def chip_with(habits: Habits) -> tuple[EmulatedChip, ManualClock, Bench]:
    bench = Bench()
    chip = EmulatedChip(1, bench.radio, bench.time, habits=habits)
    chip.wake("spi")
    return chip, bench.time, bench


def test_by_the_manual_every_ack_takes_the_same_time() -> None:
    chip, clock, _ = chip_with(BY_THE_MANUAL.habits(random.Random(1)))
    chip.write(FIRMWARE, anew=True)
    clock.advance(0.0005)
    assert chip.take() == ACK


def test_as_reported_an_ack_takes_between_0_3_and_3_ms() -> None:
    chip, clock, _ = chip_with(Habits(ack_s=AS_REPORTED.ack_s))
    took = []
    for _ in range(50):
        began_s = clock.now_s()
        chip.write(FIRMWARE, anew=True)
        while not chip.ready():
            clock.advance(0.0001)
        took.append(clock.now_s() - began_s)
    assert 0.0003 <= min(took) < 0.0008
    assert 0.0025 < max(took) <= 0.0031


@pytest.mark.parametrize(("zeros", "start"), [(1, "00 ff"), (3, "00 00 00 ff")])
def test_frames_may_have_a_shorter_or_longer_preamble(zeros: int, start: str) -> None:
    chip, clock, _ = chip_with(Habits(preamble=zeros))
    chip.write(FIRMWARE, anew=True)
    clock.advance(0.0005)
    assert chip.take() == bytes.fromhex(start) + ACK[3:]
    clock.advance(0.01)
    assert chip.take().startswith(bytes.fromhex(start + "06 fa d5 03"))


def spi_of(chip: EmulatedChip, clock: ManualClock) -> tuple[EmulatedSpiBus, EmulatedPin]:
    pin = EmulatedPin()
    bus = EmulatedSpiBus({1: chip}, EmulatedSelectLines({1: pin}), clock)
    pin.switch_to_output(value=True)
    return bus, pin


def say(bus: EmulatedSpiBus, pin: EmulatedPin, data: bytes) -> bytes:
    answer = bytearray(len(data))
    pin.value = False
    bus.write_readinto(data.translate(REVERSED), answer)
    pin.value = True
    return bytes(answer).translate(REVERSED)


def test_the_status_byte_of_a_busy_chip_is_one_of_many() -> None:
    chip, clock, _ = chip_with(Habits(busy=AS_REPORTED.busy))
    bus, pin = spi_of(chip, clock)
    assert {say(bus, pin, b"\2\0")[1] for _ in range(100)} == {0x00, 0x08, 0xAA, 0xFF}


def test_a_chip_may_miss_a_command_that_comes_soon_after_its_select_line_fell() -> None:
    chip, clock, _ = chip_with(Habits(select_s=0.0015))
    bus, pin = spi_of(chip, clock)
    say(bus, pin, b"\1" + FIRMWARE)
    clock.advance(0.01)
    assert not chip.ready()
    pin.value = False
    clock.advance(0.0015)
    bus.write((b"\1" + FIRMWARE).translate(REVERSED))
    pin.value = True
    clock.advance(0.01)
    assert chip.ready()


def test_a_chip_may_forget_a_command_if_it_is_polled_at_once() -> None:
    chip, clock, _ = chip_with(Habits(calm_s=0.0008))
    chip.write(FIRMWARE, anew=True)
    clock.advance(0.0006)
    assert not chip.ready()
    clock.advance(0.1)
    assert not chip.ready()


def test_a_chip_may_refuse_its_address_until_it_has_something_to_say() -> None:
    chip, clock, _ = chip_with(Habits(refuses=True))
    bus = EmulatedI2cBus({}, clock, direct=chip)
    bus.writeto(ADDRESS, FIRMWARE)
    with pytest.raises(OSError, match=REFUSED):
        bus.readfrom_into(ADDRESS, bytearray(1))
    clock.advance(0.001)
    answer = bytearray(7)
    bus.readfrom_into(ADDRESS, answer)
    assert answer == b"\1" + ACK


def test_a_chip_may_refuse_a_transfer_soon_after_another() -> None:
    chip, clock, _ = chip_with(Habits(gap_s=0.0005))
    bus = EmulatedI2cBus({}, clock, direct=chip)
    bus.writeto(ADDRESS, FIRMWARE)
    clock.advance(0.0004)
    with pytest.raises(OSError, match=REFUSED):
        bus.readfrom_into(ADDRESS, bytearray(1))
    clock.advance(0.0002)
    bus.readfrom_into(ADDRESS, bytearray(1))


def test_only_its_reset_line_revives_a_chip_that_hangs() -> None:
    chip, clock, _ = chip_with(Habits(reset_s=0.05, boot_s=0.01))

    def answers() -> bool:
        chip.wake("spi")
        chip.write(FIRMWARE, anew=True)
        clock.advance(0.002)
        return chip.ready()

    def pulse(low_s: float) -> None:
        chip.set_reset_line(low=True)
        clock.advance(low_s)
        chip.set_reset_line(low=False)

    assert answers()
    chip.hang()
    assert not answers()
    pulse(0.01)
    assert not answers(), "the pulse was too short"
    pulse(0.05)
    assert not answers(), "it has not started yet"
    clock.advance(0.01)
    assert answers()


def test_chips_of_a_board_differ() -> None:
    bench = Bench()
    places = {square: Place(0, square) for square in range(1, 9)}
    chips = emulate(bench.world, places, bench.time, random.Random(1), profile=AS_REPORTED).chips
    assert len({chip.habits for chip in chips.values()}) > 4


def test_both_tags_of_a_runner_are_in_reach() -> None:
    bench = Bench()
    places = {square: Place(0, square) for square in range(1, 9)}
    emulation = emulate(bench.world, places, bench.time, random.Random(1), profile=AS_REPORTED)
    bench.world.put("red", 3)
    bench.world.put("blue", 4)
    found = [frozenset(tag.uid.hex() for tag in emulation.radio.scan(3)) for _ in range(400)]
    assert set(found) == {frozenset({RED}), frozenset({RED, RED_CROWN})}
    assert found.count(frozenset({RED, RED_CROWN})) / 400 == pytest.approx(AS_REPORTED.upper, 0.2)
    assert {tag.uid.hex() for tag in emulation.radio.scan(4)} == {BLUE}


@pytest.mark.parametrize(
    ("readers", "buffered", "hz"), [(1, 8, 3_500_000), (64, 8, 1_866_667), (64, 0, 394_366)]
)
def test_the_more_readers_a_clock_drives_the_slower_it_has_to_be(
    readers: int, buffered: int, hz: int
) -> None:
    profile = Profile("any", wire_hz=3_500_000, loads=8, buffered=buffered)
    assert round(profile.fastest_hz(readers)) == hz


def test_too_fast_a_clock_makes_wrong_bits() -> None:
    chip, clock, _ = chip_with(Habits())
    pin = EmulatedPin()
    bus = EmulatedSpiBus({1: chip}, EmulatedSelectLines({1: pin}), clock, fastest_hz=1_000_000)
    pin.switch_to_output(value=True)
    bus.try_lock()
    wrong = {}
    for hz in (1_000_000, 1_500_000):
        bus.configure(hz)
        wrong[hz] = sum(say(bus, pin, b"\2\0") != b"\0\0" for _ in range(100))
    assert wrong[1_000_000] == 0
    assert wrong[1_500_000] > 30


def test_a_write_to_a_pin_takes_time() -> None:
    clock = ManualClock()
    pin = SimulatedParts({}, (), clock, 50e-6, AS_REPORTED).pin("GPIO5")
    began_s = clock.now_s()
    pin.value = False
    assert clock.now_s() - began_s == pytest.approx(AS_REPORTED.pin_s)


def test_an_adapter_hands_bytes_over_at_the_ticks_of_its_timer() -> None:
    bench = Bench()
    bench.time.advance(0.001)
    port = UartPort("usb", "/dev/ttyUSB0", 1)
    serial = SimulatedParts({1: bench.chip}, (port,), bench.time, 0.0, AS_REPORTED).serial(port)()
    serial.write(bytes.fromhex("55 55 00 00 00 00"))
    bench.time.advance(0.001)
    serial.write(FIRMWARE)
    came_s: list[float] = []
    while len(came_s) < 2:
        bench.time.advance(0.001)
        if serial.read(100):
            came_s.append(bench.time.now_s() % AS_REPORTED.latency_s)
            serial.write(FIRMWARE)
    assert all(after_tick_s < 0.0011 for after_tick_s in came_s)
