"""One PN532: its commands, as steps that never wait.

Framing, checksums and the check of replies are those of `adafruit-circuitpython-pn532`; its
transport hooks go to a `Wire`. Each command is a generator: it yields the moment at
which it is worth looking again, and returns the reply. So one thread keeps many chips busy.
"""

from collections.abc import Collection, Generator, Sequence
from contextlib import suppress
from typing import Final, TypeVar

from adafruit_pn532.adafruit_pn532 import PN532

from hardware.clock import Clock
from hardware.errors import BadReply, BusError, NoAck, NoReply, ReaderError
from hardware.pn532.wire import ACK, Unacknowledged, Wire, drop
from hardware.ports import Uid
from hardware.sensing.settings import ArraySettings

_T = TypeVar("_T")

Steps = Generator[float, None, _T]
"""Work in steps: yields the clock's seconds at which to resume, returns its result."""

GET_FIRMWARE_VERSION: Final = 0x02
SAM_CONFIGURATION: Final = 0x14
RF_CONFIGURATION: Final = 0x32
IN_LIST_PASSIVE_TARGET: Final = 0x4A
FIELD_OFF: Final = bytes((0x01, 0x00))
"""Parameters of `RF_CONFIGURATION` that switch the field off."""

MOST_DROPPED: Final = 4
"""Most frames to drop before a command: a chip that says more is not resynchronised by silence."""

_HOST_TO_CHIP: Final = 0xD4
_NORMAL_MODE: Final = bytes((0x01, 0x14, 0x01))
_ANALOG: Final = 0x0A
_TYPE_A: Final = 0x00
_PN532: Final = 0x32
_ISO_14443_4: Final = 0x20
"""The bit of SAK that announces an answer to select."""
_UID_BYTES: Final = (4, 7, 10)
_LONGEST_REPLY: Final = 255


