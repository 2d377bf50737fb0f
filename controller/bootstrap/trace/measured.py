"""Measures chips by a recording of their wires; what was measured is a profile to emulate.

A time is known to lie between two polls: the middle is taken, and only where a chip was polled
about as soon as it ever was.
"""

import re
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Final

import msgspec

from controller.json_data import BadJson, from_json
from hardware.pn532.chip import IN_LIST_PASSIVE_TARGET, RF_CONFIGURATION
from hardware.pn532.uart import BAUD
from hardware.pn532.wire import ACK, MOST_ZEROS, NACK, START, cut_out, missing
from hardware.sensing.settings import Timing
from hardware.simulated.pn532.profile import Habits, Profile
from hardware.trace import Said
from hardware.transfers import Transfer

CLOSE: Final = 1.25
"""Longest gap between two polls that counts, relative to the shortest of the wire."""
MOST_CUT: Final = 2
"""Zeros at the end of a frame that need not be among the bytes received."""
STATUS: Final = re.compile("(?!01)[0-9a-f]{2}")
"""Status byte of a chip that has nothing to say."""
BITS: Final = 10
"""Bits of a byte on a serial line."""
PACES: Final = (0.1, 10.0)
"""Least and greatest pace."""
LONGEST_MS: Final = 1000
"""Longest time that can be measured."""
MOST_TIMES: Final = 21
"""Number of quantiles kept of a distribution, the least and the greatest included."""
MOST_STATUSES: Final = 16
"""Number of status bytes kept, as often as they came in proportion."""
RETRIES_ITEM: Final = 0x05
_READY: Final = b"\x01"
_FROM_HOST: Final = 0xD4
_EMPTY: Final = b"\x4b\x00"


class MeasuredChip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured at one chip.

    Attributes:
        commands: number of commands.
        retried: number of those that were ended, or sent once more, before their answer.
        refused: number of polls whose address it did not acknowledge.
        acks_ms: quantiles of the time from a command to its acknowledgement.
        replies_ms: quantiles of the time from there to a reply that needs no tag.
        pace: time of listings, relative to that in the manual; 1 if not measured.
        preamble: zeros before the FF of a start code, as most often.
        busy: status bytes while it has nothing to say, in hexadecimal.
    """

    commands: int
    retried: int
    refused: int
    acks_ms: tuple[float, ...]
    replies_ms: tuple[float, ...]
    pace: float
    preamble: int
    busy: tuple[str, ...]

    def habits(self) -> Habits:
        """Return what an emulated chip does that does the same."""
        return Habits(
            acks_s=tuple(each / 1000 for each in self.acks_ms),
            replies_s=tuple(each / 1000 for each in self.replies_ms),
            pace=self.pace,
            preamble=self.preamble,
            busy=tuple(bytes.fromhex("".join(self.busy))) or (0x00,),
            refuses=self.refused > 0,
        )


class MeasuredBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a profile's file.

    Attributes:
        hareboard_profile: version of its format.
        chips: what was measured, by square.
    """

    hareboard_profile: int
    chips: dict[int, MeasuredChip]


def profile_of(board: MeasuredBoard, name: str) -> Profile:
    """Return a profile whose chips are like those of a board, in any order.

    Raises:
        ValueError: it has no chip, or one that cannot be.
    """
    if board.hareboard_profile != 1:
        raise ValueError(f"its version is {board.hareboard_profile}, and 1 can be read")
    if not board.chips:
        raise ValueError("it has no chip")
    for square, chip in board.chips.items():
        times = (*chip.acks_ms, *chip.replies_ms)
        good = all(0 <= each < LONGEST_MS for each in times)
        good = good and PACES[0] <= chip.pace <= PACES[1]
        # A busy chip that says that it is ready would be another chip.
        good = good and all(STATUS.fullmatch(each) for each in chip.busy)
        if not good or not 1 <= chip.preamble <= MOST_ZEROS:
            raise ValueError(f"the chip of square {square} cannot be")
    habits = tuple(chip.habits() for chip in board.chips.values())
    return Profile(name, measured=habits)


