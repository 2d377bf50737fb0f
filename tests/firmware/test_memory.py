"""What memory the firmware takes, in the real MicroPython, whose objects are as large as on a Pico.

The interpreter of the tests collects no garbage while it runs, so what has been taken only grows:
a loop after which no more is taken takes none at all.
"""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from hardware.presses import ButtonSettings
from hardware.scanner.connect import StripWire, wiring
from hardware.scanner.coprocessor import PART, light_messages, wiring_text
from hardware.scanner.frames import Frame, framed
from hardware.scanner.messages import (
    Hello,
    Keep,
    LightsShow,
    Name,
    Order,
    Ping,
    Run,
    Scan,
    Test,
    Wiring,
)
from hardware.scanner.protocol import written
from hardware.sensing.settings import ArraySettings, Place, ScannerPort, Timing, usual_select
from hardware.simulated.rp2040.firmware import FIRMWARE
from tests.support.checkout import SUPPORT
from tests.support.firmware.fed_line import FED_LINE
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

# Not a FedLine: what that allocates once when it is made would be counted as taken by a scan.
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
HOURS: Final = 24
MOVES: Final = 180
"""A move every 20 seconds, for an hour."""
READINGS: Final = 1
"""Phases for each move, of readers in turn: scans take no memory, however many they are."""
BLOCK: Final = 16
SETTLED: Final = 10
"""Hours after which the garbage of the start is gone."""
MOST_LOST: Final = 0.02
LAST: Final = 3
"""Hours of each wiring at the end of which the best counts."""
DAY: Final = (
    FED_LINE
    + """
import gc, micropython
# What the device says counts as acknowledged.
def say(app, cable, frame):
    cable.inward = frame
    cable.at = 0
    link = app._link
    while True:
        app.turn()
        link._acknowledged(link._next - 1 & 0xFF)
        if cable.at == len(frame) and not app._queued and not app._untold:
            return
def play(app, cable, orders, number, count):
    for _ in range(count):
        say(app, cable, orders[number & 0xFF])
        number += 1
"""
)


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


def as_frames(orders: list[Order], first: int = 1) -> list[bytes]:
    """The frames of numbered orders; nothing is ever left for them to acknowledge."""
    numbered = enumerate(map(written, orders), first)
    return [framed(Frame(kind, at & 0xFF, 0, fields)) for at, (kind, fields) in numbered]


def greeting(hour: int) -> list[bytes]:
    """What a host says first: who it is, how this is wired, a name; and it asks all readers."""
    text = text_of_wiring(64, 64 + hour % 2).encode()
    parts = range(0, len(text), PART)
    orders: list[Order] = [Wiring(len(text), at, text[at : at + PART]) for at in parts]
    orders += [Name(hour, f"hour {hour}"), Test()]
    kind, fields = written(Hello(hour))
    return [framed(Frame(kind, 0, 0, fields)), *as_frames(orders)]


def orders_for_ever() -> list[bytes]:
    """256 orders, by number: phases of six readers, new duties of 64 lights, and pings."""
    orders: list[Order] = []
    for move in range(256 // (READINGS + 3)):
        shining = [(move, at, 255 - at) for at in range(64)]
        messages = light_messages([Run(0, tuple(shining))])
        orders += [LightsShow(at > 0, runs) for at, runs in enumerate(messages)]
        for phase in range(READINGS):
            readers = [(6 * (READINGS * move + phase) + at) % 64 for at in range(6)]
            orders.append(Scan(phase, tuple((reader, 0) for reader in readers)))
        orders.append(Ping(move) if move % 2 else Keep())
    frames = as_frames(orders, first=0)
    assert len(frames) == 256
    return frames


def free_and_largest(micropython: Interpreter) -> tuple[int, int]:
    """How many bytes of the heap are free, and how many of these lie in one piece."""
    micropython.run("gc.collect()")
    said = micropython.run("micropython.mem_info()")
    free, largest = re.search(r" free: (\d+)", said), re.search(r"max free sz: (\d+)", said)
    assert free is not None
    assert largest is not None
    return int(free[1]), BLOCK * int(largest[1])


def a_day(micropython: Interpreter) -> Iterator[tuple[int, int]]:
    """Greeted anew and wired in another way every hour, and played on; what is free after each."""
    for hour in range(HOURS):
        said = greeting(hour)
        micropython.run(f"for frame in {said!r}:\n    say(app, cable, frame)")
        count = MOVES * (READINGS + 3)
        micropython.run(f"play(app, cable, orders, {len(said)}, {count})", timeout_s=600)
        yield free_and_largest(micropython)


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


@pytest.mark.long
def test_a_day_of_play_leaves_the_largest_free_piece_as_it_was() -> None:
    """It is wired in two ways by turns, which leave different pieces.

    What only looks like an address may keep a piece for an hour: MicroPython's collector takes any
    word on the stack for one. So the best of the last hours counts.
    """
    with Interpreter(quiet(text_of_wiring(64, 64)), never, HEAP_BYTES) as micropython:
        micropython.run(DAY + f"orders = {orders_for_ever()!r}")
        micropython.run("from app import App\ncable = FedLine()\napp = App(cable)")
        hours = list(a_day(micropython))
        bad = int(micropython.run("print(app._link.bad)"))
    print(f"free and in one piece after each hour: {hours}")
    assert bad == 0
    for wired_alike in (hours[::2], hours[1::2]):
        (free, largest), late = wired_alike[SETTLED // 2], wired_alike[-LAST:]
        assert max(free_then for free_then, _ in late) > (1 - MOST_LOST) * free
        assert max(largest_then for _, largest_then in late) > (1 - MOST_LOST) * largest
