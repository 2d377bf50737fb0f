"""When the chip says something, and how a host interrupts it."""

import pytest

from hardware.simulated.pn532.chip import ChipTiming, EmulatedChip
from tests.support.simulated_pn532.bench import ACK, NACK, Bench, frame, reply

VERSION = reply("03 32 01 06 07")
SEEN = reply("4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6")


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.ready_chip()
    return bench


def due_ms(bench: Bench, chip: EmulatedChip) -> float:
    """How long a chip takes to get ready, to a tenth of a millisecond."""
    for tenths in range(1, 1000):
        bench.time.advance(0.0001)
        if chip.ready():
            return tenths / 10
    raise AssertionError("it never gets ready")


def ask_and_time(bench: Bench, body: str) -> float:
    """From a command to its reply, ACK and all."""
    bench.chip.write(frame(body), anew=True)
    ack_ms = due_ms(bench, bench.chip)
    assert ack_ms == pytest.approx(0.5, abs=0.11)
    assert bench.chip.take() == ACK
    return ack_ms + due_ms(bench, bench.chip)


@pytest.mark.parametrize(
    ("piece", "most", "expected_ms"),
    [
        (None, 1, 0.5 + 5.1 + 5.6),
        ("red", 1, 0.5 + 5.1 + 4.5),
        ("blue", 1, 0.5 + 5.1 + 2.5),
        ("red", 2, 0.5 + 5.1 + 4.5 + 5.6),
    ],
)
def test_a_reading_takes_its_time(
    bench: Bench, piece: str | None, most: int, expected_ms: float
) -> None:
    if piece is not None:
        bench.world.put(piece, 1)
    assert ask_and_time(bench, f"4a 0{most} 00") == pytest.approx(expected_ms, abs=0.21)


def test_two_tags_take_the_time_of_both(bench: Bench) -> None:
    bench.world.put("red", 1)
    bench.world.put("blue", 1)
    assert ask_and_time(bench, "4a 02 00") == pytest.approx(0.5 + 5.1 + 7.0, abs=0.21)


def test_a_field_that_is_on_need_not_rise(bench: Bench) -> None:
    bench.ask("32 01 01")
    bench.time.advance(0.01)
    assert ask_and_time(bench, "4a 01 00") == pytest.approx(0.5 + 5.6, abs=0.21)


def test_every_further_try_takes_as_long(bench: Bench) -> None:
    bench.ask("32 05 ff 01 02")
    assert ask_and_time(bench, "4a 01 00") == pytest.approx(0.5 + 5.1 + 3 * 5.6, abs=0.21)


def test_timing_is_a_parameter() -> None:
    bench = Bench()
    chip = EmulatedChip(2, bench.radio, bench.time, ChipTiming(ack_s=0.01, command_s=0.02))
    chip.wake("spi")
    chip.write(frame("02"))
    assert due_ms(bench, chip) == pytest.approx(10.0, abs=0.11)
    chip.take()
    assert due_ms(bench, chip) == pytest.approx(20.0, abs=0.11)


def test_the_reply_waits_for_its_ack_to_be_taken(bench: Bench) -> None:
    bench.chip.write(frame("02"), anew=True)
    bench.time.advance(1.0)
    assert [bench.chip.take(), bench.chip.take(), bench.chip.take()] == [ACK, VERSION, b""]


def test_an_ack_from_the_host_aborts(bench: Bench) -> None:
    bench.ask("32 05 ff 01 ff")
    bench.chip.write(frame("4a 01 00"), anew=True)
    assert bench.wait(bench.chip, 0.015) == ACK
    bench.chip.write(ACK, anew=True)
    bench.world.put("red", 1)
    assert bench.wait(bench.chip, 0.1) == b""
    assert bench.ask("02") == VERSION


def test_a_new_command_aborts_the_one_under_way(bench: Bench) -> None:
    bench.ask("32 05 ff 01 ff")
    bench.chip.write(frame("4a 01 00"), anew=True)
    bench.time.advance(0.02)
    assert bench.ask("02") == VERSION
    assert bench.wait(bench.chip, 0.1) == b""


def test_a_nack_repeats_the_last_reply(bench: Bench) -> None:
    bench.world.put("red", 1)
    assert bench.ask("4a 01 00") == SEEN
    for _ in range(3):
        bench.chip.write(NACK, anew=True)
        assert bench.wait(bench.chip, 0.01) == SEEN
    assert bench.ask("02") == VERSION
    bench.chip.write(NACK, anew=True)
    assert bench.wait(bench.chip, 0.01) == VERSION


def test_a_nack_with_nothing_to_repeat_does_nothing(bench: Bench) -> None:
    bench.chip.write(frame("02"), anew=True)
    bench.time.advance(0.1)
    bench.chip.write(NACK, anew=True)
    assert [bench.chip.take(), bench.chip.take()] == [ACK, VERSION]
    bench.chip.reset()
    bench.chip.wake("spi")
    bench.chip.write(NACK, anew=True)
    assert bench.wait(bench.chip, 0.1) == b""


def test_a_frame_that_stops_half_way_is_given_up(bench: Bench) -> None:
    bench.chip.write(frame("02")[:-3])
    bench.time.advance(0.1)
    assert bench.ask("0c") == reply("0d 3f 06 00")
    bench.chip.write(frame("02")[:-3])
    bench.chip.write(frame("0c"), anew=True)
    bench.time.advance(0.01)
    assert [bench.chip.take(), bench.chip.take()] == [ACK, reply("0d 3f 06 00")]


def test_reset_forgets_everything(bench: Bench) -> None:
    bench.world.put("red", 1)
    bench.ask("4a 01 00")
    bench.chip.reset()
    assert (bench.chip.mode, bench.radio.fields_on()) == ("starting", {})
    bench.chip.write(frame("02"), anew=True)
    assert bench.wait(bench.chip, 0.1) == b"", "it has to be woken"
    bench.chip.wake("spi")
    assert not bench.chip.configured
