"""Silence of either side: lights go dark, fields go off, the watchdog bites, and all is well again.

On virtual time, with the whole firmware.
"""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from hardware.scanner import words
from hardware.scanner.coprocessor import SILENCE_S
from hardware.scanner.messages import (
    Keep,
    LightsShow,
    Ping,
    Run,
    Scan,
    Scanned,
)
from tests.support.scanner.whole import DARK, GREEN, RED, RawHost, WholeBoard
from tests.support.tiers import sample

WATCHDOG_S: Final = words.WATCHDOG_MS / 1000
WHOLE_S: Final = 2.0
OP_S: Final = 200e-6
ALL_GREEN: Final = [GREEN] * 4


@pytest.fixture
def board() -> WholeBoard:
    """A board that works, with a piece on square 2 and all lights green."""
    board = WholeBoard(op_s=OP_S)
    board.world.put("red", 2)
    board.show(ALL_GREEN)
    board.run(0.7)
    assert board.is_whole
    assert list(board.lights.duties) == ALL_GREEN
    board.sighted()
    return board


@pytest.fixture
def host(board: WholeBoard) -> RawHost:
    """Another host at the same device."""
    board.scanner.line.plug(out=True)
    host = RawHost(board)
    host.greet(99)
    return host


class TestASilentHost:
    """What a device does that hears nothing any more."""

    def test_the_lights_go_dark_and_not_before(self, board: WholeBoard) -> None:
        board.run_device(SILENCE_S - 0.6)
        assert list(board.lights.duties) == ALL_GREEN
        board.run_device(0.7)
        assert set(board.lights.duties) == {DARK}

    def test_a_frame_that_was_cut_off_stops_nothing_else(self, board: WholeBoard) -> None:
        board.device.take(b"\x40")  # sixty-three bytes more were to come
        board.run_device(SILENCE_S - 0.6)
        assert list(board.lights.duties) == ALL_GREEN
        board.run_device(0.7)
        assert set(board.lights.duties) == {DARK}
        assert board.radio.fields_on() == {}
        board.run_until(lambda: board.is_whole, WHOLE_S)

    def test_all_fields_go_off_whenever_it_happens(self, board: WholeBoard) -> None:
        shone = 0
        for moment in range(12):
            board.run_until(lambda: board.is_whole, WHOLE_S)
            board.run(0.2 + 0.0027 * moment)
            shone += bool(board.radio.fields_on())
            board.run_device(SILENCE_S + 0.1)
            assert board.radio.fields_on() == {}
        assert 3 < shone < 12

    def test_phases_that_wait_are_dropped(self, board: WholeBoard, host: RawHost) -> None:
        for chip in board.emulation.chips.values():
            chip.faults.set("slow", on=True)
        host.acknowledging = False
        for number in range(words.SLOTS):
            host.say(Scan(number, ((0, 0), (3, 0))))
        board.run_device(SILENCE_S + 0.1)
        host.acknowledging = True
        host.run(0.1)
        host.reports()
        host.say(Scan(99, ((0, 0),)))
        host.run(0.5)
        assert [each.slot for each in host.reports() if isinstance(each, Scanned)] == [99]

    @pytest.mark.long
    def test_the_watchdog_resets_it_and_it_stays_dark_and_silent(self, board: WholeBoard) -> None:
        board.run_device(SILENCE_S + WATCHDOG_S - 0.6)
        assert board.device.resets == 0
        board.run_device(0.8)
        assert board.device.resets == 1
        come = board.scanner.line.come
        board.run_device(60.0)
        assert board.device.resets == 1
        assert board.scanner.line.come == come
        assert set(board.lights.duties) == {DARK}
        assert board.radio.fields_on() == {}

    @pytest.mark.parametrize("seconds", sample(4, [2.5, 1.0, 9.0, 30.0]))
    def test_a_host_that_is_back_has_it_whole_again(
        self, board: WholeBoard, seconds: float
    ) -> None:
        board.run_device(seconds)
        board.world.slide("red", 3)
        board.run(SILENCE_S + 0.2)
        board.run_until(lambda: board.is_whole, WHOLE_S)
        assert board.last_seen(RED) == 3
        assert list(board.lights.duties) == ALL_GREEN
        welcome = board.host.welcome
        assert welcome is not None
        assert welcome.by_watchdog == (seconds > SILENCE_S + WATCHDOG_S)

    @pytest.mark.long
    def test_no_watchdog_runs_before_the_first_hello(self) -> None:
        board = WholeBoard(op_s=OP_S)
        board.run_device(10 * WATCHDOG_S)
        assert board.device.resets == 0
        assert board.scanner.line.come == 0


