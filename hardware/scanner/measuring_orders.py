"""Orders to co-processors one at a time, each with its answer: for who measures a board."""

import threading
from collections.abc import Callable, Collection, Generator, Mapping
from functools import partial
from typing import Final

from hardware.clock import Clock
from hardware.errors import NotConnected
from hardware.scanner.coprocessor import Coprocessor
from hardware.scanner.messages import (
    AskChip,
    ChipTold,
    Done,
    Listen,
    Order,
    Pulse,
    Report,
    ScannerRefused,
    SetClock,
    WiresTold,
)
from hardware.scanner.words import ASK, CLOCK, LISTEN, PULSE

ANSWERED_S: Final = 12.0
"""Longest time for an answer: a device that its watchdog has reset is back by then."""
READY_S: Final = 5.0
"""Longest time to connect, wiring included."""
LOOK_S: Final = 0.0005
STOP_S: Final = 1.0

Answers = Generator[float, None, ChipTold]
"""Work in steps: yields the clock's seconds at which to resume, returns its result."""


class MeasuringOrders:
    """Sends one order at a time, and again if its session was lost; for one thread.

    Turns the co-processors in a thread of its own, or whenever `step` is called: in virtual time.

    Args:
        coprocessors: all of the board.
        clock: the board's time.
        on_wires: called with what went over the wires, if that is to be told.
    """

    def __init__(
        self,
        coprocessors: Collection[Coprocessor],
        clock: Clock,
        on_wires: Callable[[Coprocessor, WiresTold], None] | None = None,
    ) -> None:
        self._coprocessors = tuple(coprocessors)
        self._clock = clock
        self._on_wires = on_wires
        self._untried: dict[Coprocessor, str] = {}  # what each says before its port was tried
        self._clocks_hz: dict[Coprocessor, int] = {}
        self._order: tuple[Coprocessor, Order] | None = None  # told to the other thread last
        self._sent = False
        self._answers: list[Report] = []
        self._turn: Callable[[], float] = self._turn_all
        self._lock = threading.Lock()
        self._news = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._listen()

    # Turning the co-processors

    def start(self) -> None:
        """Connect, and turn them in a thread."""
        self.connect()
        self._thread = threading.Thread(target=self._run, name="co-processors", daemon=True)
        self._thread.start()

    def connect(self) -> None:
        """Connect; the caller calls `step`: for virtual time."""
        for each in self._coprocessors:
            self._untried[each] = each.trouble
            each.start(self._news.set)

    def await_ready(self) -> None:
        """Wait until all are connected and know their wiring.

        Raises:
            NotConnected: one does not answer, or has other firmware.
        """
        until_s = self._clock.now_s() + READY_S
        for each in self._coprocessors:
            while each.state != "ready":
                trouble = each.trouble
                missing = each.state == "away" and trouble not in ("", self._untried[each])
                if missing or each.state == "refused" or self._clock.now_s() > until_s:
                    raise NotConnected(trouble)
                self._clock.sleep(LOOK_S)

    def step(self) -> float:
        """Receive messages and send those due; return the latest time of the next call."""
        with self._lock:
            return self._turn()

    def stop(self) -> None:
        """Let go of the co-processors. Does nothing when stopped already."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        self._news.set()
        if self._thread is not None:
            self._thread.join(STOP_S)
        for each in self._coprocessors:
            each.stop()

    def hand_over(self, take: Callable[[], Callable[[], float]]) -> None:
        """Have another turn and hear them; `take` returns what it does for `step`."""
        with self._lock:
            self._turn = take()

    def take_back(self) -> None:
        """Turn and hear them again."""
        with self._lock:
            self._turn = self._turn_all
            self._listen()

    def _run(self) -> None:
        while not self._stopping.is_set():
            due_s = self.step()
            self._news.wait(max(due_s - self._clock.now_s(), 0.0))
            self._news.clear()

    def _turn_all(self) -> float:
        due_s = min(each.turn() for each in self._coprocessors)
        if self._order is not None and not self._sent:
            by, order = self._order
            if by.state == "ready" and by.room:
                self._sent = True
                by.say(order)
                by.turn()
        return due_s

    def _listen(self) -> None:
        for each in self._coprocessors:
            each.hear = partial(self._hear, each)
            each.changed = partial(self._change, each)

    def _hear(self, by: Coprocessor, report: Report) -> None:
        if isinstance(report, WiresTold):
            if self._on_wires is not None:
                self._on_wires(by, report)
        elif self._order is not None and self._sent and self._order[0] is by:
            order = self._order[1]
            match report:
                case ChipTold() if isinstance(order, AskChip):
                    self._answers.append(report)
                case Done(command) | ScannerRefused(command) if command == _KINDS.get(type(order)):
                    self._answers.append(report)

    def _change(self, by: Coprocessor) -> None:
        """Begin a session as the one before was; what was not answered in it is said again."""
        if by.state != "ready":
            return
        if self._order is not None and self._order[0] is by:
            self._sent = False
        if self._on_wires is not None:
            by.say(Listen(on=True))
        if by in self._clocks_hz:
            by.say(SetClock(self._clocks_hz[by]))

    # Orders

    def ask(self, by: Coprocessor, order: AskChip) -> Answers:
        """Have a chip carry out a command.

        Raises:
            NotConnected: the co-processor has gone.
        """
        answer = yield from self._do(by, order)
        assert isinstance(answer, ChipTold)
        return answer

    def set_clock(self, by: Coprocessor, clock_hz: int) -> None:
        """Set the clock of its readers. Raises as `ask`."""
        self._clocks_hz[by] = clock_hz
        self._wait(by, SetClock(clock_hz))

    def pulse(self, by: Coprocessor, low_s: float) -> None:
        """Pull its reset line low for so long. Raises as `ask`."""
        self._wait(by, Pulse(round(1000 * low_s)))

    def end_wires(self) -> None:
        """Have it told no more what goes over the wires. Raises as `ask`."""
        if self._on_wires is None:
            return
        self._on_wires = None
        for each in self._coprocessors:
            self._wait(each, Listen(on=False))
            if each in self._clocks_hz:
                self._wait(each, SetClock(self._clocks_hz[each]))

    def _wait(self, by: Coprocessor, order: Order) -> None:
        for look_s in self._do(by, order):
            self._clock.sleep(look_s - self._clock.now_s())

    def _do(self, by: Coprocessor, order: Order) -> Generator[float, None, Report]:
        """Give an order, and return its answer."""
        self._answers.clear()
        self._sent = False
        self._order = (by, order)
        self._news.set()
        until_s = self._clock.now_s() + ANSWERED_S
        while not self._answers:
            if self._clock.now_s() > until_s:
                raise NotConnected(by.trouble or f"The co-processor at {by.name} does not answer.")
            yield self._clock.now_s() + LOOK_S
        self._order = None
        answer = self._answers.pop()
        if isinstance(answer, ScannerRefused):
            raise NotConnected(
                f"The co-processor at {by.name} refuses order {answer.command}: {answer.reason}."
            )
        return answer


_KINDS: Final[Mapping[type[Order], int]] = {
    AskChip: ASK,
    SetClock: CLOCK,
    Pulse: PULSE,
    Listen: LISTEN,
}
"""The kinds of orders, as `Done` and refusals name them."""
