"""Chips on serial ports: in the program itself, on a pseudo-terminal and on a socket."""

import gc
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from socket import SO_LINGER, SOL_SOCKET, create_connection

import pytest
import serial

from hardware.clock import MonotonicClock
from hardware.simulated.plugs import LOCAL
from hardware.simulated.pn532.line import UartLine, rising_edges
from hardware.simulated.pn532.uart import FakeSerial, PtyChip, SocketChip
from tests.support.simulated_pn532.bench import ACK, CONFIGURE, Bench, frame, reply
from tests.support.waiting import PATIENCE_S

VERSION = reply("03 32 01 06 07")
WAKE_UP = b"\x55\x55" + bytes(14)
BYTE_S = 10 / 115_200
AT_ONCE = struct.pack("ii", 1, 0)
"""A socket that is closed so resets its connection."""


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def port(bench: Bench) -> FakeSerial:
    return FakeSerial(bench.chip, bench.time, timeout=0.1)


def test_asleep_it_hears_nothing_but_what_wakes_it(bench: Bench, port: FakeSerial) -> None:
    port.write(frame("02"))
    assert port.read(100) == b""
    port.write(WAKE_UP + frame("02"))
    assert port.read(100) == ACK + VERSION


@pytest.mark.parametrize("preamble", [b"\x55" * 2, bytes(5), b"\x55\x55" + bytes(100)])
def test_a_long_preamble_wakes_and_does_no_harm(
    bench: Bench, port: FakeSerial, preamble: bytes
) -> None:
    port.write(preamble + frame("02"))
    assert port.read(100) == ACK + VERSION
    port.write(preamble + frame("02"))
    assert port.read(100) == ACK + VERSION


def test_edges_are_counted_as_the_line_rises() -> None:
    assert [rising_edges(byte) for byte in (0x00, 0xFF, 0x55, 0xAA, 0x0F)] == [1, 1, 5, 4, 2]


def test_bytes_arrive_one_after_another(bench: Bench, port: FakeSerial) -> None:
    port.write(WAKE_UP + frame("02"))
    spent_s = len(WAKE_UP + frame("02")) * BYTE_S
    bench.time.advance(spent_s + 0.0005 - 1e-6)
    assert port.in_waiting == 0
    bench.time.advance(2.5 * BYTE_S)
    assert port.in_waiting == 2
    assert port.read(1) == ACK[:1]
    bench.time.advance(3 * BYTE_S)
    assert port.in_waiting == 4
    bench.time.advance(0.01)
    assert port.read(port.in_waiting) == ACK[1:] + VERSION


def test_a_line_knows_when_the_next_byte_arrives(bench: Bench) -> None:
    line = UartLine(bench.chip, bench.time)
    line.send(WAKE_UP + frame("02"))
    for byte in ACK:
        due_s = line.next_s()
        assert due_s is not None
        bench.time.advance(due_s - bench.time.now_s() - 1e-6)
        assert line.arrived() == 0
        bench.time.advance(1e-6)
        assert line.receive(100) == bytes((byte,))


def test_behind_an_adapter_bytes_are_due_at_its_next_tick(bench: Bench) -> None:
    line = UartLine(bench.chip, bench.time, latency_s=0.016)
    line.send(WAKE_UP + frame("02"))
    due_s = line.next_s()
    assert due_s is not None
    assert due_s / 0.016 == pytest.approx(round(due_s / 0.016))
    bench.time.advance(due_s - bench.time.now_s() - 1e-6)
    assert line.arrived() == 0
    bench.time.advance(2e-6)
    assert line.receive(100).startswith(ACK)


def test_a_read_waits_for_its_timeout_and_no_longer(bench: Bench, port: FakeSerial) -> None:
    before_s = bench.time.now_s()
    assert port.read(10) == b""
    assert bench.time.now_s() - before_s == pytest.approx(0.1)
    port.write(WAKE_UP + frame("02"))
    port.timeout = 0.0
    assert port.read(10) == b""
    port.timeout = None
    assert port.read(len(ACK + VERSION)) == ACK + VERSION


def test_buffers_can_be_emptied(bench: Bench, port: FakeSerial) -> None:
    port.write(WAKE_UP + frame("02"))
    bench.time.advance(0.1)
    port.reset_input_buffer()
    port.reset_output_buffer()
    port.flush()
    assert port.in_waiting == 0
    assert port.read(10) == b""


def test_answers_come_by_themselves(bench: Bench, port: FakeSerial) -> None:
    port.write(WAKE_UP + frame(CONFIGURE) + b"")
    port.read(100)
    port.write(frame("4a 01 00"))
    assert port.read(100) == ACK
    bench.world.put("red", 1)
    assert port.read(100) == reply("4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6")


def test_power_down_counts_from_when_the_reply_was_sent(bench: Bench, port: FakeSerial) -> None:
    port.write(WAKE_UP + frame("16 10"))
    assert port.read(100) == ACK + reply("17 00")
    assert bench.chip.mode == "asleep"
    port.write(WAKE_UP + frame("02"))
    assert port.read(100) == ACK + VERSION


