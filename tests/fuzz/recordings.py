"""Harnesses of recorded wires, and of the profiles that are made of them."""

import io
from contextlib import suppress
from typing import Final

import msgspec

from controller.bootstrap.trace.measured import measure, profile_of, read_profile, table
from hardware.clock import ManualClock
from hardware.simulated.pn532.replayed import Difference, recorded, replayed_chips
from hardware.trace import BadTrace, Said, TraceWriter, read_trace
from tests.fuzz.harness import Harness, hold

HEAD: Final = b'{"hareboard_trace": 2}\n'
WIRES: Final = (
    HEAD
    + b"""\
{"at_s": 0.0, "wire": 5, "took_s": 0.0001, "sent": "0000ff06fad43205ff0101f400"}
{"at_s": 0.001, "wire": 5, "took_s": 0.00006, "status": "08"}
{"at_s": 0.002, "wire": 5, "took_s": 0.00006, "status": "01"}
{"at_s": 0.0021, "wire": 5, "took_s": 0.0001, "got": "0000ff00ff00"}
{"at_s": 0.0032, "wire": 5, "took_s": 0.00006, "status": "01"}
{"at_s": 0.0033, "wire": 5, "took_s": 0.0001, "got": "0000ff02fed533f800"}
{"at_s": 0.004, "wire": 9, "took_s": 0.0002, "sent": "0000ff04fcd44a0200e000"}
{"at_s": 0.005, "wire": 9, "took_s": 0.0002, "status": "", "error": "unacknowledged"}
{"at_s": 0.006, "wire": 9, "took_s": 0.0005, "status": "01", "got": "0000ff00ff0000000000"}
"""
)
SERIAL: Final = (
    HEAD
    + b"""\
{"at_s": 0.0, "wire": 1, "took_s": 0.0, "sent": "5555000000"}
{"at_s": 0.0, "wire": 1, "took_s": 0.0, "sent": "0000ff02fed4022a00"}
{"at_s": 0.001, "wire": 1, "took_s": 0.0, "got": ""}
{"at_s": 0.002, "wire": 1, "took_s": 0.0, "got": "0000ff00ff"}
{"at_s": 0.003, "wire": 1, "took_s": 0.0, "got": "000000ff06fad50332010607e800"}
"""
)
PROFILE: Final = (
    b'{"hareboard_profile":1,"chips":{"5":{"commands":3,"retried":0,"refused":0,'
    b'"acks_ms":[0.5],"replies_ms":[1.0],"pace":1.0,"preamble":2,"busy":["08"]}}}'
)
ROUNDS: Final = 3
FRAME: Final = bytes.fromhex("0000ff02fed4022a00")


def wires(data: bytes) -> None:
    """Recorded wires are read, measured and replayed, or the line of the mistake is told."""
    try:
        said = list(read_trace(data.decode("utf-8", "replace").splitlines()))
    except BadTrace as error:
        hold(len(str(error)) < 2000, "the mistake is told at length")
        return
    written = _written(said)
    again = list(read_trace(io.StringIO(written)))
    hold(_written(again) == written, "it is not written as it was read")
    measured = measure(said)
    hold(len(list(table(measured.chips))) == 1 + len(measured.chips), "a chip has no line")
    with suppress(ValueError):
        hold(profile_of(measured, "measured").measured, "it has no chip")
        read_profile(msgspec.json.encode(measured), "measured")
    _replay(said)


def _written(said: list[Said]) -> str:
    text = io.StringIO()
    writer = TraceWriter(text, 0.0, wire=True)
    for each in said:
        writer.write(each)
    return text.getvalue()


def _replay(said: list[Said]) -> None:
    """Ask each chip for everything that a driver can ask for."""
    differences: list[Difference] = []
    clock = ManualClock()
    wires = recorded(said)
    for chip in replayed_chips(wires, wires, clock, differences).values():
        for _ in range(ROUNDS):
            with suppress(OSError):
                chip.is_there()
            chip.write(FRAME)
            hold(0 <= chip.status() <= 0xFF, "a status that is no byte")
            with suppress(OSError):
                chip.is_there(reading=True)
            chip.take()
            chip.stream()
            chip.next_s()
    hold(all(len(str(each)) < 20_000 for each in differences), "a difference is told at length")


def profile(data: bytes) -> None:
    """A profile is read, or it is told why it is none."""
    try:
        read = read_profile(data, "a file")
    except ValueError as error:
        hold(len(str(error)) < 500, "the mistake is told at length")
        return
    hold(all(each.preamble >= 1 and each.busy for each in read.measured), "a chip that cannot be")


RECORDINGS: Final = (
    Harness(
        "wires",
        "recorded wires: read, written again, measured and replayed, or the line of the mistake",
        wires,
        lambda: (WIRES, SERIAL),
        (b'"status": ""', b'"error": "bus-error"', b'"got": ""', b"0000ff00ff00", b"1e999", b"\n"),
        longest=4096,
    ),
    Harness(
        "profile",
        "measured chips: a profile, or why it is none",
        profile,
        lambda: (PROFILE,),
        (b'"busy":["01"]', b'"pace":1e999', b"null", b"[]"),
        longest=2048,
    ),
)
