"""An acceptance that a page shows: measures in a thread of its own, and waits for answers."""

import logging
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from controller.board import Board
from controller.board.file.writing import save_board
from controller.maintenance.acceptance.bundle import make_acceptance_bundle
from controller.maintenance.acceptance.judging.advised import with_settings
from controller.maintenance.acceptance.judging.judge import AcceptanceVerdict, judge
from controller.maintenance.acceptance.kept import KeptMeasurements
from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.measure import measure
from controller.maintenance.acceptance.measuring.questions import Question
from controller.maintenance.acceptance.measuring.site import Site
from controller.maintenance.acceptance.measuring.tasks import (
    FoundChip,
    Log,
    Measurement,
    Task,
    Walked,
)
from controller.maintenance.board_file import read_again, refusing_unsaved
from controller.maintenance.calibration.answering import OUT_OF_PLACE, STALE
from controller.maintenance.calibration.progress import News
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.refusal import Refusal
from controller.watchers import Watchers
from hardware.errors import HardwareError

LOOK_S: Final = 0.05
"""Longest time between two looks for an answer."""
TELL_S: Final = 5.0
"""Time between two reports of a soak."""
STOP_S: Final = 5.0
"""Longest wait for a measurement to end; one that hangs is left behind."""
LONGEST_ANSWER: Final = 400

_LOG: Final = logging.getLogger(__name__)


class _AcceptanceAnswer(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="answer"
):
    version: int


