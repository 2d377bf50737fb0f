"""What the firmware makes of its chips' answers, those included that no chip should give."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from hardware.ports import Uid
from hardware.scanner import words
from hardware.scanner.connect import wiring
from hardware.scanner.coprocessor import wiring_text
from hardware.scanner.messages import (
    Answer,
    ReaderWoke,
    Scan,
    Scanned,
    Wake,
)
from hardware.sensing.settings import ArraySettings, Timing
from hardware.simulated.pn532.pins import EmulatedPin
from tests.support.scanner.whole import RawHost, WholeBoard
from tests.support.simulated_pn532.bench import ACK, ERROR, reply

LINES: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
"""The pins that select readers."""
RESET_PIN: Final = 12
FIRMWARE, CONFIGURE, ORDER, LIST = 0x02, 0x14, 0x32, 0x4A
SETTING_UP: Final = [FIRMWARE, CONFIGURE, ORDER, ORDER]
GOOD: Final[Mapping[int, bytes]] = {
    FIRMWARE: reply("03 32 01 06 07"),
    CONFIGURE: reply("15"),
    ORDER: reply("33"),
    LIST: reply("4b 00"),
}
EMPTY: Final = reply("4b 00")
NOTHING: Final = b""
ONE, TWO, THREE = Uid("01020304"), Uid("04a1b2c3d4e5f6"), Uid("00112233445566778899")


def turned(data: bytes) -> bytes:
    """As the chips have it on the wire: the lowest bit first."""
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in data)


def target(number: int, uid: str, sak: int = 0) -> str:
    return f"{number:02x} 00 04 {sak:02x} {len(uid) // 2:02x} {uid}"


def listing(*uids: Uid) -> bytes:
    """What a chip says that has found these tags."""
    targets = "".join(target(at, str(uid)) for at, uid in enumerate(uids, 1))
    return reply(f"4b {len(uids):02x} {targets}")


class Chips:
    """Chips on a bus that say what they are told to, each as soon as it is asked.

    Attributes:
        answers: to each command, one after the other; the last one is given ever after.
        acknowledgement: what comes first.
        asked: the commands that have come, by the reader's number.
        aborted: how many of them were ended, by the reader's number.
        commands: the same, whole, of all readers.
        late: frames that come between the acknowledgement and the answer, of one command after
            the other.
        statuses: what the next status bytes are, before it says what is true.
        transfers: how many there were.
    """

    baudrate = 1_000_000

    def __init__(self, pins: Mapping[int, EmulatedPin]) -> None:
        self.answers = {command: [answer] for command, answer in GOOD.items()}
        self.acknowledgement = ACK
        self.asked: list[list[int]] = [[] for _ in LINES]
        self.aborted = [0 for _ in LINES]
        self.commands: list[bytes] = []
        self.late: list[list[bytes]] = []
        self.statuses: list[int] = []
        self.transfers = 0
        self._pins = pins
        self._said: list[list[bytes]] = [[] for _ in LINES]
        self._rest = b""

    def try_lock(self) -> bool:
        return True

    def configure(self, baudrate: int) -> None:
        self.baudrate = baudrate

    def write_readinto(self, out: bytes, into: bytearray) -> None:
        self.transfers += 1
        (reader,) = (at for at, number in enumerate(LINES) if not self._pins[number].value)
        said = self._said[reader]
        kind, *command = turned(out)
        if command == list(ACK):
            self.aborted[reader] += 1
            said.clear()
        elif kind == 1:
            answers = self.answers[command[6]]
            self.asked[reader].append(command[6])
            self.commands.append(bytes(command[6:-2]))
            late = self.late.pop(0) if self.late else []
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
            said[:] = [self.acknowledgement, *late, answer]
        elif kind == 2:
            ready = self.statuses.pop(0) if self.statuses else int(bool(said and said[0]))
            into[1:] = turned(bytes((ready,)))
        else:
            self._rest = turned(said.pop(0)) if kind == 3 else self._rest
            first = 1 if kind == 3 else 0
            into[first:] = self._rest[: len(into) - first].ljust(len(into) - first, b"\0")
            self._rest = self._rest[len(into) - first :]


class Device:
    """A device with such chips, and a host that knows it."""

    def __init__(self, settings: ArraySettings | None = None) -> None:
        self.board = WholeBoard(1)
        pins: dict[int, EmulatedPin] = self.board.device.wires.pins
        self.reset_pin = pins[RESET_PIN]
        self.chips = Chips(pins)
        self.board.device.wires.spi = {0: self.chips}
        wires: dict[str, Any] = wiring(self.board.port, settings or self.board.settings)
        wires |= {"select": {"lines": list(LINES)}, "reset": RESET_PIN}
        self.board.device.flash["wiring.json"] = wiring_text(wires)
        self.board.scanner.firmware.boot()
        self.host = RawHost(self.board)
        assert self.host.greet(99).readers == len(LINES)

    def scan(self, expected: int = 0, readers: int = 1) -> list[Answer]:
        """What comes of a phase of the first readers."""
        self.host.say(Scan(1, tuple((reader, expected) for reader in range(readers))))
        answers: list[Answer] = []
        for _ in range(20):
            self.host.run(0.05)
            for each in self.host.reports():
                assert isinstance(each, Scanned)
                answers += each.answers
                if each.last:
                    return answers
        raise AssertionError("the phase never ended")

    def woke(self, *, bus: bool = False) -> ReaderWoke:
        """What comes of setting the first reader up."""
        self.host.say(Wake(0, bus))
        self.host.run(0.2)
        (said,) = self.host.reports()
        assert isinstance(said, ReaderWoke)
        return said


@pytest.fixture
def device() -> Device:
    return Device()


class TestTags:
    """What a listing says is there."""

    @pytest.mark.parametrize("uids", [(), (ONE,), (TWO,), (THREE,), (ONE, TWO), (THREE, TWO)])
    def test_every_length_of_uid_is_read(self, device: Device, uids: tuple[Uid, ...]) -> None:
        device.chips.answers[LIST] = [listing(*uids)]
        (answer,) = device.scan(len(uids))
        assert (answer.uids, answer.failure) == (uids, None)

    def test_what_a_tag_says_when_it_is_selected_is_passed_over(self, device: Device) -> None:
        smart = target(1, str(ONE), 0x20) + "03 77 88" + target(2, str(TWO))
        device.chips.answers[LIST] = [reply(f"4b 02 {smart}")]
        (answer,) = device.scan(2)
        assert answer.uids == (ONE, TWO)

    def test_a_tag_that_was_missed_is_looked_for_once_more(self, device: Device) -> None:
        device.chips.answers[LIST] = [listing(ONE), listing(TWO)]
        assert [each.uids for each in device.scan(2)] == [(ONE, TWO)]

    def test_one_that_is_found_twice_is_there_once(self, device: Device) -> None:
        device.chips.answers[LIST] = [listing(ONE), listing(ONE)]
        assert [each.uids for each in device.scan(2)] == [(ONE,)]

    def test_of_three_two_are_told(self, device: Device) -> None:
        device.chips.answers[LIST] = [listing(ONE), listing(TWO, THREE)]
        assert [each.uids for each in device.scan(2)] == [(ONE, TWO)]

    def test_more_than_a_message_has_room_for_come_in_two(self, device: Device) -> None:
        long = Uid("99887766554433221100")
        device.chips.answers[LIST] = [listing(THREE, long)]
        answers = device.scan(2, len(LINES))
        assert [each.reader for each in answers] == list(range(len(LINES)))
        assert {each.uids for each in answers} == {(THREE, long)}


BAD_LISTINGS: Final = {
    "three tags": "03" + "".join(target(number, str(ONE)) for number in (1, 2, 3)),
    "none of the tags": "01",
    "a tag cut short": "01 01 00 04 00",
    "a UID cut short": "01 01 00 04 00 07 01020304",
    "a UID of five bytes": "01" + target(1, "0102030405"),
    "another number": "01" + target(2, str(ONE)),
    "no answer to select": "01" + target(1, str(ONE), 0x20),
    "an answer to select cut short": "01" + target(1, str(ONE), 0x20) + "03 77",
    "more than it says": "01" + target(1, str(ONE)) + "00",
}
BAD_ANSWERS: Final = {
    **{name: reply(f"4b {body}") for name, body in BAD_LISTINGS.items()},
    "an error": ERROR,
    "a wrong checksum": EMPTY[:-2] + bytes((EMPTY[-2] ^ 1, 0)),
    "a wrong checksum of the length": EMPTY[:4] + b"\0" + EMPTY[5:],
    "no start": b"\0\1" + EMPTY[2:],
    "no frame of a chip": b"\xff" * 20,
    "the answer to something else": reply("15"),
    "more than it ever says": reply(b"\x4b" + bytes(80)),
}


class TestBadAnswers:
    """They are asked for once more, and then the reader has failed."""

    @pytest.mark.parametrize("name", BAD_ANSWERS)
    def test_an_answer_that_makes_no_sense_is_a_failure(self, device: Device, name: str) -> None:
        device.chips.answers[LIST] = [BAD_ANSWERS[name]]
        (answer,) = device.scan()
        assert (answer.failure, answer.uids) == ("bad-reply", ())
        assert device.chips.asked[0] == 2 * [*SETTING_UP, LIST] + [ORDER]

    def test_after_one_of_them_the_reader_is_set_up_and_asked_anew(self, device: Device) -> None:
        device.scan()
        device.chips.asked[0].clear()
        broken = reply("4b 02" + target(1, str(ONE)))
        device.chips.answers[LIST] = [broken, listing(TWO)]
        (answer,) = device.scan()
        assert (answer.failure, answer.uids) == (None, (TWO,))
        assert device.chips.asked[0] == [LIST, *SETTING_UP, LIST, ORDER]

    def test_what_is_no_acknowledgement_is_none(self, device: Device) -> None:
        device.chips.acknowledgement = ERROR
        (answer,) = device.scan()
        assert (answer.failure, answer.field_lost) == ("no-ack", True)


class TestFieldsThatGoOff:
    """A chip acknowledges the order, and confirms it while others are asked already."""

    def test_one_that_is_not_confirmed_is_put_out_again(self, device: Device) -> None:
        device.scan()
        device.chips.asked[0].clear()
        device.chips.answers[LIST] = [listing(TWO)]
        device.chips.answers[ORDER] = [NOTHING, GOOD[ORDER]]
        (answer,) = device.scan(1)
        assert (answer.uids, answer.failure, answer.field_lost) == ((TWO,), None, False)
        assert device.chips.asked[0] == [LIST, ORDER, ORDER]

    @pytest.mark.parametrize("uids", [(), (ONE, TWO)])
    def test_one_that_stays_on_is_told_instead_of_what_was_read(
        self, device: Device, uids: tuple[Uid, ...]
    ) -> None:
        device.scan(readers=3)
        device.chips.answers[LIST] = [EMPTY, listing(*uids), listing(THREE)]
        device.chips.answers[ORDER] = [GOOD[ORDER], NOTHING, GOOD[ORDER], NOTHING]
        answers = device.scan(readers=3)
        assert [each.field_lost for each in answers] == [False, True, False]
        assert (answers[1].failure, answers[1].uids) == ("no-reply", ())
        assert answers[2].uids == (THREE,)


SHORT, LONG, LONGER = b"", b"\0\0", b"\0" * 5
"""What precedes the start code instead of the one zero of the manual."""


class TestPreambles:
    """Chips are reported that leave the first zero out: libnfc, Seeed-Studio's issue 23."""

    @pytest.mark.parametrize("preamble", [SHORT, LONG, LONGER])
    @pytest.mark.parametrize("uids", [(), (TWO,), (THREE, TWO)])
    def test_an_answer_is_understood_whatever_its_preamble(
        self, device: Device, preamble: bytes, uids: tuple[Uid, ...]
    ) -> None:
        device.chips.answers = {
            command: [preamble + answer[1:] for answer in answers]
            for command, answers in device.chips.answers.items()
        }
        device.chips.answers[LIST] = [preamble + listing(*uids)[1:]]
        (answer,) = device.scan(len(uids))
        assert (answer.uids, answer.failure) == (uids, None)

    @pytest.mark.parametrize("preamble", [SHORT, LONG, LONGER])
    def test_so_is_an_acknowledgement(self, device: Device, preamble: bytes) -> None:
        device.chips.acknowledgement = preamble + ACK[1:]
        assert [each.failure for each in device.scan()] == [None]


