"""Whatever comes over the wires: no crash, no endless wait, no tag that never was."""

from collections.abc import Iterator
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.clock import ManualClock
from hardware.errors import ReaderError
from hardware.pn532.array import Pn532Board, ReaderLine
from hardware.pn532.chip import Chip, Steps, targets
from hardware.pn532.i2c import I2cWire, SharedI2c
from hardware.pn532.spi import Lines, SharedSpi, SpiWire
from hardware.pn532.uart import SerialPort, UartWire
from hardware.ports import BoardEvent, Failure, Reading, Sighting, Uid
from hardware.sensing.plan import serpentine
from hardware.sensing.settings import ArraySettings
from hardware.sightings import Sightings
from hardware.simulated.pn532.faults import Odds
from hardware.simulated.pn532.radio import Bleeding
from tests.support.hardware.benches import BLUE, PLACES, RED, RED_CROWN, bench
from tests.support.tiers import few_or, sample

_T = TypeVar("_T")

FRAMES = [
    bytes.fromhex(text)
    for text in (
        "00 00 ff 00 ff 00",
        "00 00 ff ff 00 00",
        "00 00 ff 01 ff 7f 81 00",
        "00 00 ff 06 fa d5 03 32 01 06 07 e8 00",
        "00 00 ff 02 fe d5 15 16 00",
        "00 00 ff 02 fe d5 33 f8 00",
        "00 00 ff 03 fd d5 4b 00 e0 00",
        "00 00 ff ff ff 00 03 fd d5 4b 00 e0 00",
    )
]
"""What a chip may say; an answer that lists a tag is not among them."""

PIECE = st.one_of(
    st.binary(max_size=40),
    st.sampled_from(FRAMES),
    st.sampled_from([b"\1" + frame for frame in FRAMES]),
    st.builds(lambda frame, cut: frame[:cut], st.sampled_from(FRAMES), st.integers(0, 12)),
)
STREAM = st.lists(PIECE, max_size=60).map(b"".join)


class NoisySpi:
    """An SPI bus on which anything may come back; zeros in the end."""

    def __init__(self, noise: bytes) -> None:
        self._noise = noise

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def configure(self, **_how: int) -> None:
        pass

    def write(self, data: bytes) -> None:
        pass

    def write_readinto(self, out: bytes, into: bytearray) -> None:
        taken, self._noise = self._noise[: len(into)], self._noise[len(into) :]
        turned = bytes(int(f"{byte:08b}"[::-1], 2) for byte in taken)
        into[:] = turned.ljust(len(into), b"\0")


class NoisyI2c(NoisySpi):
    """Likewise an I2C bus; now and then it refuses."""

    def writeto(self, address: int, data: bytes) -> None:
        if self._noise[:1] == b"\xee":
            self._noise = self._noise[1:]
            raise OSError(121, "Remote I/O error")

    def readfrom_into(self, address: int, into: bytearray) -> None:
        taken, self._noise = self._noise[: len(into)], self._noise[len(into) :]
        into[:] = taken.ljust(len(into), b"\0")


class NoisyPort:
    """Likewise a serial port; it hangs up at a certain byte."""

    def __init__(self, noise: bytes) -> None:
        self._noise = noise

    def read(self, count: int) -> bytes:
        if self._noise[:1] == b"\xee":
            self._noise = self._noise[1:]
            raise OSError(5, "Input/output error")
        size = min(count, 1 + len(self._noise) % 23)
        taken, self._noise = self._noise[:size], self._noise[size:]
        return taken

    def write(self, data: bytes) -> None:
        pass

    def reset_input_buffer(self) -> None:
        pass

    def close(self) -> None:
        pass


class Pin:
    value = True


def lines(kind: str, noise: bytes, clock: ManualClock) -> dict[int, ReaderLine]:
    if kind == "spi":
        spi = SharedSpi(NoisySpi(noise), Lines({1: Pin(), 2: Pin()}), 1_000_000, clock)
        return {square: ReaderLine(SpiWire(spi, square), spi) for square in (1, 2)}
    if kind == "i2c":
        bus = NoisyI2c(noise)
        i2c = SharedI2c(bus, clock)
        return {square: ReaderLine(I2cWire(i2c, bus), i2c) for square in (1, 2)}
    port: Any = NoisyPort(noise)
    serial = SerialPort("a port", lambda: port)
    return {1: ReaderLine(UartWire(serial), serial)}


@pytest.mark.parametrize("kind", sample(3, ["spi", "i2c", "uart"]))
@settings(max_examples=300, deadline=None)
@given(noise=STREAM)
def test_any_bytes_on_any_transport_are_survived(kind: str, noise: bytes) -> None:
    clock = ManualClock()
    there = lines(kind, noise, clock)
    places = {square: place for square, place in serpentine(2, 2).items() if square in there}
    events: list[BoardEvent] = []
    board = Pn532Board(ArraySettings(places), there, clock)
    board.connect(events.append)
    steps = 0
    while clock.now_s() < 3.0:
        board.step()
        steps += 1
        assert steps < 2000, "it is busy for ever"
    assert [each for each in events if isinstance(each, Sighting)] == []