def read_profile(data: bytes, name: str) -> Profile:
    """Read a profile's file.

    Raises:
        ValueError: it is none.
    """
    try:
        return profile_of(from_json(data, MeasuredBoard), name)
    except BadJson as error:
        raise ValueError(f"{error!s:.200}") from error  # it may quote the file


_Samples = list[tuple[float, float]]
"""Values that were measured, each with the gap in which it lies, in seconds."""


def measure(said: Iterable[Said]) -> MeasuredBoard:
    """Measure the chips of a recording."""
    wires: dict[int, _MeasuredWire] = {}
    for each in said:
        if isinstance(each, Transfer):
            wires.setdefault(each.square, _MeasuredWire()).take(each)
    return MeasuredBoard(1, {square: wire.result() for square, wire in sorted(wires.items())})


@dataclass(slots=True)
class _MeasuredWire:
    """One wire, transfer by transfer."""

    commands: int = 0
    retried: int = 0
    refused: int = 0
    acks_s: _Samples = field(default_factory=list)
    replies_s: _Samples = field(default_factory=list)
    empties_s: _Samples = field(default_factory=list)
    """Times from a listing of an empty square to its reply, in units of the manual's."""
    preambles: Counter[int] = field(default_factory=Counter)
    busy: Counter[int] = field(default_factory=Counter)
    retries: int | None = None
    _command: bytes = b""
    _sent_s: float = 0.0
    _acknowledged_s: float | None = None
    _before_s: float = 0.0
    _gap_s: float = 0.0
    _bytes: int = 0
    _serial: bool = True
    _ready_s: float | None = None
    _held: bytes = b""

    def take(self, transfer: Transfer) -> None:
        if transfer.sent is not None:
            self._send(transfer)
            return
        self._serial = self._serial and transfer.status is None
        if transfer.status == _READY:
            self._ready_s = self._ready_s or transfer.end_s
        elif transfer.status is not None:
            self.refused += transfer.error == "unacknowledged"
            self.busy.update(transfer.status)
            self._before_s = transfer.end_s
        if transfer.got:
            self._receive(transfer)
        elif transfer.got is not None:
            self._before_s = transfer.end_s

    def _send(self, transfer: Transfer) -> None:
        frame = transfer.sent or b""
        if transfer.error is not None:
            return
        self._held = b""
        self._ready_s = None
        if frame == NACK:  # it is sent again because its length was not known
            self._gap_s = inf
            return
        if frame == ACK:
            self.retried += bool(self._command)
            self._command = b""
            return
        at = frame.find(START)
        if at < 0 or frame[at + 4 : at + 5] != bytes((_FROM_HOST,)):
            return
        self.retried += bool(self._command) and self._acknowledged_s is None
        self.commands += 1
        self._command = frame[at + 5 : -2]
        self._sent_s = self._before_s = transfer.end_s
        self._bytes = len(frame)
        self._acknowledged_s = None
        if self._command[:2] == bytes((RF_CONFIGURATION, RETRIES_ITEM)):
            self.retries = self._command[-1]

    def _receive(self, transfer: Transfer) -> None:
        self._held += transfer.got or b""
        ready_s = self._ready_s or transfer.end_s
        if not self._serial and missing(self._held) <= MOST_CUT:
            self._held += bytes(missing(self._held))
        while START in self._held and not missing(self._held):
            frame, start = cut_out(self._held), self._held.find(START)
            self.preambles[start + 1] += 1
            self._held = self._held[start + len(frame) - 1 :]
            self._answer(frame, ready_s)
        if self._ready_s is not None:  # a transfer has one frame, and filling behind it
            self._held = b""
        self._ready_s, self._before_s = None, transfer.end_s

    def _answer(self, frame: bytes, ready_s: float) -> None:
        if not self._command:
            return
        gap_s, due_s = ready_s - self._before_s, (ready_s + self._before_s) / 2
        due_s -= len(frame) * self._byte_s
        if frame == ACK:
            after_s = due_s - self._sent_s - self._bytes * self._byte_s
            self.acks_s.append((gap_s, max(after_s, 0.0)))
            self._acknowledged_s, self._gap_s = due_s, gap_s
        elif self._acknowledged_s is not None:
            if self._command[0] != IN_LIST_PASSIVE_TARGET:
                took_s = max(due_s - self._acknowledged_s, 0.0)
                self.replies_s.append((max(gap_s, self._gap_s), took_s))
            elif frame[6:8] == _EMPTY:
                sent_s = self._sent_s + self._bytes * self._byte_s
                self.empties_s.append((max(gap_s, 0.0), due_s - sent_s))
            self._command = b""

    @property
    def _byte_s(self) -> float:
        """Time of a byte on a serial line, which a port takes and gives at once."""
        return BITS / BAUD if self._serial else 0.0

    def _pace(self) -> float:
        """Return the time of a listing relative to the manual's; 1 if it was not measured."""
        empties_s, acks_s = self._close(self.empties_s), self._close(self.acks_s)
        if self.retries is None or not empties_s or not acks_s:
            return 1.0
        usual = Timing()
        usual_s = usual.field_rise_s + (self.retries + 1) * usual.try_s
        took_s = statistics.median(empties_s) - statistics.median(acks_s)
        return round(min(max(took_s / usual_s, PACES[0]), PACES[1]), 4)

    def _close(self, samples: _Samples) -> list[float]:
        """Return the values of those samples whose gap is short."""
        shortest_s = min((gap_s for gap_s, _ in self.acks_s), default=0.0)
        return [value for gap_s, value in samples if gap_s <= CLOSE * shortest_s]

    def result(self) -> MeasuredChip:
        total = self.busy.total()
        often = {
            byte: max(1, round(count * MOST_STATUSES / total)) for byte, count in self.busy.items()
        }
        statuses = [f"{byte:02x}" for byte in sorted(often) for _ in range(often[byte])]
        likely = self.preambles.most_common(1)
        return MeasuredChip(
            commands=self.commands,
            retried=self.retried,
            refused=self.refused,
            acks_ms=_quantiles_ms(self._close(self.acks_s)),
            replies_ms=_quantiles_ms(self._close(self.replies_s)),
            pace=self._pace(),
            preamble=likely[0][0] if likely else 2,
            busy=tuple(statuses),
        )


