"""Golden frames: every command of the chip, and what it replies."""

import pytest

from hardware.simulated.pn532.chip import EmulatedChip
from tests.support.simulated_pn532.bench import (
    ACK,
    CONFIGURE,
    ERROR,
    ONE_TRY,
    Bench,
    frame,
    reply,
)

WRONG_KEY = "60 04 00 00 00 00 00 00"
RIGHT_KEY = "60 04 ff ff ff ff ff ff"


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.ready_chip()
    return bench


def test_bytes_on_the_wire_are_those_of_the_manual(bench: Bench) -> None:
    """Written out in full, so that neither side's way to make frames is trusted."""
    dialogue = [
        ("0000ff02fed4022a00", "0000ff06fad50332010607e800"),
        ("0000ff05fbd4140114010200", "0000ff02fed5151600"),
        ("0000ff06fad43205ff0100f500", "0000ff02fed533f800"),
        ("0000ff04fcd44a0100e100", "0000ff03fdd54b00e000"),
        ("0000ff04fcd4320100f900", "0000ff02fed533f800"),
    ]
    for sent, expected in dialogue:
        bench.chip.write(bytes.fromhex(sent), anew=True)
        assert bench.wait(bench.chip, 0.015) == ACK
        assert bench.wait(bench.chip, 0.1) == bytes.fromhex(expected)


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("00 00 01 02 ff", "01 00 01 02 ff"),
        ("00 01", "01 00"),
        ("00 02", "01 00"),
        ("00 06", "01 01"),
        ("02", "03 32 01 06 07"),
        ("04", "05 00 00 00 00"),
        ("06 63 02 63 05", "07 00 00"),
        ("08 63 02 80", "09"),
        ("0c", "0d 3f 06 00"),
        ("0e 81 82", "0f"),
        ("10 04", "11"),
        ("12 14", "13"),
        (CONFIGURE, "15"),
        ("14 01", "15"),
        ("14 01 00", "15"),
        ("16 20", "17 00"),
        ("16 20 01", "17 00"),
        ("16 00", "17 10"),
        ("32 01 00", "33"),
        ("32 01 03", "33"),
        ("32 02 00 0b 0a", "33"),
        ("32 04 00", "33"),
        (ONE_TRY, "33"),
        ("32 0a 59 f4 3f 11 4d 85 61 6f 26 62 87", "33"),
        ("32 0b 69 ff 3f 11 41 85 61 6f", "33"),
        ("32 0c ff 04 85", "33"),
        ("32 0d 85 15 8a 85 08 b2 85 01 da", "33"),
        ("40 01 30 00", "41 27"),
        ("42 30 00", "43 01"),
        ("44 01", "45 27"),
        ("44 00", "45 00"),
        ("4a 01 00", "4b 00"),
        ("4a 02 00", "4b 00"),
        ("4a 01 01 00 ff ff 01 00", "4b 00"),
        ("4a 01 02 00 ff ff 01 00", "4b 00"),
        ("4a 01 03 00", "4b 00"),
        ("4a 01 04", "4b 00"),
        ("52 00", "53 00"),
        ("52 01", "53 27"),
        ("54 01", "55 27"),
    ],
)
def test_with_no_tag_there(bench: Bench, command: str, answer: str) -> None:
    assert bench.ask(command) == reply(answer)


@pytest.mark.parametrize(
    "command",
    [
        "",
        "03",
        "02 00",
        "04 00",
        "06",
        "06 63",
        "08 63 02",
        "0c 00",
        "0e 80",
        "10 09",
        "12",
        "14",
        "14 05 14 01",
        "16",
        "32",
        "32 01",
        "32 03 00",
        "32 05 ff 01",
        "4a",
        "4a 01",
        "4a 00 00",
        "4a 03 00",
        "4a 01 07",
        "4a 01 00 01",
        "4a 01 01",
        "40",
        "52",
        "54",
        "60 01 01 00",
        "8c",
        "00",
        "00 03",
        "ff",
    ],
)
def test_what_makes_no_sense_gets_an_error_frame(bench: Bench, command: str) -> None:
    assert bench.ask(command) == ERROR
    assert bench.ask("02") == reply("03 32 01 06 07")


def test_tags_are_listed_with_their_kind(bench: Bench) -> None:
    bench.world.put("red", 1)
    assert bench.ask("4a 01 00") == reply("4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6")
    bench.ask("32 01 00")
    bench.world.lift("red")
    bench.world.put("blue", 1)
    assert bench.ask("4a 01 00") == reply("4b 01 01 00 04 08 04 01 02 03 04")


def test_two_tags_are_listed_together(bench: Bench) -> None:
    bench.world.put("red", 1)
    bench.world.put("blue", 1)
    first, second = "00 04 08 04 01 02 03 04", "00 44 00 07 04 a1 b2 c3 d4 e5 f6"
    assert bench.ask("4a 02 00") == reply(f"4b 02 01 {first} 02 {second}")
    bench.ask("32 01 00")
    assert bench.ask("4a 01 00") == reply(f"4b 01 01 {first}")
    bench.ask("32 01 00")
    assert bench.ask("4a 01 00 88 04 a1 b2 c3 d4 e5 f6") == reply(f"4b 01 01 {second}")
    bench.ask("32 01 00")
    assert bench.ask("4a 01 00 09 09 09 09") == reply("4b 00")


