"""Chips measured by a recording: a profile that does again what was recorded."""

from dataclasses import replace

import msgspec
import pytest

from controller.bootstrap.trace.measured import (
    MeasuredBoard,
    MeasuredChip,
    measure,
    profile_of,
    read_profile,
    table,
)
from hardware.pn532.wire import ACK
from hardware.simulated.pn532.profile import AS_REPORTED, BY_THE_MANUAL, Profile
from hardware.transfers import Transfer
from tests.support.hardware.benches import bench
from tests.support.tiers import sample

RESOLUTION_MS = {"two-spi": 0.6, "i2c": 0.8, "uart": 0.6, "scanner": 1.3}
"""Half the time between two polls with their transfers: nothing is measured better."""
SLOW = replace(
    BY_THE_MANUAL,
    name="slow",
    ack_s=(0.0045, 0.0045),
    preambles=(3,),
    busy=(0x08, 0x08, 0xAA),
    variation=(1.4, 1.4),
)
CHIP = MeasuredChip(3, 0, 0, (0.5,), (1.0,), 1.0, 2, ("00",))
KINDS = pytest.mark.parametrize("kind", sample(2, ["two-spi", "i2c", "uart", "scanner"]))


def measured(kind: str, profile: Profile, seconds: float = 2.5) -> MeasuredBoard:
    transfers: list[Transfer] = []
    with bench(kind, profile=profile, on_transfer=transfers.append) as board:
        board.world.put("red", 5)
        board.run(seconds)
    return measure(transfers)


def median(times_ms: tuple[float, ...]) -> float:
    return sorted(times_ms)[len(times_ms) // 2]


@KINDS
def test_times_are_measured_to_about_a_poll(kind: str) -> None:
    chips = measured(kind, SLOW).chips.values()
    assert len(chips) == 12
    for chip in chips:
        assert median(chip.acks_ms) == pytest.approx(4.5, abs=RESOLUTION_MS[kind])
        assert chip.retried == 0
        assert chip.preamble == 3
        assert chip.pace == pytest.approx(1.4, rel=0.15) or chip.pace == 1.0


def test_status_bytes_are_kept_in_proportion() -> None:
    for chip in measured("two-spi", SLOW).chips.values():
        assert set(chip.busy) == {"08", "aa"}
        assert chip.busy.count("08") > chip.busy.count("aa")


def test_refused_addresses_are_counted_on_i2c() -> None:
    refusing = replace(SLOW, refuses=True)
    assert all(chip.refused > 10 for chip in measured("i2c", refusing).chips.values())
    assert profile_of(measured("i2c", refusing), "measured").measured[0].refuses


@KINDS
def test_a_profile_has_the_times_that_it_was_recorded_with(kind: str) -> None:
    first = measured(kind, SLOW)
    again = measured(kind, profile_of(first, "measured"))
    for before, after in zip(first.chips.values(), again.chips.values(), strict=True):
        assert median(after.acks_ms) == pytest.approx(
            median(before.acks_ms), abs=RESOLUTION_MS[kind]
        )
        assert after.preamble == before.preamble
        assert set(after.busy) <= set(before.busy)


def test_a_spread_of_times_is_kept() -> None:
    profile = replace(AS_REPORTED, resets_s=(0.0,), selects_s=(0.0,), calms_s=(0.0,))
    acks = [
        time for chip in measured("two-spi", profile, 6.0).chips.values() for time in chip.acks_ms
    ]
    assert min(acks) < 1.0
    assert max(acks) > 2.4


def test_failed_commands_are_counted() -> None:
    transfers: list[Transfer] = []
    with bench("two-spi", on_transfer=transfers.append) as board:
        board.fault(3, "silent")
        board.run(2.0)
    chips = measure(transfers).chips
    assert chips[3].retried > 2
    assert chips[3].acks_ms == ()
    assert {chip.retried for square, chip in chips.items() if square != 3} == {0}


def test_a_table_has_a_line_for_each_chip() -> None:
    lines = list(table({7: CHIP, 12: msgspec.structs.replace(CHIP, acks_ms=())}))
    assert [line.split()[0] for line in lines] == ["square", "7", "12"]
    assert lines[1].split()[4:6] == ["0.50,", "0.50"]


@pytest.mark.parametrize(
    ("board", "why"),
    [
        (MeasuredBoard(2, {1: CHIP}), "its version is 2"),
        (MeasuredBoard(1, {}), "no chip"),
        (MeasuredBoard(1, {4: msgspec.structs.replace(CHIP, pace=0.0)}), "square 4 cannot be"),
        (MeasuredBoard(1, {4: msgspec.structs.replace(CHIP, acks_ms=(-1.0,))}), "square 4"),
        (MeasuredBoard(1, {4: msgspec.structs.replace(CHIP, preamble=0)}), "square 4"),
        (MeasuredBoard(1, {4: msgspec.structs.replace(CHIP, busy=("0",))}), "square 4"),
        (MeasuredBoard(1, {4: msgspec.structs.replace(CHIP, busy=("01",))}), "square 4"),
    ],
)
def test_what_cannot_be_is_refused(board: MeasuredBoard, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_profile(msgspec.json.encode(board), "a file")


def test_what_is_no_profile_is_refused() -> None:
    with pytest.raises(ValueError, match="missing required field"):
        read_profile(b"{}", "a file")


def recorded() -> list[Transfer]:
    transfers: list[Transfer] = []
    with bench("two-spi", on_transfer=transfers.append) as board:
        board.run(0.5)
    return transfers


def test_what_failed_to_be_sent_is_not_measured() -> None:
    transfers = recorded()
    failed = [replace(each, error="bus-error") for each in transfers if each.sent is not None]
    mixed = sorted([*transfers, *failed], key=lambda each: (each.at_s, each.error is None))
    assert measure(mixed) == measure(transfers)


def test_replies_that_nothing_acknowledged_are_not_measured() -> None:
    heard = [each for each in recorded() if each.got is None or ACK not in each.got]
    chips = measure(heard).chips.values()
    assert {(chip.acks_ms, chip.replies_ms) for chip in chips} == {((), ())}