class TestStatus:
    """Only 01 says that an answer is ready. Source: Adafruit's issues 117 and 125."""

    @pytest.mark.parametrize("status", [0x00, 0x08, 0xAA, 0xFF])
    def test_a_chip_that_is_busy_is_asked_again(self, device: Device, status: int) -> None:
        device.chips.statuses = 5 * [status]
        assert [each.failure for each in device.scan()] == [None]
        assert device.chips.statuses == []
        assert device.chips.asked[0] == [*SETTING_UP, LIST, ORDER]

    @pytest.mark.parametrize("status", [0x08, 0xAA, 0xFF])
    def test_one_that_is_busy_for_ever_does_not_acknowledge(
        self, device: Device, status: int
    ) -> None:
        device.chips.statuses = 10_000 * [status]
        assert [each.failure for each in device.scan()] == ["no-ack"]


class TestLateAnswers:
    """What comes after its time is never taken for the answer to another command."""

    def test_a_command_without_an_answer_is_ended_before_the_next(self, device: Device) -> None:
        device.scan()
        device.chips.asked[0].clear()
        device.chips.answers[LIST] = [NOTHING, listing(TWO)]
        (answer,) = device.scan()
        assert (answer.failure, answer.uids) == (None, (TWO,))
        assert device.chips.aborted[0] == 1
        assert device.chips.asked[0] == [LIST, *SETTING_UP, LIST, ORDER]

    def test_an_acknowledgement_that_comes_twice_is_no_answer(self, device: Device) -> None:
        device.chips.late = [[ACK], [ACK], [ACK]]
        device.chips.answers[LIST] = [listing(ONE)]
        (answer,) = device.scan()
        assert (answer.failure, answer.uids) == (None, (ONE,))

    def test_the_answer_to_the_command_before_is_passed_over(self, device: Device) -> None:
        """All of them come one command late, though the chip was told to end the first."""
        stale = listing(TWO)
        device.chips.late = [[], [], [], [], [reply("33")], [stale]]
        device.chips.answers[LIST] = [EMPTY]
        (answer,) = device.scan()
        assert (answer.failure, answer.uids) == (None, ())


