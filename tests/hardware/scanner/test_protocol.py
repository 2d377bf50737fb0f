"""What is made from firmware/PROTOCOL.md, and the host's messages, which say what it says."""

import contextlib
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.ports import Uid
from hardware.scanner import words
from hardware.scanner.frames import CRC, HEAD, MOST_FIELDS, Frame, Unframer, framed
from hardware.scanner.messages import (
    Answer,
    AskChip,
    ChipTold,
    ContactChanged,
    Done,
    Hello,
    Keep,
    LightsShow,
    Listen,
    Name,
    Order,
    Ping,
    Pong,
    Pulse,
    ReaderWoke,
    Report,
    Restart,
    Run,
    Scan,
    Scanned,
    ScannerRefused,
    SetClock,
    Test,
    Tested,
    ToldTransfer,
    Wake,
    Welcome,
    WiresTold,
    Wiring,
)
from hardware.scanner.protocol import Garbage, read, runs, written
from tools.protocol import VECTORS, files, read_page

MESSAGES: Final = read_page().messages


def _asks(said: str) -> tuple[tuple[int, int], ...]:
    return tuple((byte & 0x3F, byte >> 6) for byte in bytes.fromhex(said))


ORDERS: Final[Mapping[str, Callable[[Mapping[str, Any]], Order]]] = {
    "HELLO": lambda said: Hello(said["session"], said["protocol"]),
    "WIRING": lambda said: Wiring(said["total"], said["offset"], bytes.fromhex(said["part"])),
    "SCAN": lambda said: Scan(said["slot"], _asks(said["asks"])),
    "WAKE": lambda said: Wake(said["reader"], bool(said["bus"])),
    "LIGHTS": lambda _: LightsShow(
        show=True, runs=(Run(0, ((255, 0, 0), (0, 0, 255))), Run(63, ((1, 2, 10),)))
    ),
    "KEEP": lambda _: Keep(),
    "PING": lambda said: Ping(said["token"]),
    "NAME": lambda said: Name(said["number"], said["name"]),
    "TEST": lambda _: Test(),
    "RESTART": lambda said: Restart(bool(said["stay"])),
    "LISTEN": lambda said: Listen(bool(said["on"])),
    "ASK": lambda said: AskChip(
        said["reader"], said["ack_ms"], said["slack_ms"], bytes.fromhex(said["command"])
    ),
    "CLOCK": lambda said: SetClock(said["hz"]),
    "PULSE": lambda said: Pulse(said["ms"]),
}
"""What the host says, from the fields of an example."""

REPORTS: Final[Mapping[str, Report]] = {
    "WELCOME": Welcome(
        5, 0xDEADBEEF, (5, 0, 0), 3, 1 << 31, False, 64, "e66118604b723a21", "rangée 3"
    ),
    "DONE": Done(words.WIRING),
    "REFUSED": ScannerRefused(words.SCAN, words.NO_WIRING, "no wiring"),
    "SCANNED": Scanned(
        258,
        True,
        words.CLOCK_US - 1,
        (
            Answer(0, 0),
            Answer(7, 10 * words.TICK_US, (Uid("04a1b2c3d4e5f6"),)),
            Answer(10, 11 * words.TICK_US, (Uid("9c3d27f0"), Uid("04a1b2c3d4e5f7"))),
            Answer(5, 65535 * words.TICK_US, failure="no-reply", field_lost=True),
        ),
    ),
    "WOKE": ReaderWoke(63, None),
    "BUTTON": ContactChanged(7, True, 0),
    "PONG": Pong(0xFFFFFFFF, words.CLOCK_US // 2, 65535),
    "TESTED": Tested(64, frozenset(range(63)), 131072),
    "WIRE": WiresTold(
        1,
        (
            ToldTransfer(5, "sent", 0x3FFFFFFF, 176, bytes.fromhex("0000ff02fed4022a00")),
            ToldTransfer(5, "status", 176, 66, b"\x08"),
            ToldTransfer(63, "status", 300, 0xFFFF, b"\x01"),
            ToldTransfer(5, "got", 500, 90, bytes.fromhex("0000ff00ff00")),
        ),
    ),
    "TOLD": ChipTold(None, 1042, 65536, bytes.fromhex("00ff00aa55")),
}
"""What the examples of a device's messages mean."""


def vectors() -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))
    return told


def _frame(vector: Mapping[str, Any]) -> Frame:
    """What a vector says, as the page has it."""
    number, acknowledged = vector["number"], vector["acknowledged"]
    body = MESSAGES[vector["name"]].body(number, acknowledged, vector["fields"])
    return Frame(body[0], number, acknowledged, body[HEAD:-CRC])


WIRES: Final = [bytes.fromhex(each["wire"]) for each in vectors()]
FRAMES: Final = list(map(_frame, vectors()))


def test_the_generated_files_say_what_the_page_says() -> None:
    for path, text in files(read_page()).items():
        assert path.read_text("utf-8") == text, f"{path.name}: run python -m tools.protocol"


def test_every_message_has_an_example() -> None:
    assert {each["name"] for each in vectors()} == set(MESSAGES)
    assert {*ORDERS, *REPORTS, "ACK"} == set(MESSAGES)


def test_frames_of_every_length_are_among_the_vectors() -> None:
    lengths = {len(each.fields) for each in FRAMES}
    assert lengths >= set(range(4, MOST_FIELDS + 1))


