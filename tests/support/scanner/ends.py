"""Both ends of a line in Python, on time that is given, and lines that spoil what they carry."""

import builtins
import random
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, Final

from hardware.clock import Clock, ManualClock
from hardware.scanner import words
from hardware.scanner.conversation import Conversation
from hardware.scanner.frames import HEAD, MOST_FIELDS, Frame, Unframer, framed
from hardware.scanner.messages import (
    Order,
    Pong,
    Report,
    Welcome,
)
from hardware.simulated.rp2040.firmware import FIRMWARE, POINTERS, compiled, emulated_micropython

STEP_S: Final = 0.001
NUMBERS: Final = 256
UNNUMBERED: Final = (words.ACK, words.HELLO, words.WELCOME)


class _Ticks:
    """`time`, as far as the firmware's end of a line needs it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def ticks_us(self) -> int:
        return int(self._clock.now_s() * 1e6) % words.CLOCK_US

    @staticmethod
    def ticks_diff(later: int, earlier: int) -> int:
        half = words.CLOCK_US // 2
        return (later - earlier + half) % words.CLOCK_US - half


def link_module(clock: Clock) -> Any:
    """The firmware's `link`, unchanged, with the time of a clock."""
    loaded: dict[str, Any] = {
        "time": _Ticks(clock),
        "micropython": emulated_micropython(),
    }

    def load(name: str, *_: object) -> Any:
        path = FIRMWARE / f"{name}.py"
        if name not in loaded and path.exists():
            module = loaded[name] = ModuleType(name)
            module.__dict__["__builtins__"] = vars(builtins) | POINTERS | {"__import__": load}
            exec(compiled(path), module.__dict__)
        return loaded[name] if name in loaded else __import__(name)

    return load("link")


class Wire:
    """What `Link` takes for a line: bytes that have come, and bytes that it has put."""

    def __init__(self) -> None:
        self.outward = bytearray()
        self._inward = b""
        self._at = 0

    def come(self, data: bytes) -> None:
        self._inward = self._inward[self._at :] + data
        self._at = 0

    @property
    def is_read(self) -> bool:
        """Whether all that has come has been taken."""
        return self._at == len(self._inward)

    def take(self, into: bytearray, at: int, end: int) -> int:
        come = self._inward[self._at : self._at + end - at]
        if 0 in come:
            come = come[: come.index(0) + 1]
        into[at : at + len(come)] = come
        self._at += len(come)
        return at + len(come)

    def put(self, data: bytes) -> None:
        self.outward += data


class Device:
    """The firmware's end, and as much of its app as a beginning needs.

    Attributes:
        link: the firmware's own.
        heard: kinds and fields of the host's messages, in their order; no `ACK`, no `HELLO`.
    """

    def __init__(self, clock: Clock) -> None:
        self.heard: list[tuple[int, bytes]] = []
        self._wire = Wire()
        self.link = link_module(clock).Link(self._wire)
        self._session = b""

    def take(self, data: bytes) -> bytes:
        """Bytes come; returns what it says by now."""
        self._wire.come(data)
        self.link.poll(self._hear)
        while not self._wire.is_read:
            self.link.poll(self._hear)
        return self.said()

    def said(self) -> bytes:
        """What it has said since last asked."""
        said = bytes(self._wire.outward)
        self._wire.outward.clear()
        return said

    def say(self, kind: int, fields: bytes) -> None:
        """Say something; there has to be room."""
        assert self.link.room > 0
        self.link.begin(kind)
        self.link.put_bytes(fields)
        self.link.send()

    def _hear(self, kind: int) -> None:
        link = self.link
        fields = bytes(link.body[HEAD : link.length])
        if kind == words.HELLO:
            self._welcome(fields[1:5])
        elif kind != words.ACK:
            self.heard.append((kind, fields))

    def _welcome(self, session: bytes) -> None:
        if session != self._session:
            self._session = session
            self.link.forget()
        self.link.begin_plain(words.WELCOME)
        self.link.put_bytes(bytes((words.PROTOCOL,)) + session + bytes(18))
        self.link.send_plain()