class TestSettings:
    """What a board file says reaches the device."""

    def settings(self, **changed: Any) -> ArraySettings:
        return replace(WholeBoard(1).settings, **changed)

    def test_a_reading_is_tried_as_often_as_told(self) -> None:
        device = Device(self.settings(attempts=4))
        device.chips.answers[LIST] = [BAD_ANSWERS["an error"]]
        assert [each.failure for each in device.scan()] == ["bad-reply"]
        assert device.chips.asked[0] == 4 * [*SETTING_UP, LIST] + [ORDER]

    def test_field_strength_targets_and_retries(self) -> None:
        analog = bytes.fromhex("59f43f114d85616f266287")
        device = Device(self.settings(analog=analog, targets=1, retries=2))
        device.scan()
        assert device.chips.commands == [
            bytes.fromhex(each)
            for each in ("02", "14011401", "3205ff0102", "320a" + analog.hex(), "320100")
        ] + [bytes.fromhex(each) for each in ("4a0100", "320100")]

    def test_a_lit_square_is_tried_as_often_as_told_for_those(self) -> None:
        device = Device(self.settings(retries=2, lit_retries=0))
        device.scan(words.LIT)
        assert bytes.fromhex("3205ff0102") in device.chips.commands
        device.chips.commands.clear()
        for expected in (words.LIT, words.LIT, 0, 0):
            device.scan(expected)
        listing_and_off = ["4a0200", "320100"]
        assert device.chips.commands == [
            bytes.fromhex(each)
            for each in (
                *("3205ff0100", *listing_and_off, *listing_and_off),
                *("3205ff0102", *listing_and_off, *listing_and_off),
            )
        ]

    def test_a_reader_that_was_set_up_again_tries_as_usual(self) -> None:
        device = Device(self.settings(retries=2, lit_retries=0))
        device.scan()
        device.scan(words.LIT)
        device.woke()
        device.chips.commands.clear()
        device.scan()
        assert device.chips.commands == [bytes.fromhex("4a0200"), bytes.fromhex("320100")]

    def test_a_pause_before_every_transfer(self) -> None:
        """Chips are reported to need one or two milliseconds after they are selected."""
        pauses_s = {}
        for pause_s in (0.0, 0.005):
            device = Device(self.settings(timing=Timing(select_s=pause_s)))
            device.scan()
            began_s, device.chips.transfers = device.board.clock.now_s(), 0
            device.host.say(Scan(2, ((0, 0),)))
            device.board.run_until(lambda: bool(device.host.heard), 1.0)  # noqa: B023
            pauses_s[pause_s] = device.board.clock.now_s() - began_s
        assert pauses_s[0.005] > pauses_s[0.0] + 4 * 0.005  # USB is late by up to two milliseconds


