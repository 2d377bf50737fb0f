"""A chip that only its reset line (RSTPDN) revives, on a co-processor whose other readers work.

Reported for PN532 modules: esphome issues 3281 and 10968.
"""

from typing import Final

from hardware.sensing.settings import Timing
from tests.support.scanner.whole import RED, WholeBoard

HUNG: Final = 2
RESET: Final = 12
TIMING: Final = Timing(reset_s=0.1, after_reset_s=0.05)


class Bench:
    """A board with a reset line, and the pulses on it."""

    def __init__(self, *, revives: bool) -> None:
        self.board = WholeBoard(4, op_s=200e-6, reset_pin=f"GP{RESET}", timing=TIMING)
        self.pin = self.board.device.wires.pins[RESET]
        self.revives = revives
        self.lows: list[float] = []
        self.highs: list[float] = []
        self.pin.watch(self._pulled)
        self.board.run_until(lambda: self.board.is_whole, 2.0)

    def hang(self) -> None:
        """Let a chip hang."""
        self.board.emulation.chips[HUNG].faults.set("silent", on=True)

    def _pulled(self) -> None:
        (self.highs if self.pin.value else self.lows).append(self.board.clock.now_s())
        if self.revives and not self.pin.value:
            self.board.emulation.chips[HUNG].faults.clear()


def test_the_reset_line_is_high_from_the_beginning() -> None:
    assert Bench(revives=True).lows == []


def test_one_hung_chip_among_healthy_ones_is_reset_by_its_line() -> None:
    bench = Bench(revives=True)
    bench.hang()
    bench.board.run(3.0)
    assert len(bench.lows) == len(bench.highs) == 1
    assert TIMING.reset_s <= bench.highs[0] - bench.lows[0] < TIMING.reset_s + 0.01
    assert bench.board.is_whole
    bench.board.world.put("red", HUNG)
    bench.board.run(0.5)
    assert bench.board.last_seen(RED) == HUNG


def test_one_that_is_silent_for_a_moment_costs_the_others_no_reset() -> None:
    """A loose wire."""
    bench = Bench(revives=False)
    for _ in range(3):
        bench.hang()
        bench.board.run(0.45)
        bench.board.emulation.chips[HUNG].faults.clear()
        bench.board.run(5.6)
    assert bench.lows == []
    assert bench.board.is_whole


def test_one_that_stays_dead_is_reset_ever_more_rarely() -> None:
    """Each reset costs the other readers their set-up."""
    bench = Bench(revives=False)
    bench.hang()
    bench.board.run(20.0)
    tries = bench.board.board.readers()[HUNG - 1].resets
    assert len(bench.lows) == 2
    assert tries > 4
    healthy = {each.state for each in bench.board.board.readers() if each.square != HUNG}
    assert healthy == {"healthy"}


def test_nothing_is_said_to_a_chip_before_it_has_started_again() -> None:
    bench = Bench(revives=True)
    bench.hang()
    bench.board.run_until(lambda: bool(bench.highs), 3.0)
    before = bench.board.board.scans
    bench.board.run(TIMING.after_reset_s - 0.01)
    assert bench.board.board.scans == before
