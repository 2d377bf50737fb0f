"""What goes over the wires of a UART, byte by byte."""

from typing import Any

import pytest

from hardware.errors import BusError
from hardware.pn532.uart import SerialPort, UartWire
from hardware.pn532.wire import ACK
from tests.support.pn532.frames import LIST, NONE


class ScriptedPort:
    """A serial port; whatever is put into `incoming` has arrived."""

    def __init__(self) -> None:
        self.incoming = b""
        self.sent: list[str] = []
        self.broken = False
        self.closed = False

    def read(self, count: int) -> bytes:
        if self.broken:
            raise OSError("device disconnected")
        taken, self.incoming = self.incoming[:count], self.incoming[count:]
        return taken

    def write(self, data: bytes) -> None:
        if self.broken:
            raise OSError("device disconnected")
        self.sent.append(bytes(data).hex(" "))

    def reset_input_buffer(self) -> None:
        self.incoming = b""

    def close(self) -> None:
        self.closed = True


def uart_wire() -> tuple[UartWire, ScriptedPort]:
    port = ScriptedPort()
    return UartWire(SerialPort("a port", lambda: port)), port


def test_uart_wakes_with_fives_and_zeros() -> None:
    wire, port = uart_wire()
    wire.wake()
    assert port.sent == ["55 55" + " 00" * 14]


def test_uart_waits_for_nothing_until_a_frame_is_whole() -> None:
    wire, port = uart_wire()
    for byte in ACK[:-1]:
        port.incoming += bytes((byte,))
        assert not wire.ready()
    port.incoming += ACK[-1:]
    assert wire.ready()
    assert wire.read(6) == ACK
    assert not wire.ready()


def test_uart_takes_frames_that_arrive_together_one_by_one() -> None:
    wire, port = uart_wire()
    port.incoming = ACK + b"\0\0\0" + NONE
    assert wire.ready()
    assert wire.read(6) == ACK
    assert wire.ready()
    assert wire.read(262) == NONE
    assert not wire.ready()


def test_uart_forgets_what_came_before_it_asked() -> None:
    wire, port = uart_wire()
    port.incoming = NONE
    assert wire.ready()
    wire.write(LIST)
    assert not wire.ready()
    assert port.sent == [LIST.hex(" ")]


def test_a_port_that_fails_is_closed_and_opened_again_by_a_reset() -> None:
    ports = [ScriptedPort(), ScriptedPort()]
    left = list(ports)
    shared = SerialPort("a port", lambda: left.pop(0))
    wire = UartWire(shared)
    wire.write(LIST)
    ports[0].broken = True
    with pytest.raises(BusError, match="device disconnected"):
        wire.ready()
    assert ports[0].closed
    shared.reset()
    wire.write(LIST)
    assert ports[1].sent == [LIST.hex(" ")]


def test_a_port_that_is_not_there_is_an_error_that_names_it() -> None:
    def absent() -> Any:
        raise FileNotFoundError(2, "No such file or directory")

    with pytest.raises(BusError, match=r"/dev/reader cannot be opened: .*No such file"):
        UartWire(SerialPort("/dev/reader", absent)).wake()