class Chip(PN532):  # type: ignore[misc] # the library has no types
    """A PN532 at the end of a wire.

    Args:
        wire: the line to it.
        clock: gives the times for polls and timeouts.
        settings: durations and timeouts, retries, tags at once, field strength.
    """

    def __init__(self, wire: Wire, clock: Clock, settings: ArraySettings) -> None:
        # The library's own constructor talks to the chip and waits for it: not called.
        self.debug = False
        self.low_power = False
        self._reset_pin = None
        self._wire = wire
        self._clock = clock
        self._timing = settings.timing
        self._retries = self._tries_again = settings.retries
        self._analog = settings.analog
        self._in_step = False  # it may still answer a program that ran before
        self._look_for = bytes((settings.targets, _TYPE_A))

    # Commands of a chip

    def configure(self) -> Steps[None]:
        """Wake the chip, check that it is a PN532, and set it up for reading.

        Raises:
            ReaderError: it does not carry out the command.
        """
        self._wire.wake()
        firmware = yield from self._call(GET_FIRMWARE_VERSION)
        if len(firmware) != 4 or firmware[0] != _PN532:
            raise BadReply(f"the chip says it is {bytes(firmware).hex()}, which is no PN532")
        yield from self._call(SAM_CONFIGURATION, _NORMAL_MODE)
        yield from self._try_again(self._retries)
        if self._analog:
            yield from self._call(RF_CONFIGURATION, bytes((_ANALOG, *self._analog)))
        yield from self._call(RF_CONFIGURATION, FIELD_OFF)

    def list_tags(
        self, expected: Collection[Uid] = (), retries: int | None = None
    ) -> Steps[tuple[Uid, ...]]:
        """Return the tags on the reader, at most two; its field stays on.

        Args:
            expected: tags recently on it: if one is not found, the reader looks once more.
            retries: further tries to find a tag; None for those of the settings.

        Raises:
            ReaderError: it does not carry out the command.
        """
        retries = self._retries if retries is None else retries
        if retries != self._tries_again:
            yield from self._try_again(retries)
        uids = yield from self._list(len(expected))
        if not frozenset(expected) <= frozenset(uids):
            # Those that were found have been selected, and do not answer again.
            more = yield from self._list(0)
            uids = tuple(dict.fromkeys((*uids, *more)))
        return uids

    def _try_again(self, retries: int) -> Steps[None]:
        """Have the chip try so often again from now on."""
        yield from self._call(RF_CONFIGURATION, bytes((0x05, 0xFF, 0x01, retries)))
        self._tries_again = retries

    def _list(self, likely: int) -> Steps[tuple[Uid, ...]]:
        """List tags once; expect that many."""
        timing = self._timing
        looks_s = [timing.field_rise_s + (self._tries_again + 1) * timing.try_s]
        if likely:  # After one tag it looks for a second.
            second_s = timing.try_s if likely == 1 else timing.activation_s
            looks_s.append(timing.field_rise_s + timing.activation_s + second_s)
        reply = yield from self._call(IN_LIST_PASSIVE_TARGET, self._look_for, sorted(looks_s))
        return targets(reply)

    def switch_field_off(self) -> Steps[float]:
        """Switch its field off, to `settle` later; return the time of the command.

        Raises:
            ReaderError: it does not carry out the command.
        """
        yield from self._send(RF_CONFIGURATION, FIELD_OFF)
        told_s = self._clock.now_s()
        yield from self._acknowledged()
        return told_s

    def settle(self) -> Steps[None]:
        """Take the reply to switching off; an error in it will show at the next command."""
        with suppress(ReaderError):
            yield from self._replied(RF_CONFIGURATION, [self._clock.now_s() + self._timing.calm_s])

    # One command

    def _call(
        self, command: int, params: bytes = b"", looks_s: Sequence[float] = ()
    ) -> Steps[bytes]:
        """Send a command and return its reply, expected after one of these times."""
        yield from self._send(command, params)
        sent_s = self._clock.now_s()
        yield from self._acknowledged(self._timing.calm_s if looks_s else 0.0)
        return (yield from self._replied(command, [sent_s + look_s for look_s in looks_s]))

    def _send(self, command: int, params: bytes) -> Steps[None]:
        """Send a command, as soon as the chip takes it."""
        if not self._in_step:
            yield from self._resynchronise()
        self._in_step = False  # until its answer has been taken
        until_s = self._clock.now_s() + self._timing.ack_s
        while True:
            try:
                self._write_frame(bytearray((_HOST_TO_CHIP, command, *params)))
            except Unacknowledged as error:
                if self._clock.now_s() > until_s:
                    raise NoAck(f"{error} for {self._timing.ack_s * 1000:.0f} ms") from error
                yield self._clock.now_s() + self._timing.poll_s
            except OSError as error:
                raise _bus_error(error) from error
            else:
                return

    def _resynchronise(self) -> Steps[None]:
        """Abort what the chip does, and drop what it says to it until it is silent.

        A late answer would be taken for the answer to the next command.
        """
        with suppress(ReaderError, OSError):  # what is wrong will show at the command
            self._write_data(ACK)
        for _ in range(MOST_DROPPED):
            yield self._clock.now_s() + self._wire.late_s + self._timing.poll_s
            try:
                if not drop(self._wire):
                    return
            except OSError:
                return

    def _acknowledged(self, after_s: float = 0.0) -> Steps[float]:
        ack_s = self._timing.ack_s + self._wire.late_s
        sent_s = now_s = self._clock.now_s()
        yield now_s + max(after_s, self._timing.poll_s)
        while not self._is_ready():
            now_s = self._clock.now_s()
            if now_s > sent_s + ack_s:
                raise NoAck(f"no acknowledgement within {ack_s * 1000:.0f} ms")
            yield now_s + self._timing.poll_s
        try:
            answer = self._read_data(len(ACK))
        except OSError as error:
            raise _bus_error(error) from error
        if bytes(answer) != ACK:
            raise NoAck(f"{bytes(answer).hex()} instead of an acknowledgement")
        return self._clock.now_s()

    def _replied(self, command: int, likely_at_s: Sequence[float] = ()) -> Steps[bytes]:
        now_s, poll_s = self._clock.now_s(), self._timing.poll_s
        # The expected time leaves out the acknowledgement: half a poll, if the chip is quick.
        looks_s = [max(each + poll_s / 2, now_s + poll_s) for each in likely_at_s or (now_s,)]
        slack_s = self._timing.slack_s + self._wire.late_s
        until_s = looks_s[-1] + slack_s
        while now_s <= until_s:
            yield looks_s.pop(0) if looks_s else now_s + poll_s
            reply = self._reply(command)
            if reply is not None:
                self._in_step = True
                return reply
            now_s = self._clock.now_s()
        raise NoReply(f"no reply, though {slack_s * 1000:.0f} ms overdue")

    def _reply(self, command: int) -> bytes | None:
        try:
            reply = self.process_response(command, response_length=_LONGEST_REPLY, timeout=0)
        except OSError as error:
            raise _bus_error(error) from error
        except (RuntimeError, IndexError) as error:
            # The library's words for a frame that is garbled, or cut off.
            raise BadReply(str(error)) from error
        return None if reply is None else bytes(reply)

    def _is_ready(self) -> bool:
        try:
            return self._wire.ready()
        except OSError as error:
            raise _bus_error(error) from error

    # The library's transport hooks

    def _read_data(self, count: int) -> bytes:
        return self._wire.read(count)

    def _write_data(self, framebytes: bytes) -> None:
        self._wire.write(bytes(framebytes))

    def _wait_ready(self, timeout: float) -> bool:
        return self._wire.ready()


def targets(reply: bytes) -> tuple[Uid, ...]:
    """The UIDs in a reply to InListPassiveTarget at 106 kbit/s, type A.

    Args:
        reply: its bytes after the command code.

    Raises:
        BadReply: it does not add up to the last byte.

    Source: UM0701-02, 7.3.5.
    """
    try:
        count, at = reply[0], 1
        uids: list[Uid] = []
        for number in range(1, count + 1):
            logical, sak, length = reply[at], reply[at + 3], reply[at + 4]
            uid = reply[at + 5 : at + 5 + length]
            at += 5 + length
            if sak & _ISO_14443_4:
                at += reply[at]  # the answer to select counts its own length byte
            if logical != number or length not in _UID_BYTES or len(uid) != length:
                raise BadReply(f"{reply.hex()} lists no tags that can be")
            uids.append(Uid(uid.hex()))
    except IndexError:
        raise BadReply(f"{reply.hex()} is cut off") from None
    if count > 2 or at != len(reply):
        raise BadReply(f"{reply.hex()} does not add up")
    return tuple(uids)


def _bus_error(error: OSError) -> BusError:
    return error if isinstance(error, BusError) else BusError(f"the bus refused: {error}")
