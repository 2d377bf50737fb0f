"""A co-processor as the host knows it: from a line to somebody who does as he is told."""

import itertools
import json
import logging
import threading
import zlib
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, Protocol

from hardware.clock import Clock
from hardware.errors import NotConnected
from hardware.ports import RGB
from hardware.scanner import words
from hardware.scanner.conversation import Conversation
from hardware.scanner.line import ScannerLine
from hardware.scanner.messages import (
    ContactChanged,
    Done,
    Keep,
    LightsShow,
    Order,
    Ping,
    Pong,
    Report,
    Run,
    ScannerRefused,
    Welcome,
    Wiring,
)
from hardware.scanner.protocol import runs
from hardware.scanner.ticks import DeviceClock

PING_S: Final = words.PING_MS / 1000
SILENCE_S: Final = words.SILENCE_MS / 1000
WIRED_S: Final = 3.0
"""Longest time a device may take to set up its wiring: every reader's field goes off."""
AT_REST_S: Final = 0.25
"""Interval between turns without any news."""
PART: Final = 100
RUNS: Final = 104
"""Most bytes of wiring, and of runs of lights, in one message."""
TOKENS: Final = 1 << 32


class Contacts(Protocol):
    """Receiver of contact events, which makes presses of them."""

    def changed(self, contact: ContactChanged, at_s: float) -> None:
        """Take in a contact that has closed or opened."""
        ...

    def pass_time(self, now_s: float) -> float | None:
        """Report the presses due by now; return the time of the next call, None for never."""
        ...

    def forget(self, now_s: float) -> None:
        """Forget the states of the contacts: it was lost, or has just become ready.

        Contacts that are closed by then are reported at once, as if they had just closed.
        """
        ...


State = Literal["away", "greeting", "wiring", "ready", "refused"]
_LOG: Final = logging.getLogger(__name__)


def wiring_text(wiring: Mapping[str, Any]) -> bytes:
    """Return the wiring as it is sent and kept: always the same bytes for the same wires."""
    return json.dumps(wiring, sort_keys=True, separators=(",", ":")).encode()


