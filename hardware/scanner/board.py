"""A board whose readers are scanned by co-processors: which phase is next, and what came of it.

The host chooses phase after phase, as for readers of its own; a co-processor carries them out.
The next phase is sent while one is under way where a single co-processor has both: it begins
with each reader as soon as no field near it is on. Otherwise it is sent when the fields are known
to be off.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from hardware.clock import Clock
from hardware.ports import BoardEvent, Failure, Reading, Uid
from hardware.scanner.coprocessor import Coprocessor
from hardware.scanner.messages import (
    EXPECTED,
    Answer,
    Listen,
    ReaderWoke,
    Report,
    Scan,
    Scanned,
    ScannerRefused,
    Wake,
    WiresTold,
)
from hardware.scanner.wires import ToldWires
from hardware.scanner.words import LISTEN, LIT, SCAN, SLOTS
from hardware.sensing.board import STOP_S, ReaderBoard
from hardware.sensing.plan import apart
from hardware.sensing.schedule import Slot
from hardware.sensing.settings import ArraySettings
from hardware.transfers import Transfer

PHASE_S: Final = 3.0
"""Time after which a phase without an answer counts as lost, what its readers may take excluded."""
WAKE_S: Final = 2.0
"""The same for a reader that is to be set up."""
RESETS_APART_S: Final = 5.0
"""Shortest time between two resets of all readers of a co-processor for one that fails alone."""
NUMBERS: Final = 1 << 16

TROUBLES: Final[Mapping[Failure, str]] = {
    "no-ack": "its chip does not acknowledge",
    "no-reply": "its chip acknowledges, and does not answer",
    "bad-reply": "its chip's answers make no sense",
}

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reach:
    """Address of a square's reader: the co-processor, and its number there."""

    by: Coprocessor
    reader: int


@dataclass(slots=True)
class _Phase:
    """A phase that has been sent, and its results that have not been taken in."""

    number: int
    slot: Slot
    sent_s: float
    waiting: set[Coprocessor]
    read: list[tuple[float, int, Answer]] = field(default_factory=list)