class TestWaking:
    """A reader that is set up by itself."""

    def test_all_is_well(self, device: Device) -> None:
        assert device.woke() == ReaderWoke(0, None)
        assert device.chips.asked[0] == SETTING_UP

    def test_one_that_acknowledges_and_says_no_more(self, device: Device) -> None:
        device.chips.answers[CONFIGURE] = [NOTHING]
        assert device.woke() == ReaderWoke(0, "no-reply")

    @pytest.mark.parametrize("said", [reply("03 31 01 06 07"), EMPTY])
    def test_one_that_is_another_chip(self, device: Device, said: bytes) -> None:
        device.chips.answers[FIRMWARE] = [said]
        assert device.woke() == ReaderWoke(0, "bad-reply")
        device.chips.answers[FIRMWARE] = [GOOD[FIRMWARE]]
        device.chips.asked[0].clear()
        assert [each.failure for each in device.scan()] == [None]
        assert device.chips.asked[0] == [*SETTING_UP, LIST, ORDER]

    def test_after_a_reset_of_all_each_is_set_up_anew(self, device: Device) -> None:
        device.scan(readers=2)
        levels: list[tuple[bool, float]] = []
        device.reset_pin.watch(
            lambda: levels.append((device.reset_pin.value, device.board.clock.now_s()))
        )
        for asked in device.chips.asked:
            asked.clear()
        assert device.woke(bus=True) == ReaderWoke(0, None)
        (low, since_s), (high, until_s) = levels
        assert (low, high) == (False, True)
        assert until_s - since_s >= 0.01
        device.scan(readers=2)
        assert device.chips.asked[:2] == [[*SETTING_UP, LIST, ORDER], [*SETTING_UP, LIST, ORDER]]
