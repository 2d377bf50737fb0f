"""Records the readings and events of a board, and replays them.

A trace is a text file: a first line that says so, then a JSON object a line, in the order in
which things were said. Times are seconds since the trace began.

    {"hareboard_trace": 1}
    {"at_s": 0.0187, "square": 5, "uids": ["04a1b2c3d4e5f6"]}
    {"at_s": 0.0188, "square": 8, "uids": []}
    {"at_s": 0.0533, "square": 9, "failure": "no-reply"}
    {"at_s": 0.0911, "square": 6, "uids": ["04a1b2c3d4e5f6"], "alone": true}
    {"at_s": 1.2083, "square": 9, "reader": "suspect"}
    {"at_s": 4.0400, "button": "confirm"}

A recording of the wires has the transfers, too (`hardware.transfers`), and version 2.
"""

import json
import re
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, TextIO, get_args

from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.ports import (
    BLIND,
    BoardEvent,
    ButtonName,
    Failure,
    Pressed,
    ReaderChanged,
    ReaderHealth,
    ReaderState,
    Reading,
    Uid,
)
from hardware.sightings import Sightings
from hardware.transfers import ROUNDING, Transfer, line_of, transfer_of

VERSION: Final = 1
WIRE_VERSION: Final = 2
"""Version of a trace with transfers."""
_MARK: Final = "hareboard_trace"
_BEGINS: Final = f"a trace begins with {json.dumps({_MARK: VERSION})}"
LONGEST_LINE: Final = 1 << 20
"""Letters of a line; those of wires have the most, some thousands."""
_LATEST_S: Final = 1e9
_LAST_SQUARE: Final = 1_000_000
_UID: Final = re.compile("[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20}")
_LONGEST_QUOTED: Final = 60
_LONGEST_REST_S: Final = 0.2
"""Longest sleep of a trace player between two checks of its stop flag."""
STOP_S: Final = 1.0
"""Longest time to stop, of real time."""

Said = Reading | ReaderChanged | Pressed | Transfer


FAILURES: Final[Mapping[Failure, str]] = MappingProxyType(
    {
        "no-ack": "no acknowledgement",
        "no-reply": "no reply",
        "bad-reply": "a reply that makes no sense",
        "bus-error": "the bus or port refused",
        "disturbed": "a field near it was on that could not be switched off",
    }
)
"""Text of each kind of failed reading."""


class BadTrace(HardwareError, ValueError):
    """A file that is not a trace; the message names the line."""


class TraceWriter:
    """Writes events into a file as they are reported. Safe to call from any thread.

    Args:
        file: open for writing text.
        began_s: the moment that counts as zero, on the board's clock.
        wire: True if transfers will be among the events.

    Attributes:
        lines: number of events.
        characters: number of characters of all lines.
    """

    def __init__(self, file: TextIO, began_s: float, *, wire: bool = False) -> None:
        self._file = file
        self._began_s = began_s
        self._last_s = 0.0
        self._lock = threading.Lock()
        self.lines = self.characters = 0
        self._write({_MARK: WIRE_VERSION if wire else VERSION})

    def write(self, said: Said) -> None:
        """Add one event.

        A late event, such as of a button whose thread had to wait, counts as of now:
        time does not go back in a trace. A transfer keeps its time: that of its chip counts.

        Raises:
            OSError: it cannot be written; lines written before stay.
        """
        with self._lock:
            at_s = max(round(said.at_s - self._began_s, ROUNDING), 0.0)
            if not isinstance(said, Transfer):
                at_s = self._last_s = max(at_s, self._last_s)
            self._write({"at_s": at_s, **_line(said)})
            self.lines += 1

    def _write(self, line: dict[str, Any]) -> None:
        text = json.dumps(line) + "\n"
        self._file.write(text)
        self.characters += len(text)


def _line(said: Said) -> dict[str, Any]:
    match said:
        case Reading():
            heard = {"uids": list(said.uids)} if said.failure is None else {"failure": said.failure}
            return {"square": said.square, **heard, **({"alone": True} if said.alone else {})}
        case ReaderChanged():
            return {"square": said.square, "reader": said.state}
        case Pressed():
            return {"button": said.button, **({"held": True} if said.held else {})}
        case Transfer():
            return line_of(said)


def lines_of(file: TextIO) -> Iterator[str]:
    """Yield the lines of a file; of one that is too long to be a trace's, the beginning."""
    while line := file.readline(LONGEST_LINE):
        yield line


