"""What goes over the wires, byte by byte, in both directions.

The frames are those of the tables in the PN532 user manual, UM0701-02.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest

from hardware.clock import ManualClock
from hardware.errors import BadReply, BusError, NoAck, NoReply, ReaderError
from hardware.pn532.chip import Chip, Steps, targets
from hardware.pn532.i2c import I2cWire, SharedI2c
from hardware.pn532.spi import Decoders, Lines, SharedSpi, ShiftRegisters, SpiWire
from hardware.pn532.uart import SerialPort, UartWire
from hardware.pn532.wire import ACK, NACK, Wire
from hardware.sensing.settings import Timing

_T = TypeVar("_T")


def hexed(text: str) -> bytes:
    return bytes.fromhex(text)


def frame(body: str) -> bytes:
    """A frame around what is between length and checksum, TFI included."""
    data = hexed(body)
    length = len(data)
    return bytes((0, 0, 0xFF, length, -length & 0xFF, *data, -sum(data) & 0xFF, 0))


class ScriptedWire:
    """A wire whose other end follows a script: what is to be written, and what is to be read."""

    def __init__(self, script: Sequence[tuple[bytes, Sequence[bytes]]]) -> None:
        self._script = list(script)
        self._waiting: list[bytes] = []
        self.woken = 0

    def wake(self) -> None:
        self.woken += 1

    def write(self, data: bytes) -> None:
        expected, answers = self._script.pop(0)
        assert data.hex(" ") == expected.hex(" ")
        self._waiting = list(answers)

    def ready(self) -> bool:
        return bool(self._waiting)

    def read(self, most: int) -> bytes:
        return self._waiting.pop(0)[:most]

    @property
    def done(self) -> bool:
        return not self._script and not self._waiting


def carry_out(clock: ManualClock, steps: Steps[_T]) -> _T:
    try:
        while True:
            clock.advance(max(0.0, next(steps) - clock.now_s()))
    except StopIteration as end:
        result: _T = end.value
        return result


def chip_on(wire: Wire, retries: int = 1) -> tuple[Chip, ManualClock]:
    clock = ManualClock(1.0)
    return Chip(wire, clock, Timing(), retries), clock


LIST = hexed("00 00 ff 04 fc d4 4a 02 00 e0 00")
FIELD_OFF = hexed("00 00 ff 04 fc d4 32 01 00 f9 00")
NONE = hexed("00 00 ff 03 fd d5 4b 00 e0 00")


def test_configuring_asks_who_it_is_and_sets_it_up() -> None:
    wire = ScriptedWire(
        [
            (
                hexed("00 00 ff 02 fe d4 02 2a 00"),
                [ACK, hexed("00 00 ff 06 fa d5 03 32 01 06 07 e8 00")],
            ),
            (
                hexed("00 00 ff 05 fb d4 14 01 14 01 02 00"),
                [ACK, hexed("00 00 ff 02 fe d5 15 16 00")],
            ),
            (
                hexed("00 00 ff 06 fa d4 32 05 ff 01 02 f3 00"),
                [ACK, hexed("00 00 ff 02 fe d5 33 f8 00")],
            ),
            (FIELD_OFF, [ACK, hexed("00 00 ff 02 fe d5 33 f8 00")]),
        ]
    )
    chip, clock = chip_on(wire, retries=2)
    carry_out(clock, chip.configure())
    assert wire.woken == 1
    assert wire.done


def test_another_chip_is_told_from_a_pn532() -> None:
    wire = ScriptedWire([(frame("d4 02"), [ACK, frame("d5 03 33 01 06 07")])])
    chip, clock = chip_on(wire)
    with pytest.raises(BadReply, match="33010607, which is no PN532"):
        carry_out(clock, chip.configure())


@pytest.mark.parametrize(
    ("reply", "uids"),
    [
        (NONE, ()),
        (frame("d5 4b 01 01 00 04 08 04 de ad be ef"), ("deadbeef",)),
        (frame("d5 4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6"), ("04a1b2c3d4e5f6",)),
        (
            frame("d5 4b 02 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6 02 00 04 08 04 de ad be ef"),
            ("04a1b2c3d4e5f6", "deadbeef"),
        ),
        # A telephone: SAK announces an answer to select of 5 bytes, its length included.
        (frame("d5 4b 01 01 00 04 20 04 08 11 22 33 05 78 80 70 02"), ("08112233",)),
    ],
)
def test_a_list_of_tags(reply: bytes, uids: tuple[str, ...]) -> None:
    wire = ScriptedWire([(LIST, [ACK, reply])])
    chip, clock = chip_on(wire)
    assert carry_out(clock, chip.list_tags()) == uids
    assert wire.done


@pytest.mark.parametrize(
    "reply",
    [
        "01",
        "",
        "03" + "01 00 44 00 04 01 02 03 04" * 3,
        "01 01 00 44 00 05 01 02 03 04 05",
        "01 01 00 44 00 07 04 a1 b2 c3 d4 e5",
        "01 02 00 44 00 04 01 02 03 04",
        "01 01 00 44 00 04 01 02 03 04 05",
        "00 00",
        "02 01 00 44 00 04 01 02 03 04",
    ],
)
def test_a_list_that_does_not_add_up_lists_nothing(reply: str) -> None:
    with pytest.raises(BadReply):
        targets(hexed(reply))


@pytest.mark.parametrize(
    "reply",
    [
        hexed("00 00 ff 03 fd d5 4b 00 e1 00"),  # its checksum
        hexed("00 00 ff 03 fc d5 4b 00 e0 00"),  # that of its length
        hexed("00 00 ff 01 ff 7f 81 00"),  # the error frame
        frame("d5 4d 00"),  # the answer to something else
        frame("d4 4b 00"),  # its own words come back
        hexed("00 00 ff"),
        hexed("00"),
        hexed("ff ff ff ff ff ff ff ff ff ff"),
        hexed("80 00 00 00 00 00 00 00 00 00"),
    ],
)
def test_a_garbled_answer_is_no_empty_square(reply: bytes) -> None:
    chip, clock = chip_on(ScriptedWire([(LIST, [ACK, reply])]))
    with pytest.raises(BadReply):
        carry_out(clock, chip.list_tags())


@pytest.mark.parametrize("answer", [NACK, NONE, hexed("00"), hexed("ff ff ff ff ff ff")])
def test_anything_but_an_acknowledgement_is_none(answer: bytes) -> None:
    chip, clock = chip_on(ScriptedWire([(LIST, [answer])]))
    with pytest.raises(NoAck):
        carry_out(clock, chip.list_tags())


def test_silence_is_no_empty_square() -> None:
    chip, clock = chip_on(ScriptedWire([(LIST, [])]))
    with pytest.raises(NoAck):
        carry_out(clock, chip.list_tags())
    assert clock.now_s() - 1.0 == pytest.approx(0.015, abs=0.002)


def test_an_acknowledgement_alone_is_no_empty_square() -> None:
    chip, clock = chip_on(ScriptedWire([(LIST, [ACK])]))
    with pytest.raises(NoReply):
        carry_out(clock, chip.list_tags())


# SPI


class RecordingSpi:
    """An SPI bus that notes what is sent, and reads from a script. Bytes as the Pi has them."""

    def __init__(self, answers: Sequence[bytes] = ()) -> None:
        self.sent: list[str] = []
        self.answers = list(answers)
        self.baudrate = 0

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def configure(self, baudrate: int, polarity: int, phase: int) -> None:
        assert polarity == phase == 0
        self.baudrate = baudrate

    def write(self, data: bytes) -> None:
        self.sent.append(bytes(data).hex(" "))

    def write_readinto(self, out: bytes, into: bytearray) -> None:
        self.sent.append(bytes(out).hex(" "))
        answer = self.answers.pop(0)
        assert len(answer) >= len(into) == len(out)
        into[:] = answer[: len(into)]


class PlainPin:
    """A pin that notes how often it was set."""

    def __init__(self) -> None:
        self.levels: list[bool] = []

    @property
    def value(self) -> bool:
        return self.levels[-1]

    @value.setter
    def value(self, level: bool) -> None:
        self.levels.append(level)


def turned(data: bytes) -> bytes:
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in data)


def spi_wire(answers: Sequence[bytes] = ()) -> tuple[SpiWire, RecordingSpi, PlainPin]:
    spi, pin = RecordingSpi(answers), PlainPin()
    shared = SharedSpi(spi, Lines({5: pin}), 4_000_000, ManualClock())
    return SpiWire(shared, 5), spi, pin


def test_spi_sends_the_lowest_bit_first_behind_a_one() -> None:
    wire, spi, pin = spi_wire()
    wire.write(LIST)
    assert spi.sent == [(b"\x80" + turned(LIST)).hex(" ")]
    assert spi.sent[0].startswith("80 00 00 ff 20 3f 2b 52")
    assert pin.levels == [True, False, True]
    assert spi.baudrate == 4_000_000


def test_spi_asks_for_the_status_with_a_two() -> None:
    wire, spi, _ = spi_wire([hexed("00 80"), hexed("00 00")])
    assert wire.ready()
    assert not wire.ready()
    assert spi.sent == ["40 00", "40 00"]


def test_spi_reads_no_more_than_the_frame_has() -> None:
    tags = frame("d5 4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6")
    wire, spi, pin = spi_wire([b"\0" + turned(tags[:10]), turned(tags[10:])])
    assert wire.read(262) == tags
    assert spi.sent == ["c0" + " 00" * 10, " ".join(["00"] * (len(tags) - 10))]
    assert pin.levels[1:] == [False, True], "one stretch of being selected"


def test_spi_reads_short_frames_at_once() -> None:
    for short in (ACK, frame("d5 33"), NONE):
        wire, spi, _ = spi_wire([b"\0" + turned(short) + bytes(10)])
        assert wire.read(len(ACK) if short == ACK else 262) == short
        assert len(spi.sent) == 1


def test_decoders_are_addressed_before_they_are_enabled() -> None:
    pins = [PlainPin() for _ in range(7)]
    log: list[tuple[int, bool]] = []

    class Watched(PlainPin):
        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

        @property
        def value(self) -> bool:
            return self.levels[-1]

        @value.setter
        def value(self, level: bool) -> None:
            log.append((self.number, level))

    pins = [Watched(number) for number in range(7)]
    decoders = Decoders(pins[:3], pins[3:6], pins[6], {1: (0, 0), 14: (5, 3)})
    log.clear()
    decoders.select(14)
    assert log[0] == (6, True)
    assert sorted(log[1:-1]) == [(0, True), (1, False), (2, True), (3, True), (4, True), (5, False)]
    assert log[-1] == (6, False)
    log.clear()
    decoders.release()
    assert log == [(6, True)]


def test_a_shift_register_gets_one_zero_the_first_output_last() -> None:
    shown: list[tuple[bool, ...]] = []
    bits: list[bool] = []
    data = PlainPin()

    class Clock(PlainPin):
        @property
        def value(self) -> bool:
            return self.levels[-1]

        @value.setter
        def value(self, level: bool) -> None:
            if level:
                bits.append(data.value)
            self.levels.append(level)

    class Latch(PlainPin):
        @property
        def value(self) -> bool:
            return self.levels[-1]

        @value.setter
        def value(self, level: bool) -> None:
            if level:
                shown.append(tuple(reversed(bits[-16:])))
            self.levels.append(level)

    registers = ShiftRegisters(data, Clock(), Latch(), 2, {7: 0, 8: 11})
    registers.select(8)
    registers.select(7)
    registers.release()
    high = (True,) * 16
    assert shown == [
        high,
        (*high[:11], False, *high[12:]),
        (False, *high[1:]),
        high,
    ]


# I2C


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


# UART


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


@pytest.mark.parametrize("error", [BadReply, NoAck, NoReply, BusError])
def test_every_error_is_one_of_a_reader(error: Callable[[str], Exception]) -> None:
    assert isinstance(error("so"), ReaderError)
