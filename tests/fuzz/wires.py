"""Harnesses of what devices send: PN532 chips, co-processors, the lights helper."""

from collections.abc import Generator, Iterator
from typing import Any, Final

from hardware.clock import ManualClock
from hardware.errors import BadReply, ReaderError
from hardware.lights import protocol as lights
from hardware.lights.server import LightsServer
from hardware.lights.settings import LightCurrents
from hardware.pn532.chip import Chip, targets
from hardware.pn532.uart import SerialPort, UartWire
from hardware.pn532.wire import ACK
from hardware.scanner import protocol as scanner
from hardware.scanner.frames import MOST_FIELDS, Frame, Unframer, framed
from hardware.scanner.words import HELLO
from hardware.sensing.settings import ArraySettings, Place
from tests.fuzz.harness import Harness, hold
from tests.hardware.lights.test_server import Case
from tests.hardware.pn532.wires.test_uart import ScriptedPort
from tests.support.pn532.frames import NONE, frame
from tests.support.scanner.ends import FirmwareUnframer

MOST_STEPS: Final = 2000
SETTINGS: Final = ArraySettings({1: Place(0, 0)}, retries=1)
UIDS: Final = (8, 14, 20)
ONE_TAG: Final = frame("d5 4b 01 01 00 04 08 04 11 22 33 44")
TWO_TAGS: Final = frame("d5 4b 02 01 00 04 08 04 11 22 33 44 02 00 44 00 07 04 01 02 03 04 05 06")
FIRMWARE: Final = frame("d5 03 32 01 06 07")
SETUP: Final = lights.LightsSetup(18, 10, "GRB", 2, LightCurrents(), 1000)


def tag_list(data: bytes) -> None:
    """The bytes of a list of tags are at most two UIDs, or no list."""
    try:
        uids = targets(data)
    except BadReply as error:
        hold(len(str(error)) < 200 + 2 * len(data), "the mistake is told at length")
        return
    hold(len(uids) <= 2, "more than two tags")
    hold(all(len(uid) in UIDS for uid in uids), "a UID of another length")


class _Scripted:
    """A wire whose chip sends what it was given, however much is asked for at once."""

    late_s = 0.0

    def __init__(self, data: bytes) -> None:
        self._data = data

    def wake(self) -> None:
        pass

    def write(self, frame: bytes) -> None:
        pass

    def ready(self) -> bool:
        taken, self._data = self._data[:1], self._data[1:]
        return taken != b"\0"  # a first byte of 0: not yet

    def read(self, most: int) -> bytes:
        taken, self._data = self._data[:most], self._data[most:]
        return taken


def chip(data: bytes) -> None:
    """A chip that sends anything is set up and read, or has a known failure, in time."""
    clock = ManualClock()
    talker = Chip(_Scripted(data), clock, SETTINGS)
    for steps in (talker.configure(), talker.list_tags(), talker.switch_field_off()):
        _finish(steps, clock)


def serial_chip(data: bytes) -> None:
    """The same over a serial port, whose bytes come in pieces: the first byte is their size."""
    port = ScriptedPort()
    clock = ManualClock()
    wire = UartWire(SerialPort("a port", lambda: port))
    talker = Chip(wire, clock, SETTINGS)
    size = data[0] % 32 + 1 if data else 1
    pieces = [data[at : at + size] for at in range(1, len(data), size)]

    def arrive() -> None:
        if pieces:
            port.incoming += pieces.pop(0)

    for steps in (talker.configure(), talker.list_tags()):
        _finish(steps, clock, arrive)


def _finish(steps: Generator[float, None, Any], clock: ManualClock, then: Any = None) -> None:
    for _ in range(MOST_STEPS):
        try:
            at_s = next(steps)
        except (StopIteration, ReaderError):
            return
        clock.advance(max(0.0, at_s - clock.now_s()) + 1e-6)
        if then is not None:
            then()
    hold(False, "it never ends")


def coprocessor_frames(data: bytes) -> None:
    """Both ends understand the same frames, each with a right checksum, in bounded memory."""
    host, device = Unframer(), FirmwareUnframer()
    heard = [each for piece in _pieces(data) for each in host.take(piece)]
    other = [each for piece in _pieces(data) for each in device.take(piece)]
    # Before a HELLO the firmware passes over everything else.
    begun = [each for each in heard if each.kind == HELLO]
    hold(other == begun, "the two ends understand different frames")
    hold(device.dropped == host.dropped, "the two ends drop different frames")
    for each in heard:
        hold(list(Unframer().take(framed(each))) == [each], "it is no frame")
    hold(len(heard) <= data.count(b"\0"), "more frames than ends of frames")


