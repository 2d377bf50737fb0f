"""What goes over any wire, byte by byte, in both directions.

The frames are those of the tables in the PN532 user manual, UM0701-02.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest

from hardware.clock import ManualClock
from hardware.errors import BadReply, BusError, NoAck, NoReply, ReaderError
from hardware.pn532.chip import Chip, Steps, targets
from hardware.pn532.wire import ACK, NACK, Wire
from hardware.sensing.settings import ArraySettings
from tests.support.pn532.frames import FIELD_OFF, LIST, NONE, frame, hexed

_T = TypeVar("_T")


class ScriptedWire:
    """A wire whose other end follows a script: what is to be written, and what is to be read."""

    def __init__(self, script: Sequence[tuple[bytes, Sequence[bytes]]]) -> None:
        self._script = list(script)
        self._waiting: list[bytes] = []
        self.woken = 0
        self.late_s = 0.0
        self.aborted = 0
        self.late: list[bytes] = []

    def wake(self) -> None:
        self.woken += 1

    def write(self, data: bytes) -> None:
        if data == ACK:
            self.aborted += 1
            return
        expected, answers = self._script.pop(0)
        assert data.hex(" ") == expected.hex(" ")
        self._waiting = list(answers)

    def ready(self) -> bool:
        return bool(self._waiting or self.late)

    def read(self, most: int) -> bytes:
        return (self.late or self._waiting).pop(0)[:most]

    @property
    def done(self) -> bool:
        return not self._script and not self._waiting


def carry_out(clock: ManualClock, steps: Steps[_T]) -> _T:
    try:
        while True:
            clock.advance(max(0.0, next(steps) - clock.now_s()))
    except StopIteration as end:
        result: _T = end.value
        return result


def chip_on(wire: Wire, retries: int = 1) -> tuple[Chip, ManualClock]:
    clock = ManualClock(1.0)
    return Chip(wire, clock, ArraySettings({}, retries=retries)), clock


def test_configuring_asks_who_it_is_and_sets_it_up() -> None:
    wire = ScriptedWire(
        [
            (
                hexed("00 00 ff 02 fe d4 02 2a 00"),
                [ACK, hexed("00 00 ff 06 fa d5 03 32 01 06 07 e8 00")],
            ),
            (
                hexed("00 00 ff 05 fb d4 14 01 14 01 02 00"),
                [ACK, hexed("00 00 ff 02 fe d5 15 16 00")],
            ),
            (
                hexed("00 00 ff 06 fa d4 32 05 ff 01 02 f3 00"),
                [ACK, hexed("00 00 ff 02 fe d5 33 f8 00")],
            ),
            (FIELD_OFF, [ACK, hexed("00 00 ff 02 fe d5 33 f8 00")]),
        ]
    )
    chip, clock = chip_on(wire, retries=2)
    carry_out(clock, chip.configure())
    assert wire.woken == 1
    assert wire.done


def test_another_chip_is_told_from_a_pn532() -> None:
    wire = ScriptedWire([(frame("d4 02"), [ACK, frame("d5 03 33 01 06 07")])])
    chip, clock = chip_on(wire)
    with pytest.raises(BadReply, match="33010607, which is no PN532"):
        carry_out(clock, chip.configure())


@pytest.mark.parametrize(
    ("reply", "uids"),
    [
        (NONE, ()),
        (frame("d5 4b 01 01 00 04 08 04 de ad be ef"), ("deadbeef",)),
        (frame("d5 4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6"), ("04a1b2c3d4e5f6",)),
        (
            frame("d5 4b 02 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6 02 00 04 08 04 de ad be ef"),
            ("04a1b2c3d4e5f6", "deadbeef"),
        ),
        # A telephone: SAK announces an answer to select of 5 bytes, its length included.
        (frame("d5 4b 01 01 00 04 20 04 08 11 22 33 05 78 80 70 02"), ("08112233",)),
    ],
)
def test_a_list_of_tags(reply: bytes, uids: tuple[str, ...]) -> None:
    wire = ScriptedWire([(LIST, [ACK, reply])])
    chip, clock = chip_on(wire)
    assert carry_out(clock, chip.list_tags()) == uids
    assert wire.done


@pytest.mark.parametrize(
    "reply",
    [
        "01",
        "",
        "03" + "01 00 44 00 04 01 02 03 04" * 3,
        "01 01 00 44 00 05 01 02 03 04 05",
        "01 01 00 44 00 07 04 a1 b2 c3 d4 e5",
        "01 02 00 44 00 04 01 02 03 04",
        "01 01 00 44 00 04 01 02 03 04 05",
        "00 00",
        "02 01 00 44 00 04 01 02 03 04",
    ],
)
def test_a_list_that_does_not_add_up_lists_nothing(reply: str) -> None:
    with pytest.raises(BadReply):
        targets(hexed(reply))


@pytest.mark.parametrize(
    "reply",
    [
        hexed("00 00 ff 03 fd d5 4b 00 e1 00"),  # its checksum
        hexed("00 00 ff 03 fc d5 4b 00 e0 00"),  # that of its length
        hexed("00 00 ff 01 ff 7f 81 00"),  # the error frame
        frame("d5 4d 00"),  # the answer to something else
        frame("d4 4b 00"),  # its own words come back
        hexed("00 00 ff"),
        hexed("00"),
        hexed("ff ff ff ff ff ff ff ff ff ff"),
        hexed("80 00 00 00 00 00 00 00 00 00"),
    ],
)
def test_a_garbled_answer_is_no_empty_square(reply: bytes) -> None:
    chip, clock = chip_on(ScriptedWire([(LIST, [ACK, reply])]))
    with pytest.raises(BadReply):
        carry_out(clock, chip.list_tags())


@pytest.mark.parametrize("answer", [NACK, NONE, hexed("00"), hexed("ff ff ff ff ff ff")])
def test_anything_but_an_acknowledgement_is_none(answer: bytes) -> None:
    chip, clock = chip_on(ScriptedWire([(LIST, [answer])]))
    with pytest.raises(NoAck):
        carry_out(clock, chip.list_tags())


def test_silence_is_no_empty_square() -> None:
    chip, clock = chip_on(ScriptedWire([(LIST, [])]))
    with pytest.raises(NoAck):
        carry_out(clock, chip.list_tags())
    assert clock.now_s() - 1.0 == pytest.approx(0.015, abs=0.002)


def test_an_acknowledgement_alone_is_no_empty_square() -> None:
    chip, clock = chip_on(ScriptedWire([(LIST, [ACK])]))
    with pytest.raises(NoReply):
        carry_out(clock, chip.list_tags())


@pytest.mark.parametrize("error", [BadReply, NoAck, NoReply, BusError])
def test_every_error_is_one_of_a_reader(error: Callable[[str], Exception]) -> None:
    assert isinstance(error("so"), ReaderError)


def test_a_chip_is_aborted_and_drained_before_its_first_command() -> None:
    wire = ScriptedWire([(LIST, [ACK, NONE])])
    wire.late = [NONE, FIELD_OFF]
    chip, clock = chip_on(wire)
    assert carry_out(clock, chip.list_tags()) == ()
    assert wire.aborted == 1


def test_a_late_answer_is_not_taken_for_that_of_the_next_command() -> None:
    found = frame("d5 4b 01 01 00 04 08 04 de ad be ef")
    wire = ScriptedWire([(LIST, [ACK]), (LIST, [ACK, NONE])])
    chip, clock = chip_on(wire)
    with pytest.raises(NoReply):
        carry_out(clock, chip.list_tags())
    wire.late = [found]
    assert carry_out(clock, chip.list_tags()) == ()
    assert wire.aborted == 2


def test_a_chip_that_answers_is_not_aborted() -> None:
    wire = ScriptedWire([(LIST, [ACK, NONE])] * 3)
    chip, clock = chip_on(wire)
    for _ in range(3):
        carry_out(clock, chip.list_tags())
    assert wire.aborted == 1, "before the first command"


def test_an_adapter_that_holds_bytes_back_is_waited_for() -> None:
    wire = ScriptedWire([(LIST, [])])
    wire.late_s = 0.016
    chip, clock = chip_on(wire)
    with pytest.raises(NoAck, match="31 ms"):
        carry_out(clock, chip.list_tags())
