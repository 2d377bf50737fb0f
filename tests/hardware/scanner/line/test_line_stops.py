"""The thread of a line outlives whatever its port does."""

import logging
import threading
from typing import Any

import pytest

from hardware.scanner import line as line_module
from hardware.scanner.line import SerialLine
from tests.support.waiting import PATIENCE_S


class Port:
    """A port that is broken in a way that nobody has thought of, or has one thing to say."""

    in_waiting = 0

    def __init__(self, *, broken: bool) -> None:
        self._broken = broken
        self._said = False

    def read(self, _most: int) -> bytes:
        if self._broken:
            raise ZeroDivisionError("no baud")
        said, self._said = self._said, True
        return b"" if said else b"!"

    def close(self) -> None:
        pass

    def cancel_read(self) -> None:
        pass


def test_a_port_that_breaks_in_a_new_way_is_opened_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ports = [Port(broken=True), Port(broken=True), Port(broken=False)]
    here = threading.Event()

    def open_port(_name: str) -> Any:
        return ports.pop(0)

    monkeypatch.setattr(line_module, "open_port", open_port)
    monkeypatch.setattr(line_module, "AGAIN_S", 0.01)
    line = SerialLine("/dev/nowhere")
    troubles: list[str] = []

    def news() -> None:
        troubles.append(line.trouble)
        if line.times == 3 and not line.trouble:
            here.set()

    with caplog.at_level(logging.ERROR):
        line.start(news)
        assert here.wait(PATIENCE_S)
    line.stop()
    assert "no baud" in troubles
    assert "has failed" in caplog.text


def test_a_port_that_cannot_be_opened_in_a_new_way_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries: list[str] = []
    here = threading.Event()

    def open_port(name: str) -> Any:
        tries.append(name)
        if len(tries) < 3:
            raise ZeroDivisionError("no baud")
        return Port(broken=False)

    monkeypatch.setattr(line_module, "open_port", open_port)
    monkeypatch.setattr(line_module, "AGAIN_S", 0.01)
    line = SerialLine("/dev/nowhere")
    with caplog.at_level(logging.ERROR):
        line.start(lambda: None if line.trouble else here.set())
        assert here.wait(PATIENCE_S)
    line.stop()
    assert [record.getMessage() for record in caplog.records] == [
        "The line to the co-processor at /dev/nowhere has failed."
    ]
