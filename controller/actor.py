"""Actor: a thread with an inbox; commands and events in, snapshots out.

Everybody else holds an `Actor`: hardware emits into it, web threads submit commands and read
snapshots, which are immutable and need no lock.
"""

import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Collection
from concurrent.futures import Future
from typing import Any, Final, Generic, Protocol, TypeVar

from controller.refusal import Refusal
from hardware.clock import Clock

INBOX_SIZE: Final = 1024
TURN_S: Final = 1.0
"""An owner that has nothing to do shows so often that it is there."""
STOP_S: Final = 1.0
"""How long an owner may take to end; one that hangs is not waited for."""
ANSWER_WITHIN_S: Final = 10.0
STOPPED: Final = "The board has stopped. Start it again."
FULL_INBOX_S: Final = 1.0
"""How often to look whether the owner is still there while its inbox is full."""

_LOG: Final = logging.getLogger(__name__)


class HasRevision(Protocol):
    """A snapshot, as far as its owner looks into it."""

    @property
    def revision(self) -> int:
        """Grows with every snapshot."""
        ...

    @property
    def attention(self) -> frozenset[int]:
        """Squares where something may happen now."""
        ...


S = TypeVar("S", bound=HasRevision)
C = TypeVar("C")
E = TypeVar("E")
S_co = TypeVar("S_co", bound=HasRevision, covariant=True)
A = TypeVar("A")
C_contra = TypeVar("C_contra", contravariant=True)
E_contra = TypeVar("E_contra", contravariant=True)


class Owned(Protocol[S_co, C_contra, E_contra]):
    """What is owned: only the owner thread ever touches it."""

    @property
    def snapshot(self) -> S_co:
        """The newest picture of everything; the same object as long as nothing changes."""
        ...

    def sense(self, event: E_contra) -> None:
        """Take in what the board reports."""
        ...

    def carry_out(self, command: C_contra) -> int:
        """Carry out a command; returns the version afterwards.

        Raises:
            Refusal: it was not carried out, and why.
        """
        ...

    def tick(self) -> float | None:
        """Do what time brings; returns when to be called again, None for not at all."""
        ...

    def close(self) -> None:
        """Let go of everything."""
        ...


class _Stop:
    """Ends the owner thread."""


class _Asked(Generic[C]):
    """A command on its way, and where its answer goes."""

    def __init__(self, command: C) -> None:
        self.command = command
        self.answer: Future[int] = Future()


class _Question(Generic[A]):
    """Something to look up between two commands, and where its answer goes."""

    def __init__(self, look_up: Callable[[], A]) -> None:
        self.look_up = look_up
        self.answer: Future[A] = Future()


class _Reply(Generic[E]):
    """An event on its way."""

    def __init__(self, event: E) -> None:
        self.event = event