class Pair:
    """A host's conversation and a device at the two ends of a line.

    Args:
        spoil: what becomes of what is said at one time, in either direction.

    Attributes:
        said: what the host was given to say.
        told: tokens of what the device was given to say.
        reports: what the host has heard, without the welcome.
        heard: tokens of that, in their order.
    """

    def __init__(self, spoil: Callable[[bytes], bytes] = bytes, session: int = 1) -> None:
        self.clock = ManualClock(1000.0)
        self.host = Conversation(session)
        self.device = Device(self.clock)
        self.said: list[Order] = []
        self.told: list[int] = []
        self.reports: list[Report] = []
        self.heard: list[int] = []
        self.spoil = spoil
        self._seen = {"host": Unframer(), "device": Unframer()}

    def host_says(self, order: Order) -> None:
        self.host.say(order)
        self.said.append(order)

    def device_says(self, token: int) -> None:
        fields = token.to_bytes(4, "little") + bytes(6)
        self.device.say(words.PONG, fields)
        self.told.append(token)

    def step(self) -> None:
        """A millisecond passes, and what is due goes to the other side."""
        now_s = self.clock.advance(STEP_S)
        said = self.host.due(now_s)
        self._check("host", said, len(self.device.heard))
        answered = self.device.take(self.spoil(said) if said else b"")
        self._check("device", answered, len(self.heard))
        for report in self.host.take(self.spoil(answered) if answered else b"", now_s):
            if not isinstance(report, Welcome):
                self.reports.append(report)
            if isinstance(report, Pong):
                self.heard.append(report.token)

    def pass_time(self, seconds: float) -> None:
        until_s = self.clock.now_s() + seconds
        while self.clock.now_s() < until_s:
            self.step()

    def begin(self) -> None:
        """Until the device is known."""
        for _ in range(10_000):
            if self.host.welcome is not None:
                return
            self.step()
        raise AssertionError("nobody was welcomed")

    def settle(self) -> None:
        """Let everything arrive that has been said."""
        for _ in range(60_000):
            done = self.host.room == words.WINDOW == self.device.link.room
            if done and len(self.heard) == len(self.told):
                return
            self.step()
        raise AssertionError("something never arrived")

    def _check(self, who: str, said: bytes, taken: int) -> None:
        """Nobody is further ahead of what the other has taken in than the window is wide."""
        for frame in self._seen[who].take(said):
            if frame.kind not in UNNUMBERED:
                ahead = (frame.number - taken + NUMBERS // 2) % NUMBERS - NUMBERS // 2
                assert ahead <= words.WINDOW, f"the {who} says {frame}, {taken} were taken in"


def flipped(data: bytes, rng: random.Random) -> bytes:
    """A bit of it is another."""
    at = rng.randrange(len(data))
    return data[:at] + bytes((data[at] ^ 1 << rng.randrange(8),)) + data[at + 1 :]


def lost(data: bytes, rng: random.Random) -> bytes:
    """Some bytes of it are missing."""
    at = rng.randrange(len(data))
    return data[:at] + data[at + 1 + min(rng.randrange(8), rng.randrange(300)) :]


def doubled(data: bytes, rng: random.Random) -> bytes:
    """Some bytes of it come twice."""
    at = rng.randrange(len(data))
    end = at + 1 + rng.randrange(len(data) - at)
    return data[:end] + data[at:]


def inserted(data: bytes, rng: random.Random) -> bytes:
    """Some bytes were never sent."""
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.randbytes(1 + rng.randrange(rng.choice((1, 4, 300)))) + data[at:]


DAMAGES: Final[Mapping[str, Callable[[bytes, random.Random], bytes]]] = {
    "flipped": flipped,
    "lost": lost,
    "doubled": doubled,
    "inserted": inserted,
    "all lost": lambda data, _: data[:0],
    "all doubled": lambda data, _: data + data,
}


class Spoiler:
    """A line that damages some of what it carries at one time.

    Args:
        seed: which.
        share: of what it carries, from 0 to 1.

    Attributes:
        damaged: how often it has done so.
    """

    def __init__(self, seed: int, share: float) -> None:
        self.damaged = 0
        self._rng = random.Random(seed)
        self._share = share

    def __call__(self, data: bytes) -> bytes:
        if not data or self._rng.random() >= self._share:
            return data
        self.damaged += 1
        return DAMAGES[self._rng.choice(sorted(DAMAGES))](data, self._rng)


_HALF_ZEROS: Final = bytes(each if each % 2 else 0 for each in range(256))


class Stream:
    """Frames of which half were damaged on their way.

    They are those of a hello, which a device hears whatever came before. The first four bytes of
    their fields are their places in the stream.

    Args:
        seed: which.
        count: how many.

    Attributes:
        sent: the frames as they were sent.
        pieces: what has become of each.
        whole: the places of those that have to be understood: they have come as they were sent,
            and what came before them has come to an end.
    """

    def __init__(self, seed: int, count: int) -> None:
        rng = random.Random(seed)
        self.sent: list[Frame] = []
        self.pieces: list[bytes] = []
        self.whole: set[int] = set()
        ended = True
        for place in range(count):
            length = rng.randrange(rng.choice((4, 4, 16, 16, 64, MOST_FIELDS - 4)))
            fields = rng.randbytes(length).translate(_HALF_ZEROS)
            frame = Frame(words.HELLO, 0, 0, place.to_bytes(4, "little") + fields)
            piece = framed(frame)
            if rng.random() < 0.5:
                piece = DAMAGES[rng.choice(sorted(DAMAGES))](piece, rng)
            elif ended:
                self.whole.add(place)
            ended = piece.endswith(b"\0") if piece else ended
            self.sent.append(frame)
            self.pieces.append(piece)

    def check(self, understood: Iterable[bytes]) -> None:
        """Whether the fields that were understood are right, in order, and all that have to be."""
        places = []
        for fields in understood:
            place = int.from_bytes(fields[:4], "little")
            assert fields == self.sent[place].fields
            places.append(place)
        assert places == sorted(places)
        assert self.whole <= set(places)


class FirmwareUnframer:
    """The firmware's end of a line, as far as it understands frames."""

    def __init__(self) -> None:
        self._wire = Wire()
        self._link = link_module(ManualClock()).Link(self._wire)
        self._frames: list[Frame] = []

    def take(self, data: bytes) -> list[Frame]:
        self._frames = []
        self._wire.come(data)
        while not self._wire.is_read:
            self._link.poll(self._hear)
        return self._frames

    def _hear(self, kind: int) -> None:
        body = self._link.body
        self._frames.append(Frame(kind, body[1], body[2], bytes(body[HEAD : self._link.length])))

    @property
    def dropped(self) -> int:
        dropped: int = self._link.bad
        return dropped


Ends = type[Unframer] | type[FirmwareUnframer]
ENDS: Final[tuple[Ends, ...]] = (Unframer, FirmwareUnframer)
