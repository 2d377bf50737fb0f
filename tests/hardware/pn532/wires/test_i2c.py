"""What goes over the wires of I2C, byte by byte."""

import errno
from collections.abc import Sequence

import pytest

from hardware.clock import ManualClock
from hardware.errors import BusError
from hardware.pn532.i2c import I2cWire, SharedI2c
from hardware.pn532.wire import ACK, NACK, Unacknowledged
from hardware.sensing.settings import Timing
from tests.support.pn532.frames import LIST, NONE, frame


class ScriptedI2c:
    """An I2C bus with one chip, whose answers begin with the status byte."""

    def __init__(self, answers: Sequence[bytes]) -> None:
        self.answers = list(answers)
        self.asked: list[object] = []
        self.refusals: list[int] = []

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def writeto(self, address: int, data: bytes) -> None:
        self._refuse()
        self.asked.append((hex(address), bytes(data).hex(" ")))

    def readfrom_into(self, address: int, into: bytearray) -> None:
        self._refuse()
        self.asked.append((hex(address), len(into)))
        answer = self.answers.pop(0)
        into[:] = answer.ljust(len(into), b"\0")[: len(into)]

    def _refuse(self) -> None:
        if self.refusals:
            raise OSError(self.refusals.pop(0), "refused")


def i2c_wire(*answers: bytes) -> tuple[I2cWire, ScriptedI2c]:
    i2c = ScriptedI2c(answers)
    return I2cWire(SharedI2c(i2c, ManualClock(), timing=Timing(pause_s=0)), i2c), i2c


def test_an_i2c_bus_that_cannot_be_reset_says_so() -> None:
    def reset() -> None:
        raise OSError("the pin has gone")

    with pytest.raises(BusError, match="the I2C bus cannot be reset: the pin has gone"):
        SharedI2c(ScriptedI2c([]), ManualClock(), reset).reset()


def test_i2c_reads_the_status_byte_and_an_acknowledgement_at_once() -> None:
    wire, i2c = i2c_wire(b"\0", b"\1" + ACK)
    wire.write(LIST)
    assert not wire.ready()
    assert wire.ready()
    assert wire.ready()
    assert wire.read(6) == ACK
    assert i2c.asked == [("0x24", LIST.hex(" ")), ("0x24", 7), ("0x24", 7)]


def test_i2c_asks_again_for_a_reply_that_was_longer_than_the_last() -> None:
    tags = frame("d5 4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6")
    wire, i2c = i2c_wire(b"\1" + NONE, b"\1" + tags[:10], b"\0", b"\1" + tags, b"\1" + tags)
    assert wire.ready()
    assert wire.read(262) == NONE
    assert [wire.ready() for _ in range(4)] == [False, False, False, True]
    assert wire.read(262) == tags
    assert wire.ready()
    assert wire.read(262) == tags
    assert i2c.asked == [
        ("0x24", 13),
        ("0x24", 11),
        ("0x24", NACK.hex(" ")),
        ("0x24", 1 + len(tags)),
        ("0x24", 1 + len(tags)),
        ("0x24", 1 + len(tags)),
    ]


def test_i2c_that_was_not_ready_is_an_error() -> None:
    wire, _ = i2c_wire(b"\0")
    assert not wire.ready()
    with pytest.raises(BusError, match="was ready"):
        wire.read(262)


@pytest.mark.parametrize("number", [errno.ENXIO, errno.EREMOTEIO, errno.EIO])
def test_an_address_that_is_not_acknowledged_means_not_yet(number: int) -> None:
    wire, i2c = i2c_wire(b"\1" + ACK)
    wire.write(LIST)
    i2c.refusals = [number, number]
    assert [wire.ready() for _ in range(3)] == [False, False, True]
    i2c.refusals = [number]
    with pytest.raises(Unacknowledged):
        wire.write(LIST)
    wire.write(LIST)


def test_another_error_of_the_bus_is_one() -> None:
    wire, i2c = i2c_wire()
    i2c.refusals = [errno.ETIMEDOUT]
    with pytest.raises(BusError, match="refused"):
        wire.ready()


def test_two_transfers_with_a_chip_are_a_pause_apart() -> None:
    i2c, clock = ScriptedI2c([b"\1" + ACK]), ManualClock()
    wire = I2cWire(SharedI2c(i2c, clock, timing=Timing(pause_s=0.001)), i2c)
    wire.write(LIST)
    clock.advance(0.0009)
    assert not wire.ready()
    assert len(i2c.asked) == 1
    clock.advance(0.0002)
    assert wire.ready()