def read_trace(lines: Iterable[str]) -> Iterator[Said]:
    """Return the events of a trace, line by line.

    Raises:
        BadTrace: a line is invalid, with its number and the error.
    """
    last_s: dict[int | None, float] = {}
    number = 0
    for number, text in enumerate(lines, start=1):
        try:
            line = _object(text)
            if number == 1:
                _check_mark(line)
                continue
            said = _said(line)
            # A co-processor tells late what was said on its wires: each has an order of its own.
            order = said.square if isinstance(said, Transfer) else None
            if said.at_s < (before_s := last_s.get(order, 0.0)):
                raise ValueError(f"{said.at_s} s is before the {before_s} s of a line above")
        except KeyError as error:
            raise BadTrace(f"Line {number}: “{error.args[0]}” is missing.") from error
        except ValueError as error:
            raise BadTrace(f"Line {number}: {error}.") from error
        last_s[order] = said.at_s
        yield said
    if not number:
        raise BadTrace(f"Line 1: it is empty; {_BEGINS}.")


def _object(text: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError) as error:
        if text.endswith("\n"):
            raise ValueError("it is no JSON") from error
        raise ValueError(
            "it is cut off, as when recording ends in the middle; without it the lines above "
            "can be read"
        ) from error
    if not isinstance(line, dict):
        raise ValueError(f"{_quoted(line)} is no JSON object: {{…}}")
    return line


def _check_mark(line: dict[str, Any]) -> None:
    if line in ({_MARK: VERSION}, {_MARK: WIRE_VERSION}):
        return
    if _MARK in line:
        known = f"{VERSION} and {WIRE_VERSION}"
        raise ValueError(f"traces of version {known} can be read, and this says {_quoted(line)}")
    raise ValueError(f"{_BEGINS}")


def _said(line: dict[str, Any]) -> Said:
    at_s = line.pop("at_s")
    if type(at_s) not in (int, float) or not 0 <= at_s < _LATEST_S:
        raise ValueError(f"{_quoted(at_s)} is no time in seconds")
    said: Said
    if "wire" in line:
        said = transfer_of(line, _square(line.pop("wire")), at_s)
    else:
        said = _button(line, at_s) if "button" in line else _of_a_reader(line, at_s)
    if line:
        raise ValueError(f"{_quoted(next(iter(line)))} does not belong there")
    return said


def _button(line: dict[str, Any], at_s: float) -> Pressed:
    button, held = _one_of(line.pop("button"), get_args(ButtonName)), line.pop("held", False)
    if type(held) is not bool:
        raise ValueError(f"{_quoted(held)} is not true or false")
    return Pressed(button, at_s, held)


def _of_a_reader(line: dict[str, Any], at_s: float) -> Reading | ReaderChanged:
    square = _square(line.pop("square"))
    if "reader" in line:
        return ReaderChanged(square, _one_of(line.pop("reader"), get_args(ReaderState)), at_s)
    alone = line.pop("alone", False)
    if type(alone) is not bool:
        raise ValueError(f"{_quoted(alone)} is neither true nor false")
    if "failure" in line:
        failure: Failure = _one_of(line.pop("failure"), get_args(Failure))
        return Reading(square, at_s, failure=failure, alone=alone)
    uids = line.pop("uids")
    if not isinstance(uids, list):
        raise ValueError(f"{_quoted(uids)} is no list of UIDs")
    return Reading(square, at_s, tuple(_uid(each) for each in uids), alone=alone)


def _square(number: Any) -> int:
    if type(number) is not int or not 1 <= number <= _LAST_SQUARE:
        raise ValueError(f"{_quoted(number)} is no square: they are numbered from 1")
    return number


def _uid(text: Any) -> Uid:
    if not isinstance(text, str) or not _UID.fullmatch(text):
        raise ValueError(
            f"{_quoted(text)} is no UID: 4, 7 or 10 bytes in lower-case hexadecimal digits"
        )
    return Uid(text)


def _one_of(word: Any, words: tuple[Any, ...]) -> Any:
    if word not in words:
        raise ValueError(f"{_quoted(word)} is none of {', '.join(words)}")
    return word


def _quoted(value: Any) -> str:
    """Return a wrong value as text for a sentence."""
    text = json.dumps(value)
    return text if len(text) <= _LONGEST_QUOTED else f"{text[: _LONGEST_QUOTED - 1]}…"


