"""The bytes between game and lights helper."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.lights.protocol import (
    LONGEST,
    LightsDone,
    LightsFrame,
    LightsGarbage,
    LightsKeep,
    LightsRefused,
    LightsSetup,
    Message,
    OtherVersion,
    Reason,
    read,
    written,
)
from hardware.lights.settings import ColourOrder, LightCurrents

MA = st.integers(0, 100_000).map(lambda ua: ua / 1000)
MESSAGES = st.one_of(
    st.builds(
        LightsSetup,
        gpio=st.integers(0, 255),
        dma=st.integers(0, 255),
        order=st.sampled_from(get_args(ColourOrder)),
        count=st.integers(0, 65535),
        currents=st.builds(LightCurrents, MA, MA, MA, MA),
        budget_ma=st.integers(0, 2**32 - 1),
    ),
    st.integers(0, 512).map(lambda lights: LightsFrame(bytes(range(3)) * lights)),
    st.just(LightsKeep()),
    st.just(LightsDone()),
    st.builds(LightsRefused, st.sampled_from(get_args(Reason)), st.text(max_size=300)),
)

GOLDEN = [
    ("48 4C 01 03", LightsKeep()),
    ("48 4C 01 04", LightsDone()),
    ("48 4C 01 02 FF 00 80", LightsFrame(b"\xff\x00\x80")),
    ("48 4C 01 05 02 4E 6F 2E", LightsRefused("busy", "No.")),
    (
        "48 4C 01 01 12 0A 47 52 42 40 00" + 3 * "20 4E 00 00" + 2 * "E8 03 00 00",
        LightsSetup(18, 10, "GRB", 64, LightCurrents(20, 20, 20, 1), 1000),
    ),
]


@pytest.mark.parametrize(("packet", "message"), GOLDEN)
def test_messages_are_these_bytes(packet: str, message: Message) -> None:
    assert written(message) == bytes.fromhex(packet)
    assert read(bytes.fromhex(packet)) == message


@given(MESSAGES)
def test_every_message_comes_back_as_it_was(message: Message) -> None:
    assert read(written(message)) == message


@pytest.mark.parametrize("letter", ["x", "ö", "€"])
def test_a_long_reason_is_cut_off(letter: str) -> None:
    packet = written(LightsRefused("failed", letter * 2000))
    assert len(packet) == LONGEST
    assert isinstance(read(packet), LightsRefused)


@given(st.binary(max_size=60))
def test_any_bytes_are_a_message_or_garbage(packet: bytes) -> None:
    try:
        message = read(packet)
    except LightsGarbage:
        return
    assert written(message) == packet or isinstance(message, LightsRefused)


@pytest.mark.parametrize(
    ("packet", "sentence"),
    [
        ("", "its length is 0, where a message has 4 to 1540 bytes"),
        ("48 4C 01", "its length is 3, where a message has 4 to 1540 bytes"),
        ("48 4C 01 02" + "00" * 1539, "its length is 1543, where a message has 4 to 1540 bytes"),
        ("48 4D 01 03", "it does not begin with “HL”"),
        ("48 4C 01 00", "a body of length 0 after a head of kind 0"),
        ("48 4C 01 01 12", "a body of length 1 after a head of kind 1"),
        ("48 4C 01 03 00", "a body of length 1 after a head of kind 3"),
        ("48 4C 01 04 00", "a body of length 1 after a head of kind 4"),
        ("48 4C 01 02 FF 00", "a body of length 2 after a head of kind 2"),
        ("48 4C 01 05", "a body of length 0 after a head of kind 5"),
        ("48 4C 01 05 07", "a body of length 1 after a head of kind 5"),
        (
            "48 4C 01 01 12 0A 47 52 52 40 00" + "00" * 20,
            "'GRR' is no order of red, green and blue",
        ),
        (
            "48 4C 01 01 12 0A FF 52 42 40 00" + "00" * 20,
            "'\N{REPLACEMENT CHARACTER}RB' is no order of red, green and blue",
        ),
    ],
)
def test_what_is_no_message_is_garbage(packet: str, sentence: str) -> None:
    with pytest.raises(LightsGarbage) as garbage:
        read(bytes.fromhex(packet))
    assert str(garbage.value) == sentence


def test_a_frame_as_long_as_a_set_up_is_a_frame() -> None:
    frame = LightsFrame(bytes(27))
    assert read(written(frame)) == frame


def test_words_that_are_cut_within_a_letter_lose_that_letter() -> None:
    assert read(bytes.fromhex("48 4C 01 05 06 4E C3")) == LightsRefused(
        "failed", "N\N{REPLACEMENT CHARACTER}"
    )


def test_another_version_is_told_apart_from_garbage() -> None:
    with pytest.raises(OtherVersion, match="of version 2, and this is version 1"):
        read(bytes.fromhex("48 4C 02 03"))


@pytest.mark.parametrize("count", [-1, 65536])
def test_a_number_that_has_no_place_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="cannot be said"):
        written(LightsSetup(18, 10, "GRB", count, LightCurrents(), 1000))
