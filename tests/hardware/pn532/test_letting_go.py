"""What a board has opened is free when it has stopped, or could not be opened at all."""

import logging
import os
import subprocess
import sys
import threading

import pytest

from hardware.clock import MonotonicClock
from hardware.pn532.array import Pn532Board, ReaderLine
from hardware.pn532.spi import SharedSpi
from hardware.sensing.settings import ArraySettings, Place
from tests.support.checkout import ROOT, SUPPORT
from tests.support.tiers import sample
from tests.support.waiting import PATIENCE_S

PRETEND_PINS = SUPPORT / "pn532" / "pretend_pins"
COMPUTER = """
import sys
import kernel
from controller.board import read_board
from controller.board.examples import example_path
from controller.bootstrap.readers import open_real_board
from hardware.clock import MonotonicClock
from hardware.errors import NotConnected

def opened():
    board = read_board(example_path(sys.argv[1]))
    return open_real_board(board, MonotonicClock()).sensing
"""
AGAIN = """
board = opened()
held = set(kernel.HELD)
assert held, "nothing was opened"
try:
    opened()
    raise SystemExit("two hold the same pins")
except NotConnected:
    assert held == kernel.HELD, "the second took something from the first"
board.start(lambda event: None)
board.stop()
board.stop()
assert not kernel.HELD, kernel.HELD
never_started = opened()
assert held == kernel.HELD
never_started.stop()
assert not kernel.HELD, kernel.HELD
"""
BROKEN = """
board = opened()
parts = sorted(kernel.HELD)
board.stop()
for part in parts:
    kernel.BROKEN = {part}
    try:
        opened()
        raise SystemExit(f"opened without {part}")
    except NotConnected:
        assert not kernel.HELD, (part, kernel.HELD)
kernel.BROKEN = set()
opened().stop()
"""
STUBBORN = """
board = opened()
kernel.STUBBORN = {each for each in kernel.HELD if each.startswith("GPIO")}
board.stop()
assert not kernel.HELD, kernel.HELD
"""
ANSWER = """
from hardware.pn532.connect import connect
from hardware.pn532.raspberry import RaspberryPi
from hardware.sensing.settings import I2cBus
from tests.support.tiers import sample

parts = RaspberryPi()
(line,) = connect([I2cBus("i2c", {1: None})], parts, MonotonicClock()).values()
kernel.ANSWERS[0x24] = bytes.fromhex("01 0000ff00ff00")
assert line.wire.ready()
assert line.wire.read(6).hex() == "0000ff00ff00"
parts.close()
assert not kernel.HELD, kernel.HELD
"""
MULTIPLEXERS = """
from controller.bootstrap.acceptance import open_site
import msgspec

board = read_board(example_path("i2c-multiplexers-64"))
kernel.ANSWERS.update({0x70: bytes(1), 0x73: bytes(1)})
with open_site(msgspec.structs.replace(board, lights=None, buttons=None)) as site:
    found = site.bench.addresses(board.buses[0].name)
    assert found == (0x70, 0x73), found
assert not kernel.HELD, kernel.HELD
"""
WIRINGS = ("prototype-2x2", "spi-decoder-64", "spi-shift-register-64", "i2c-multiplexers-64")
"""A select line each, decoders, shift registers and multiplexers; all but the first have resets."""


def on_a_computer(story: str, wiring: str) -> str:
    """What a computer with such pins says to a story; it must come to its end."""
    told = subprocess.run(
        [sys.executable, "-c", COMPUTER + story, wiring],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(PRETEND_PINS), str(ROOT)])},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    return told.stderr


@pytest.mark.parametrize("wiring", sample(2, WIRINGS))
def test_a_board_that_has_stopped_can_be_opened_again(wiring: str) -> None:
    assert on_a_computer(AGAIN, wiring) == ""


@pytest.mark.parametrize("wiring", sample(2, WIRINGS))
def test_a_board_that_cannot_be_opened_holds_nothing(wiring: str) -> None:
    assert on_a_computer(BROKEN, wiring) == ""


def test_a_pin_that_complains_does_not_keep_the_others() -> None:
    said = on_a_computer(STUBBORN, "spi-decoder-64")
    assert "Pin GPIO25 cannot be released" in said
    assert "Pin GPIO5 cannot be released" in said


def test_what_a_chip_says_on_the_i2c_bus_is_read_before_that_is_let_go_of() -> None:
    assert on_a_computer(ANSWER, "") == ""


def test_an_acceptance_finds_the_multiplexers_of_a_computers_bus() -> None:
    assert on_a_computer(MULTIPLEXERS, "") == ""


class NoSpi:
    """A bus whose select line has gone."""

    locked = False

    def try_lock(self) -> bool:
        self.locked = True
        return True

    def configure(self, **how: int) -> None:
        pass

    def unlock(self) -> None:
        self.locked = False

    def select(self, square: int) -> None:
        raise OSError("the line has been released")

    def release(self) -> None:
        raise OSError("the line has been released")


def test_a_bus_is_let_go_of_even_if_its_select_line_has_gone() -> None:
    spi = NoSpi()
    SharedSpi(spi, spi, 1_000_000, MonotonicClock()).close()
    assert not spi.locked


class Hanging:
    """A wire and its bus: whoever uses it is not given back before the bus goes on."""

    late_s = 0.0
    resets_chips = False

    def __init__(self) -> None:
        self.used = threading.Event()
        self.goes_on = threading.Event()
        self.closed = threading.Event()

    def wake(self) -> None:
        self.used.set()
        self.goes_on.wait()

    def write(self, frame: bytes) -> None:
        raise OSError("nobody there")

    def ready(self) -> bool:
        return False

    def read(self, most: int) -> bytes:
        return b""

    def reset(self) -> None:
        pass

    def close(self) -> None:
        self.closed.set()


def test_a_bus_that_hangs_does_not_keep_the_board_from_stopping(
    caplog: pytest.LogCaptureFixture,
) -> None:
    wire = Hanging()
    parts_closed = threading.Event()
    heard: list[object] = []
    board = Pn532Board(
        ArraySettings({1: Place(0, 0)}),
        {1: ReaderLine(wire, wire)},
        MonotonicClock(),
        close=parts_closed.set,
        stop_s=0.05,
    )
    board.start(heard.append)
    assert wire.used.wait(PATIENCE_S)
    with caplog.at_level(logging.ERROR):
        board.stop()
        board.stop()
    (record,) = caplog.records
    assert "a bus hangs" in record.getMessage()
    assert "restart the computer" in record.getMessage()
    assert not wire.closed.is_set(), "the thread in it may still use it"
    assert not parts_closed.is_set()
    wire.goes_on.set()
    assert parts_closed.wait(PATIENCE_S)
    assert wire.closed.is_set()
    assert heard == []