class Actor(Generic[S, C, E]):
    """Runs something in a thread of its own.

    Args:
        name: what the thread is called.
        make: makes what is owned; called in the owner thread, which alone ever touches it.
        clock: its time.
        attend: told on which squares something may happen now, whenever that changes:
            `Sensing.attend` of the board. Called in the owner thread, so it must not wait for
            anything; what it raises is logged and stops nobody.

    Attributes:
        turns: how often the owner thread has had a look at its inbox.
        failure: what ended the thread before its time.
    """

    def __init__(
        self,
        name: str,
        make: Callable[[], Owned[S, C, E]],
        clock: Clock,
        attend: Callable[[Collection[int]], None] | None = None,
    ) -> None:
        self._make = make
        self._clock = clock
        self._attend = attend
        self._attended: frozenset[int] = frozenset()
        self._inbox: queue.Queue[_Reply[E] | _Asked[C] | _Question[Any] | _Stop]
        self._inbox = queue.Queue(INBOX_SIZE)
        # A thread that hangs in a disk must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._opened: Future[S] = Future()
        self._published = threading.Condition()
        self._snapshot: S | None = None
        self._nudges = 0
        self._stopped = False
        self.turns = 0
        self.failure: BaseException | None = None

    def start(self) -> None:
        """Make what is owned, and begin.

        Raises:
            Exception: whatever making it raised.
        """
        self._thread.start()
        self._opened.result()

    def stop(self) -> None:
        """End the owner thread, everything already in the inbox done. May be called twice.

        One that hangs is logged and left behind: what it has said is done is on the disk.
        """
        if not self._thread.is_alive():
            return
        with contextlib.suppress(queue.Full):
            self._inbox.put(_Stop(), timeout=STOP_S)
        self._thread.join(STOP_S)
        if self._thread.is_alive():
            _LOG.error("Thread “%s” hung at shutdown; not waited for.", self._thread.name)
            self._no_more()

    def begin_stop(self) -> None:
        """Ask the owner thread to end, without waiting: safe in a signal handler."""
        with contextlib.suppress(queue.Full):
            self._inbox.put_nowait(_Stop())

    @property
    def clock(self) -> Clock:
        """Its time."""
        return self._clock

    @property
    def alive(self) -> bool:
        """Whether the owner thread is at work."""
        return self._thread.is_alive() and not self._stopped

    @property
    def snapshot(self) -> S:
        """The newest picture of everything."""
        snapshot = self._snapshot
        assert snapshot is not None, "start it first"
        return snapshot

    def emit(self, event: E) -> None:
        """Hand over what the board reports; waits while the inbox is full.

        Once the owner has stopped nobody wants to know any more.
        """
        self._put(_Reply(event))

    def mention(self, event: E) -> None:
        """Hand over what can be done without: not if the inbox is full. Waits for nothing."""
        with contextlib.suppress(queue.Full):
            self._inbox.put_nowait(_Reply(event))

    def submit(self, command: C) -> int:
        """Have a command carried out.

        Returns:
            The version afterwards.

        Raises:
            Refusal: it was not carried out, and why.
        """
        asked = _Asked(command)
        return self._answered(asked, asked.answer)

    def ask(self, look_up: Callable[[], A]) -> A:
        """Have something looked up in the owner thread, between two commands.

        Args:
            look_up: what to do there. It changes nothing and is quick: everything else waits.

        Raises:
            Refusal: there is no answer, and why.
            Exception: whatever `look_up` raised; the owner goes on.
        """
        question = _Question(look_up)
        return self._answered(question, question.answer)

    def wait_for(self, after: int, timeout_s: float) -> S:
        """The newest snapshot, as soon as its revision is past `after` or time is up.

        It comes back early when somebody nudges.
        """
        nudges = self._nudges
        self.wait_until(lambda: self.snapshot.revision > after or self._nudges != nudges, timeout_s)
        return self.snapshot

    def wait_until(self, predicate: Callable[[], bool], timeout_s: float) -> None:
        """Wait until something is so, the owner has stopped, or time is up.

        Args:
            predicate: asked at once, with every new snapshot and with every `nudge`. It must
                wait for nothing, and for no lock that somebody holds who nudges.
            timeout_s: how long to wait at most.
        """
        with self._published:
            self._published.wait_for(lambda: self._stopped or predicate(), timeout_s)

    def nudge(self) -> None:
        """Wake everybody who waits: something besides the snapshot has changed."""
        with self._published:
            self._nudges += 1
            self._published.notify_all()

    def _answered(self, item: _Asked[C] | _Question[Any], answer: Future[A]) -> A:
        """Put something into the inbox that is answered, and wait for the answer."""
        if not self._put(item):
            raise Refusal("service-stopped", STOPPED)
        try:
            return answer.result(ANSWER_WITHIN_S)
        except TimeoutError:
            raise Refusal(
                "service-stopped", "The board does not answer. Wait a moment and look again."
            ) from None

    def _put(self, item: _Reply[E] | _Asked[C] | _Question[Any]) -> bool:
        """Put something into the inbox; returns False if there is nobody left to read it."""
        while self.alive:
            try:
                self._inbox.put(item, timeout=FULL_INBOX_S)
            except queue.Full:
                continue
            if self._stopped:
                self._refuse_the_rest()  # It came too late to be refused by the owner thread.
            return True
        return False

    def _run(self) -> None:
        try:
            owned = self._make()
        except BaseException as error:  # noqa: BLE001 - handed to whoever called start()
            self._stopped = True
            self._opened.set_exception(error)
            return
        self._publish(owned.snapshot)
        self._opened.set_result(owned.snapshot)
        try:
            self._serve(owned)
        except BaseException as error:
            self.failure = error
            raise
        finally:
            try:
                owned.close()
            finally:
                self._no_more()

    def _no_more(self) -> None:
        with self._published:
            self._stopped = True
            self._published.notify_all()
        self._refuse_the_rest()

    def _serve(self, owned: Owned[S, C, E]) -> None:
        deadline_s = owned.tick()
        while True:
            self.turns += 1
            left_s = TURN_S if deadline_s is None else deadline_s - self._clock.now_s()
            try:
                item = self._inbox.get(timeout=min(max(left_s, 0), TURN_S))
            except queue.Empty:
                if left_s > TURN_S or deadline_s is None:
                    continue
                item = None
            match item:
                case _Stop():
                    return
                case _Asked():
                    self._answer(owned, item)
                case _Question():
                    self._look_up(item)
                case _Reply():
                    owned.sense(item.event)
                case None:
                    pass
            deadline_s = owned.tick()
            self._publish(owned.snapshot)

    def _answer(self, owned: Owned[S, C, E], asked: _Asked[C]) -> None:
        try:
            version = owned.carry_out(asked.command)
        except Refusal as refusal:
            asked.answer.set_exception(refusal)
        except BaseException as error:
            asked.answer.set_exception(Refusal("service-stopped", "The board has failed."))
            raise error
        else:
            # Shown before it is answered: whoever asks next sees what was just done.
            self._publish(owned.snapshot)
            asked.answer.set_result(version)

    def _look_up(self, question: _Question[Any]) -> None:
        try:
            question.answer.set_result(question.look_up())
        except Exception as error:  # noqa: BLE001 - it has changed nothing: whoever asked is told
            question.answer.set_exception(error)

    def _publish(self, snapshot: S) -> None:
        if snapshot is self._snapshot:
            return
        with self._published:
            self._snapshot = snapshot
            self._published.notify_all()
        self._call_attention(snapshot.attention)

    def _call_attention(self, squares: frozenset[int]) -> None:
        if self._attend is None or squares == self._attended:
            return
        self._attended = squares
        try:
            self._attend(squares)
        except Exception:  # noqa: BLE001 - a board that cannot be told still reads every square
            _LOG.exception("The board could not be told which squares matter now.")

    def _refuse_the_rest(self) -> None:
        while True:
            try:
                item = self._inbox.get_nowait()
            except queue.Empty:
                return
            if isinstance(item, _Asked | _Question):
                item.answer.set_exception(Refusal("service-stopped", STOPPED))
