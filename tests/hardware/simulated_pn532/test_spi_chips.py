"""Chips on an SPI bus: bits in reverse, status and data, and who is selected."""

import itertools

import pytest

from hardware.clock import ManualClock
from hardware.simulated.pn532.pins import (
    EmulatedDecoder,
    EmulatedPin,
    EmulatedSelect,
    EmulatedSelectLines,
    EmulatedShiftRegister,
)
from hardware.simulated.pn532.spi import EmulatedSpiBus
from tests.support.simulated_pn532.bench import ACK, NACK, Bench, frame, reply

VERSION = reply("03 32 01 06 07")


def mirrored(data: bytes) -> bytes:
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in data)


class Rig:
    """A bench with a chip select pin for each square."""

    def __init__(self, transfer_s: float | None = None) -> None:
        self.bench = Bench()
        self.pins = {square: EmulatedPin(f"select {square}") for square in self.bench.chips}
        for pin in self.pins.values():
            pin.switch_to_output(value=True)
        self.bus = EmulatedSpiBus(
            self.bench.chips, EmulatedSelectLines(self.pins), self.bench.time, transfer_s=transfer_s
        )

    def transfer(self, *parts: bytes, square: int = 1) -> bytes:
        """Several transfers while a chip is selected; returns what came, the first byte off."""
        self.pins[square].value = False
        came = b""
        for part in parts:
            buffer = bytearray(len(part))
            self.bus.write_readinto(mirrored(part), buffer)
            came += mirrored(bytes(buffer))
        self.pins[square].value = True
        return came[1:]

    def wake(self, square: int = 1) -> None:
        self.pins[square].value = False
        self.bench.time.advance(0.002)
        self.pins[square].value = True

    def ready(self, square: int = 1) -> bool:
        return self.transfer(b"\x02\x00", square=square) == b"\x01"

    def ask(self, body: str, square: int = 1) -> tuple[bytes, bytes]:
        self.transfer(b"\x01" + frame(body), square=square)
        self.bench.time.advance(0.001)
        ack = self.transfer(b"\x03" + bytes(6), square=square)
        self.bench.time.advance(0.1)
        return ack, self.transfer(b"\x03" + bytes(20), square=square).rstrip(b"\x00")


@pytest.fixture
def rig() -> Rig:
    rig = Rig()
    rig.wake()
    return rig


def test_a_command_and_its_answer(rig: Rig) -> None:
    assert not rig.ready()
    assert rig.ask("02") == (ACK, VERSION.rstrip(b"\x00"))
    assert not rig.ready()


def test_status_consumes_nothing_and_can_be_read_on(rig: Rig) -> None:
    rig.transfer(b"\x01" + frame("02"))
    assert rig.transfer(b"\x02", b"\x00", b"\x00") == b"\x00\x00"
    rig.bench.time.advance(0.001)
    assert rig.transfer(b"\x02", b"\x00", b"\x00") == b"\x01\x01"
    assert rig.transfer(b"\x03" + bytes(6)) == ACK


def test_a_read_goes_on_for_as_long_as_the_chip_is_selected(rig: Rig) -> None:
    rig.transfer(b"\x01" + frame("02"))
    rig.bench.time.advance(0.001)
    rig.transfer(b"\x03" + bytes(6))
    rig.bench.time.advance(0.01)
    assert rig.transfer(b"\x03", bytes(5), bytes(4), bytes(10)) == VERSION.ljust(19, b"\x00")


def test_what_was_not_read_to_the_end_is_gone_but_can_be_asked_for_again(rig: Rig) -> None:
    rig.transfer(b"\x01" + frame("02"))
    rig.bench.time.advance(0.001)
    rig.transfer(b"\x03" + bytes(6))
    rig.bench.time.advance(0.01)
    assert rig.transfer(b"\x03" + bytes(5)) == VERSION[:5]
    assert rig.transfer(b"\x03" + bytes(5)) == bytes(5)
    rig.transfer(b"\x01" + NACK)
    rig.bench.time.advance(0.001)
    assert rig.transfer(b"\x03" + bytes(len(VERSION))) == VERSION


