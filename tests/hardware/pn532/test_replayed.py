"""Recorded wires, replayed to the real driver."""

import errno
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from controller.bootstrap.simulated.emulated_pi import SimulatedParts
from hardware.clock import ManualClock
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.ports import BoardEvent, Reading
from hardware.sensing.settings import ArraySettings
from hardware.simulated.pn532.faults import Odds
from hardware.simulated.pn532.profile import AS_REPORTED, BY_THE_MANUAL, Profile
from hardware.simulated.pn532.replayed import Difference, recorded, replayed_chips
from hardware.trace import Said
from hardware.transfers import Transfer
from tests.support.hardware.benches import PLACES, WIRINGS, Bench, bench

SECONDS = 2.0
PROFILES = pytest.mark.parametrize("profile", [BY_THE_MANUAL, AS_REPORTED], ids=lambda e: e.name)
WIRES = pytest.mark.parametrize(
    "kind",
    [
        pytest.param(each, marks=[] if each in ("spi-decoder", "i2c", "uart") else pytest.mark.long)
        for each in WIRINGS
    ],
)
BEGAN_S = 10.0
CHIP = 0x24
"""Address of every chip on I2C."""
ROUNDING_S = 5e-6


class Recording:
    """What a board on a bench has said, over its wires and to the game."""

    def __init__(
        self, kind: str, profile: Profile, *, corrupt: bool = False, hangs: bool = False
    ) -> None:
        self.said: list[Said] = []
        self.kind = kind
        odds = Odds(corrupt=0.05)
        with bench(kind, profile=profile, on_transfer=self.hear, odds=odds) as board:
            if corrupt:
                for square in PLACES:
                    board.fault(square, "corrupt")
            board.world.put("red", 5)
            board.step_for(SECONDS / 2)
            if hangs:
                self._hang(board)
            board.world.put("red", 6)
            board.world.put("blue", 11)
            board.step_for(SECONDS / 2)
            self.readings, self.events = board.readings, list(board.events)

    def _hang(self, board: Bench) -> None:
        """Let chips hold the bus for a moment, whatever is read or written."""
        assert board.parts is not None
        bus: Any = board.parts.buses["i2c"]
        real = bus.readfrom_into, bus.writeto

        def fail(of: Callable[..., None]) -> Callable[..., None]:
            def call(address: int, *how: object, **more: object) -> None:
                if address == CHIP:
                    raise OSError(errno.ETIMEDOUT, "it hangs")
                of(address, *how, **more)

            return call

        bus.readfrom_into, bus.writeto = map(fail, real)
        board.step_for(0.1)
        bus.readfrom_into, bus.writeto = real

    def hear(self, each: Transfer) -> None:
        at_s, took_s = round(each.at_s - BEGAN_S, 6), round(each.took_s, 6)
        self.said.append(replace(each, at_s=at_s, took_s=took_s))


class Replayed:
    """A board on which a recording is replayed."""

    def __init__(self, recording: Recording, said: list[Said] | None = None, **how: Any) -> None:
        clock = ManualClock(BEGAN_S)
        self.differences: list[Difference] = []
        self.readings: list[Reading] = []
        self.events: list[BoardEvent] = []
        buses = WIRINGS[recording.kind]
        wires = recorded(recording.said if said is None else said)
        chips = replayed_chips(wires, PLACES, clock, self.differences)
        parts = SimulatedParts(chips, buses, clock, instant=True)
        settings = ArraySettings(PLACES, **how)
        lines = connect(buses, parts, clock, settings.timing)
        board = Pn532Board(settings, lines, clock, self.readings.append, close=parts.close)
        board.connect(self.events.append)
        while clock.now_s() < BEGAN_S + recording.said[-1].at_s:
            board.step()
        board.stop()


def same(replayed: list[Any], recorded: list[Any]) -> None:
    """Check that the same was said, but for the rounding of times."""
    undated = [[replace(each, at_s=0.0) for each in said] for said in (replayed, recorded)]
    assert undated[0] == undated[1]
    assert [each.at_s for each in replayed] == pytest.approx(
        [each.at_s for each in recorded], abs=ROUNDING_S, rel=0
    )


@WIRES
@PROFILES
def test_a_recording_gives_the_same_sightings_at_the_same_times(
    kind: str, profile: Profile
) -> None:
    recording = Recording(kind, profile)
    replayed = Replayed(recording)
    assert [str(each) for each in replayed.differences] == []
    same(replayed.events, recording.events)
    same(replayed.readings[: len(recording.readings)], recording.readings)
    assert recording.events


def test_what_the_driver_sends_otherwise_is_told_with_its_place() -> None:
    recording = Recording("spi-decoder", BY_THE_MANUAL)
    replayed = Replayed(recording, retries=3)
    first = replayed.differences[0]
    lines = [
        line
        for line, each in enumerate(recording.said, start=2)
        if isinstance(each, Transfer)
        and each.sent == bytes.fromhex("0000ff06fad43205ff0101f400")
        and each.at_s < SECONDS / 2
    ]
    assert first.line == lines[0]
    assert str(first).endswith(
        "0000ff06fad43205ff0103f200 is sent instead of 0000ff06fad43205ff0101f400"
    )
    # Until the runner leaves its square the driver does the same at the same times otherwise.
    still = [each for each in replayed.differences if each.at_s < SECONDS / 2]
    assert {each.line for each in still} == set(lines)


def test_a_driver_that_reads_what_was_not_read_is_told() -> None:
    recording = Recording("spi-decoder", BY_THE_MANUAL)
    said = [each for each in recording.said if not (isinstance(each, Transfer) and each.got)]
    assert "a frame is read, and none was" in [
        each.what for each in Replayed(recording, said).differences
    ]


def test_frames_that_were_spoilt_are_spoilt_again() -> None:
    recording = Recording("uart", BY_THE_MANUAL, corrupt=True)
    replayed = Replayed(recording)
    assert [str(each) for each in replayed.differences] == []
    assert any(each.failure for each in recording.readings)
    same(replayed.readings[: len(recording.readings)], recording.readings)


def test_a_bus_that_hung_hangs_again() -> None:
    recording = Recording("i2c", BY_THE_MANUAL, hangs=True)
    replayed = Replayed(recording)
    assert "bus-error" in {each.error for each in recording.said if isinstance(each, Transfer)}
    assert [str(each) for each in replayed.differences] == []
    same(replayed.events, recording.events)


def test_a_wire_without_a_recording_is_silent() -> None:
    recording = Recording("spi-decoder", BY_THE_MANUAL)
    said = [each for each in recording.said if isinstance(each, Transfer) and each.square != 3]
    replayed = Replayed(recording, list(said))
    assert {each.failure for each in replayed.readings if each.square == 3} == {"no-ack"}