def coprocessor_messages(data: bytes) -> None:
    """A frame of any kind, the first byte, and fields is a report, or none."""
    if not data:
        return
    try:
        scanner.read(data[0], data[1:])
    except scanner.Garbage as error:
        hold(len(str(error)) < 300 + 4 * len(data), "the mistake is told at length")


def lights_helper(data: bytes) -> None:
    """Messages of any content, each after its length: done, or refused without a change."""
    case = Case()
    server: LightsServer = case.desk
    server.hear("ours", lights.written(SETUP), 0.0)
    for packet in _packets(data):
        before = server.setup
        said = server.hear("ours", packet, 0.5)
        hold(len(said) <= lights.LONGEST, "the answer is too long")
        answer = lights.read(said)
        hold(isinstance(answer, lights.LightsDone | lights.LightsRefused), "it is no answer")
        if isinstance(answer, lights.LightsRefused):
            hold(server.setup == before, "a refused message has changed the strip")
            hold(answer.reason != "failed", "the strip has failed")
        for strip in case.strips:
            hold(
                all(0 <= part <= 255 for each in strip.frames[-1:] for rgb in each for part in rgb),
                "no duty of a light",
            )


def _packets(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        size = data[at]
        yield data[at + 1 : at + 1 + size]
        at += 1 + size


def _pieces(data: bytes) -> Iterator[bytes]:
    for at in range(0, len(data), 7):
        yield data[at : at + 7]


def _sized(*packets: bytes) -> bytes:
    return b"".join(bytes([len(each)]) + each for each in packets)


WIRES: Final = (
    Harness(
        "tags",
        "lists of tags: at most two UIDs, or no list",
        tag_list,
        lambda: (b"\0", ONE_TAG[7:-2], TWO_TAGS[7:-2]),
        (b"\x20", b"\x04", b"\x07", b"\x0a", b"\xff"),
        longest=262,
    ),
    Harness(
        "chip",
        "frames of a PN532 over SPI or I2C: a reading or a known failure, in time",
        chip,
        lambda: (
            b"\1" + ACK + b"\1" + FIRMWARE,
            b"\1" + ACK + b"\0\1" + ONE_TAG + b"\1" + ACK + b"\1" + NONE,
        ),
        (
            b"\1" + ACK,
            b"\1" + ONE_TAG,
            b"\1" + TWO_TAGS,
            b"\1" + NONE,
            b"\0\0\xff\0\xff\0",
            b"\xff\xff\0",
        ),
        longest=600,
    ),
    Harness(
        "serial-chip",
        "the same over a serial port, in pieces",
        serial_chip,
        lambda: (
            b"\x08" + ACK + FIRMWARE,
            b"\x01" + ACK + ONE_TAG + ACK + NONE,
            b"\x1f" + TWO_TAGS,
        ),
        (ACK, ONE_TAG, TWO_TAGS, NONE, b"\0\0\xff\xff\xff"),
        longest=600,
    ),
    Harness(
        "frames",
        "bytes between host and co-processor: both ends understand the same",
        coprocessor_frames,
        lambda: (
            framed(Frame(HELLO, 0, 0, b"good")) * 3,
            framed(Frame(5, 1, 2, bytes(MOST_FIELDS))),
            b"\1\1\0\0" + framed(Frame(9, 255, 255, b"")),
        ),
        (b"\0", b"\xff" * 255, framed(Frame(HELLO, 0, 0, b"good"))),
        longest=1500,
    ),
    Harness(
        "messages",
        "messages of a co-processor: a report, or none",
        coprocessor_messages,
        lambda: tuple(
            bytes([kind]) + body for kind in range(24) for body in (b"", bytes(12), bytes(40))
        ),
        longest=260,
    ),
    Harness(
        "lights",
        "messages to the lights helper: done, or refused without a change",
        lights_helper,
        lambda: (
            _sized(lights.written(SETUP), lights.written(lights.LightsFrame(bytes(6)))),
            _sized(lights.written(lights.LightsKeep()), lights.written(lights.LightsDone())),
        ),
        (b"HL\1\1", b"HL\1\2", b"HL\1\3", b"HL\1\4", b"HL\1\5", b"HL\2\1", b"GRB", b"RGB"),
        longest=2000,
    ),
)
