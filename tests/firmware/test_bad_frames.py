"""Damaged frames in the real MicroPython: nothing wrong is ever understood."""

from typing import Final

from hardware.scanner.frames import Unframer
from tests.support.checkout import ROOT
from tests.support.firmware.fed_line import FED_LINE
from tests.support.interpreter import Interpreter, as_bytecode
from tests.support.scanner.ends import Stream

FIRMWARE: Final = ROOT / "firmware"
FRAMES: Final = 5000

UNDERSTOOD: Final = (
    FED_LINE
    + """
import link

with open("stream.hex") as file:
    line = FedLine(bytes.fromhex(file.read()))
end = link.Link(line)


def hear(kind):
    print(bytes(end.body[3 : end.length]).hex())


while line.at < len(line.inward):
    end.poll(hear)
"""
)


def test_whatever_comes_only_what_was_sent_is_understood() -> None:
    stream = Stream(2, FRAMES)
    files = as_bytecode(
        {name: (FIRMWARE / name).read_text("utf-8") for name in ("link.py", "words.py")}
    )
    files["stream.hex"] = b"".join(stream.pieces).hex()
    with Interpreter(files, lambda _: "", heap_bytes=4 << 20) as micropython:
        said = micropython.run(UNDERSTOOD).split()
        bad = micropython.run("print(end.bad)")
    stream.check(map(bytes.fromhex, said))
    host = Unframer()
    heard = [frame for piece in stream.pieces for frame in host.take(piece)]
    assert said == [frame.fields.hex() for frame in heard]
    assert int(bad) == host.dropped > FRAMES / 4