class Told(_AcceptanceAnswer, frozen=True, tag="told"):
    """The answer to a question, as `Builder.ask` returns it; empty when it is done."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_ANSWER)] = ""


class WriteSettings(_AcceptanceAnswer, frozen=True, tag="write"):
    """Write the measured settings into the board file."""


class MeasureOn(_AcceptanceAnswer, frozen=True, tag="on"):
    """Go on after an error of the board."""


class MeasureAgain(_AcceptanceAnswer, frozen=True, tag="again"):
    """Discard all measurements and start again."""


AcceptanceAnswer = Told | WriteSettings | MeasureOn | MeasureAgain


class AcceptanceSnapshot(msgspec.Struct, frozen=True, kw_only=True):
    """An acceptance at one moment.

    Attributes:
        revision: grows with every snapshot.
        version: version of the question: answers carry it.
        task: what is measured; None if nothing is.
        question: what is asked; None if nothing is.
        walked: squares that have been measured with the runner.
        seconds: time since the start, as far as it was told.
        soaked_s: time of the soak so far.
        verdict: the verdict, once all has been measured.
        written: True once the settings are in the board file.
        silent: squares whose reader has not answered.
        news: result of loading earlier measurements.
        not_kept: error that prevents keeping measurements, in words; None if they are kept.
        trouble: error of the board that has ended the measuring, in words; None without one.
    """

    revision: int = 0
    version: int = 0
    task: Task | None = None
    question: Question | None = None
    walked: int = 0
    seconds: float = 0.0
    soaked_s: float = 0.0
    verdict: AcceptanceVerdict | None = None
    written: bool = False
    silent: frozenset[int] = frozenset()
    news: News | None = None
    not_kept: str | None = None
    trouble: str | None = None


class AcceptanceStopped(Exception):
    """The measuring is to end before all has been measured."""


class AcceptanceRun:
    """Runs the acceptance of a board. Follows `Builder`; safe to use from any thread.

    Args:
        board: the contents of the board file.
        path: the board file.
        facts: the board.
        site: the same, open.
        memory: storage of the measurements.
        stop_s: longest wait for a measurement to end.

    Attributes:
        board, facts: as given.
        file: name of the board file.
        watchers: called at every new snapshot and at the end.
        failure: exception that ended the measuring early.
    """

    def __init__(
        self,
        board: Board,
        path: Path,
        facts: Facts,
        site: Site,
        memory: Path,
        stop_s: float = STOP_S,
    ) -> None:
        self.board = board
        self.facts = facts
        self.file = path.name
        self.watchers: Final = Watchers()
        self.failure: BaseException | None = None
        self._path = path
        self._text = path.read_text("utf-8-sig")
        self._written: Board | None = None
        self._site = site
        self._stop_s = stop_s
        self._kept = KeptMeasurements(memory)
        self._lock = threading.RLock()
        self._answers: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._turns = 0
        self._began_s = site.clock.now_s()
        self._log, news = self._kept.recall(facts)
        self._snapshot = AcceptanceSnapshot(news=news)
        self._thread = threading.Thread()

    # As a thread

    def start(self) -> None:
        """Start to measure, or go on."""
        self._begin(self._log)

    def stop(self) -> None:
        """End after the present reading. What has been measured is kept."""
        self.begin_stop()
        if self._thread.is_alive():
            self._thread.join(self._stop_s)
            if self._thread.is_alive():
                _LOG.error("The acceptance hung at shutdown; not waited for.")

    def begin_stop(self) -> None:
        """Ask the thread to end, without waiting: safe in a signal handler."""
        self._stopping.set()
        self.watchers.call()

    @property
    def alive(self) -> bool:
        """True until it is stopped or fails."""
        return not self._stopping.is_set() and self.failure is None

    @property
    def turns(self) -> int:
        """Number that grows as long as nothing hangs."""
        if not self._thread.is_alive():
            self._turns += 1
        return self._turns

    @property
    def snapshot(self) -> AcceptanceSnapshot:
        """Newest snapshot."""
        return self._snapshot

    # For pages

    def submit(self, answer: AcceptanceAnswer) -> int:
        """Take an answer of the person; return the version afterwards.

        Raises:
            Refusal: it cannot be taken; with the reason.
        """
        with self._lock:
            if answer.version != self._snapshot.version:
                raise Refusal("stale", STALE)
            match answer:
                case Told() if self._snapshot.question is not None:
                    self._answers.put((answer.version, answer.text))
                    self._show(question=None, version=answer.version + 1)
                case WriteSettings() if self._can_write():
                    self._write()
                case MeasureOn() if self._snapshot.trouble is not None:
                    self._begin(self._log)
                case MeasureAgain():
                    self._begin(())
                case _:
                    raise Refusal("out-of-place", OUT_OF_PLACE)
            return self._snapshot.version

    def bundle(self) -> bytes:
        """Return the bundle of all measurements.

        Raises:
            Refusal: not all has been measured yet.
        """
        with self._lock:
            verdict, log = self._snapshot.verdict, self._log
        if verdict is None:
            raise Refusal("out-of-place", OUT_OF_PLACE)
        wires = "" if self._site.wires is None else self._site.wires.text
        return make_acceptance_bundle(
            ExaminedComputer(), self._text, self.board, self.facts, log, verdict, wires
        )

    # As the person whom the measuring asks

    def begin(self, task: Task) -> None:
        """Show what is measured. Raises as `note_work`."""
        with self._lock:
            self.note_work()
            self._show(task=task, soaked_s=0.0)

    def note_work(self) -> None:
        """Show that nothing hangs.

        Raises:
            AcceptanceStopped: it is to end, or another thread has begun again.
        """
        self._turns += 1
        if self._stopping.is_set() or threading.current_thread() is not self._thread:
            raise AcceptanceStopped

    def note_time(self, seconds: float) -> None:
        """Show how far a soak has come. Raises as `note_work`."""
        self.note_work()
        if seconds >= self._snapshot.soaked_s + TELL_S:
            self._show(soaked_s=seconds)

    def take(self, measurement: Measurement) -> None:
        """Keep a measurement. Raises as `note_work`."""
        with self._lock:
            self.note_work()
            self._log = (*self._log, measurement)
            if self._snapshot.not_kept is None:
                self._keep(lambda: self._kept.add(measurement))
            else:  # the file lacks measurements, or ends in the middle of one
                self._keep(lambda: self._kept.begin(self.facts, self._log))
            self._show(**_counted(self._log), news=None)

    def ask(self, question: Question, ready: Callable[[], bool] | None = None) -> str:
        """Ask, and wait for an answer, or until the board sees that it is done."""
        with self._lock:
            self.note_work()
            version = self._snapshot.version + 1
            self._show(question=question, version=version)
        while True:
            self.note_work()
            if ready is not None and ready():
                answer = ""
                break
            try:
                asked, answer = self._answers.get(timeout=LOOK_S)
            except queue.Empty:
                continue
            if asked == version:
                break
        with self._lock:
            self.note_work()
            if self._snapshot.question is not None:
                self._show(question=None, version=version + 1)
        return answer.strip().lower()

    # Inside

    def _begin(self, log: Log) -> None:
        """Measure from here on, in a new thread, once the one before has ended."""
        with self._lock:
            self._log = log
            self._keep(lambda: self._kept.begin(self.facts, log))
            self._show(
                **_counted(log),
                question=None,
                version=self._snapshot.version + 1,
                verdict=None,
                written=False,
                trouble=None,
            )
            self._thread = threading.Thread(
                target=self._measure, args=(log, self._thread), name="acceptance", daemon=True
            )
            self._thread.start()

    def _measure(self, log: Log, before: threading.Thread) -> None:
        try:
            if before.is_alive():
                before.join()
            log = measure(self.facts, self._site, self, log)
            self._end(verdict=judge(self.facts, log), news=None)
        except AcceptanceStopped:
            return
        except HardwareError as error:
            with suppress(AcceptanceStopped):
                self._end(trouble=str(error))
        except BaseException as error:
            self.failure = error
            self.watchers.call()
            raise

    def _end(self, **changes: Any) -> None:
        with self._lock:
            self.note_work()
            self._show(task=None, question=None, version=self._snapshot.version + 1, **changes)

    def _can_write(self) -> bool:
        snapshot = self._snapshot
        verdict = snapshot.verdict
        return verdict is not None and verdict.advised.any and not snapshot.written

    def _write(self) -> None:
        """Write the measured settings.

        Raises:
            Refusal: `file-not-saved`, with the error.
        """
        assert self._snapshot.verdict is not None, "asked for by `_can_write`"
        with refusing_unsaved(self._path):
            if read_again(self._path) not in (self.board, self._written):
                raise Refusal(
                    "file-not-saved",
                    "{file} has changed since the measuring began, so nothing was written.",
                    file=self.file,
                )
            text = with_settings(self._text, self._snapshot.verdict.advised)
            self._written = save_board(self._path, text)
        self._show(written=True, version=self._snapshot.version + 1)

    def _keep(self, write: Callable[[], None]) -> None:
        try:
            write()
        except OSError as error:
            _LOG.warning("The measurements could not be kept: %s.", error)
            self._show(not_kept=error.strerror or str(error))
        else:
            self._show(not_kept=None)

    def _show(self, **changes: Any) -> None:
        """Publish a snapshot with these changes."""
        with self._lock:
            before = self._snapshot
            changes["seconds"] = self._site.clock.now_s() - self._began_s
            self._snapshot = msgspec.structs.replace(
                before, **changes, revision=before.revision + 1
            )
        self.watchers.call()


def _counted(log: Log) -> dict[str, Any]:
    """Return what a snapshot tells of measurements."""
    last = {each.square: bool(each.chip.version) for each in log if isinstance(each, FoundChip)}
    return {
        "walked": sum(isinstance(each, Walked) for each in log),
        "silent": frozenset(square for square, answers in last.items() if not answers),
    }
