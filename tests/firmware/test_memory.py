"""What memory the firmware takes, in the real MicroPython, whose objects are as large as on a Pico.

The interpreter of the tests collects no garbage while it runs, so what has been taken only grows:
a loop after which no more is taken takes none at all.
"""

from typing import Final

import pytest

from hardware.presses import ButtonSettings
from hardware.scanner.connect import StripWire, wiring
from hardware.scanner.coprocessor import wiring_text
from hardware.scanner.frames import Frame, framed
from hardware.scanner.messages import (
    Hello,
    Ping,
    Scan,
)
from hardware.scanner.protocol import written
from hardware.sensing.settings import ArraySettings, Place, ScannerPort, Timing, usual_select
from hardware.simulated.rp2040.firmware import FIRMWARE
from tests.support.checkout import SUPPORT
from tests.support.interpreter import Interpreter, as_bytecode

QUIET: Final = SUPPORT / "firmware" / "quiet"
SCANS: Final = 2000
MANY: Final = 10_000
WARM: Final = 600
"""Until the numbers of messages have gone round twice."""
HEAP_BYTES: Final = 190 * 1024
MOST_BYTES: Final = 120_000
READERS: Final = 2
"""One with a tag, and an empty one; they take turns."""
AT_ONCE: Final = Timing(field_rise_s=0, try_s=0, activation_s=0, guard_s=0, poll_s=0)

LINE: Final = """
import gc
class Line:
    # The host: says the next thing when the device has answered the one before.
    def __init__(self, told):
        self.told = told
        self.number = 0
        self.at = 0
        self.answers = 0
        self.asked = 0
    def take(self, into, at, end):
        told = self.told[self.number]
        while at < end and self.at < len(told):
            into[at] = byte = told[self.at]
            self.at += 1
            at += 1
            if not byte:
                break
        return at
    def put(self, data):
        # A short frame acknowledges only; a phase has come to its end by its answer.
        if data[1] == 132 or data[1] == 135 or data[1] == 129:
            self.next()
    def next(self):
        self.answers += 1
        self.at = 0
        self.number += 1
        if self.number == len(self.told):
            self.number = 1
"""
LOOP: Final = """
def scan(app, line, count):
    until = line.answers + count
    while line.answers < until:
        app.turn()
"""


def text_of_wiring(readers: int, lights: int) -> str:
    places = {square: Place(0, square) for square in range(1, readers + 1)}
    port = ScannerPort("one", "/dev/one", usual_select(tuple(places)))
    buttons = ButtonSettings({"confirm": "GP10", "take-back": "GP11"})
    settings = ArraySettings(places, timing=AT_ONCE)
    return wiring_text(wiring(port, settings, StripWire("GP22", lights, "GRB"), buttons)).decode()


def said_by_a_host() -> list[bytes]:
    """A hello, and 256 orders whose numbers and acknowledgements go round for ever."""
    kind, fields = written(Hello(7))
    told = [framed(Frame(kind, 0, 0, fields))]
    for number in [*range(1, 256), 0]:
        acknowledged = (number - 1) % 256
        if number % 64 == 5:
            kind, fields = written(Ping(number))
        else:
            reader = number % READERS
            kind, fields = written(Scan(number, ((reader, reader == 0),)))
        told.append(framed(Frame(kind, number, acknowledged, fields)))
    return told


def quiet(wiring_text: str) -> dict[str, str]:
    files = [*FIRMWARE.glob("*.py"), *QUIET.glob("*.py")]
    texts = {path.name: path.read_text("utf-8") for path in files if path.stem != "__init__"}
    return {**as_bytecode(texts), "wiring.json": wiring_text}


def never(_: str) -> str:
    raise AssertionError("nothing is asked")


@pytest.mark.long
@pytest.mark.parametrize("scans", [SCANS, MANY])
def test_thousands_of_scans_take_no_memory(scans: int) -> None:
    files = quiet(text_of_wiring(READERS, 16))
    with Interpreter(files, never, HEAP_BYTES) as micropython:
        micropython.run(LINE + LOOP)
        micropython.run("from app import App\nline = Line(" + repr(said_by_a_host()) + ")")
        micropython.run(f"app = App(line)\nscan(app, line, {WARM})", timeout_s=300)
        said = micropython.run(
            "before = gc.mem_alloc()\n"
            f"scan(app, line, {scans})\n"
            "after = gc.mem_alloc()\n"
            "print(before, after, app._link.bad)",
            timeout_s=300,
        )
    before, after, bad = map(int, said.split())
    assert bad == 0
    assert after - before == 0


def test_the_whole_firmware_has_room_on_a_pico() -> None:
    """Sixty-four readers, as many lights as there can be, and buttons.

    The peak counts all that was ever taken on the way, as if nothing were ever collected.
    """
    files = quiet(text_of_wiring(64, 300))
    with Interpreter(files, never, HEAP_BYTES) as micropython:
        micropython.run("import gc\nempty = gc.mem_alloc()")
        said = micropython.run(
            "from app import App\n"
            "class Line:\n    def take(self, into, at, end):\n        return at\n"
            "print(gc.mem_alloc() - empty)"
        )
        loading = int(said)
        said = micropython.run("app = App(Line())\nprint(gc.mem_alloc() - empty)")
        peak = int(said)
        held = int(micropython.run("gc.collect()\nprint(gc.mem_alloc() - empty)"))
    print(f"{loading} bytes taken by loading, {peak} at most, {held} held")
    assert held < peak < MOST_BYTES
