"""Chips on an I2C bus, behind multiplexers."""

import errno

import pytest

from hardware.simulated.pn532.i2c import EmulatedI2cBus
from tests.support.simulated_pn532.bench import ACK, NACK, Bench, frame, reply

VERSION = reply("03 32 01 06 07")


class Rig:
    """A bench with four chips behind each of two multiplexers."""

    def __init__(self, transfer_s: float | None = None) -> None:
        self.bench = Bench()
        self.bus = EmulatedI2cBus(
            {(0x70 + (n - 1) // 4, (n - 1) % 4): chip for n, chip in self.bench.chips.items()},
            self.bench.time,
            transfer_s=transfer_s,
        )

    def open(self, square: int | None) -> None:
        """Connect one chip, or none."""
        for address in (0x70, 0x71):
            here = square is not None and address == 0x70 + (square - 1) // 4
            mask = 1 << (square - 1) % 4 if here and square is not None else 0
            self.bus.writeto(address, bytes([mask]))

    def read(self, count: int, address: int = 0x24) -> bytes:
        buffer = bytearray(count)
        self.bus.readfrom_into(address, buffer)
        return bytes(buffer)

    def write(self, data: bytes) -> None:
        self.bus.writeto(0x24, data)


@pytest.fixture
def rig() -> Rig:
    rig = Rig()
    rig.open(1)
    return rig


def test_a_command_and_its_answer(rig: Rig) -> None:
    rig.write(frame("02"))
    assert rig.read(1) == b"\x00"
    assert rig.read(7) == bytes(7), "not ready, and nothing else means anything"
    rig.bench.time.advance(0.001)
    assert rig.read(1) == b"\x01"
    assert rig.read(1) == b"\x01", "the status alone consumes nothing"
    assert rig.read(7) == b"\x01" + ACK
    assert rig.read(1) == b"\x00"
    rig.bench.time.advance(0.01)
    assert rig.read(20) == (b"\x01" + VERSION).ljust(20, b"\x00")
    assert rig.read(20) == bytes(20)


def test_a_nack_brings_back_what_was_read_in_part(rig: Rig) -> None:
    rig.write(frame("02"))
    rig.bench.time.advance(0.001)
    rig.read(7)
    rig.bench.time.advance(0.01)
    assert rig.read(5) == b"\x01" + VERSION[:4]
    assert rig.read(5) == bytes(5)
    rig.write(NACK)
    rig.bench.time.advance(0.001)
    assert rig.read(14) == b"\x01" + VERSION


def test_being_addressed_wakes(rig: Rig) -> None:
    modes = [rig.bench.chip.mode]
    rig.write(b"")
    modes.append(rig.bench.chip.mode)
    assert modes == ["starting", "awake"]
    assert rig.bench.chips[2].mode == "starting"


def test_parts_of_buffers_can_be_sent_and_filled(rig: Rig) -> None:
    rig.bus.writeto(0x24, b"...." + frame("02") + b"..", start=4, end=13)
    rig.bench.time.advance(0.001)
    buffer = bytearray(b"." * 10)
    rig.bus.readfrom_into(0x24, buffer, start=2, end=9)
    assert buffer == b"..\x01" + ACK + b"."
    rig.bus.writeto_then_readfrom(0x24, frame("02"), buffer, in_end=1)
    assert buffer == b"\x00.\x01" + ACK + b"."


def test_a_closed_channel_has_no_chip(rig: Rig) -> None:
    rig.open(None)
    with pytest.raises(OSError, match="Remote I/O error") as refused:
        rig.read(1)
    assert refused.value.errno == errno.EREMOTEIO
    for address in (0x25, 0x72):
        with pytest.raises(OSError, match="Remote I/O error"):
            rig.read(1, address)


def test_multiplexers_tell_their_channels(rig: Rig) -> None:
    rig.bus.writeto(0x71, b"\x00\x05")
    assert (rig.read(1, 0x70), rig.read(2, 0x71)) == (b"\x01", b"\x05\x05")


def test_the_scan_finds_what_is_connected(rig: Rig) -> None:
    assert rig.bus.scan() == [0x24, 0x70, 0x71]
    rig.open(None)
    assert rig.bus.scan() == [0x70, 0x71]


def test_two_chips_at_once_are_a_collision(rig: Rig) -> None:
    rig.write(frame("02"))
    rig.bench.time.advance(0.001)
    assert rig.bus.collisions == 0
    rig.bus.writeto(0x70, b"\x03")
    assert rig.read(1) == b"\x00"
    rig.bus.writeto(0x70, b"\x01")
    rig.bus.writeto(0x71, b"\x01")
    assert rig.read(1) == b"\x00"
    assert rig.bus.collisions == 2


def test_a_chip_may_be_on_the_bus_itself() -> None:
    bench = Bench()
    bus = EmulatedI2cBus({}, bench.time, direct=bench.chip)
    bus.writeto(0x24, frame("02"))
    bench.time.advance(0.001)
    buffer = bytearray(7)
    bus.readfrom_into(0x24, buffer)
    assert buffer == b"\x01" + ACK


def test_a_hung_bus_refuses_everything_until_it_is_reset(rig: Rig) -> None:
    rig.bus.hang()
    for attempt in (
        lambda: rig.read(1),
        lambda: rig.read(1, 0x70),
        lambda: rig.write(frame("02")),
        rig.bus.scan,
    ):
        with pytest.raises(OSError, match="timed out"):
            attempt()
    rig.bus.reset()
    assert not rig.bus.hangs
    assert rig.read(1, 0x70) == b"\x00", "all channels are closed"


def test_the_reset_pin_resets(rig: Rig) -> None:
    rig.bus.reset_pin.switch_to_output(value=True)
    rig.bus.hang()
    rig.bus.reset_pin.value = False
    rig.bus.reset_pin.value = True
    assert rig.read(1, 0x70) == b"\x00"


def test_a_chip_without_power_does_not_answer_its_address(rig: Rig) -> None:
    rig.bench.chip.faults.set("lost_power", on=True)
    with pytest.raises(OSError, match="Remote I/O error"):
        rig.read(1)
    assert rig.bus.scan() == [0x70, 0x71]


def test_a_busy_chip_refuses_its_address_now_and_then(rig: Rig) -> None:
    rig.bench.chip.faults.set("busy", on=True)
    refusals = 0
    for _ in range(200):
        try:
            rig.read(1)
        except OSError:
            refusals += 1
    assert refusals in range(40, 80)


def test_transfers_cost_time_if_they_are_to() -> None:
    rig = Rig(transfer_s=50e-6)
    before_s = rig.bench.time.now_s()
    rig.open(1)
    spent_s = rig.bench.time.now_s() - before_s
    assert spent_s == pytest.approx(2 * (50e-6 + 2 * 9 / 100_000))


def test_a_multiplexer_that_is_only_called_keeps_its_channels(rig: Rig) -> None:
    rig.bus.writeto(0x70, b"")
    assert (rig.read(1, 0x70), rig.read(1, 0x71)) == (b"\x01", b"\x00")
    assert rig.read(1) == b"\x00"


def test_the_lock_is_a_flag(rig: Rig) -> None:
    assert rig.bus.try_lock()
    assert not rig.bus.try_lock()
    rig.bus.unlock()
    with pytest.raises(ValueError, match="Not locked"):
        rig.bus.unlock()


def test_impossible_multiplexers_are_refused() -> None:
    bench = Bench()
    for address, channel in ((0x69, 0), (0x78, 0), (0x70, 8)):
        with pytest.raises(ValueError, match="no TCA9548A has address"):
            EmulatedI2cBus({(address, channel): bench.chip}, bench.time)
