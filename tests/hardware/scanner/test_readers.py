"""What the firmware makes of its chips' answers: tags, fields, settings, set-ups."""

from dataclasses import replace
from typing import Any

import pytest

from hardware.ports import Uid
from hardware.scanner import words
from hardware.scanner.messages import ReaderWoke, Scan
from hardware.sensing.settings import ArraySettings, Timing
from tests.support.scanner.obedient import (
    CONFIGURE,
    EMPTY,
    FIRMWARE,
    GOOD,
    LINES,
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
from tests.support.scanner.whole import WholeBoard
from tests.support.simulated_pn532.bench import ERROR, reply


@pytest.fixture
def device() -> ObedientDevice:
    return ObedientDevice()


class TestTags:
    """What a listing says is there."""

    @pytest.mark.parametrize("uids", [(), (ONE,), (TWO,), (THREE,), (ONE, TWO), (THREE, TWO)])
    def test_every_length_of_uid_is_read(
        self, device: ObedientDevice, uids: tuple[Uid, ...]
    ) -> None:
        device.chips.answers[LIST] = [listing(*uids)]
        (answer,) = device.scan(len(uids))
        assert (answer.uids, answer.failure) == (uids, None)

    def test_what_a_tag_says_when_it_is_selected_is_passed_over(
        self, device: ObedientDevice
    ) -> None:
        smart = target(1, str(ONE), 0x20) + "03 77 88" + target(2, str(TWO))
        device.chips.answers[LIST] = [reply(f"4b 02 {smart}")]
        (answer,) = device.scan(2)
        assert answer.uids == (ONE, TWO)

    def test_a_tag_that_was_missed_is_looked_for_once_more(self, device: ObedientDevice) -> None:
        device.chips.answers[LIST] = [listing(ONE), listing(TWO)]
        assert [each.uids for each in device.scan(2)] == [(ONE, TWO)]

    def test_one_that_is_found_twice_is_there_once(self, device: ObedientDevice) -> None:
        device.chips.answers[LIST] = [listing(ONE), listing(ONE)]
        assert [each.uids for each in device.scan(2)] == [(ONE,)]

    def test_of_three_two_are_told(self, device: ObedientDevice) -> None:
        device.chips.answers[LIST] = [listing(ONE), listing(TWO, THREE)]
        assert [each.uids for each in device.scan(2)] == [(ONE, TWO)]

    def test_more_than_a_message_has_room_for_come_in_two(self, device: ObedientDevice) -> None:
        long = Uid("99887766554433221100")
        device.chips.answers[LIST] = [listing(THREE, long)]
        answers = device.scan(2, len(LINES))
        assert [each.reader for each in answers] == list(range(len(LINES)))
        assert {each.uids for each in answers} == {(THREE, long)}


class TestFieldsThatGoOff:
    """A chip acknowledges the order, and confirms it while others are asked already."""

    def test_one_that_is_not_confirmed_is_put_out_again(self, device: ObedientDevice) -> None:
        device.scan()
        device.chips.asked[0].clear()
        device.chips.answers[LIST] = [listing(TWO)]
        device.chips.answers[ORDER] = [NOTHING, GOOD[ORDER]]
        (answer,) = device.scan(1)
        assert (answer.uids, answer.failure, answer.field_lost) == ((TWO,), None, False)
        assert device.chips.asked[0] == [LIST, ORDER, ORDER]

    @pytest.mark.parametrize("uids", [(), (ONE, TWO)])
    def test_one_that_stays_on_is_told_instead_of_what_was_read_or_after_it(
        self, device: ObedientDevice, uids: tuple[Uid, ...]
    ) -> None:
        device.scan(readers=3)
        device.chips.answers[LIST] = [EMPTY, listing(*uids), listing(THREE)]
        device.chips.answers[ORDER] = [GOOD[ORDER], NOTHING, GOOD[ORDER], NOTHING]
        told = device.scan(readers=3)
        assert [each.uids for each in told if each.reader == 1] == ([uids, ()] if uids else [()])
        answers = {each.reader: each for each in told}
        assert {reader for reader, each in answers.items() if each.field_lost} == {1}
        assert (answers[1].failure, answers[1].uids) == ("no-reply", ())
        assert answers[2].uids == (THREE,)


class TestSettings:
    """What a board file says reaches the device."""

    def settings(self, **changed: Any) -> ArraySettings:
        return replace(WholeBoard(1).settings, **changed)

    def test_a_reading_is_tried_as_often_as_told(self) -> None:
        device = ObedientDevice(self.settings(attempts=4))
        device.chips.answers[LIST] = [ERROR]
        assert [each.failure for each in device.scan()] == ["bad-reply"]
        assert device.chips.asked[0] == 4 * [*SETTING_UP, LIST] + [ORDER]

    def test_field_strength_targets_and_retries(self) -> None:
        analog = bytes.fromhex("59f43f114d85616f266287")
        device = ObedientDevice(self.settings(analog=analog, targets=1, retries=2))
        device.scan()
        assert device.chips.commands == [
            bytes.fromhex(each)
            for each in ("02", "14011401", "3205ff0102", "320a" + analog.hex(), "320100")
        ] + [bytes.fromhex(each) for each in ("4a0100", "320100")]

    def test_a_lit_square_is_tried_as_often_as_told_for_those(self) -> None:
        device = ObedientDevice(self.settings(retries=2, lit_retries=0))
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
        device = ObedientDevice(self.settings(retries=2, lit_retries=0))
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
            device = ObedientDevice(self.settings(timing=Timing(select_s=pause_s)))
            device.scan()
            began_s, device.chips.transfers = device.board.clock.now_s(), 0
            device.host.say(Scan(2, ((0, 0),)))
            device.board.run_until(lambda: bool(device.host.heard), 1.0)  # noqa: B023
            pauses_s[pause_s] = device.board.clock.now_s() - began_s
        assert pauses_s[0.005] > pauses_s[0.0] + 4 * 0.005  # USB is late by up to two milliseconds


class TestWaking:
    """A reader that is set up by itself."""

    def test_all_is_well(self, device: ObedientDevice) -> None:
        assert device.woke() == ReaderWoke(0, None)
        assert device.chips.asked[0] == SETTING_UP

    def test_one_that_acknowledges_and_says_no_more(self, device: ObedientDevice) -> None:
        device.chips.answers[CONFIGURE] = [NOTHING]
        assert device.woke() == ReaderWoke(0, "no-reply")

    @pytest.mark.parametrize("said", [reply("03 31 01 06 07"), EMPTY])
    def test_one_that_is_another_chip(self, device: ObedientDevice, said: bytes) -> None:
        device.chips.answers[FIRMWARE] = [said]
        assert device.woke() == ReaderWoke(0, "bad-reply")
        device.chips.answers[FIRMWARE] = [GOOD[FIRMWARE]]
        device.chips.asked[0].clear()
        assert [each.failure for each in device.scan()] == [None]
        assert device.chips.asked[0] == [*SETTING_UP, LIST, ORDER]

    def test_after_a_reset_of_all_each_is_set_up_anew(self, device: ObedientDevice) -> None:
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
