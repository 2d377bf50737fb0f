"""The common part of every board of PN532 readers: `hardware.ports.Sensing`.

Readings become sightings, failures what is thought of a reader, and both decide which squares are
read next. How they are read is for those who build on it.
"""

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from typing import Final

from hardware.clock import Clock
from hardware.ports import BoardEvent, ReaderHealth, Reading
from hardware.sensing.schedule import Schedule, Slot
from hardware.sensing.settings import ArraySettings
from hardware.sensing.supervisor import Supervisor
from hardware.sightings import Sightings

STOP_S: Final = 1.0
"""Longest time a board may take to stop, of real time."""

_LOG: Final = logging.getLogger(__name__)


class ReaderBoard(ABC):
    """Readers under squares; follows `hardware.ports.Sensing`. It is started once.

    Args:
        name: of its thread.
        settings: reading settings.
        squares: those that have a reader.
        clock: the board's time.
        on_reading: called with every reading, in the board's thread.
        stop_s: longest time to stop, in seconds of real time.

    Attributes:
        scans: number of finished phases: a sign of life.
        sweep_s: duration of the last round through all squares, with the readings between;
            None before the second one.
        missed: number of readings that missed a tag that had been there; a runner that is lifted
            counts, too.
        failure: the error that ended the thread early.
    """

    stuck = "The readers have not stopped after %g s."
    """Return the log text for a board that does not stop in time."""

    def __init__(
        self,
        name: str,
        settings: ArraySettings,
        squares: Iterable[int],
        clock: Clock,
        on_reading: Callable[[Reading], None] | None,
        stop_s: float,
    ) -> None:
        self._name = name
        self._settings = settings
        self._clock = clock
        self._on_reading = on_reading
        self._stop_s = stop_s
        self._schedule = Schedule(settings)
        self._supervisor = Supervisor(squares, settings.failures)
        self._sightings = Sightings(settings.misses)
        self._attended: frozenset[int] = frozenset()
        self._stirred_s = clock.now_s()
        self._emit: Callable[[BoardEvent], None] | None = None
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._swept_s: float | None = None
        self.scans = 0
        self.sweep_s: float | None = None
        self.missed = 0
        self.failure: BaseException | None = None

    # The port

    def start(self, emit: Callable[[BoardEvent], None]) -> None:
        """Read from now on, in a thread of its own."""
        self.connect(emit)
        # A thread that the system never gives back must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def connect(self, emit: Callable[[BoardEvent], None]) -> None:
        """Begin to report to `emit`; the caller calls `step`: for virtual time."""
        self._emit = emit
        self._stirred_s = self._clock.now_s()

    def stop(self) -> None:
        """Stop reading, switch all fields off, and release all devices.

        A hung thread is logged, and not waited for. Does nothing when stopped already.
        """
        if self._stopping.is_set():
            return
        self._stopping.set()
        self._wake_up()
        if self._thread is None:
            self._let_go()
            return
        self._thread.join(self._stop_s)
        if self._thread.is_alive():
            self._emit = self._on_reading = None
            _LOG.error(self.stuck, self._stop_s)

    def attend(self, squares: Collection[int]) -> None:
        """Read these squares more often; on an idle board the occupied ones, too."""
        attended = frozenset(squares)
        if attended != self._attended:
            self._attended = attended
            self._stirred_s = self._clock.now_s()
            self._wake_up()

    def last_read_s(self, square: int) -> float | None:
        """Return when a square was last read successfully."""
        return self._supervisor.last_good_s(square)

    def readers(self) -> tuple[ReaderHealth, ...]:
        """Return the health of every reader."""
        return self._supervisor.health()

    @property
    def phases(self) -> tuple[tuple[int, ...], ...]:
        """The phases of a full sweep."""
        return self._schedule.phases

    # For subclasses

    @abstractmethod
    def _go_on(self) -> None:
        """Read until `_stopping` is set."""

    @abstractmethod
    def _let_go(self) -> None:
        """Close the devices of the readers; only their last user may do that."""

    @abstractmethod
    def _wake_up(self) -> None:
        """Wake the thread: there is news."""

    @abstractmethod
    def _lost_fields(self) -> Collection[int]:
        """Return the squares whose fields may be on though they were told to go off."""

    def _choose(self, now_s: float, busy: Collection[int] = ()) -> Slot:
        """Return the phase to read next, while some squares are still being read."""
        doubted, blind = self._sightings.doubted, self._supervisor.blind
        lost = self._lost_fields()
        if self._is_idle(now_s):
            slot = self._schedule.next_idle(self._watched(), doubted, blind, now_s, lost)
        else:
            attended = self._attended | self._sightings.urgent
            # Elsewhere no hand is awaited.
            undecided = self._sightings.undecided & self._attended
            slot = self._schedule.next(attended, doubted, blind, now_s, busy, undecided, lost)
        if slot.last:
            self.sweep_s = None if self._swept_s is None else now_s - self._swept_s
            self._swept_s = now_s
        return slot

    def _is_idle(self, now_s: float) -> bool:
        """Check whether nothing has happened for a while."""
        return now_s > self._stirred_s + self._settings.idle_after_s

    def _rest_s(self, now_s: float) -> float:
        """Return how long nothing has to be read."""
        if not self._is_idle(now_s) or self._sightings.doubted:
            return 0.0
        return max(self._schedule.idle_until_s - now_s, 0.0)

    def _watched(self) -> frozenset[int]:
        """Return the squares that an idle board reads more often than others.

        In a game these are the runners' squares, too: a runner that is lifted stirs the board
        before it is set down.
        """
        watched = self._attended | self._supervisor.suspect
        return watched | self._sightings.occupied if self._attended else watched

    def _take(self, reading: Reading) -> None:
        """Take in a reading."""
        if (on_reading := self._on_reading) is not None:
            on_reading(reading)
        sightings = self._sightings.take(reading)
        if sightings or reading.square in self._sightings.urgent:
            self._stirred_s = reading.at_s
        self.missed += sum(not each.seen for each in sightings)
        # Reported before it counts as read: a caller of `last_good_s` has heard its sightings.
        self._report(*sightings)
        if reading.failure is None:
            recovered = self._supervisor.answered(reading.square, reading.at_s)
            if recovered:
                self._stirred_s = reading.at_s
            self._report(*recovered)

    def _fail(self, square: int, trouble: str, at_s: float) -> bool:
        """Note that a reading and its repetition failed; return True if the square is blind now."""
        self._report(*self._supervisor.failed(square, trouble, at_s))
        blind = square in self._supervisor.blind
        if blind:
            self._sightings.forget(square)
        return blind

    def _report(self, *events: BoardEvent) -> None:
        if (emit := self._emit) is not None:
            for event in events:
                emit(event)

    def _run(self) -> None:
        try:
            self._go_on()
        except BaseException as error:
            self.failure = error
            raise
        finally:
            self._let_go()