class TraceBoard:
    """A board that replays the trace of another one; follows `hardware.ports.Sensing`.

    Args:
        said: the events of a trace.
        clock: the board's time; the trace begins when the board does.
        on_reading: called with every reading.

    Attributes:
        scans: number of checks for the next event, also after the last one.
        failure: the error that ended the thread early.
    """

    def __init__(
        self,
        said: Iterable[Said],
        clock: Clock,
        on_reading: Callable[[Reading], None] | None = None,
    ) -> None:
        self._said = tuple(each for each in said if not isinstance(each, Transfer))
        self._clock = clock
        self._on_reading = on_reading
        self._emit: Callable[[BoardEvent], None] | None = None
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self.scans = 0
        self.failure: BaseException | None = None
        self._rewind()

    def _rewind(self) -> None:
        self._next = 0
        self._began_s = self._clock.now_s()
        self._sightings = Sightings()
        self._readers: dict[int, ReaderHealth] = {
            square: ReaderHealth(square, "healthy", 0, 0, 0, None, "")
            for square in sorted(
                {said.square for said in self._said if not isinstance(said, Pressed)}
            )
        }

    @property
    def over(self) -> bool:
        """True if all events have been replayed."""
        return self._next >= len(self._said)

    def start(self, emit: Callable[[BoardEvent], None]) -> None:
        """Replay it in a thread of its own, at its original pace."""
        self.connect(emit)
        self._thread = threading.Thread(target=self._run, name="trace", daemon=True)
        self._thread.start()

    def connect(self, emit: Callable[[BoardEvent], None]) -> None:
        """Begin to report to `emit`; the caller calls `step`: for virtual time."""
        self._emit = emit
        self._stopping.clear()
        self._rewind()

    def stop(self) -> None:
        """Stop the replay."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(STOP_S)
            self._thread = None

    def attend(self, squares: Collection[int]) -> None:
        """Do nothing: a trace cannot be changed."""

    def last_read_s(self, square: int) -> float | None:
        """Return when a square was last read successfully."""
        return next((each.last_good_s for each in self.readers() if each.square == square), None)

    def readers(self) -> tuple[ReaderHealth, ...]:
        """Return the states of the readers at this moment."""
        return tuple(self._readers.values())

    def step(self) -> None:
        """Wait for the time of the next event, and report it.

        Does nothing at the end, or if stopped meanwhile.
        """
        if self.over:
            return
        said = self._said[self._next]
        at_s = self._began_s + said.at_s
        while not self._stopping.is_set():
            self.scans += 1
            rest_s = at_s - self._clock.now_s()
            if rest_s <= 0:
                self._next += 1
                self._say(replace(said, at_s=at_s))
                return
            self._clock.sleep(min(rest_s, _LONGEST_REST_S))

    def _say(self, said: Said) -> None:
        match said:
            case Reading():
                self._take(said)
            case ReaderChanged():
                self._change(said)
            case Pressed():
                self._report(said)

    def _take(self, reading: Reading) -> None:
        if self._on_reading is not None:
            self._on_reading(reading)
        square = reading.square
        reader = self._readers[square]
        if reading.failure is None:
            reader = replace(reader, good=reader.good + 1, last_good_s=reading.at_s)
        elif reading.failure != "disturbed":  # which is no fault of this reader
            trouble = FAILURES[reading.failure]
            reader = replace(reader, failed=reader.failed + 1, trouble=trouble)
            if reader.state in BLIND:
                self._sightings.forget(square)
        self._readers[square] = reader
        self._report(*self._sightings.take(reading))

    def _change(self, change: ReaderChanged) -> None:
        reader = self._readers[change.square]
        # A trace shows how a reset ended: several failures may precede the first one.
        tried = reader.state == "resetting" and change.state in ("back", "quarantined")
        self._readers[change.square] = replace(
            reader, state=change.state, resets=reader.resets + tried
        )
        if change.state in BLIND and reader.state not in BLIND:
            self._sightings.forget(change.square)
        self._report(change)

    def _report(self, *events: BoardEvent) -> None:
        if self._emit is not None:
            for event in events:
                self._emit(event)

    def _run(self) -> None:
        try:
            while not self.over and not self._stopping.is_set():
                self.step()
            while not self._stopping.wait(_LONGEST_REST_S):
                self.scans += 1
        except BaseException as error:
            self.failure = error
            raise