@pytest.mark.parametrize("fault", ["stuck_ready", "corrupt"])
def test_noise_comes_only_when_asked(bench: Bench, port: FakeSerial, fault: str) -> None:
    port.write(WAKE_UP + frame("02"))
    port.read(100)
    bench.chip.faults.set(fault, on=True)
    for _ in range(50):
        port.write(frame("02"))
        port.read(100)
    assert port.read(100) == b""
    bench.chip.faults.clear()
    bench.time.advance(0.1)
    port.write(frame("02"))
    assert port.read(100) == ACK + VERSION


@pytest.mark.parametrize("end", [FakeSerial.close, FakeSerial.unplug])
def test_a_port_that_is_closed_or_unplugged_raises(
    port: FakeSerial, end: Callable[[FakeSerial], None]
) -> None:
    end(port)
    assert not port.is_open
    for attempt in (
        lambda: port.in_waiting,
        port.read,
        lambda: port.write(b""),
        port.flush,
        port.reset_input_buffer,
        port.reset_output_buffer,
    ):
        with pytest.raises(OSError, match="not open"):
            attempt()


# Real ports, with pyserial


@pytest.fixture
def real() -> Bench:
    return Bench(clock=MonotonicClock())


@pytest.fixture
def pty(real: Bench, tmp_path: Path) -> Iterator[PtyChip]:
    pty = PtyChip(real.chip, tmp_path / "reader")
    yield pty
    pty.close()


@pytest.fixture
def socket(real: Bench) -> Iterator[SocketChip]:
    socket = SocketChip(real.chip)
    yield socket
    socket.close()


def converse(client: serial.SerialBase) -> bytes:
    client.write(WAKE_UP + frame("02"))
    return bytes(client.read(len(ACK + VERSION)))


def test_a_terminal_serves_one_client_after_another(pty: PtyChip) -> None:
    for _ in range(3):
        with serial.Serial(pty.path, 115_200, timeout=5.0) as client:
            assert converse(client) == ACK + VERSION


def test_a_terminal_without_a_link_has_the_name_the_system_gave_it(real: Bench) -> None:
    pty = PtyChip(real.chip)
    try:
        with serial.Serial(pty.path, timeout=5.0) as client:
            assert converse(client) == ACK + VERSION
    finally:
        pty.close()


def test_an_unplugged_terminal_is_an_error_and_can_be_plugged_in_again(
    real: Bench, pty: PtyChip
) -> None:
    with serial.Serial(pty.path, timeout=5.0) as client:
        assert converse(client) == ACK + VERSION
        pty.unplug()
        pty.unplug()
        assert real.chip.mode == "unpowered"
        with pytest.raises(serial.SerialException):
            converse(client)
    with pytest.raises(serial.SerialException):
        serial.Serial(pty.path)
    pty.plug()
    pty.plug()
    with serial.Serial(pty.path, timeout=5.0) as client:
        assert converse(client) == ACK + VERSION
    assert not real.chip.configured


def test_a_tag_is_announced_over_the_terminal_when_it_comes(real: Bench, pty: PtyChip) -> None:
    with serial.Serial(pty.path, timeout=5.0) as client:
        client.write(WAKE_UP + frame(CONFIGURE))
        assert client.read(len(ACK + reply("15"))) == ACK + reply("15")
        client.write(frame("4a 01 00"))
        assert client.read(len(ACK)) == ACK
        real.world.put("red", 1)
        seen = reply("4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6")
        assert client.read(len(seen)) == seen


def test_a_client_that_is_cut_off_leaves_the_socket_to_the_next(socket: SocketChip) -> None:
    with create_connection((LOCAL, socket.port), PATIENCE_S) as client:
        client.sendall(WAKE_UP + frame("02"))
        with client.makefile("rb") as said:
            assert said.read(len(ACK + VERSION)) == ACK + VERSION
        client.setsockopt(SOL_SOCKET, SO_LINGER, AT_ONCE)
    with serial.serial_for_url(socket.url, timeout=PATIENCE_S) as client:
        assert converse(client) == ACK + VERSION


def test_a_socket_serves_one_client_after_another(socket: SocketChip) -> None:
    for _ in range(3):
        with serial.serial_for_url(socket.url, timeout=5.0) as client:
            assert converse(client) == ACK + VERSION


# pyserial does not close the socket of a connection that the other side has ended.
@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
def test_an_unplugged_socket_is_an_error_and_can_be_plugged_in_again(socket: SocketChip) -> None:
    with serial.serial_for_url(socket.url, timeout=5.0) as client:
        assert converse(client) == ACK + VERSION
        socket.unplug()
        socket.unplug()
        with pytest.raises(serial.SerialException):
            converse(client)
    del client
    gc.collect()
    with pytest.raises(serial.SerialException):
        serial.serial_for_url(socket.url)
    socket.plug()
    socket.plug()
    with serial.serial_for_url(socket.url, timeout=5.0) as client:
        assert converse(client) == ACK + VERSION
