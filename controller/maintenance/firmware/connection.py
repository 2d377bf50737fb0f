"""Connection to one serial port: talks to the firmware or to MicroPython's prompt."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, Self

from controller.maintenance.firmware.errors import FirmwareError
from hardware.clock import Clock
from hardware.errors import PORT_ERRORS, NotConnected, port_failure
from hardware.scanner import words
from hardware.scanner.conversation import AGAIN_S, Conversation
from hardware.scanner.frames import Frame, Unframer, framed
from hardware.scanner.messages import (
    Done,
    Hello,
    Name,
    Order,
    Report,
    Restart,
    ScannerRefused,
    Test,
    Tested,
    Welcome,
)
from hardware.scanner.protocol import written

READ_S: Final = 0.05
HELLO_S: Final = 2.0
PROMPT_S: Final = 2.0
NAME_S: Final = 3.0
TEST_S: Final = 140.0
STOP_S: Final = 1.0
"""Time limits of answers: a test takes as long as 64 silent readers and the slowest board file
let it; a restart has no answer, unless it is refused."""

TESTS_AGAIN: Final = 2

INTERRUPT: Final = b"\x03\x03\x02"
"""Ctrl-C ends a program, clears a line, leaves a paste; Ctrl-B leaves the raw prompt.

Source: MicroPython documentation, "The MicroPython Interactive Interpreter Mode (aka REPL)".
"""
BANNER: Final = b"\r\x02"
"""Ctrl-B at the prompt prints the banner, and interrupts nothing."""
PROMPT_AGAIN_S: Final = 0.5
PROMPT: Final = b">>> "
RAW: Final = b"raw REPL; CTRL-B to exit"
MOST_KEPT: Final = 256


class Talk:
    """One connection over an open port; close it.

    Args:
        name: name of the port, for people.
        port: the open port, a pyserial object.
        clock: measures timeouts.
        session: random session number.

    Raises:
        NotConnected: the port is gone; it is closed then.
    """

    def __init__(self, name: str, port: Any, clock: Clock, session: int) -> None:
        self._name = name
        self._port = port
        try:
            self._port.timeout = READ_S
        except PORT_ERRORS as error:
            self._port.close()
            raise self._lost(error) from error
        self._clock = clock
        self._session = session
        self._conversation = Conversation(session)
        self._heard = bytearray()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the port."""
        self._port.close()

    @property
    def welcome(self) -> Welcome:
        """Identity of the device that has answered."""
        assert self._conversation.welcome is not None, "nobody has answered yet"
        return self._conversation.welcome

    def hello(self) -> bool:
        """Greet the firmware; return whether it answered. MicroPython does not.

        Raises:
            NotConnected: the port is gone.
        """
        for _ in self._turns(HELLO_S):
            if self._conversation.welcome is not None:
                return True
            if RAW in self._heard or self._heard.endswith(PROMPT):
                return False
        return False

    def has_prompt(self) -> bool:
        """Interrupt the running program; return whether MicroPython's prompt is there then.

        Raises:
            NotConnected: the port is gone.
        """
        self._heard.clear()
        until_s = self._clock.now_s() + PROMPT_S
        again_s = float("-inf")
        while (now_s := self._clock.now_s()) < until_s:
            if now_s >= again_s:
                again_s = now_s + PROMPT_AGAIN_S
                self._write(INTERRUPT)
            self._read()
            if self._heard.endswith(PROMPT):
                return True
        return False

    def banner(self) -> str:
        """Return what MicroPython's prompt says of itself; empty if a program runs.

        Raises:
            NotConnected: the port is gone.
        """
        self._heard.clear()
        self._write(BANNER)
        until_s = self._clock.now_s() + PROMPT_S
        while self._clock.now_s() < until_s and not self._heard.endswith(PROMPT):
            self._read()
        return self._heard.decode("utf-8", "replace")

    def name(self, number: int, name: str) -> None:
        """Store a number and a name on the device.

        Raises:
            FirmwareError: the device does not store them.
            NotConnected: the port is gone.
        """
        self._ask(Name(number, name), NAME_S)

    def test(self) -> Tested:
        """Test the device's readers, up to three times if one is silent: chips may miss a command.

        Raises as `name`.
        """
        tested = self._tested()
        for _ in range(TESTS_AGAIN):
            if len(tested.answering) == tested.readers:
                break
            again = self._tested()
            tested = replace(again, answering=tested.answering | again.answering)
        return tested

    def _tested(self) -> Tested:
        tested = self._ask(Test(), TEST_S)
        assert isinstance(tested, Tested)
        return tested

    def stop(self) -> None:
        """Restart the device without its firmware, so that MicroPython's prompt is there.

        Raises:
            FirmwareError: the device refuses.
        """
        kind, fields = written(Restart(stay=True))
        if self.welcome.protocol != words.PROTOCOL:
            self._stop_other(kind, fields)
            return
        self._conversation.say(Restart(stay=True))
        # It restarted before it could acknowledge: the port is gone, or the prompt is there.
        with _gone():
            for report in self._turns(STOP_S):
                if isinstance(report, ScannerRefused) and report.command == kind:
                    raise FirmwareError(self._refused(report))
                if PROMPT in self._heard:
                    return

    def _stop_other(self, kind: int, fields: bytes) -> None:
        """Stop a firmware of another protocol version, in that version."""
        hello, said = written(Hello(self._session, self.welcome.protocol))
        unframer = Unframer()
        self._heard.clear()
        with _gone():
            until_s = self._clock.now_s() + STOP_S
            again_s, met = float("-inf"), False
            while (now_s := self._clock.now_s()) < until_s and PROMPT not in self._heard:
                if now_s >= again_s:
                    again_s = now_s + AGAIN_S
                    order = Frame(kind, 1, 0, fields) if met else Frame(hello, 0, 0, said)
                    self._write(framed(order))
                for frame in unframer.take(self._read()):
                    if frame.kind == words.WELCOME and not met:
                        met, again_s = True, float("-inf")

    def _ask(self, order: Order, within_s: float) -> Report:
        """Send an order; return its report."""
        kind, _ = written(order)
        self._conversation.say(order)
        for report in self._turns(within_s):
            match report:
                case ScannerRefused(command) if command == kind:
                    raise FirmwareError(self._refused(report))
                case Done(command) if command == kind:
                    return report
                case Tested() if kind == words.TEST:
                    return report
        raise FirmwareError(
            f"The co-processor at {self._name} has said who it is, and then nothing more. Pull its "
            "plug, put it in again, and try again."
        )

    def _refused(self, refused: ScannerRefused) -> str:
        if refused.reason == words.FLASH:
            return (
                f"The co-processor at {self._name} cannot write into its flash ({refused.why}). "
                "Put MicroPython on it again (docs/firmware.md, “Recover a board”) or use another."
            )
        why = f": {refused.why}" if refused.why else ""
        return (
            f"The co-processor at {self._name} refuses order {refused.command} (reason "
            f"{refused.reason}{why}). Bring its firmware up to date: “hareboard firmware update "
            f"{self._name}”."
        )

    def _turns(self, within_s: float) -> Iterator[Report | None]:
        """Send due packets and yield received reports until the time is over; None for none."""
        until_s = self._clock.now_s() + within_s
        while self._clock.now_s() < until_s:
            self._write(self._conversation.due(self._clock.now_s()))
            data = self._read()
            yield from self._conversation.take(data, self._clock.now_s())
            yield None

    def _write(self, data: bytes) -> None:
        try:
            if data:
                self._port.write(data)
        except PORT_ERRORS as error:
            raise self._lost(error) from error

    def _read(self) -> bytes:
        try:
            data = bytes(self._port.read(1))
            if data and (waiting := self._port.in_waiting):
                data += self._port.read(waiting)
        except PORT_ERRORS as error:
            raise self._lost(error) from error
        self._heard = (self._heard + data)[-MOST_KEPT:]
        return data

    def _lost(self, error: Exception) -> NotConnected:
        return NotConnected(
            f"The co-processor at {self._name} has gone ({port_failure(error)}). Is its plug loose?"
        )


@contextmanager
def _gone() -> Iterator[None]:
    """Ignore the loss of the port: the order causes it."""
    try:
        yield
    except NotConnected:
        return
