"""Actor: a thread with an inbox; commands and events in, snapshots out.

Other threads hold the `Actor`: hardware emits events into it, web threads submit commands and
read snapshots, which are immutable and need no lock.
"""

import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Collection
from concurrent.futures import Future
from typing import Any, Final, Generic, Protocol, TypeVar

from controller.refusal import Refusal
from controller.watchers import Watchers
from hardware.clock import Clock

INBOX_SIZE: Final = 1024
TURN_S: Final = 1.0
"""Longest time between two loop rounds: an idle actor shows that it is alive."""
STOP_S: Final = 1.0
"""Longest wait for an actor to end; one that hangs is left behind."""
ANSWER_WITHIN_S: Final = 10.0
STOPPED: Final = "The board has stopped. Start it again."
FULL_INBOX_S: Final = 1.0
"""Interval of the check that the actor is alive while its inbox is full."""

_LOG: Final = logging.getLogger(__name__)


class HasRevision(Protocol):
    """Snapshot, as its actor sees it."""

    @property
    def revision(self) -> int:
        """Number that grows with every snapshot."""
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
    """State owned by an actor: only the actor thread ever touches it."""

    @property
    def snapshot(self) -> S_co:
        """Newest snapshot; the same object as long as nothing changes."""
        ...

    def sense(self, event: E_contra) -> None:
        """Process a board event."""
        ...

    def carry_out(self, command: C_contra) -> int:
        """Carry out a command; return the version afterwards.

        Raises:
            Refusal: it was not carried out, and why.
        """
        ...

    def tick(self) -> float | None:
        """Run due timers; return the time of the next call, None if no timer is set."""
        ...

    def close(self) -> None:
        """Release all resources."""
        ...


class _Stop:
    """Item that ends the actor thread."""


class _Asked(Generic[C]):
    """Command in the inbox, with the future of its answer."""

    def __init__(self, command: C) -> None:
        self.command = command
        self.answer: Future[int] = Future()


class _Question(Generic[A]):
    """Look-up in the inbox, run between two commands, with the future of its answer."""

    def __init__(self, look_up: Callable[[], A]) -> None:
        self.look_up = look_up
        self.answer: Future[A] = Future()


class _Reply(Generic[E]):
    """Event in the inbox."""

    def __init__(self, event: E) -> None:
        self.event = event


class Actor(Generic[S, C, E]):
    """Runs an owned state in a thread of its own.

    Args:
        name: name of the thread.
        make: creates the owned state; called in the actor thread, which alone ever touches it.
        clock: clock of the actor.
        attend: called with the squares where something may happen now, whenever they change:
            `Sensing.attend` of the board. Called in the actor thread, so it must not wait;
            its exceptions are logged and do not stop the actor.

    Attributes:
        watchers: called at every new snapshot, at every `nudge` and at the end.
        turns: number of rounds of the inbox loop so far.
        failure: exception that ended the thread early.
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
        # Daemon: a thread that hangs in disk access must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._opened: Future[S] = Future()
        self._published = threading.Condition()
        self.watchers: Final = Watchers()
        self._snapshot: S | None = None
        self._nudges = 0
        self._stopped = False
        self.turns = 0
        self.failure: BaseException | None = None

    def start(self) -> None:
        """Start the thread and wait until it has created the owned state.

        Raises:
            Exception: raised by `make`.
        """
        self._thread.start()
        self._opened.result()

    def stop(self) -> None:
        """End the actor thread after everything already in the inbox. May be called twice.

        A thread that hangs is logged and left behind: what it confirmed is on the disk. It ends
        as soon as it goes on.
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
        """Ask the actor thread to end, without waiting: safe in a signal handler."""
        with contextlib.suppress(queue.Full):
            self._inbox.put_nowait(_Stop())

    @property
    def clock(self) -> Clock:
        """Clock of the actor."""
        return self._clock

    @property
    def alive(self) -> bool:
        """True while the actor thread runs."""
        return self._thread.is_alive() and not self._stopped

    @property
    def snapshot(self) -> S:
        """Newest snapshot."""
        snapshot = self._snapshot
        assert snapshot is not None, "start it first"
        return snapshot

    def emit(self, event: E) -> None:
        """Put a board event into the inbox; wait while it is full.

        Once the actor has stopped, events are dropped.
        """
        self._put(_Reply(event))

    def mention(self, event: E) -> None:
        """Put an optional event into the inbox; drop it if the inbox is full. Never waits."""
        with contextlib.suppress(queue.Full):
            self._inbox.put_nowait(_Reply(event))

    def submit(self, command: C, within_s: float = ANSWER_WITHIN_S) -> int:
        """Submit a command and wait for its answer, so many seconds.

        Returns:
            The version afterwards.

        Raises:
            Refusal: it was not carried out, and why.
        """
        asked = _Asked(command)
        return self._answered(asked, asked.answer, within_s)

    def ask(self, look_up: Callable[[], A]) -> A:
        """Run a look-up in the actor thread, between two commands.

        Args:
            look_up: function to call there. It changes nothing and is quick: all else waits.

        Raises:
            Refusal: there is no answer, and why.
            Exception: raised by `look_up`; the actor keeps running.
        """
        question = _Question(look_up)
        return self._answered(question, question.answer, ANSWER_WITHIN_S)

    def wait_for(self, after: int, timeout_s: float) -> S:
        """Return the newest snapshot once its revision is past `after` or time is up.

        A `nudge` ends the wait early.
        """
        nudges = self._nudges
        self.wait_until(lambda: self.snapshot.revision > after or self._nudges != nudges, timeout_s)
        return self.snapshot

    def wait_until(self, predicate: Callable[[], bool], timeout_s: float) -> None:
        """Wait until the predicate is true, the actor has stopped, or time is up.

        Args:
            predicate: called at once, with every new snapshot and with every `nudge`. It must
                neither wait nor take a lock that a thread holds while it calls `nudge`.
            timeout_s: longest wait in seconds.
        """
        with self._published:
            self._published.wait_for(lambda: self._stopped or predicate(), timeout_s)

    def nudge(self) -> None:
        """Wake all waiting threads: something besides the snapshot has changed."""
        with self._published:
            self._nudges += 1
            self._published.notify_all()
        self.watchers.call()

    def _answered(self, item: _Asked[C] | _Question[Any], answer: Future[A], within_s: float) -> A:
        """Put a command or look-up into the inbox, and wait for its answer."""
        if not self._put(item):
            raise Refusal("service-stopped", STOPPED)
        try:
            return answer.result(within_s)
        except TimeoutError:
            raise Refusal(
                "service-stopped", "The board isn't answering. Wait a moment, then check again."
            ) from None

    def _put(self, item: _Reply[E] | _Asked[C] | _Question[Any]) -> bool:
        """Put an item into the inbox; return False if the actor has stopped."""
        while self.alive:
            try:
                self._inbox.put(item, timeout=FULL_INBOX_S)
            except queue.Full:
                continue
            if self._stopped:
                self._refuse_the_rest()  # Put in after the actor thread refused the rest.
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
        self.watchers.call()
        self._refuse_the_rest()

    def _serve(self, owned: Owned[S, C, E]) -> None:
        deadline_s = owned.tick()
        while not self._stopped:  # as while it hung
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
            asked.answer.set_exception(
                Refusal("service-stopped", "Something went wrong on the board.")
            )
            raise error
        else:
            # Publish before answering: the next request sees what this command did.
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
        self.watchers.call()
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