def test_a_selected_tag_can_be_asked(bench: Bench) -> None:
    bench.world.put("red", 1)
    bench.ask("4a 01 00")
    assert bench.ask("04") == reply("05 00 01 01 01 00 00 10 00")
    first_pages = "04 a1 b2 9f c3 d4 e5 f6 04 48 00 00 e1 10 12 00"
    assert bench.ask("40 01 30 00") == reply("41 00" + first_pages)
    assert bench.ask("42 30 00") == reply("43 00" + first_pages)
    assert bench.ask("40 01 60") == reply("41 00 00 04 04 02 01 00 0f 03")
    assert bench.ask("40 01 30 2d") == reply("41 01")
    assert bench.ask("40 02 30 00") == reply("41 27")
    bench.world.lift("red")
    assert bench.ask("40 01 30 00") == reply("41 01")


def test_a_classic_tag_wants_its_key(bench: Bench) -> None:
    bench.world.put("blue", 1)
    bench.ask("4a 01 00")
    assert bench.ask(f"40 01 {WRONG_KEY} 01 02 03 04") == reply("41 01")
    assert bench.ask(f"40 01 {RIGHT_KEY} 01 02 03 04") == reply("41 00")
    assert bench.ask("40 01 30 04") == reply("41 00" + "00" * 16)
    block = "01 02 03 04 04 08 04 00" + "00" * 8
    assert bench.ask("40 01 30 00") == reply("41 00" + block)
    assert bench.ask("40 01 30 07") == reply("41 00" + "00" * 6 + "ff 07 80 69" + "00" * 6)
    assert bench.ask("40 01 30 40") == reply("41 01"), "there is no such block"


@pytest.mark.parametrize(("command", "answer"), [("44 01", "45 00"), ("52 01", "53 00")])
def test_a_released_tag_is_selected_no_more(bench: Bench, command: str, answer: str) -> None:
    bench.world.put("red", 1)
    bench.ask("4a 01 00")
    assert bench.ask("54 01") == reply("55 00")
    assert bench.ask(command) == reply(answer)
    assert bench.ask("40 01 30 00") == reply("41 27")


def test_a_selected_tag_misses_the_first_call(bench: Bench) -> None:
    bench.world.put("red", 1)
    seen = reply("4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6")
    assert bench.ask("4a 01 00") == seen
    assert bench.ask("4a 01 00") == reply("4b 00")
    bench.ask("32 01 00")
    assert bench.ask("4a 01 00") == seen, "the field was off in between"
    bench.ask("32 05 ff 01 01")
    assert bench.ask("4a 01 00") == seen, "one more try"


def test_registers_and_ports_keep_what_is_written(bench: Bench) -> None:
    bench.ask("08 63 02 80 63 05 11")
    assert bench.ask("06 63 02 63 05 63 06") == reply("07 80 11 00")
    bench.ask("0e 81 84")
    bench.ask("0e 00 82")
    assert bench.ask("0c") == reply("0d 01 02 00")
    bench.ask("0e 82 04")
    assert bench.ask("0c") == reply("0d 02 02 00")


def test_registers_tell_of_the_field_and_of_a_call_without_answer(bench: Bench) -> None:
    assert bench.ask("06 63 04") == reply("07 00")
    bench.ask("4a 01 00")
    assert bench.ask("06 63 04 63 39") == reply("07 03 26")
    assert bench.ask("04") == reply("05 00 01 00 00")
    bench.ask("32 01 02")
    assert bench.ask("06 63 04") == reply("07 00")


def test_the_longest_frame_comes_back(bench: Bench) -> None:
    body = b"\x00\x00" + bytes(n & 0xFF for n in range(262))
    assert bench.ask(body) == reply(b"\x01" + body[1:])


def test_before_it_is_configured_it_lists_nothing() -> None:
    bench = Bench()
    bench.wake()
    assert bench.ask("02") == reply("03 32 01 06 07")
    assert bench.ask("4a 01 00") == ERROR
    assert bench.radio.fields_on() == {}
    bench.ask("14 01")
    bench.world.put("red", 1)
    assert bench.ask("4a 01 00") == reply("4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6")


def test_left_alone_it_looks_for_ever() -> None:
    bench = Bench()
    bench.wake()
    bench.ask(CONFIGURE)
    assert bench.ask("4a 01 00", within_s=5.0) == b""
    bench.world.put("red", 1)
    assert bench.wait(bench.chip, 0.02) == reply("4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6")


def test_it_still_looks_after_an_hour_without_anybody_looking() -> None:
    bench = Bench()
    bench.wake()
    bench.ask(CONFIGURE)
    bench.ask("4a 01 00", within_s=0.01)
    bench.time.advance(3600.0)
    assert not bench.chip.ready()
    bench.world.put("red", 1)
    assert bench.wait(bench.chip, 0.02).startswith(reply("4b 01")[:3])


def test_a_tag_that_came_and_went_between_two_looks_was_seen() -> None:
    bench = Bench()
    bench.wake()
    bench.ask(CONFIGURE)
    bench.ask("4a 01 00", within_s=0.01)
    bench.time.advance(0.05)
    bench.world.put("red", 1)
    bench.time.advance(0.05)
    bench.world.lift("red")
    bench.time.advance(0.05)
    assert bench.chip.take() == reply("4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6")


def sleeps(chip: EmulatedChip) -> bool:
    return chip.mode == "asleep"


def test_power_down_sleeps_a_millisecond_after_its_reply(bench: Bench) -> None:
    bench.world.put("red", 1)
    bench.ask("4a 01 00")
    assert bench.ask("16 20") == reply("17 00")
    assert bench.radio.fields_on() == {}
    assert not sleeps(bench.chip)
    bench.time.advance(0.0011)
    assert sleeps(bench.chip)
    bench.chip.write(frame("02"), anew=True)
    assert bench.wait(bench.chip, 0.1) == b""
    bench.chip.wake("i2c")
    assert sleeps(bench.chip), "only SPI was told to wake it"
    bench.chip.wake("spi")
    assert bench.chip.configured
    assert bench.ask("02") == reply("03 32 01 06 07")