def _quantiles_ms(times_s: list[float]) -> tuple[float, ...]:
    """Return quantiles at equal distances; all times if they are few."""
    ordered = sorted(times_s)
    if len(ordered) > MOST_TIMES:
        last, parts = len(ordered) - 1, MOST_TIMES - 1
        ordered = [ordered[last * part // parts] for part in range(MOST_TIMES)]
    return tuple(round(each * 1000, 3) for each in ordered)


def table(chips: Mapping[int, MeasuredChip]) -> Iterator[str]:
    """Yield what was measured, a line for each chip."""
    yield "square  commands  retried  refused  ACK ms (median, most)  reply ms  pace  zeros  busy"
    for square, chip in chips.items():
        busy = " ".join(dict.fromkeys(chip.busy)) or "-"
        yield (
            f"{square:>6}  {chip.commands:>8}  {chip.retried:>7}  {chip.refused:>7}  "
            f"{_spread(chip.acks_ms):>21}  {_spread(chip.replies_ms):>13}  {chip.pace:>4.2f}  "
            f"{chip.preamble:>5}  {busy}"
        )


def _spread(times_ms: tuple[float, ...]) -> str:
    if not times_ms:
        return "-"
    return f"{statistics.median(times_ms):.2f}, {times_ms[-1]:.2f}"