class ScannerBoard(ReaderBoard):
    """Readers at co-processors; one that is missing at the start may come later.

    Args:
        settings: reading settings.
        reach: address of each square's reader.
        clock: the board's time.
        on_reading: called with every reading, in the board's thread.
        others: co-processors that have lights or buttons only.
        stop_s: longest time to stop, in seconds of real time.
        on_transfer: called with every transfer over the wires of the co-processors.
    """

    stuck = "The co-processors were not released within %g s."

    def __init__(
        self,
        settings: ArraySettings,
        reach: Mapping[int, Reach],
        clock: Clock,
        on_reading: Callable[[Reading], None] | None = None,
        *,
        others: Collection[Coprocessor] = (),
        stop_s: float = STOP_S,
        on_transfer: Callable[[Transfer], None] | None = None,
    ) -> None:
        super().__init__("co-processors", settings, reach, clock, on_reading, stop_s)
        self._reach = dict(reach)
        all_of_them = [*(each.by for each in reach.values()), *others]
        self._coprocessors = tuple(dict.fromkeys(all_of_them))
        self._square = {(each.by, each.reader): square for square, each in reach.items()}
        self._wires = None if on_transfer is None else ToldWires(self._square, clock, on_transfer)
        places, stride = settings.places, settings.stride
        self._near = {
            square: [
                o for o in reach if o != square and not apart(places[square], places[o], stride)
            ]
            for square in reach
        }
        self._lost: set[int] = set()
        self._phases: deque[_Phase] = deque()
        self._chosen: Slot | None = None
        self._not_before_s = clock.now_s()
        self._resting = False
        self._count = 0
        self._waking: tuple[int, float] | None = None
        timing = settings.timing
        # A silent reader is asked to look for a tag, and twice as often to end its field.
        silent_s = 3 * settings.attempts * (timing.ack_s + timing.slack_s)
        looking_s = settings.attempts * (1 + settings.retries) * timing.try_s
        self._phase_s = PHASE_S + silent_s + looking_s
        self._wake_s = WAKE_S + silent_s + timing.reset_s + timing.after_reset_s
        self._tries: dict[int, int] = {}
        self._reset_s: dict[Coprocessor, float] = {}
        self._last_s = float("-inf")
        self._there: set[Coprocessor] = set()
        self._news = threading.Event()
        for each in self._coprocessors:
            self._listen_to(each)

    def connect(self, emit: Callable[[BoardEvent], None]) -> None:
        """Begin to report to `emit`; the caller calls `step`: for virtual time."""
        super().connect(emit)
        for each in self._coprocessors:
            each.start(self._news.set)

    def take_over(self, emit: Callable[[BoardEvent], None]) -> None:
        """The same with co-processors that somebody else has connected, and will stop."""
        super().connect(emit)
        for each in self._coprocessors:
            self._change(each)

    # One step

    def step(self) -> float:
        """Receive messages and send those due; return the latest time of the next call."""
        due_s = min(each.turn() for each in self._coprocessors)
        now_s = self._clock.now_s()
        self._look_after(now_s)
        while self._send_next(self._clock.now_s()):
            pass
        self._reset()
        # Orders given in this step go out now.
        for each in self._coprocessors:
            each.turn()
        if not self._phases and (rests_until_s := self._rests_until_s(now_s)) > now_s:
            due_s = min(due_s, rests_until_s)
        return due_s

    def _wake_up(self) -> None:
        self._news.set()

    def _go_on(self) -> None:
        while not self._stopping.is_set():
            due_s = self.step()
            self._news.wait(max(due_s - self._clock.now_s(), 0.0))
            self._news.clear()

    def _lost_fields(self) -> set[int]:
        return self._lost

    def _let_go(self) -> None:
        for each in self._coprocessors:
            each.stop()

    # Phases

    def _send_next(self, now_s: float) -> bool:
        """Choose the next phase, and send it if it may be sent now."""
        if len(self._phases) >= SLOTS or (not self._phases and now_s < self._rests_until_s(now_s)):
            return False
        if self._phases and (self._resting or self._phases[-1].slot.alone):
            return False
        if self._chosen is None:
            self._chosen = self._choose(now_s, self._beside())
            self._resting = self._is_idle(now_s)
        slot = self._chosen
        if not slot.squares:
            self._chosen = None
            self.scans += 1
            self._not_before_s = now_s + self._settings.idle_pause_s
            return False
        parts: dict[Coprocessor, list[int]] = {}
        for square in slot.squares:
            parts.setdefault(self._reach[square].by, []).append(square)
        if self._phases and (
            slot.alone or len(parts) > 1 or self._phases[-1].waiting != set(parts)
        ):
            return False
        if any(each.room < 1 for each in parts):
            if not all(each.state == "ready" for each in parts):
                self._chosen = None  # its squares are blind by now
            return False
        self._chosen = None
        self._count = (self._count + 1) % NUMBERS
        for each, squares in parts.items():
            asks = tuple((self._reach[sq].reader, self._expected(sq, slot)) for sq in squares)
            each.say(Scan(self._count, asks))
        self._phases.append(_Phase(self._count, slot, now_s, set(parts)))
        return True

    def _beside(self) -> frozenset[int]:
        """Return the squares that are read besides those attended to: these wait for no other."""
        return frozenset(
            square
            for phase in self._phases
            for square in phase.slot.squares
            if phase.slot.lit and square not in phase.slot.lit
        )

    def _rests_until_s(self, now_s: float) -> float:
        """Return when the next phase may be sent, while none is under way."""
        return max(self._not_before_s, now_s + self._rest_s(now_s))

    def _expected(self, square: int, slot: Slot) -> int:
        expected = min(len(self._sightings.on(square)), EXPECTED)
        return LIT if square in slot.lit and not expected else expected

    def _listen_to(self, each: Coprocessor) -> None:
        each.hear = lambda report: self._hear(each, report)
        each.changed = lambda: self._change(each)

    def _hear(self, by: Coprocessor, report: Report) -> None:
        match report:
            case Scanned():
                self._scanned(by, report)
            case ReaderWoke(reader, failure):
                self._woke(self._square.get((by, reader)), failure)
            case ScannerRefused(command, _, _) if command == SCAN:
                by.restart("refuses a phase")
            case ScannerRefused(command, _, _) if command == LISTEN:
                _LOG.warning(
                    "The firmware of the co-processor at %s cannot record its wires: run "
                    "“hareboard firmware update”.",
                    by.name,
                )
            case WiresTold() if self._wires is not None:
                self._wires.take(by, report)

    def _scanned(self, by: Coprocessor, report: Scanned) -> None:
        phase = next((each for each in self._phases if each.number == report.slot), None)
        if phase is None or by not in phase.waiting:
            return
        now_s = self._clock.now_s()
        for answer in report.answers:
            square = self._square.get((by, answer.reader))
            if square is not None:
                at_s = by.ticks.time_s(report.began_us + answer.after_us, now_s)
                phase.read.append((at_s, square, answer))
        if report.last:
            phase.waiting.discard(by)
        self._finish(now_s)

    def _finish(self, now_s: float) -> None:
        """Take in what has been answered of the oldest phase, and of the next if it is over."""
        while self._phases:
            phase = self._phases[0]
            read, phase.read = phase.read, []
            for at_s, square, answer in sorted(read, key=lambda each: each[0]):
                self._last_s = max(self._last_s, at_s)
                self._take_answer(square, answer, self._last_s, alone=phase.slot.alone)
            if phase.waiting:
                return
            self._phases.popleft()
            self.scans += 1
            pause_s = self._settings.timing.guard_s if len(self._coprocessors) > 1 else 0.0
            self._not_before_s = now_s + pause_s

    def _take_answer(self, square: int, answer: Answer, at_s: float, *, alone: bool) -> None:
        if square in self._supervisor.blind:
            return  # It failed while this was on its way, and is dead: its field is off.
        if answer.field_lost:
            self._lost.add(square)
        else:
            self._lost.discard(square)
        if answer.failure is not None:
            self._take(Reading(square, at_s, failure=answer.failure))
            if self._fail(square, _trouble(answer.failure), at_s):
                self._lost.discard(square)
            return
        self._tries.pop(square, None)
        uids: tuple[Uid, ...] = answer.uids
        failure: Failure | None = None
        if not self._lost.isdisjoint(self._near[square]):
            uids, failure = (), "disturbed"
        self._take(Reading(square, at_s, uids, failure, alone))

    # Co-processors that come and go, readers that fail

    def _change(self, by: Coprocessor) -> None:
        now_s = self._clock.now_s()
        squares = [square for square, each in self._reach.items() if each.by is by]
        if by.state == "ready":
            self._there.add(by)
            if self._wires is not None:
                by.say(Listen(on=True))
            for square in squares:
                self._report(*self._supervisor.find(square, now_s))
            return
        self._there.discard(by)
        for phase in self._phases:
            phase.waiting.discard(by)
        if self._waking is not None and self._waking[0] in squares:
            self._waking = None
        for square in squares:
            self._sightings.forget(square)
            self._lost.discard(square)
            self._report(*self._supervisor.lose(square, by.trouble, now_s))
        self._finish(now_s)

    def _look_after(self, now_s: float) -> None:
        """Restart the session with a co-processor that does not carry out its orders."""
        if self._phases and now_s > self._phases[0].sent_s + self._phase_s:
            for each in tuple(self._phases[0].waiting):
                each.restart("does not finish a phase")
        if self._waking is not None and now_s > self._waking[1] + self._wake_s:
            square, self._waking = self._waking[0], None
            self._report(*self._supervisor.reset(square, _trouble("no-reply"), now_s))

    def _reset(self) -> None:
        """Reset one reader at a time: a reset takes far longer than a reading."""
        now_s = self._clock.now_s()
        if self._waking is not None:
            return
        for square in self._supervisor.due_for_reset(now_s):
            reach = self._reach[square]
            if reach.by not in self._there or reach.by.room < 1:
                continue
            self._report(*self._supervisor.resetting(square, now_s))
            reach.by.say(Wake(reach.reader, self._needs_line(square, reach.by, now_s)))
            self._waking = (square, now_s)
            return

    def _needs_line(self, square: int, by: Coprocessor, now_s: float) -> bool:
        """Decide whether to pull the reset line, which costs all other readers their set-up.

        A chip may hang so that nothing else revives it. The first try, after which most are well
        again, is without it; of one that fails for good, the tries 2, 3, 5, 9, ... are with it.
        """
        tries = self._tries.get(square, 0)
        self._tries[square] = tries + 1
        blind = self._supervisor.blind
        if not all(sq in blind for sq, each in self._reach.items() if each.by is by):
            rests = now_s < self._reset_s.get(by, float("-inf")) + RESETS_APART_S
            if rests or not tries or tries & (tries - 1):
                return False
        self._reset_s[by] = now_s
        return True

    def _woke(self, square: int | None, failure: Failure | None) -> None:
        if square is None or self._waking is None or self._waking[0] != square:
            return
        self._waking = None
        trouble = None if failure is None else _trouble(failure)
        self._report(*self._supervisor.reset(square, trouble, self._clock.now_s()))


def _trouble(failure: Failure) -> str:
    return TROUBLES.get(failure, failure)