def test_a_write_goes_on_for_as_long_as_the_chip_is_selected(rig: Rig) -> None:
    command = frame("02")
    rig.transfer(b"\x01", command[:4], command[4:])
    rig.bench.time.advance(0.001)
    assert rig.ready()
    rig.transfer(b"\x01" + command[:4])
    rig.transfer(b"\x01" + command[4:])
    rig.transfer(b"\x03" + bytes(6))
    rig.bench.time.advance(0.01)
    assert rig.transfer(b"\x03" + bytes(len(VERSION))) == VERSION, "two halves are no frame"


def test_other_directions_mean_nothing(rig: Rig) -> None:
    rig.transfer(b"\x01" + frame("02"))
    rig.bench.time.advance(0.001)
    for direction in (0x00, 0x04, 0xFF):
        assert rig.transfer(bytes([direction]) + bytes(6)) == bytes(6)
    assert rig.ready()


@pytest.mark.parametrize(("selected_s", "wakes"), [(0.0019, False), (0.002, True)])
def test_being_selected_for_two_milliseconds_wakes(selected_s: float, *, wakes: bool) -> None:
    rig = Rig()
    rig.pins[1].value = False
    rig.bench.time.advance(selected_s)
    rig.pins[1].value = True
    rig.transfer(b"\x01" + frame("02"))
    rig.bench.time.advance(0.001)
    assert rig.ready() is wakes
    assert rig.bench.chips[2].mode == "starting"


def test_only_the_selected_chip_hears(rig: Rig) -> None:
    rig.wake(2)
    rig.transfer(b"\x01" + frame("02"), square=2)
    rig.bench.time.advance(0.001)
    assert (rig.ready(1), rig.ready(2)) == (False, True)
    buffer = bytearray(2)
    rig.bus.write_readinto(b"\x40\x00", buffer)
    assert buffer == b"\x00\x00", "nobody is selected"
    assert rig.bus.collisions == 0


def test_two_chips_at_once_are_a_collision(rig: Rig) -> None:
    rig.wake(2)
    rig.transfer(b"\x01" + frame("02"), square=2)
    rig.bench.time.advance(0.001)
    rig.pins[1].value = False
    assert rig.transfer(b"\x02\x00", square=2) == b"\x00", "one of them is not ready"
    assert rig.bus.collisions == 1


def test_transfers_cost_time_if_they_are_to() -> None:
    rig = Rig(transfer_s=50e-6)
    assert rig.bus.try_lock()
    assert not rig.bus.try_lock()
    rig.bus.configure(baudrate=1_000_000)
    rig.bus.unlock()
    before_s = rig.bench.time.now_s()
    rig.bus.write(bytes(25))
    assert rig.bench.time.now_s() - before_s == pytest.approx(50e-6 + 200e-6)
    assert rig.bus.transfers == 1


def test_reading_alone_sends_a_byte_of_choice(rig: Rig) -> None:
    rig.pins[1].value = False
    buffer = bytearray(b"....")
    rig.bus.readinto(buffer, start=1, end=3, write_value=0x40)
    assert buffer == b".\x00\x00."


def test_misuse_of_the_bus_is_refused(rig: Rig) -> None:
    with pytest.raises(RuntimeError, match="try_lock"):
        rig.bus.configure(baudrate=1_000_000)
    with pytest.raises(ValueError, match="Not locked"):
        rig.bus.unlock()
    with pytest.raises(ValueError, match="equal length"):
        rig.bus.write_readinto(b"\x00", bytearray(2))
    rig.bus.try_lock()
    with pytest.raises(ValueError, match="mode 0, at 5 MHz"):
        rig.bus.configure(baudrate=8_000_000)
    with pytest.raises(ValueError, match="mode 0"):
        rig.bus.configure(polarity=1)
    rig.bus.configure(baudrate=2_000_000)
    assert rig.bus.frequency == 2_000_000


# What is between pins and chips


def outputs(*names: str) -> list[EmulatedPin]:
    pins = [EmulatedPin(name) for name in names]
    for pin in pins:
        pin.switch_to_output(value=True)
    return pins


