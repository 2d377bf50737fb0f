"""Replays the wires of a recording through the drivers of today, at once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from controller.board import Board
from controller.bootstrap.address import scanner_ports
from controller.bootstrap.coprocessors import emulated_rp2040
from controller.bootstrap.simulated.emulated_pi import SimulatedParts
from hardware.clock import ManualClock
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.ports import BoardEvent, Reading, Sighting
from hardware.scanner.board import Reach, ScannerBoard
from hardware.scanner.connect import wiring
from hardware.scanner.coprocessor import Coprocessor
from hardware.simulated.pn532.replayed import (
    TAIL_S,
    Difference,
    ReplayedChip,
    end_of,
    recorded,
    replayed_chips,
)
from hardware.simulated.rp2040.firmware import Firmware
from hardware.simulated.rp2040.line import DirectLine
from hardware.trace import Said

OP_S: Final = 4e-6
"""Time of a call of the firmware's: too little for a device, and enough for time to pass."""
LATER_S: Final = 2.0
"""Time for readers that are read in another order to catch up."""
STUCK_S: Final = 0.001
"""Time that passes in a step in which nothing took any."""


@dataclass
class ReplayedWires:
    """What came of a replay.

    Attributes:
        readings: all readings, at times since the recording began.
        events: sightings and changes of readers.
        differences: what the driver does otherwise, in the order of time.
    """

    readings: list[Reading] = field(default_factory=list)
    events: list[BoardEvent] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)

    @property
    def sightings(self) -> list[Sighting]:
        """All sightings."""
        return [each for each in self.events if isinstance(each, Sighting)]


def replay_wires(said: Iterable[Said], board: Board) -> ReplayedWires:
    """Replay the transfers of a recording to the drivers of a board, at once.

    Args:
        said: the events of a recording.
        board: its file, as it was when it was recorded.
    """
    wires = recorded(said)
    clock = ManualClock()
    replayed = ReplayedWires()
    squares = [square for bus in board.buses for square in bus.squares]
    chips = replayed_chips(wires, squares, clock, replayed.differences)
    replay = _Replay(board, chips, clock, end_of(wires), replayed)
    if scanner_ports(board):
        replay.to_coprocessors()
    else:
        replay.to_this_computer()
    return replayed


@dataclass(frozen=True)
class _Replay:
    """Chips of a recording, and who is to read them."""

    board: Board
    chips: Mapping[int, ReplayedChip]
    clock: ManualClock
    end_s: float
    replayed: ReplayedWires

    def to_this_computer(self) -> None:
        """Have the driver of this computer read them."""
        board, clock, replayed = self.board, self.clock, self.replayed
        parts = SimulatedParts(self.chips, board.buses, clock, instant=True)
        lines = connect(board.buses, parts, clock, board.settings.timing)
        array = Pn532Board(
            board.settings, lines, clock, replayed.readings.append, close=parts.close
        )
        array.connect(replayed.events.append)
        while (now_s := clock.now_s()) < self.end_s:
            array.step()
            if clock.now_s() == now_s:
                clock.advance(STUCK_S)
        array.stop()

    def to_coprocessors(self) -> None:
        """Have co-processors read them, with the firmware of today."""
        settings, clock, replayed = self.board.settings, self.clock, self.replayed
        reach: dict[int, Reach] = {}
        devices: list[Firmware] = []
        sessions = count(1)
        for port in scanner_ports(self.board):
            rp2040 = emulated_rp2040(port, self.chips, clock, op_s=OP_S)
            firmware = Firmware(rp2040)
            firmware.boot()
            devices.append(firmware)
            told = wiring(port, settings, None, None)
            host = Coprocessor(port.port, DirectLine(rp2040), told, clock, sessions.__next__)
            reach |= {square: Reach(host, number) for square, number in port.readers.items()}
        scanner = ScannerBoard(settings, reach, clock, replayed.readings.append)
        scanner.connect(replayed.events.append)
        while (now_s := clock.now_s()) < self.end_s + LATER_S:
            if now_s > self.end_s and not any(chip.left for chip in self.chips.values()):
                break
            scanner.step()
            for each in devices:
                each.turn()
        scanner.stop()


def same_sightings(before: Sequence[Sighting], now: Sequence[Sighting], end_s: float) -> bool:
    """Compare sightings square by square; at the end either may have some more.

    Readers are not always read in the same order: co-processors connect sooner or later.

    Args:
        before: those of the recording.
        now: those of the replay.
        end_s: end of the recording.
    """
    squares = {each.square for each in (*before, *now)}
    for square in squares:
        old, new = _of(before, square), _of(now, square)
        certain = sum(each.square == square and each.at_s < end_s - TAIL_S for each in before)
        shorter = min(len(old), len(new))
        if old[:shorter] != new[:shorter] or shorter < certain:
            return False
    return True


def _of(sightings: Sequence[Sighting], square: int) -> list[tuple[str, bool]]:
    return [(each.uid, each.seen) for each in sightings if each.square == square]
