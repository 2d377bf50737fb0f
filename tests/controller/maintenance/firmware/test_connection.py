"""What is said over one port, where nobody answers or the port goes."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from controller.maintenance.firmware.connection import (
    HELLO_S,
    INTERRUPT,
    PROMPT_AGAIN_S,
    PROMPT_S,
    READ_S,
    Talk,
)
from hardware.clock import ManualClock
from hardware.errors import NotConnected
from hardware.scanner.line import open_port
from tests.support.scanner.ports import Pty


@dataclass
class Port:
    """A port on which something is heard once; to read from it when nothing is takes its time."""

    clock: ManualClock
    heard: bytes = b""
    gone_after: int | None = None
    timeout: float = 0.0
    written: list[bytes] = field(default_factory=list)
    closed: bool = False

    @property
    def in_waiting(self) -> int:
        return len(self.heard)

    def read(self, most: int) -> bytes:
        if self.gone_after is not None and len(self.written) >= self.gone_after:
            raise OSError("device disconnected")
        if not self.heard:
            self.clock.advance(self.timeout)
        data, self.heard = self.heard[:most], self.heard[most:]
        return data

    def write(self, data: bytes) -> None:
        if self.gone_after == 0:
            raise OSError("device disconnected")
        self.written.append(data)

    def close(self) -> None:
        self.closed = True


def talk(port: Port) -> Talk:
    return Talk("X", port, port.clock, 1)


def test_where_nobody_answers_there_is_no_firmware_after_a_while() -> None:
    port = Port(ManualClock())
    with talk(port) as talking:
        assert not talking.hello()
    assert port.closed
    assert port.clock.now_s() == pytest.approx(HELLO_S, abs=2 * READ_S)


def test_where_nobody_answers_there_is_no_prompt_however_often_it_is_asked_for() -> None:
    port = Port(ManualClock())
    assert not talk(port).has_prompt()
    assert port.clock.now_s() == pytest.approx(PROMPT_S, abs=2 * READ_S)
    assert port.written == [INTERRUPT] * len(port.written)
    assert len(port.written) in (int(PROMPT_S / PROMPT_AGAIN_S) - 1, int(PROMPT_S / PROMPT_AGAIN_S))


def test_a_prompt_is_asked_for_once_where_it_comes_at_once() -> None:
    port = Port(ManualClock(), b"MicroPython v1.24.1\r\n>>> ")
    assert talk(port).has_prompt()
    assert port.written == [INTERRUPT]


@pytest.mark.parametrize("gone_after", [0, 1])
def test_a_port_that_goes_is_told(gone_after: int) -> None:
    port = Port(ManualClock(), gone_after=gone_after)
    with pytest.raises(NotConnected, match=r"at X has gone \(device disconnected\)"):
        talk(port).has_prompt()


def test_a_port_that_has_gone_before_anything_was_said_is_told(tmp_path: Path) -> None:
    pty = Pty(tmp_path / "pico")
    pty.plug()
    opened = open_port(str(pty.name))
    pty.pull()
    with pytest.raises(NotConnected, match=r" has gone \(Input/output error\)"):
        Talk("X", opened, ManualClock(), 1)
    assert not opened.is_open
