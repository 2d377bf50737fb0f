"""What goes over the wires of SPI, byte by byte."""

from collections.abc import Sequence

import pytest

from hardware.clock import ManualClock
from hardware.errors import BusError
from hardware.pn532.spi import Decoders, Lines, SharedSpi, ShiftRegisters, SpiWire
from hardware.pn532.wire import ACK
from tests.support.pn532.frames import LIST, NONE, frame, hexed


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
    assert sorted(log[:-1]) == [(0, True), (1, False), (2, True), (3, True), (4, True), (5, False)]
    assert log[-1] == (6, False)
    log.clear()
    decoders.select(1)
    assert log[0] == (6, True), "no other chip is selected while addresses change"
    assert log[-1] == (6, False)
    log.clear()
    decoders.release()
    decoders.release()
    assert log == [(6, True)], "a write to a pin takes as long as two bytes"


def test_decoders_that_could_not_be_disabled_are_before_the_next_address() -> None:
    class Jammed(PlainPin):
        jams = False

        @property
        def value(self) -> bool:
            return self.levels[-1]

        @value.setter
        def value(self, level: bool) -> None:
            if self.jams:
                raise OSError("the pin has gone")
            self.levels.append(level)

    enable = Jammed()
    decoders = Decoders([PlainPin()], [PlainPin()], enable, {1: (0, 0), 4: (1, 1)})
    decoders.select(1)
    enable.jams = True
    with pytest.raises(OSError, match="has gone"):
        decoders.release()
    enable.jams = False
    decoders.select(4)
    assert enable.levels[-2:] == [True, False]


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


@pytest.mark.parametrize("output", [0, 7, 31])
def test_a_chain_of_32_outputs_takes_few_writes_to_pins(output: int) -> None:
    """It took 196 to select a chip and to let go of it."""
    data, clock, latch = PlainPin(), PlainPin(), PlainPin()
    registers = ShiftRegisters(data, clock, latch, 4, {1: output})
    for pin in (data, clock, latch):
        pin.levels.clear()
    registers.select(1)
    registers.release()
    assert [len(pin.levels) for pin in (data, clock, latch)] == [2, 2 * 33, 2 * 2]


def test_an_spi_bus_that_somebody_holds_is_not_taken() -> None:
    class Held(RecordingSpi):
        def try_lock(self) -> bool:
            return False

    with pytest.raises(BusError, match="in use by another program part"):
        SharedSpi(Held(), Lines({}), 4_000_000, ManualClock())


def test_an_spi_bus_that_cannot_be_reset_says_so() -> None:
    def reset() -> None:
        raise OSError("the pin has gone")

    pin = PlainPin()
    shared = SharedSpi(RecordingSpi(), Lines({5: pin}), 4_000_000, ManualClock(), reset)
    with pytest.raises(BusError, match="the SPI bus cannot be reset: the pin has gone"):
        shared.reset()


def test_an_spi_bus_is_let_go_of_once() -> None:
    class Counted(RecordingSpi):
        unlocked = 0

        def unlock(self) -> None:
            self.unlocked += 1

    spi = Counted()
    shared = SharedSpi(spi, Lines({}), 4_000_000, ManualClock())
    shared.close()
    shared.close()
    assert spi.unlocked == 1


@pytest.mark.parametrize("preamble", [1, 3, 5])
def test_spi_reads_frames_with_any_preamble_and_few_bytes_more(preamble: int) -> None:
    """The first one tells the length of the preamble; from then on not a byte is too many."""
    sent = bytes(preamble) + NONE[2:]
    wire, spi, _ = spi_wire([b"\0" + turned(sent) + b"\0", turned(sent[10:])])
    assert wire.read(262) == NONE
    spi.answers[:] = [b"\0" + turned(bytes(preamble) + ACK[2:])]
    spi.sent.clear()
    assert wire.read(6) == ACK
    assert spi.sent == ["c0" + " 00" * (preamble + 4)]
    spi.answers[:] = [b"\0" + turned(sent)]
    spi.sent.clear()
    assert wire.read(262) == NONE
    assert spi.sent == ["c0" + " 00" * len(sent)]


def test_spi_does_not_read_on_for_a_frame_that_never_begins() -> None:
    wire, spi, _ = spi_wire([b"\0" + bytes(10), bytes(5), bytes(5), bytes(5)])
    assert wire.read(262) == bytes(20)
    assert not any("ff" in each for each in spi.sent)