class Coprocessor:
    """One co-processor. One thread calls `turn`; lights may be set from any.

    Args:
        name: its place, in words.
        line: the line to it.
        wiring: of its pins; see PROTOCOL.md.
        clock: the board's time.
        sessions: chooses numbers of sessions, at random.

    Attributes:
        state: of the connection.
        trouble: its fault, in words; empty if it works.
        welcome: its identity; None before its answer.
        ticks: its clock.
        hear: called with its messages that are not handled here.
        changed: called when it comes or goes.
        contacts: makes presses of its contact events.
    """

    def __init__(
        self,
        name: str,
        line: ScannerLine,
        wiring: Mapping[str, Any],
        clock: Clock,
        sessions: Callable[[], int],
    ) -> None:
        self.name = name
        self.state: State = "away"
        self.welcome: Welcome | None = None
        self.ticks = DeviceClock()
        self.hear: Callable[[Report], None] = lambda _: None
        self.changed: Callable[[], None] = lambda: None
        self.contacts: Contacts | None = None
        self._line = line
        self._wiring = wiring_text(wiring)
        strip = wiring.get("strip")
        self._clock = clock
        self._sessions = sessions
        self._times = 0
        self._talk: Conversation | None = None
        self._trouble = self._warned = ""
        self._heard_s = self._asked_s = self._since_s = float("-inf")
        self._missed_s = float("inf")
        self._pings: dict[int, float] = {}
        self._tokens = itertools.count()
        self._parts: deque[Wiring] = deque()
        self._lock = threading.Lock()
        self._told: list[RGB] = [(0, 0, 0)] * (strip["lights"] if strip else 0)
        self._wanted: tuple[RGB, ...] = tuple(self._told)
        self._keeping = False
        self._fresh = False

    @property
    def trouble(self) -> str:
        """Its fault, in words; empty if it works."""
        return "" if self.state == "ready" else self._line.trouble or self._trouble

    @property
    def room(self) -> int:
        """Number of orders it can take now."""
        return self._talk.room if self.state == "ready" and self._talk is not None else 0

    @property
    def lights(self) -> int:
        """Number of lights."""
        return len(self._told)

    def start(self, news: Callable[[], None]) -> None:
        """Connect from now on; call `news` when `turn` is due.

        Its absence is logged only if it does not come soon.
        """
        self._missed_s = self._clock.now_s() + SILENCE_S
        self._line.start(news)

    def stop(self) -> None:
        """Send the remaining messages, and release the line."""
        if self.state == "ready":
            self._show()
            self._send()
        self._line.stop()
        self.state = "away"
        self._trouble = f"The co-processor at {self.name} is not used any more."

    def say(self, order: Order) -> None:
        """Give an order; there has to be room."""
        assert self._talk is not None
        self._talk.say(order)

    def restart(self, trouble: str) -> None:
        """Restart the session: the device does not carry out its orders."""
        _LOG.warning("The co-processor at %s %s; connecting again.", self.name, trouble)
        self._greet(f"The co-processor at {self.name} {trouble}.")

    # Lights, from any thread

    def show(self, duties: Sequence[RGB]) -> None:
        """Have its lights show these duties.

        Raises:
            NotConnected: it is missing.
        """
        with self._lock:
            self._wanted = tuple(duties)
        self.keep()

    def darken(self) -> None:
        """Make its lights dark, if it is connected."""
        with self._lock:
            self._wanted = ((0, 0, 0),) * len(self._told)
            self._keeping = True

    def keep(self) -> None:
        """Confirm the current frame of its lights. Raises as `show`."""
        with self._lock:
            self._keeping = True
        if self.state != "ready":
            raise NotConnected(self.trouble or f"The co-processor at {self.name} is not ready yet.")

    # One turn

    def turn(self) -> float:
        """Receive its messages and send those due; return the latest time of the next call."""
        now_s = self._clock.now_s()
        if now_s >= self._missed_s:
            self._missed_s = float("inf")
            self._warn(self.trouble)
            self.changed()
        if self._line.trouble:
            if self.state != "away":
                self._become("away", self._line.trouble)
            return now_s + AT_REST_S
        if self._times != self._line.times:
            self._times = self._line.times
            what = "does not answer: has it its firmware (“hareboard firmware flash”)?"
            if self.state == "ready":
                what = "was away for a moment."
            self._greet(f"The co-processor at {self.name} {what}")
        talk = self._talk
        assert talk is not None
        for report in talk.take(self._line.take(), now_s):
            self._heard_s = now_s
            self._take(report, now_s)
            if self._talk is not talk:
                break
        self._watch(now_s)
        if self.state == "wiring":
            self._give_parts()
        if self.state == "ready":
            self._ping(now_s)
            self._show()
        self._send()
        due_s = now_s + (words.RESEND_MS / 1000 if self.state != "refused" else AT_REST_S)
        press_s = None if self.contacts is None else self.contacts.pass_time(now_s)
        return due_s if press_s is None else min(due_s, press_s)

    def _send(self) -> None:
        if self._talk is not None and self.state != "refused":
            data = self._talk.due(self._clock.now_s())
            if data:
                self._line.write(data)

    def _greet(self, trouble: str) -> None:
        self._talk = Conversation(self._sessions())
        self._heard_s = self._since_s = self._clock.now_s()
        self._become("greeting", trouble)

    def _watch(self, now_s: float) -> None:
        """Check whether it is still connected."""
        if self.state == "ready" and now_s > self._heard_s + SILENCE_S:
            self.restart("is silent")
        elif self.state == "wiring" and now_s > self._since_s + WIRED_S:
            self.restart("does not say that it knows its wiring")

    def _ping(self, now_s: float) -> None:
        if now_s >= self._asked_s + PING_S and self.room:
            token = next(self._tokens) % TOKENS
            self._asked_s = now_s
            self._pings = {each: at for each, at in self._pings.items() if at > now_s - SILENCE_S}
            self._pings[token] = now_s
            self.say(Ping(token))

    def _take(self, report: Report, now_s: float) -> None:
        if self.state == "refused":
            return
        match report:
            case Welcome():
                self._take_welcome(report)
            case Pong(token, at_us, _):
                sent_s = self._pings.pop(token, None)
                if sent_s is not None:
                    self.ticks.heard(at_us, sent_s, now_s)
            case ContactChanged(_, _, at_us):
                # Before, the pins may be those of another board file.
                if self.contacts is not None and self.state == "ready":
                    self.contacts.changed(report, self.ticks.time_s(at_us, now_s))
            case Done(command) if command == words.WIRING and self.state == "wiring":
                self._take_parts()
            case ScannerRefused(command, words.FLASH, why) if command == words.WIRING:
                self._become(
                    "refused",
                    f"The co-processor at {self.name} cannot write its wiring into its flash"
                    f" ({why}). Put MicroPython on it again (docs/firmware.md, “Recover a board”)"
                    " or use another.",
                )
            case ScannerRefused(command, _, why) if command == words.WIRING:
                self._become(
                    "refused",
                    f"The co-processor at {self.name} cannot be wired as the board file says"
                    f" ({why}): look at its section.",
                )
            case ScannerRefused(command, reason, why):
                _LOG.warning(
                    "The co-processor at %s refuses order %d (reason %d): %s",
                    self.name,
                    command,
                    reason,
                    why,
                )
                self.hear(report)
            case _:
                self.hear(report)

    def _take_welcome(self, welcome: Welcome) -> None:
        self.welcome = welcome
        if welcome.protocol != words.PROTOCOL:
            older = welcome.protocol < words.PROTOCOL
            what = (
                "its firmware is too old: run “hareboard firmware update”"
                if older
                else "this hareboard is too old for its firmware: update hareboard"
            )
            self._become(
                "refused",
                f"The co-processor at {self.name} speaks version {welcome.protocol} of the "
                f"protocol and this program version {words.PROTOCOL}; {what}.",
            )
            return
        self.ticks = DeviceClock()
        self._asked_s = float("-inf")
        with self._lock:
            self._told = [(0, 0, 0)] * len(self._told)
            self._fresh = True
        if welcome.wiring == zlib.crc32(self._wiring):
            self._become("ready", "")
            return
        total = len(self._wiring)
        self._parts = deque(
            Wiring(total, at, self._wiring[at : at + PART]) for at in range(0, total, PART)
        )
        self._since_s = self._clock.now_s()
        self._become("wiring", f"The co-processor at {self.name} is told how it is wired.")
        self._give_parts()

    def _give_parts(self) -> None:
        assert self._talk is not None
        while self._parts and self._talk.room:
            self._talk.say(self._parts.popleft())

    def _take_parts(self) -> None:
        if not self._parts:
            self._become("ready", "")

    def _show(self) -> None:
        """Send the changes of the lights, as far as there is room."""
        with self._lock:
            wanted, keeping, self._keeping = self._wanted, self._keeping, False
        if not self._told or not (keeping or self._fresh):
            return
        changed = runs(self._told, wanted)
        if not changed and not self._fresh:
            if keeping and self.room:
                self.say(Keep())
            return
        for at, message in enumerate(messages := light_messages(changed)):
            if self.room < 2:  # orders to readers go on
                with self._lock:
                    self._keeping = True
                return
            self.say(LightsShow(at == len(messages) - 1, message))
            for run in message:
                self._told[run.first : run.first + len(run.duties)] = run.duties
        self._fresh = False

    def _warn(self, trouble: str) -> None:
        """Log a trouble, once until it is over."""
        if trouble and trouble != self._warned:
            _LOG.warning("%s", trouble)
        self._warned = trouble

    def _become(self, state: State, trouble: str) -> None:
        before, self.state, self._trouble = self.state, state, trouble
        if state == before:
            return
        if "ready" in (before, state) or state == "refused":
            self._warn(trouble)
        elif self._missed_s < float("inf"):
            return  # its absence has not been reported
        if state == "ready":
            self._missed_s = float("inf")
        if "ready" in (before, state) and self.contacts is not None:
            self.contacts.forget(self._clock.now_s())
        self.changed()


def light_messages(changed: Sequence[Run]) -> list[tuple[Run, ...]]:
    """Runs of lights, parted so that each message has room for its own."""
    messages: list[list[Run]] = [[]]
    left = RUNS
    for run in changed:
        first, duties = run.first, run.duties
        while duties:
            count = min((left - 3) // 3, len(duties))
            if count < min(len(duties), 4):
                messages.append([])
                left = RUNS
                continue
            messages[-1].append(Run(first, duties[:count]))
            first, duties = first + count, duties[count:]
            left -= 3 + 3 * count
    return [tuple(message) for message in messages]
