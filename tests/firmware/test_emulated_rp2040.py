"""The firmware on an emulated RP2040, in the real MicroPython: what no other bench can show.

The tests run where RP2040_UF2 and RP2040_BOOTROM name the official files.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from hardware.scanner import words
from hardware.scanner.connect import StripWire, wiring
from hardware.scanner.coprocessor import PART, wiring_text
from hardware.scanner.frames import Unframer
from hardware.scanner.messages import (
    AskChip,
    ChipTold,
    Done,
    Order,
    Pulse,
    Report,
    Restart,
    SetClock,
)
from hardware.sensing.settings import Timing
from tests.support.firmware.emulated import (
    NOT_THERE,
    EmulatedPico,
    firmware_on_flash,
    official_files,
)
from tests.support.scanner.whole import RED, WholeBoard

RESET: Final = 12
CONNECTED_S: Final = 6.0
ANSWERED_S: Final = 2.0
ECHO: Final = bytes((0x00, 0x00, *range(41)))
"""The command of a communication line test."""


class Bench:
    """A board of two squares on an emulated Pico, and the messages on its line."""

    def __init__(self, folder: Path) -> None:
        self.kinds: list[int] = []
        self.board = WholeBoard(
            2,
            spoil=self._watched,
            reset_pin=f"GP{RESET}",
            timing=Timing(reset_s=0.05, after_reset_s=0.02),
            on=partial(EmulatedPico, folder=folder, files=firmware_on_flash()),
        )
        self.pico: EmulatedPico = self.board.device
        board = self.board
        strip = StripWire("GP22", 2, "GRB")
        self.wiring = wiring_text(wiring(board.port, board.settings, strip, board.contacts))
        self.board.run_until(lambda: self.board.is_whole, CONNECTED_S)

    def _watched(self, data: bytes) -> bytes:
        self.kinds += [each.kind for each in Unframer().take(data)]
        return data

    def answer(self, order: Order) -> Report:
        """Give an order with an answer, while nothing else is done; return the answer."""
        host = self.board.host
        heard: list[Report] = []
        before, host.hear = host.hear, heard.append
        host.say(order)
        until_s = self.board.clock.now_s() + ANSWERED_S
        while not (answers := [each for each in heard if isinstance(each, ChipTold | Done)]):
            assert self.board.clock.now_s() < until_s, "it is not answered"
            host.turn()
            self.board.step_device()
        host.hear = before
        return answers[0]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    bench = Bench(tmp_path_factory.mktemp("pico"))
    with bench.pico:
        yield bench


def test_without_the_official_files_a_test_is_skipped_in_ci_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.delenv("RP2040_UF2", raising=False)
    with pytest.raises(pytest.skip.Exception) as skipped:
        official_files()
    assert str(skipped.value) == NOT_THERE


@pytest.mark.long
class TestOnAnEmulatedRp2040:
    """One device, which is started once for all of these."""

    def test_its_wiring_is_sent_once(self, bench: Bench) -> None:
        assert bench.kinds.count(words.WIRING) == -(-len(bench.wiring) // PART)

    def test_its_reset_line_is_never_low_before_a_reset(self, bench: Bench) -> None:
        assert not [edge for edge in bench.pico.edges if edge[:2] == (RESET, 0)]

    def test_a_tag_is_seen_and_missed(self, bench: Bench) -> None:
        bench.board.world.put("red", 2)
        bench.board.run_until(lambda: bench.board.last_seen(RED) == 2, 1.0)
        bench.board.world.lift("red")
        bench.board.run_until(lambda: bench.board.sightings[-1].seen is False, 1.0)

    def test_chips_are_measured_at_any_clock_and_reset_by_their_line(self, bench: Bench) -> None:
        for clock_hz in (100_000, 5_000_000):
            assert bench.answer(SetClock(clock_hz)) == Done(words.CLOCK)
            told = bench.answer(AskChip(0, 50, 100, ECHO))
            assert isinstance(told, ChipTold)
            assert (told.failure, told.answer) == (None, ECHO[1:])
            assert 0 < told.ack_us < told.reply_us < 30_000
        bench.pico.edges.clear()
        assert bench.answer(Pulse(20)) == Done(words.PULSE)
        low, high = [us for pin, _, us in bench.pico.edges if pin == RESET]
        assert 20_000 <= high - low < 21_000
        bench.pico.edges.clear()
        bench.board.host.restart("was measured")
        bench.board.run_until(lambda: bench.board.is_whole, CONNECTED_S)

    def test_an_ordered_restart_is_no_bite_of_its_watchdog(self, bench: Bench) -> None:
        bench.board.host.say(Restart(stay=False))
        resets = bench.pico.resets
        bench.board.run_until(lambda: bench.pico.resets > resets, 1.0)
        bench.board.run_until(lambda: bench.board.is_whole, CONNECTED_S)
        assert bench.board.host.welcome is not None
        assert not bench.board.host.welcome.by_watchdog