def test_decoders_select_where_row_and_column_cross() -> None:
    rows, columns = outputs("r0", "r1"), outputs("c0", "c1", "c2")
    (enable,) = outputs("enable")
    crossings = {(row, column): row * 8 + column + 1 for row in range(4) for column in range(8)}
    del crossings[3, 7]
    select = EmulatedDecoder(rows, columns, enable, crossings)
    for row, column in itertools.product(range(4), range(8)):
        for number, pins in ((row, rows), (column, columns)):
            for place, pin in enumerate(pins):
                pin.value = bool(number >> place & 1)
        assert select.selected == frozenset()
        enable.value = False
        expected = set() if (row, column) == (3, 7) else {row * 8 + column + 1}
        assert select.selected == expected
        enable.value = True


def test_decoders_that_stay_enabled_pass_by_other_chips() -> None:
    rows, columns, (enable,) = outputs("r0"), outputs("c0"), outputs("enable")
    select = EmulatedDecoder(rows, columns, enable, {(0, 0): 1, (0, 1): 2, (1, 0): 3, (1, 1): 4})
    seen: list[frozenset[int]] = []
    select.watch(lambda: seen.append(select.selected))
    enable.value = False
    rows[0].value = False
    columns[0].value = False
    assert seen == [{4}, {2}, {1}]


class Chain:
    """A chain of shift registers and its three pins."""

    def __init__(self, squares: list[int | None]) -> None:
        self.pins = outputs("data", "clock", "latch")
        for pin in self.pins:
            pin.value = False
        data, clock, latch = self.pins
        self.select = EmulatedShiftRegister(data, clock, latch, squares)


def shift(pins: list[EmulatedPin], bits: list[bool]) -> None:
    data, clock, latch = pins
    for bit in bits:
        data.value = bit
        clock.value = True
        clock.value = False
    latch.value = True
    latch.value = False


def test_the_first_bit_ends_up_at_the_last_output() -> None:
    chain = Chain([1, 2, 3, None, 5, 6, 7, 8])
    pins, select = chain.pins, chain.select
    assert select.selected == frozenset()
    shift(pins, [False] + [True] * 7)
    assert select.selected == {8}
    shift(pins, [True])
    assert select.selected == frozenset(), "the zero has left the chain"
    shift(pins, [True] * 7 + [False])
    assert select.selected == {1}
    shift(pins, [True] * 4 + [False] + [True] * 3)
    assert select.selected == frozenset(), "this output leads nowhere"
    shift(pins, [False, True, False] + [True] * 5)
    assert select.selected == {8, 6}


def test_nothing_is_selected_before_the_latch_rises() -> None:
    chain = Chain([1, 2])
    pins, select = chain.pins, chain.select
    pins[1].value = True
    assert select.selected == frozenset()
    pins[2].value = True
    assert select.selected == {1}


def test_pins_that_nobody_drives_select_nothing() -> None:
    pins = {1: EmulatedPin(), 2: EmulatedPin()}
    select: EmulatedSelect = EmulatedSelectLines(pins)
    assert select.selected == frozenset()
    pins[1].switch_to_output()
    assert select.selected == {1}
    pins[1].deinit()
    assert select.selected == frozenset()


def test_a_pin_that_is_an_input_cannot_be_set() -> None:
    pin = EmulatedPin("D5")
    assert pin.value
    with pytest.raises(AttributeError, match="D5 is an input"):
        pin.value = False
    pin.direction = "OUTPUT"
    assert not pin.value
    pin.value = True
    pin.direction = "INPUT"
    with pytest.raises(AttributeError, match="D5 is an input"):
        pin.value = False


def test_a_bus_on_decoders_reaches_its_chip() -> None:
    bench = Bench()
    rows, columns, (enable,) = outputs("r0"), outputs("c0", "c1"), outputs("enable")
    crossings = {(row, column): row * 4 + column + 1 for row in range(2) for column in range(4)}
    clock: ManualClock = bench.time
    bus = EmulatedSpiBus(bench.chips, EmulatedDecoder(rows, columns, enable, crossings), clock)
    rows[0].value, columns[0].value, columns[1].value = True, False, True
    enable.value = False
    clock.advance(0.003)
    bus.write(mirrored(b"\x01" + frame("02")))
    enable.value = True
    clock.advance(0.01)
    assert [square for square, chip in bench.chips.items() if chip.ready()] == [7]
