"""The firmware's end of the line in the real MicroPython: vectors, and frames of every length."""

import json
import random
import zlib
from collections.abc import Iterator
from typing import Any, Final

import pytest
from cobs import cobs

from hardware.scanner import words
from hardware.scanner.frames import CRC, HEAD, MOST_FIELDS, Frame, framed
from tests.support.checkout import ROOT
from tests.support.firmware.fed_line import FED_LINE
from tests.support.interpreter import Interpreter, as_bytecode
from tools.protocol import VECTORS, read_page

FIRMWARE: Final = ROOT / "firmware"
NUMBERS: Final = 256
FROM_DEVICE: Final = 128
"""Kinds of messages from here on are a device's."""

PREPARED: Final = (
    FED_LINE
    + """
import json
import link
import words


class Line(FedLine):
    def __init__(self):
        super().__init__()
        self.outward = b""

    def put(self, data):
        self.outward += bytes(data)


line = Line()
end = link.Link(line)
end.forget()
heard = []


def hear(kind):
    body = end.body
    heard.append([kind, body[1], body[2], bytes(body[3 : end.length]).hex()])


def come(data):
    line.inward = data
    line.at = 0
    while line.at < len(data):
        end.poll(hear)


def say(kind, fields, numbered=True):
    line.outward = b""
    (end.begin if numbered else end.begin_plain)(kind)
    end.put_bytes(fields)
    (end.send if numbered else end.send_plain)()
    return line.outward.hex()
"""
)


@pytest.fixture
def micropython() -> Iterator[Interpreter]:
    files = as_bytecode(
        {name: (FIRMWARE / name).read_text("utf-8") for name in ("link.py", "words.py")}
    )
    with Interpreter(files, lambda _: "") as running:
        running.run(PREPARED)
        yield running


def answered(micropython: Interpreter, code: str) -> Any:
    """What a piece of code comes to."""
    return json.loads(micropython.run(f"print(json.dumps({code}))"))


def vectors() -> list[tuple[Frame, bytes]]:
    """Every vector: what the page says it is, and its bytes."""
    messages = read_page().messages
    made = []
    for each in json.loads(VECTORS.read_text("utf-8")):
        number, acknowledged = each["number"], each["acknowledged"]
        body = messages[each["name"]].body(number, acknowledged, each["fields"])
        frame = Frame(body[0], number, acknowledged, body[HEAD:-CRC])
        made.append((frame, bytes.fromhex(each["wire"])))
    return made


def test_every_vector_of_the_host_is_taken_in(micropython: Interpreter) -> None:
    said = [each for each in vectors() if each[0].kind < FROM_DEVICE]
    wires, expected, due = [], [], 1
    for frame, wire in said:
        numbered = frame.kind not in (words.ACK, words.HELLO)
        while numbered and due != frame.number:
            # What comes before has to have come.
            wires.append(framed(Frame(words.KEEP, due, 0, b"")))
            expected.append([words.KEEP, due, 0, ""])
            due = (due + 1) % NUMBERS
        wires.append(wire)
        expected.append([frame.kind, frame.number, frame.acknowledged, frame.fields.hex()])
        due = (due + 1) % NUMBERS if numbered else due
    micropython.run("\n".join(f"come(bytes.fromhex({wire.hex()!r}))" for wire in wires))
    assert answered(micropython, "heard") == expected
    assert {len(frame.fields) for frame, _ in said} >= set(range(4, MOST_FIELDS + 1))
    assert answered(micropython, "end.bad") == 0


def test_every_vector_of_a_device_is_what_it_writes(micropython: Interpreter) -> None:
    heard = 0
    for frame, wire in vectors():
        if frame.kind < FROM_DEVICE:
            continue
        for number in range(heard + 1, frame.acknowledged + 1):
            # It acknowledges what it has taken in, and is acknowledged, for its window is short.
            said = framed(Frame(words.KEEP, number, number - 1, b""))
            micropython.run(f"come(bytes.fromhex({said.hex()!r}))")
            heard = number
        acknowledged = framed(Frame(words.ACK, 0, (frame.number - 1) % NUMBERS, b""))
        micropython.run(f"come(bytes.fromhex({acknowledged.hex()!r}))")
        numbered = frame.kind != words.WELCOME
        code = f"say({frame.kind}, bytes.fromhex({frame.fields.hex()!r}), {numbered})"
        assert answered(micropython, code) == wire.hex()


def test_an_acknowledgement_by_itself_is_the_vector_of_it(micropython: Interpreter) -> None:
    frame, wire = next(each for each in vectors() if each[0].kind == words.ACK)
    for number in range(1, frame.acknowledged + 1):
        micropython.run(f'line.outward = b""\ncome({framed(Frame(words.KEEP, number, 0, b""))!r})')
    assert answered(micropython, "line.outward.hex()") == wire.hex()


def test_frames_of_every_length_are_written_as_the_page_says(micropython: Interpreter) -> None:
    rng = random.Random(1)
    code, wires = ["said = []"], []
    for number, length in enumerate(range(MOST_FIELDS + 1), start=1):
        fields = bytes(rng.choice((0, 0, 255, rng.randrange(256))) for _ in range(length))
        body = bytes((words.SCANNED, number % NUMBERS, 0)) + fields
        body += zlib.crc32(body).to_bytes(CRC, "little")
        acknowledged = framed(Frame(words.ACK, 0, (number - 1) % NUMBERS, b""))
        code.append(f"come({acknowledged!r})")
        code.append(f"said.append(say({words.SCANNED}, bytes.fromhex({fields.hex()!r})))")
        wires.append((cobs.encode(body) + b"\0").hex())
    micropython.run("\n".join(code))
    assert answered(micropython, "said") == wires


def test_no_more_is_said_than_a_frame_has_room_for(micropython: Interpreter) -> None:
    whole = framed(Frame(words.SCANNED, 1, 0, b"\xaa" * MOST_FIELDS))
    assert answered(micropython, f"say({words.SCANNED}, b'\\xaa' * 300)") == whole.hex()
    assert answered(micropython, "end.left()") == 0


def test_numbers_are_written_whole(micropython: Interpreter) -> None:
    for number, value in enumerate((0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF), start=1):
        acknowledged = framed(Frame(words.ACK, 0, number - 1, b""))
        micropython.run(
            f'come({acknowledged!r})\nline.outward = b""\nend.begin({words.PONG})\n'
            f"end.put32({value})\nend.put16({value})\nend.put8({value} & 255)\nend.send()"
        )
        fields = value.to_bytes(4, "little") + (value & 0xFFFF).to_bytes(2, "little")
        wire = framed(Frame(words.PONG, number, 0, fields + bytes((value & 0xFF,))))
        assert answered(micropython, "line.outward.hex()") == wire.hex()
