"""What goes over the wires of I2C, byte by byte."""

from collections.abc import Sequence

import pytest

from hardware.clock import ManualClock
from hardware.errors import BusError
from hardware.pn532.i2c import I2cWire, SharedI2c
from hardware.pn532.wire import ACK, NACK
from tests.support.pn532.frames import NONE, frame


class ScriptedI2c:
    """An I2C bus with one chip, whose answers begin with the status byte."""

    def __init__(self, answers: Sequence[bytes]) -> None:
        self.answers = list(answers)
        self.asked: list[object] = []

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def writeto(self, address: int, data: bytes) -> None:
        self.asked.append((hex(address), bytes(data).hex(" ")))

    def readfrom_into(self, address: int, into: bytearray) -> None:
        self.asked.append((hex(address), len(into)))
        answer = self.answers.pop(0)
        into[:] = answer.ljust(len(into), b"\0")[: len(into)]


def i2c_wire(*answers: bytes) -> tuple[I2cWire, ScriptedI2c]:
    i2c = ScriptedI2c(answers)
    return I2cWire(SharedI2c(i2c, ManualClock()), i2c), i2c


def test_an_i2c_bus_that_cannot_be_reset_says_so() -> None:
    def reset() -> None:
        raise OSError("the pin has gone")

    with pytest.raises(BusError, match="the I2C bus cannot be reset: the pin has gone"):
        SharedI2c(ScriptedI2c([]), ManualClock(), reset).reset()


def test_i2c_looks_at_the_status_byte_alone() -> None:
    wire, i2c = i2c_wire(b"\0", b"\1")
    assert not wire.ready()
    assert wire.ready()
    assert i2c.asked == [("0x24", 1), ("0x24", 1)]


def test_i2c_takes_an_acknowledgement_with_its_status() -> None:
    wire, i2c = i2c_wire(b"\1" + ACK)
    assert wire.read(6) == ACK
    assert i2c.asked == [("0x24", 7)]


def test_i2c_asks_again_for_a_reply_that_was_longer_than_the_last() -> None:
    tags = frame("d5 4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6")
    wire, i2c = i2c_wire(b"\1" + NONE, b"\1" + tags[:10], b"\0", b"\1", b"\1" + tags, b"\1" + tags)
    assert wire.read(262) == NONE
    assert wire.read(262) == tags
    assert wire.read(262) == tags
    assert i2c.asked == [
        ("0x24", 13),
        ("0x24", 11),
        ("0x24", NACK.hex(" ")),
        ("0x24", 1),
        ("0x24", 1),
        ("0x24", 1 + len(tags)),
        ("0x24", 1 + len(tags)),
    ]


def test_i2c_that_stays_silent_is_an_error() -> None:
    wire, _ = i2c_wire(b"\0")
    with pytest.raises(BusError, match="was ready"):
        wire.read(262)