@settings(max_examples=1000, deadline=None)
@given(reply=st.binary(max_size=64))
def test_any_list_of_tags_is_understood_to_the_last_byte_or_refused(reply: bytes) -> None:
    try:
        uids = targets(reply)
    except ReaderError:
        return
    assert len(uids) == reply[0] <= 2
    assert all(bytes.fromhex(uid) in reply for uid in uids)
    with pytest.raises(ReaderError):
        targets(reply + b"\0")


def count_spoilt(chips: Any) -> Iterator[int]:
    """Have every chip count the frames that it spoils; each time it is asked, how many."""
    spoilt = 0

    def counting(spoil: Any) -> Any:
        def count(data: bytes) -> bytes:
            nonlocal spoilt
            arrived: bytes = spoil(data)
            spoilt += arrived != data
            return arrived

        return count

    for chip in chips.values():
        chip.faults.spoil = counting(chip.faults.spoil)
    while True:
        yield spoilt


@pytest.mark.parametrize("kind", sample(3, ["spi-lines", "i2c", "uart"]))
@pytest.mark.parametrize("frames", few_or(2_000, 33_334))
def test_of_many_spoilt_frames_none_shows_a_tag_that_is_not_there(kind: str, frames: int) -> None:
    """Bits flip, bytes are lost or added, in both directions; a third of them on each wire."""
    with bench(kind, odds=Odds(corrupt=0.25)) as board:
        assert board.emulation is not None
        spoilt = count_spoilt(board.emulation.chips)
        board.fault(1, "corrupt")
        chip = Chip(board.lines[1].wire, board.clock, ArraySettings(PLACES, retries=1))
        sightings = Sightings()
        there: tuple[Uid, ...] = ()
        answers = [0, 0]
        while next(spoilt) < frames:
            if sum(answers) % 40 == 0:
                board.world.knock("red")
                board.world.knock("blue")
                there = ((), (RED,), (BLUE,), (RED, BLUE))[sum(answers) // 40 % 4]
                for uid in there:
                    board.world.put("red" if uid == RED else "blue", 1)
            # Even a chip that was put to sleep by a spoilt command wakes up again.
            anew = sum(answers) % 20 == 0
            reading = read_once(chip, board.clock, anew=anew)
            answers[reading.failure is None] += 1
            for sighting in sightings.take(reading):
                assert not sighting.seen or sighting.uid in there
                assert sighting.uid in (RED, BLUE)
        # Most are refused, and enough understood for the rest to mean something.
        assert answers[True] > frames // 34


def read_once(chip: Chip, clock: ManualClock, *, anew: bool) -> Reading:
    """List a chip's tags and switch its field off; set it up first if it is to be anew."""
    uids: tuple[Uid, ...] = ()
    failure: Failure | None = None
    try:
        if anew:
            carry_out(chip.configure(), clock)
        uids = carry_out(chip.list_tags(), clock)
        carry_out(chip.switch_field_off(), clock)
        carry_out(chip.settle(), clock)
    except ReaderError:
        failure = "bad-reply"
    return Reading(1, clock.now_s(), uids, failure)


def carry_out(steps: Steps[_T], clock: ManualClock) -> _T:
    while True:
        try:
            clock.advance(max(0.0, next(steps) - clock.now_s()))
        except StopIteration as end:
            result: _T = end.value
            return result


@pytest.mark.long
def test_a_whole_board_of_spoilt_frames_shows_pieces_only_where_they_are() -> None:
    stood: dict[str, set[int]] = {RED: set(), RED_CROWN: set(), BLUE: set()}
    # A field that was never told to go off would show the tags next door: that is no frame.
    alone = Bleeding(read=0.0)
    with bench("spi-lines", odds=Odds(corrupt=0.25), bleeding=alone) as board:
        assert board.emulation is not None
        spoilt = count_spoilt(board.emulation.chips)
        for square in PLACES:
            board.fault(square, "corrupt")
        square = 0
        while next(spoilt) < 4000:
            square = square % len(PLACES) + 1
            board.world.put("red", square)
            board.world.put("blue", len(PLACES) + 1 - square)
            stood[RED] = {square, (square - 2) % len(PLACES) + 1}
            stood[BLUE] = {len(PLACES) + 1 - each for each in stood[RED]}
            for where, uid, seen in board.run(2.0):
                assert not seen or where in stood[uid], f"{uid} was not on {where}"


def test_a_chip_that_is_answered_with_noise_says_so_in_time() -> None:
    clock = ManualClock()
    there = lines("spi", bytes(range(256)) * 4, clock)
    chip = Chip(there[1].wire, clock, ArraySettings(PLACES, retries=1))
    with pytest.raises(ReaderError):
        carry_out(chip.list_tags(), clock)
    assert clock.now_s() < 0.1