def test_the_host_writes_exactly_the_bytes_of_the_vectors() -> None:
    for vector, wire in zip(vectors(), WIRES, strict=True):
        name, number, acknowledged = vector["name"], vector["number"], vector["acknowledged"]
        if name == "ACK":
            kind, fields = words.ACK, b""
        elif name in ORDERS:
            kind, fields = written(ORDERS[name](vector["fields"]))
        else:
            continue
        assert framed(Frame(kind, number, acknowledged, fields)) == wire, vector


def test_the_host_reads_these_values_from_the_vectors_of_a_device() -> None:
    heard = {}
    for vector, wire in zip(vectors(), WIRES, strict=True):
        (frame,) = Unframer().take(wire)
        assert (frame.number, frame.acknowledged) == (vector["number"], vector["acknowledged"])
        if vector["name"] in REPORTS:
            heard[vector["name"]] = read(frame.kind, frame.fields)
    assert heard == REPORTS


def test_frames_are_told_apart() -> None:
    unframer = Unframer()
    assert list(unframer.take(b"".join(WIRES))) == FRAMES
    assert unframer.dropped == 0


def _pieces(data: bytes, rng: random.Random, longest: int) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        end = at + rng.randrange(longest + 1)
        yield data[at:end]
        at = end


@pytest.mark.parametrize("longest", [1, 2, 7, 64, 600])
def test_bytes_may_come_in_any_pieces(longest: int) -> None:
    unframer = Unframer()
    pieces = _pieces(b"".join(WIRES), random.Random(longest), longest)
    assert [frame for piece in pieces for frame in unframer.take(piece)] == FRAMES
    assert unframer.dropped == 0


def test_zeros_between_frames_are_nothing() -> None:
    unframer = Unframer()
    assert list(unframer.take(b"\0\0\0".join([b"", *WIRES, b""]))) == FRAMES
    assert unframer.dropped == 0


@given(st.integers(0, MOST_FIELDS), st.randoms(use_true_random=False))
def test_whatever_is_framed_is_unframed(length: int, rng: random.Random) -> None:
    kind, number, acknowledged = rng.randbytes(3)
    frame = Frame(kind, number, acknowledged, bytes(rng.choice((0, 255, 7)) for _ in range(length)))
    wire = framed(frame)
    assert wire.index(0) == len(wire) - 1
    assert list(Unframer().take(wire)) == [frame]


def test_what_is_longer_than_the_longest_is_not_framed() -> None:
    framed(Frame(words.WIRING, 1, 0, bytes(MOST_FIELDS)))
    with pytest.raises(
        ValueError, match=f"{words.LONGEST + 1} bytes, where a body has at most {words.LONGEST}"
    ):
        framed(Frame(words.WIRING, 1, 0, bytes(MOST_FIELDS + 1)))


@given(st.integers(0, 255), st.binary(max_size=MOST_FIELDS))
def test_whatever_comes_is_a_message_or_garbage(kind: int, fields: bytes) -> None:
    with contextlib.suppress(Garbage):
        assert read(kind, fields) is not None


@given(st.sampled_from(sorted(REPORTS)), st.integers(0, 40))
def test_a_message_that_is_cut_short_is_garbage_or_says_less(name: str, left: int) -> None:
    frame = next(each for each in FRAMES if each.kind == getattr(words, name))
    if left >= len(frame.fields):
        return
    try:
        said = read(frame.kind, frame.fields[:left])
    except Garbage:
        return
    assert type(said) is type(REPORTS[name])
    assert said != REPORTS[name]


Duties = list[tuple[int, int, int]]
_SHADES: Final = st.sampled_from([(0, 0, 0), (255, 0, 0), (0, 7, 0)])


@given(
    st.integers(0, 300).flatmap(
        lambda count: st.tuples(
            st.lists(_SHADES, min_size=count, max_size=count),
            st.lists(_SHADES, min_size=count, max_size=count),
        )
    )
)
def test_runs_of_lights_make_one_frame_of_the_other(frames: tuple[Duties, Duties]) -> None:
    before, after = frames
    shown = list(before)
    for run in runs(before, after):
        assert 1 <= len(run.duties) <= 255
        shown[run.first : run.first + len(run.duties)] = run.duties
    assert shown == after


def test_lights_that_stay_as_they_are_cost_nothing() -> None:
    assert runs([(1, 2, 3)] * 300, [(1, 2, 3)] * 300) == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ([], []),
        ([5], [(5, 1)]),
        ([5, 6, 7], [(5, 3)]),
        ([5, 7], [(5, 3)]),
        ([5, 8], [(5, 1), (8, 1)]),
        ([0, 2, 5, 6, 299], [(0, 3), (5, 2), (299, 1)]),
        (range(20, 275), [(20, 255)]),
        (range(20, 276), [(20, 255), (275, 1)]),
    ],
    ids=str,
)
def test_a_gap_of_one_light_is_said_along(
    changed: Sequence[int], said: list[tuple[int, int]]
) -> None:
    after = [(7, 7, 7) if place in changed else (0, 0, 0) for place in range(300)]
    assert [(run.first, len(run.duties)) for run in runs([(0, 0, 0)] * 300, after)] == said


def test_the_longest_run_at_the_last_place_is_written() -> None:
    fields = written(LightsShow(show=True, runs=(Run(0xFFFF, ((1, 2, 3),) * 255),)))[1]
    assert fields.endswith(b"\xff\xff\xff" + bytes((1, 2, 3)) * 255)


def test_frames_that_are_none_are_counted() -> None:
    unframer = Unframer()
    assert list(unframer.take(b"abc\0de\0\0fg\0")) == []
    assert unframer.dropped == 3
