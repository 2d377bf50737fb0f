"""Chips that behave as builders report, where the manual says otherwise or nothing."""

from dataclasses import replace

import pytest

from hardware.sensing.settings import ArraySettings
from hardware.sightings import MISSES
from hardware.simulated.pn532.faults import Odds
from hardware.simulated.pn532.profile import AS_REPORTED, BY_THE_MANUAL, Profile
from tests.support.hardware.benches import PLACES, RED, Bench, bench
from tests.support.tiers import few_or

IDLE_S = ArraySettings({}).idle_sweep_s + 0.5
"""Time in which an idle board notices anything."""


def states_of_all(board: Bench) -> set[str]:
    return {state for square in PLACES for state in board.changes(square)}


def finds_and_loses(kind: str, profile: Profile, **how: object) -> Bench:
    """Set a runner down and lift it again; return the board, on which both were seen."""
    with bench(kind, profile=profile, **how) as board:
        board.run(2.0)
        board.world.put("red", 5)
        assert (5, RED, True) in board.run(3.0)
        board.world.lift("red")
        assert (5, RED, False) in board.run(3.0)
        return board


def test_with_acknowledgements_after_1_2_ms_no_reader_on_i2c_is_lost() -> None:
    """Every reader ended in quarantine: an unacknowledged address counted as a failure."""
    profile = replace(BY_THE_MANUAL, name="refusing", ack_s=(0.0012, 0.0012), refuses=True)
    assert states_of_all(finds_and_loses("i2c", profile)) == set()


def test_a_chip_on_i2c_may_need_a_pause_between_transfers() -> None:
    profile = replace(BY_THE_MANUAL, name="slow", gaps_s=(0.0005,))
    assert states_of_all(finds_and_loses("i2c", profile)) == set()


@pytest.mark.parametrize("preambles", [(1,), pytest.param((3,), marks=pytest.mark.long), (1, 2, 3)])
@pytest.mark.parametrize("kind", ["spi-decoder", "i2c", "uart"])
def test_a_preamble_may_be_shorter_or_longer(kind: str, preambles: tuple[int, ...]) -> None:
    profile = replace(BY_THE_MANUAL, name="preambles", preambles=preambles)
    assert states_of_all(finds_and_loses(kind, profile)) == set()


def test_a_status_byte_other_than_01_is_not_ready() -> None:
    profile = replace(BY_THE_MANUAL, name="busy", busy=AS_REPORTED.busy, asleep=0xFF)
    board = finds_and_loses("spi-decoder", profile)
    assert states_of_all(board) == set()
    assert not any(each.failure for each in board.readings)


def test_a_chip_may_lose_a_command_that_is_followed_by_a_poll_at_once() -> None:
    profile = replace(BY_THE_MANUAL, name="calm", calms_s=(0.0008,))
    assert states_of_all(finds_and_loses("spi-lines", profile)) == set()


def test_a_chip_that_is_slow_to_be_selected_is_soon_read_without_failures() -> None:
    profile = replace(BY_THE_MANUAL, name="slow", selects_s=(0.0, 0.0015))
    board = finds_and_loses("spi-decoder", profile)
    failed = [each for each in board.readings if each.failure]
    assert not [each for each in failed if each.at_s > 12.0]
    assert len(failed) <= 2 * len(PLACES)
    assert "quarantined" not in states_of_all(board)


LATE = replace(BY_THE_MANUAL, name="adapters", latency_s=0.016)


def test_readers_behind_adapters_that_hold_bytes_back_see_their_tags() -> None:
    """ACKs came too late, and were taken for answers to later commands: no tag was ever seen."""
    board = finds_and_loses("uart", LATE)
    assert states_of_all(board) == set()
    assert not any(each.failure for each in board.readings)


@pytest.mark.parametrize("seconds", few_or(40, 600))
def test_of_many_puts_and_lifts_with_spoilt_frames_none_is_missed(seconds: int) -> None:
    with bench("uart", profile=LATE, odds=Odds(corrupt=0.02), retries=2) as board:
        for square in PLACES:
            board.fault(square, "corrupt")
        board.run(3.0)
        for turn in range(seconds // 4):
            square = 1 + turn * 5 % len(PLACES)
            board.world.put("red", square)
            assert (square, RED, True) in board.run(2.0), turn
            board.world.lift("red")
            assert board.run(2.0).count((square, RED, False)) >= MISSES, turn
        assert "quarantined" not in states_of_all(board)


def test_one_chip_that_hangs_is_revived_by_the_reset_line_of_its_bus() -> None:
    """Its bus is healthy: eight "resets" were reported, and the line was never pulled."""
    profile = replace(BY_THE_MANUAL, name="long resets", resets_s=(0.05,), boots_s=(0.05,))
    with bench("spi-decoder", profile=profile) as board:
        assert board.emulation is not None
        board.run(1.0)
        board.emulation.chips[6].hang()
        board.world.put("red", 6)
        board.run(10.0)
        assert board.changes(6)[:3] == ["suspect", "resetting", "quarantined"]
        assert board.board.readers()[5].state == "healthy"
        others = {each.failure for each in board.readings if each.square != 6}
        assert others <= {None, "disturbed"}
        board.sighted()
        board.world.lift("red")
        assert (6, RED, False) in board.run(IDLE_S)


def test_a_dead_chip_makes_its_bus_be_reset_ever_more_seldom() -> None:
    with bench("spi-decoder") as board:
        assert board.parts is not None
        pulses = 0

        def count() -> None:
            nonlocal pulses
            pulses += not board.parts.wire("RST").value  # type: ignore[union-attr]

        board.parts.wire("RST").watch(count)
        board.fault(6, "silent")
        board.run(40.0)
        assert 4 <= pulses <= 7
        before = pulses
        board.run(40.0)
        assert pulses <= before + 1
        assert {each.state for each in board.board.readers() if each.square != 6} == {"healthy"}
