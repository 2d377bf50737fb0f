"""What the firmware makes of answers that no chip should give, and of late ones."""

from typing import Final

import pytest

from hardware.ports import Uid
from tests.support.scanner.obedient import (
    EMPTY,
    LIST,
    NOTHING,
    ONE,
    ORDER,
    SETTING_UP,
    THREE,
    TWO,
    ObedientDevice,
    listing,
    target,
)
from tests.support.simulated_pn532.bench import ACK, ERROR, reply
from tests.support.tiers import sample


@pytest.fixture
def device() -> ObedientDevice:
    return ObedientDevice()


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

    @pytest.mark.parametrize("name", sample(2, BAD_ANSWERS))
    def test_an_answer_that_makes_no_sense_is_a_failure(
        self, device: ObedientDevice, name: str
    ) -> None:
        device.chips.answers[LIST] = [BAD_ANSWERS[name]]
        (answer,) = device.scan()
        assert (answer.failure, answer.uids) == ("bad-reply", ())
        assert device.chips.asked[0] == 2 * [*SETTING_UP, LIST] + [ORDER]

    def test_after_one_of_them_the_reader_is_set_up_and_asked_anew(
        self, device: ObedientDevice
    ) -> None:
        device.scan()
        device.chips.asked[0].clear()
        broken = reply("4b 02" + target(1, str(ONE)))
        device.chips.answers[LIST] = [broken, listing(TWO)]
        (answer,) = device.scan()
        assert (answer.failure, answer.uids) == (None, (TWO,))
        assert device.chips.asked[0] == [LIST, *SETTING_UP, LIST, ORDER]

    def test_what_is_no_acknowledgement_is_none(self, device: ObedientDevice) -> None:
        device.chips.acknowledgement = ERROR
        (answer,) = device.scan()
        assert (answer.failure, answer.field_lost) == ("no-ack", True)


SHORT, LONG, LONGER = b"", b"\0\0", b"\0" * 5
"""What precedes the start code instead of the one zero of the manual."""


class TestPreambles:
    """Chips are reported that leave the first zero out: libnfc, Seeed-Studio's issue 23."""

    @pytest.mark.parametrize("preamble", [SHORT, LONG, LONGER])
    @pytest.mark.parametrize("uids", [(), (TWO,), (THREE, TWO)])
    def test_an_answer_is_understood_whatever_its_preamble(
        self, device: ObedientDevice, preamble: bytes, uids: tuple[Uid, ...]
    ) -> None:
        device.chips.answers = {
            command: [preamble + answer[1:] for answer in answers]
            for command, answers in device.chips.answers.items()
        }
        device.chips.answers[LIST] = [preamble + listing(*uids)[1:]]
        (answer,) = device.scan(len(uids))
        assert (answer.uids, answer.failure) == (uids, None)

    @pytest.mark.parametrize("preamble", [SHORT, LONG, LONGER])
    def test_so_is_an_acknowledgement(self, device: ObedientDevice, preamble: bytes) -> None:
        device.chips.acknowledgement = preamble + ACK[1:]
        assert [each.failure for each in device.scan()] == [None]


class TestStatus:
    """Only 01 says that an answer is ready. Source: Adafruit's issues 117 and 125."""

    @pytest.mark.parametrize("status", [0x00, 0x08, 0xAA, 0xFF])
    def test_a_chip_that_is_busy_is_asked_again(self, device: ObedientDevice, status: int) -> None:
        device.chips.statuses = 5 * [status]
        assert [each.failure for each in device.scan()] == [None]
        assert device.chips.statuses == []
        assert device.chips.asked[0] == [*SETTING_UP, LIST, ORDER]

    @pytest.mark.parametrize("status", [0x08, 0xAA, 0xFF])
    def test_one_that_is_busy_for_ever_does_not_acknowledge(
        self, device: ObedientDevice, status: int
    ) -> None:
        device.chips.statuses = 10_000 * [status]
        assert [each.failure for each in device.scan()] == ["no-ack"]


class TestLateAnswers:
    """What comes after its time is never taken for the answer to another command."""

    def test_a_command_without_an_answer_is_ended_before_the_next(
        self, device: ObedientDevice
    ) -> None:
        device.scan()
        device.chips.asked[0].clear()
        device.chips.answers[LIST] = [NOTHING, listing(TWO)]
        (answer,) = device.scan()
        assert (answer.failure, answer.uids) == (None, (TWO,))
        assert device.chips.aborted[0] == 1
        assert device.chips.asked[0] == [LIST, *SETTING_UP, LIST, ORDER]

    def test_an_acknowledgement_that_comes_twice_is_no_answer(self, device: ObedientDevice) -> None:
        device.chips.late = [[ACK], [ACK], [ACK]]
        device.chips.answers[LIST] = [listing(ONE)]
        (answer,) = device.scan()
        assert (answer.failure, answer.uids) == (None, (ONE,))

    def test_the_answer_to_the_command_before_is_passed_over(self, device: ObedientDevice) -> None:
        """All of them come one command late, though the chip was told to end the first."""
        stale = listing(TWO)
        device.chips.late = [[], [], [], [], [reply("33")], [stale]]
        device.chips.answers[LIST] = [EMPTY]
        (answer,) = device.scan()
        assert (answer.failure, answer.uids) == (None, ())