class TestAHostThatSpeaks:
    """The watchdog bites only if it has to."""

    @pytest.mark.long
    def test_a_board_that_is_played_on_is_never_reset(self, board: WholeBoard) -> None:
        board.run(2 * WATCHDOG_S)
        assert board.device.resets == 0
        assert board.is_whole
        assert list(board.lights.duties) == ALL_GREEN

    @pytest.mark.long
    def test_nor_is_one_that_has_nothing_to_do(self, board: WholeBoard, host: RawHost) -> None:
        for token in range(40):
            host.say(Ping(token))
            host.run(0.5)
        assert board.device.resets == 0
        assert len(host.reports()) == 40

    def test_lights_nobody_speaks_of_go_dark_while_readers_are_read(
        self, board: WholeBoard
    ) -> None:
        board.keeping = False
        board.run(SILENCE_S + 0.2)
        assert set(board.lights.duties) == {DARK}
        board.world.slide("red", 3)
        board.run(0.5)
        assert board.last_seen(RED) == 3
        assert set(board.lights.duties) == {DARK}
        board.keeping = True
        board.run(0.6)
        assert list(board.lights.duties) == ALL_GREEN

    def test_lights_shine_again_with_the_next_word_of_them(
        self, board: WholeBoard, host: RawHost
    ) -> None:
        host.say(LightsShow(show=True, runs=(Run(1, (GREEN,)),)))
        for token in range(6):
            host.say(Ping(token))
            host.run(0.4)
        assert set(board.lights.duties) == {DARK}
        host.say(Keep())
        assert list(board.lights.duties) == [DARK, GREEN, DARK, DARK]
        for token in range(6):
            host.say(Ping(token))
            host.run(0.4)
        host.say(LightsShow(show=True, runs=(Run(3, (GREEN,)),)))
        assert list(board.lights.duties) == [DARK, GREEN, DARK, GREEN]

    def test_one_that_takes_nothing_in_has_it_reset(self, board: WholeBoard, host: RawHost) -> None:
        """It speaks, but what came of its phases cannot be told any more."""
        host.acknowledging = False
        for number in range(40):
            host.say(Scan(number, ((0, 0),)))
            host.run(0.4)
            if board.device.resets:
                break
        assert board.device.resets == 1
        assert number * 0.4 > WATCHDOG_S


class Hung:
    """An SPI bus on which a transfer never ends: a chip holds its wire."""

    baudrate = 1_000_000

    def __init__(self, board: WholeBoard) -> None:
        self._board = board

    def try_lock(self) -> bool:
        return True

    def configure(self, baudrate: int) -> None:
        self.baudrate = baudrate

    def write_readinto(self, out: bytes, into: bytearray) -> None:
        self._board.clock.advance(2 * WATCHDOG_S)


class TestADeviceThatHangs:
    """What the host makes of it."""

    def test_a_bus_that_hangs_is_ended_by_the_watchdog(self, board: WholeBoard) -> None:
        good: Mapping[int, Any] = board.device.wires.spi
        board.device.wires.spi = {number: Hung(board) for number in good}
        board.run_until(lambda: board.device.resets == 1, 20.0)
        board.device.wires.spi = good
        board.world.slide("red", 4)
        board.run(SILENCE_S + 0.1)
        board.run_until(lambda: board.is_whole, WHOLE_S)
        assert board.states(1) == ["quarantined", "back", "healthy"]
        assert board.last_seen(RED) == 4
        assert list(board.lights.duties) == ALL_GREEN
        welcome = board.host.welcome
        assert welcome is not None
        assert welcome.by_watchdog

    def test_silence_is_noticed_and_said(self, board: WholeBoard) -> None:
        until_s = board.clock.now_s() + SILENCE_S + 0.7
        while board.clock.now_s() < until_s:
            board.clock.advance(0.01)
            board.step_host()
        assert {(each.state, each.trouble) for each in board.board.readers()} == {
            ("quarantined", "The co-processor at here is silent.")
        }
        assert board.states(1) == ["quarantined"]

    def test_a_device_that_starts_anew_is_greeted_anew(self, board: WholeBoard) -> None:
        for square in (1, 2, 3, 4):
            board.device.reset()
            board.scanner.firmware.boot()
            board.world.slide("red", square)
            assert board.run(1.5) == []
            board.run(SILENCE_S - 1.5 + 0.7)
            board.run_until(lambda: board.is_whole, WHOLE_S)
            assert board.last_seen(RED) == square
            assert list(board.lights.duties) == ALL_GREEN
        assert board.states(1) == 4 * ["quarantined", "back", "healthy"]

    @pytest.mark.long
    def test_chips_that_stop_do_not_stop_the_device(self, board: WholeBoard) -> None:
        for chip in board.emulation.chips.values():
            chip.faults.set("silent", on=True)
        board.run(20.0)
        assert board.device.resets == 0
        assert board.host.state == "ready"
        assert {each.state for each in board.board.readers()} <= {"quarantined", "resetting"}
        for chip in board.emulation.chips.values():
            chip.faults.set("silent", on=False)
        board.world.slide("red", 4)
        board.run_until(lambda: board.is_whole, 32.0)
        assert board.last_seen(RED) == 4
