"""One end of a conversation: numbers, acknowledgements, sending again. Pure; time is given."""

import secrets
from collections import deque
from collections.abc import Iterator
from typing import Final

from hardware.scanner import protocol
from hardware.scanner.frames import MOST_FIELDS, Frame, Unframer, framed
from hardware.scanner.messages import (
    Hello,
    Order,
    Report,
    Welcome,
)
from hardware.scanner.protocol import Garbage
from hardware.scanner.words import ACK, PROTOCOL, RESEND_MS, WELCOME, WINDOW

AGAIN_S: Final = RESEND_MS / 1000
NUMBERS: Final = 256
HARMLESS: Final = bytes((2, 1, 1, 10, PROTOCOL))
"""How a greeting without zeros begins: MicroPython's prompt takes what follows and runs nothing."""
INTERRUPT: Final = 0x03
RESTART: Final = 0x04
"""What MicroPython takes as Ctrl-C, which ends a program, and as Ctrl-D, which may restart it.

Source: MicroPython, shared/runtime/pyexec.c.
"""


def new_session() -> int:
    """Return a random session number whose greeting neither interrupts nor restarts MicroPython.

    Whoever is greeted may be at its prompt, or run another program.
    """
    while True:
        session = secrets.randbits(32)
        greeting = Conversation(session).due(0.0)
        rest = greeting.removeprefix(HARMLESS)
        if rest != greeting and not {INTERRUPT, RESTART} & set(rest):
            return session


class Conversation:
    """The host's end of one session, from its hello on.

    Args:
        session: chosen at random, see `new_session`.

    Attributes:
        welcome: the device's answer; None before.
        garbage: number of messages that arrived intact and were invalid.
    """

    def __init__(self, session: int) -> None:
        self.welcome: Welcome | None = None
        self.garbage = 0
        self._session = session
        self._unframer = Unframer()
        self._unsaid: deque[tuple[int, int, bytes]] = deque()
        self._next = 1
        self._expected = 1
        self._owed = False
        self._sent: deque[tuple[int, int, bytes]] = deque()
        self._again_s = float("-inf")

    @property
    def room(self) -> int:
        """Number of orders that can be given now; 0 before the welcome."""
        return WINDOW - len(self._sent) - len(self._unsaid) if self.welcome is not None else 0

    @property
    def dropped(self) -> int:
        """Number of frames that arrived damaged."""
        return self._unframer.dropped

    def say(self, order: Order) -> None:
        """Give an order; there has to be room.

        Raises:
            ValueError: a number out of its range, or too many bytes.
        """
        assert self.room > 0, "there is no room for another order"
        kind, fields = protocol.written(order)
        if len(fields) > MOST_FIELDS:
            raise ValueError(f"{len(fields)} bytes, where an order has room for {MOST_FIELDS}")
        self._unsaid.append((self._next, kind, fields))
        self._next = (self._next + 1) % NUMBERS

    def take(self, data: bytes, now_s: float) -> Iterator[Report]:
        """Return the device's messages in these bytes."""
        for frame in self._unframer.take(data):
            report = self._take(frame, now_s)
            if report is not None:
                yield report

    def due(self, now_s: float) -> bytes:
        """Return the bytes to be sent now."""
        if self.welcome is None:
            if now_s < self._again_s:
                return b""
            self._again_s = now_s + AGAIN_S
            kind, fields = protocol.written(Hello(self._session))
            return framed(Frame(kind, 0, 0, fields))
        said: list[tuple[int, int, bytes]] = []
        if self._sent and now_s >= self._again_s:
            said += self._sent
            self._again_s = now_s + AGAIN_S
        if self._unsaid:
            if not self._sent:
                self._again_s = now_s + AGAIN_S
            said += self._unsaid
            self._sent += self._unsaid
            self._unsaid.clear()
        acknowledged = (self._expected - 1) % NUMBERS
        if said:
            self._owed = False
            return b"".join(
                framed(Frame(kind, number, acknowledged, fields)) for number, kind, fields in said
            )
        if self._owed:
            self._owed = False
            return framed(Frame(ACK, 0, acknowledged, b""))
        return b""

    def _take(self, frame: Frame, now_s: float) -> Report | None:
        if frame.kind == WELCOME:
            return self._take_welcome(frame)
        if self.welcome is None:
            return None
        self._acknowledge(frame.acknowledged, now_s)
        if frame.kind == ACK:
            return None
        self._owed = True
        if frame.number != self._expected:
            return None
        self._expected = (self._expected + 1) % NUMBERS
        try:
            return protocol.read(frame.kind, frame.fields)
        except Garbage:
            self.garbage += 1
            return None

    def _take_welcome(self, frame: Frame) -> Report | None:
        try:
            welcome = protocol.read(frame.kind, frame.fields)
        except Garbage:
            self.garbage += 1
            return None
        assert isinstance(welcome, Welcome)
        if self.welcome is not None or welcome.session != self._session:
            return None
        self.welcome = welcome
        return welcome

    def _acknowledge(self, number: int, now_s: float) -> None:
        if number not in [each for each, _, _ in self._sent]:
            return
        while self._sent and self._sent.popleft()[0] != number:
            pass
        self._again_s = now_s + AGAIN_S
