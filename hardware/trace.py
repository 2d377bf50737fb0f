"""What the readers of a board said, written down and played again.

A trace is a text file: a first line that says so, then a JSON object a line, in the order of
time. Times are seconds since the trace began.

    {"hareboard_trace": 1}
    {"at_s": 0.0187, "square": 5, "uids": ["04a1b2c3d4e5f6"]}
    {"at_s": 0.0188, "square": 8, "uids": []}
    {"at_s": 0.0533, "square": 9, "failure": "no-reply"}
    {"at_s": 0.0911, "square": 6, "uids": ["04a1b2c3d4e5f6"], "alone": true}
    {"at_s": 1.2083, "square": 9, "reader": "suspect"}
    {"at_s": 4.0400, "button": "confirm"}
"""

import json
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Final, TextIO, get_args

from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.ports import (
    BLIND,
    BoardEvent,
    ButtonName,
    Pressed,
    ReaderChanged,
    ReaderHealth,
    ReaderState,
    Uid,
)
from hardware.sightings import Failure, Reading, Sightings

VERSION: Final = 1
_MARK: Final = "hareboard_trace"
_LONGEST_REST_S: Final = 0.2
"""How long a player of traces sleeps at most before it looks whether it is to stop."""

Said = Reading | ReaderChanged | Pressed


class BadTrace(HardwareError, ValueError):
    """A file that is no trace; the message names the line."""


class TraceWriter:
    """Writes what is said into a file, as it is said. Safe to call from any thread.

    Args:
        file: open for writing text.
        began_s: the moment that counts as zero, on the board's clock.
    """

    def __init__(self, file: TextIO, began_s: float) -> None:
        self._file = file
        self._began_s = began_s
        self._lock = threading.Lock()
        self.lines = 0
        self._write({_MARK: VERSION})

    def write(self, said: Said) -> None:
        """Add one thing that was said."""
        line: dict[str, Any] = {"at_s": round(said.at_s - self._began_s, 6)}
        match said:
            case Reading():
                line["square"] = said.square
                if said.failure is None:
                    line["uids"] = list(said.uids)
                else:
                    line["failure"] = said.failure
                if said.alone:
                    line["alone"] = True
            case ReaderChanged():
                line |= {"square": said.square, "reader": said.state}
            case Pressed():
                line["button"] = said.button
        self._write(line)
        self.lines += 1

    def _write(self, line: dict[str, Any]) -> None:
        with self._lock:
            self._file.write(json.dumps(line) + "\n")


def read_trace(lines: Iterable[str]) -> Iterator[Said]:
    """What a trace has, line by line.

    Raises:
        BadTrace: a line is not as it should be, with its number and what is wrong.
    """
    last_s = 0.0
    for number, text in enumerate(lines, start=1):
        try:
            line = json.loads(text)
            if number == 1:
                if line != {_MARK: VERSION}:
                    raise ValueError(f"a trace begins with {json.dumps({_MARK: VERSION})}")
                continue
            said = _said(line)
            if said.at_s < last_s:
                raise ValueError("time does not go back")
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            cause = f"“{error.args[0]}” is missing" if isinstance(error, KeyError) else error
            raise BadTrace(f"Line {number}: {cause}.") from error
        last_s = said.at_s
        yield said


def _said(line: dict[str, Any]) -> Said:
    at_s = line.pop("at_s")
    if not isinstance(at_s, int | float) or not 0 <= at_s < 1e9:
        raise ValueError(f"{at_s!r} is no time in seconds")
    said = _button(line, at_s) if "button" in line else _of_a_reader(line, at_s)
    if line:
        raise ValueError(f"nobody knows “{next(iter(line))}”")
    return said


def _button(line: dict[str, Any], at_s: float) -> Pressed:
    return Pressed(_one_of(line.pop("button"), get_args(ButtonName)), at_s)


def _of_a_reader(line: dict[str, Any], at_s: float) -> Reading | ReaderChanged:
    square = line.pop("square")
    if not isinstance(square, int) or square < 1:
        raise ValueError(f"{square!r} is no square")
    if "reader" in line:
        return ReaderChanged(square, _one_of(line.pop("reader"), get_args(ReaderState)), at_s)
    alone = line.pop("alone", False) is True
    if "failure" in line:
        failure: Failure = _one_of(line.pop("failure"), get_args(Failure))
        return Reading(square, at_s, failure=failure, alone=alone)
    return Reading(square, at_s, tuple(_uid(each) for each in line.pop("uids")), alone=alone)


