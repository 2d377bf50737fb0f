"""A stop that something holds up is cut short, and nothing else is."""

import logging
import threading

import pytest

from tests.support.waiting import PATIENCE_S
from web.serving import FAILED, Backstop


class Exit:
    """Notes how the process would have ended."""

    def __init__(self) -> None:
        self.status: int | None = None
        self.ended = threading.Event()

    def __call__(self, status: int) -> None:
        self.status = status
        self.ended.set()


def test_a_stop_that_hangs_is_cut_short_and_who_hung_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    leave, hanging, exited = threading.Event(), threading.Event(), Exit()

    def hang() -> None:
        hanging.set()
        leave.wait(PATIENCE_S)

    stuck = threading.Thread(target=hang, name="a bus")
    stuck.start()
    assert hanging.wait(PATIENCE_S)
    with caplog.at_level(logging.ERROR):
        Backstop(0.01, exited).begin()
        assert exited.ended.wait(PATIENCE_S)
    leave.set()
    stuck.join(PATIENCE_S)
    assert exited.status == FAILED
    assert "a bus" in caplog.text


def test_a_stop_in_time_is_left_alone() -> None:
    exited = Exit()
    backstop = Backstop(PATIENCE_S, exited)
    (waiting,) = (each for each in threading.enumerate() if each.name == "backstop")
    backstop.begin()
    backstop.end()
    waiting.join(PATIENCE_S)
    assert not waiting.is_alive()
    assert exited.status is None


def test_a_house_that_was_never_told_to_stop_is_not_either() -> None:
    exited = Exit()
    backstop = Backstop(0.0, exited)
    (waiting,) = (each for each in threading.enumerate() if each.name == "backstop")
    backstop.end()
    waiting.join(PATIENCE_S)
    assert exited.status is None
