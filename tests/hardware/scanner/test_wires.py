"""What goes over the wires of co-processors: recorded by the firmware, and replayed to it."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest

from hardware.clock import ManualClock
from hardware.pn532.wire import ACK
from hardware.ports import BoardEvent, Sighting
from hardware.scanner.board import ScannerBoard
from hardware.scanner.messages import (
    Listen,
    ScannerRefused,
    ToldTransfer,
    WiresTold,
)
from hardware.scanner.words import LISTEN, UNKNOWN
from hardware.sensing.settings import ArraySettings
from hardware.simulated.pn532.profile import AS_REPORTED, BY_THE_MANUAL, Profile
from hardware.simulated.pn532.replayed import Difference, recorded, replayed_chips
from hardware.trace import Said
from hardware.transfers import Transfer
from tests.support.firmware.stepped import SteppedDevice
from tests.support.hardware.benches import PLACES, SCANNERS, STEP_S, bench
from tests.support.scanner.devices import EmulatedScanner, reach
from tests.support.tiers import sample

BEGAN_S = 10.0
SECONDS = 3.0
AFTER_S = 0.05
"""A step may end that much later than it was to."""
LISTING = bytes.fromhex("0000ff04fcd44a0200e000")
ONE = ("scanner", "scanner-shift-register")
"""Boards of one co-processor. Of several the host orders what it does next by whom it hears first,
to within the turn of a loop, which a recording does not fix."""
SOME_LATER = [pytest.param("scanner"), pytest.param(ONE[1], marks=pytest.mark.long)]
PROFILES = pytest.mark.parametrize(
    "profile", sample(2, [AS_REPORTED, BY_THE_MANUAL]), ids=lambda e: e.name
)


def record(kind: str, profile: Profile) -> tuple[list[Said], list[Sighting]]:
    """Record twelve readers; return the transfers, and what was sighted."""
    said: list[Said] = []
    with bench(kind, profile=profile, on_transfer=said.append) as board:
        board.world.put("red", 5)
        board.step_for(SECONDS / 2)
        board.world.put("red", 6)
        board.step_for(SECONDS / 2)
        sightings = [each for each in board.events if isinstance(each, Sighting)]
    return [replace(each, at_s=each.at_s - BEGAN_S) for each in said], sightings


def replay(
    kind: str, said: list[Said], on: Callable[[Any], Any] | None = None
) -> tuple[list[Difference], list[Sighting]]:
    """Replay transfers to the firmware: in Python, or on what is given."""
    clock = ManualClock(BEGAN_S)
    differences: list[Difference] = []
    events: list[BoardEvent] = []
    chips = replayed_chips(recorded(said), PLACES, clock, differences)
    settings = ArraySettings(PLACES)
    devices = [EmulatedScanner(port, settings, chips, clock, None) for port in SCANNERS[kind]]
    board = ScannerBoard(settings, reach(devices), clock)
    with ExitStack() as parts:
        if on is not None:
            for each in devices:
                each.firmware = parts.enter_context(on(each.device))
        board.connect(events.append)
        while clock.now_s() < BEGAN_S + SECONDS + AFTER_S:
            until_s = clock.now_s() + STEP_S
            while clock.now_s() < until_s:
                board.step()
                for each in devices:
                    each.firmware.turn()
        board.stop()
    return differences, [each for each in events if isinstance(each, Sighting)]


def outline(sightings: list[Sighting]) -> list[tuple[int, str, bool]]:
    return [(each.square, each.uid, each.seen) for each in sightings]


@pytest.mark.parametrize("kind", list(SCANNERS))
def test_a_co_processor_tells_what_goes_over_its_wires(kind: str) -> None:
    transfers: list[Transfer] = []
    with bench(kind, on_transfer=transfers.append) as board:
        board.world.put("red", 5)
        board.run(1.0)
    assert {each.square for each in transfers} == set(PLACES)
    to_5 = [each for each in transfers if each.square == 5]
    assert LISTING in [each.sent for each in to_5]
    assert ACK in [each.got for each in to_5]
    assert any(bytes.fromhex("04a1b2c3d4e5f6") in (each.got or b"") for each in to_5)
    for square in PLACES:
        wire = [each for each in transfers if each.square == square]
        assert [each.at_s for each in wire] == sorted(each.at_s for each in wire)


@pytest.mark.long
def test_nothing_is_told_that_nobody_asked_for() -> None:
    with bench("scanner") as board:
        board.run(1.0)
        quiet = board.devices[0].line.come
    with bench("scanner", on_transfer=lambda _: None) as board:
        board.run(1.0)
        assert board.devices[0].line.come > 3 * quiet


@pytest.mark.long
def test_bytes_of_a_chip_that_behaves_as_reported_are_told_as_they_are() -> None:
    slow_s = (0.004, 0.008)
    profile = replace(BY_THE_MANUAL, name="odd", ack_s=slow_s, busy=(0x08, 0xAA), preambles=(3,))
    said, _ = record("scanner", profile)
    transfers = [each for each in said if isinstance(each, Transfer)]
    assert {b"\x08", b"\xaa", b"\x01"} <= {each.status for each in transfers}
    assert {each.got.find(b"\xff") for each in transfers if each.got} == {3}


@pytest.mark.parametrize("kind", SOME_LATER)
@PROFILES
def test_a_recording_gives_the_same_sightings_through_the_firmware(
    kind: str, profile: Profile
) -> None:
    said, sightings = record(kind, profile)
    differences, replayed = replay(kind, said)
    assert [str(each) for each in differences] == []
    assert outline(replayed)[: len(sightings)] == outline(sightings)
    assert sightings


@pytest.mark.long
@PROFILES
def test_a_recording_of_several_gives_the_first_sighting_and_each_wire_is_followed(
    profile: Profile,
) -> None:
    said, sightings = record("three-scanners", profile)
    differences, replayed = replay("three-scanners", said)
    assert outline(replayed)[:1] == outline(sightings)[:1] == [(5, "04a1b2c3d4e5f6", True)]
    assert all(each.square in PLACES for each in differences)


def test_it_tells_no_more_after_it_was_told_to_stop_or_met_another_host() -> None:
    transfers: list[Transfer] = []
    with bench("scanner", on_transfer=transfers.append) as board:
        board.run(0.5)
        host = board.devices[0].host
        host.say(Listen(on=False))
        board.run(0.3)
        told = len(transfers)
        board.run(0.5)
        assert 0 < told == len(transfers)
        host.restart("is tried")
        board.run(1.0)
    assert len(transfers) > told


def test_a_firmware_that_cannot_tell_is_named(caplog: pytest.LogCaptureFixture) -> None:
    with bench("scanner", on_transfer=lambda _: None) as board:
        board.run(0.5)
        assert isinstance(board.board, ScannerBoard)
        (device,) = board.devices
        device.host.hear(ScannerRefused(LISTEN, UNKNOWN, ""))
    assert "cannot record its wires: run “hareboard firmware update”" in caplog.text


def test_transfers_that_were_lost_are_logged_and_those_of_no_reader_left_out(
    caplog: pytest.LogCaptureFixture,
) -> None:
    transfers: list[Transfer] = []
    with bench("scanner", on_transfer=transfers.append) as board:
        board.run(0.5)
        host = board.devices[0].host
        transfers.clear()
        strange = ToldTransfer(200, "sent", 0, 10, b"1")
        host.hear(WiresTold(3, (strange,)))
        assert transfers == []
    assert f"The co-processor at {host.name} has lost 3 transfers." in caplog.text


@pytest.mark.long
@PROFILES
def test_a_recording_gives_the_same_sightings_through_the_firmware_in_micropython(
    profile: Profile,
) -> None:
    said, sightings = record("scanner", profile)
    differences, replayed = replay("scanner", said, SteppedDevice)
    assert [str(each) for each in differences] == []
    assert outline(replayed)[: len(sightings)] == outline(sightings)
    assert sightings