def _uid(text: Any) -> Uid:
    if (
        not isinstance(text, str)
        or text != bytes.fromhex(text).hex()
        or len(text) not in (8, 14, 20)
    ):
        raise ValueError(f"{text!r} is no UID")
    return Uid(text)


def _one_of(word: Any, words: tuple[Any, ...]) -> Any:
    if word not in words:
        raise ValueError(f"{word!r} is none of {', '.join(words)}")
    return word


class TraceBoard:
    """A board that says again what another one said; follows `hardware.ports.Sensing`.

    Args:
        said: what a trace has.
        clock: the board's time; the trace begins when the board does.
        on_reading: called with every reading.
    """

    def __init__(
        self,
        said: Iterable[Said],
        clock: Clock,
        on_reading: Callable[[Reading], None] | None = None,
    ) -> None:
        self._said = tuple(said)
        self._next = 0
        self._clock = clock
        self._on_reading = on_reading
        self._sightings = Sightings()
        self._began_s = clock.now_s()
        self._states: dict[int, ReaderState] = {}
        self._good: dict[int, int] = {}
        self._failed: dict[int, int] = {}
        self._good_s: dict[int, float] = {}
        self._trouble: dict[int, str] = {}
        self._emit: Callable[[BoardEvent], None] | None = None
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def over(self) -> bool:
        """Whether all has been said."""
        return self._next >= len(self._said)

    def start(self, emit: Callable[[BoardEvent], None]) -> None:
        """Say it in a thread of its own, at the pace at which it was said."""
        self.connect(emit)
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="trace")
        self._thread.start()

    def connect(self, emit: Callable[[BoardEvent], None]) -> None:
        """Report to `emit`, but leave it to the caller to `step`: for virtual time."""
        self._emit = emit
        self._began_s = self._clock.now_s()

    def stop(self) -> None:
        """Say no more."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def attend(self, squares: Collection[int]) -> None:
        """What was said cannot be changed any more."""

    def readers(self) -> tuple[ReaderHealth, ...]:
        """How the readers were at this moment."""
        squares = sorted({said.square for said in self._said if not isinstance(said, Pressed)})
        return tuple(
            ReaderHealth(
                square,
                self._states.get(square, "healthy"),
                self._good.get(square, 0),
                self._failed.get(square, 0),
                0,
                self._good_s.get(square),
                self._trouble.get(square, ""),
            )
            for square in squares
        )

    def step(self) -> None:
        """Let time pass until the next thing was said, and say it; does nothing at the end."""
        if self.over:
            return
        said = self._said[self._next]
        rest_s = self._began_s + said.at_s - self._clock.now_s()
        while rest_s > 0 and not self._stopping.is_set():
            self._clock.sleep(min(rest_s, _LONGEST_REST_S))
            rest_s = self._began_s + said.at_s - self._clock.now_s()
        self._next += 1
        self._say(said, self._began_s + said.at_s)

    def _say(self, said: Said, at_s: float) -> None:
        match said:
            case Reading():
                self._take(Reading(said.square, at_s, said.uids, said.failure, said.alone))
            case ReaderChanged():
                self._states[said.square] = said.state
                if said.state in BLIND:
                    self._sightings.forget(said.square)
                self._report(ReaderChanged(said.square, said.state, at_s))
            case Pressed():
                self._report(Pressed(said.button, at_s))

    def _take(self, reading: Reading) -> None:
        if self._on_reading is not None:
            self._on_reading(reading)
        if reading.failure is None:
            self._good[reading.square] = self._good.get(reading.square, 0) + 1
            self._good_s[reading.square] = reading.at_s
        else:
            self._failed[reading.square] = self._failed.get(reading.square, 0) + 1
            self._trouble[reading.square] = reading.failure
        self._report(*self._sightings.take(reading))

    def _report(self, *events: BoardEvent) -> None:
        if self._emit is not None:
            for event in events:
                self._emit(event)

    def _run(self) -> None:
        while not self.over and not self._stopping.is_set():
            self.step()
