"""Whatever a host sends, a chip neither fails nor hangs, and obeys the next command."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.simulated.pn532.faults import FAULTS
from hardware.simulated.pn532.i2c import EmulatedI2cBus
from hardware.simulated.pn532.pins import EmulatedPin, EmulatedSelectLines
from hardware.simulated.pn532.spi import EmulatedSpiBus
from hardware.simulated.pn532.uart import FakeSerial
from tests.support.simulated_pn532.bench import ACK, RED, Bench, frame, reply

VERSION = reply("03 32 01 06 07")
WAKE_UP = b"\x55\x55" + bytes(14)

whole_frames = st.binary(max_size=20).map(frame)
commands = st.builds(
    lambda code, data: frame(bytes([code]) + data),
    st.sampled_from([0, 2, 4, 6, 8, 12, 14, 16, 18, 20, 22, 50, 64, 66, 68, 74, 82, 84]),
    st.binary(max_size=12),
)
broken_frames = st.builds(
    lambda good, place, byte: good[: place % len(good)] + bytes([byte]) + good[place % len(good) :],
    commands,
    st.integers(0, 300),
    st.integers(0, 255),
)
messages = st.lists(
    st.one_of(st.binary(max_size=300), whole_frames, commands, broken_frames, st.just(ACK)),
    max_size=8,
)


def settle(bench: Bench) -> None:
    """Give a frame that has begun the time to be given up, and a chip to fall asleep.

    A chip that was told to sleep, and to let no wire of ours wake it, is reset.
    """
    bench.time.advance(0.1)
    if bench.chip.mode == "asleep":
        bench.chip.reset()


def check_listed(bench: Bench, said: bytes) -> None:
    """Whatever is listed is the tag that is there."""
    while (place := said.find(b"\xd5\x4b\x01")) >= 0:
        said = said[place + 8 :]
        assert said.startswith(bytes.fromhex(RED))


@settings(max_examples=200)
@given(messages)
def test_on_spi(sent: list[bytes]) -> None:
    bench = Bench()
    pin = EmulatedPin()
    pin.switch_to_output(value=True)
    bus = EmulatedSpiBus(
        {1: bench.chip}, EmulatedSelectLines({1: pin}), bench.time, transfer_s=50e-6
    )
    bench.world.put("red", 1)

    def transfer(data: bytes) -> bytes:
        buffer = bytearray(len(data))
        pin.value = False
        bus.write_readinto(data, buffer)
        pin.value = True
        return bytes(buffer)

    def mirrored(data: bytes) -> bytes:
        return bytes(int(f"{byte:08b}"[::-1], 2) for byte in data)

    def wake() -> None:
        pin.value = False
        bench.time.advance(0.003)
        pin.value = True

    wake()
    for message in sent:
        transfer(message)
        transfer(mirrored(b"\x01" + message))
        bench.time.advance(0.01)
        check_listed(bench, mirrored(transfer(mirrored(b"\x03" + bytes(40)))))
    for _ in range(2):
        transfer(mirrored(b"\x03" + bytes(280)))
    settle(bench)
    wake()
    transfer(mirrored(b"\x01" + frame("02")))
    bench.time.advance(0.01)
    assert mirrored(transfer(mirrored(b"\x03" + bytes(6))))[1:] == ACK
    assert mirrored(transfer(mirrored(b"\x03" + bytes(13))))[1:] == VERSION


@settings(max_examples=200)
@given(messages)
def test_on_i2c(sent: list[bytes]) -> None:
    bench = Bench()
    bus = EmulatedI2cBus({(0x70, 0): bench.chip}, bench.time, transfer_s=50e-6)
    bench.world.put("red", 1)
    bus.writeto(0x70, b"\x01")
    buffer = bytearray(300)
    for message in sent:
        bus.writeto(0x24, message)
        bench.time.advance(0.01)
        bus.readfrom_into(0x24, buffer, end=40)
        check_listed(bench, bytes(buffer[:40]))
    bus.writeto(0x24, ACK)
    settle(bench)
    bus.writeto(0x24, frame("02"))
    bench.time.advance(0.01)
    bus.readfrom_into(0x24, buffer, end=7)
    assert buffer[:7] == b"\x01" + ACK
    bus.readfrom_into(0x24, buffer, end=14)
    assert buffer[:14] == b"\x01" + VERSION


@settings(max_examples=200)
@given(messages)
def test_on_a_uart(sent: list[bytes]) -> None:
    bench = Bench()
    port = FakeSerial(bench.chip, bench.time, timeout=0.0)
    bench.world.put("red", 1)
    port.write(WAKE_UP)
    for message in sent:
        port.write(message)
        bench.time.advance(0.01)
        check_listed(bench, port.read(400))
    bench.time.advance(0.1)
    port.read(1000)
    settle(bench)
    port.write(WAKE_UP + frame("02"))
    bench.time.advance(0.1)
    assert port.read(100) == ACK + VERSION


@settings(max_examples=100)
@given(messages, st.lists(st.sampled_from(sorted(FAULTS)), max_size=3), st.integers(0, 2**32))
def test_with_faults_that_end(sent: list[bytes], faults: list[str], seed: int) -> None:
    bench = Bench(seed=seed)
    port = FakeSerial(bench.chip, bench.time, timeout=0.0)
    port.write(WAKE_UP + frame("14 01"))
    bench.time.advance(0.1)
    places = random.Random(seed)
    for message in sent:
        for fault in faults:
            bench.chip.faults.set(fault, on=places.random() < 0.5)
        port.write(message)
        bench.time.advance(0.02)
        port.read(400)
    bench.chip.faults.clear()
    bench.chip.reset()
    settle(bench)
    port.read(1000)
    port.write(WAKE_UP + frame("02"))
    bench.time.advance(0.1)
    assert port.read(100) == ACK + VERSION
