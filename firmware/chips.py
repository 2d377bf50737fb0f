"""PN532 commands and answers over one SPI bus.

The chips send the lowest bit first and this SPI the highest: bytes are turned over. Nothing here
takes memory once it has been set up. Sources: PN532 user manual UM0701-02, 6.2.5 and 7; RP2040
datasheet, 4.4.4 (registers of an SPI).
"""
# ruff: noqa: F821 - the types of viper code

import time
from array import array
from binascii import unhexlify

import micropython
import words
from bus import Bus
from micropython import const

# What a chip is asked for, in order: who it is, to be set up, to list tags once and once more; and
# before a listing, to try otherwise than until now.
FIRMWARE, NORMAL, RETRIES, ANALOG, OFF_FIRST, LIST, AGAIN, OFF, TRY_LIT, TRY_USUAL = range(10)
_FIRMWARE = const(0)  # the same; a constant of a module costs a look into its names

# What `hear` has got instead of an answer's length: an acknowledgement, an answer to another
# command, a garbled frame, nothing, the usual frame.
ACKNOWLEDGED = const(-1)
OTHER = const(-2)
GARBLED = const(-3)
SILENT = const(-4)
USUAL = const(-5)

_PN532 = const(0x32)
_LONGEST_ANSWER = const(80)
_PREAMBLE = const(8)  # so many bytes are taken more if no frame begins in the first ones
_STALE = 4  # frames dropped at most before a chip is asked again
_SLOW = 3  # wakes in a row after which a chip is given its time before each command
_TRIED_AFTER = 500  # commands to a slow chip after which one is tried at once again


def _turned(byte):
    turned = 0
    for bit in range(8):
        turned |= (byte >> bit & 1) << 7 - bit
    return turned


TURNED = bytes(_turned(byte) for byte in range(256))
# What a transfer begins with: 1, 2 and 3, turned over.
_WRITE = const(0x80)
_STATUS = const(0x40)
_READ = const(0xC0)
_TRIES = b"\x32\x05\xff\x01"  # behind it, how often a listing is tried again
_READY = const(0x80)  # bit 0, turned: a chip that is busy or asleep says 00, 08, AA or FF

# Pins as in chooser.py.
_SIO = const(0xD0000000)
_SET = const(5)
_CLEAR = const(6)

# Words of an SPI's registers, as its buffer has them; it queues so many bytes each way.
_DATA = const(0)
_STATE = const(1)
_RECEIVED = const(4)
_QUEUE = const(8)


def frame(command):
    """A command as it goes over the wire, behind the byte that says it is written."""
    return bytes((_WRITE,)) + _framed(bytes((0xD4,)) + command)


def _framed(data):
    length = len(data)
    whole = bytes((0, 0, 0xFF, length, -length & 0xFF)) + data + bytes((-sum(data) & 0xFF, 0))
    return bytes(TURNED[byte] for byte in whole)


class Chips(Bus):
    """The chips of a device, by the numbers of their readers.

    Args:
        wiring: as PROTOCOL.md has it.

    Raises:
        KeyError, TypeError, ValueError: the wiring makes no sense.
    """

    def __init__(self, wiring):
        Bus.__init__(self, wiring)
        timing = wiring["timing"]
        self._ack_us, self._slack_us = timing["ack"], timing["slack"]
        self._poll_us, self._calm_us = timing["poll"], timing["calm"]
        self._wake_us = timing["wake"]
        # Chips that miss a command right after they are selected are told by their failures.
        self._wakes = bytearray(self.count)
        self._told = array("H", [0] * self.count)
        reading = wiring["reading"]
        usual = frame(_TRIES + bytes((reading["retries"],)))
        off = frame(b"\x32\x01\x00")
        listing = frame(bytes((0x4A, reading["targets"], 0)))
        analog = unhexlify(reading["analog"])
        self._analog = len(analog) > 0
        self._frames = (
            frame(b"\x02"),
            frame(b"\x14\x01\x14\x01"),
            usual,
            frame(b"\x32\x0a" + analog),
            off,
            listing,
            listing,
            off,
            frame(_TRIES + bytes((reading["lit_retries"],))),
            usual,
        )
        self._abort = bytes((_WRITE,)) + bytes(TURNED[byte] for byte in b"\0\0\xff\0\xff\0")
        self._codes = bytes((0x03, 0x15, 0x33, 0x33, 0x33, 0x4B, 0x4B, 0x33, 0x33, 0x33))
        # What a chip mostly says: that it has understood, and then to each step.
        usually = [_framed(bytes((0xD5, code))) for code in self._codes]
        usually[FIRMWARE] = _framed(b"\xd5\x03\x32\x01\x06\x07")
        usually[LIST] = usually[AGAIN] = _framed(b"\xd5\x4b\0")
        self.usual = tuple([bytes((len(each),)) + each for each in usually])
        self.acknowledgement = bytes((len(self._abort) - 1,)) + self._abort[1:]
        self.answer = bytearray(1 + _LONGEST_ANSWER)  # the last frame
        self.at = 0  # what an answer says begins there, behind its code

    def after(self, step):
        """The step of the set-up behind another one."""
        return OFF_FIRST if step == RETRIES and not self._analog else step + 1

    def call(self, reader, step):
        """Ask for one thing and wait for the answer; a code of PROTOCOL.md, 0 if all is well."""
        self.say(reader, step)
        if not self.is_acknowledged(reader, self._ack_us):
            return self._failed(reader, words.NO_ACK)
        odd = 0
        since = time.ticks_us()
        while True:
            heard = self.wait(reader, self.usual[step], since, self._slack_us)
            if heard == SILENT:
                return self._failed(reader, odd or words.NO_REPLY)
            got = self.understood(step, heard)
            if got >= 0 or got == USUAL:
                return 0
            if got == GARBLED:
                return self._failed(reader, words.BAD_REPLY)
            odd = words.BAD_REPLY

    def is_acknowledged(self, reader, most_us):
        """Wait so long for an acknowledgement; whether it came."""
        since = time.ticks_us()
        heard = OTHER
        while heard != USUAL and heard != ACKNOWLEDGED and heard != SILENT:
            heard = self.wait(reader, self.acknowledgement, since, most_us)
        return heard != SILENT

    def wait(self, reader, usual, since, most_us):
        """What it says in time, or `SILENT`."""
        while True:
            time.sleep_us(self._poll_us)  # a poll at once makes some chips forget the command
            heard = self.hear(reader, usual)
            waited_us = time.ticks_diff(time.ticks_us(), since)
            if waited_us > most_us + self._poll_us:
                return SILENT
            if heard != SILENT or waited_us > most_us:
                return heard

    def _failed(self, reader, code):
        self.end(reader)
        return code

    def end(self, reader):
        """End the command that is under way, so that its answer is not taken for another's."""
        self.abort(reader)
        time.sleep_us(self._calm_us)
        for _ in range(_STALE):
            if self.hear(reader, self.acknowledgement) == SILENT:
                break

    @micropython.viper
    def say(self, reader: int, step: int):
        """Send a command; a chip that is slow or asked who it is is selected a while before."""
        pins, pattern = ptr32(_SIO), ptr32(self._patterns)
        rest = int(pattern[0])
        if rest:
            pins[_CLEAR] = pattern[3 * reader + 1]
            pins[_SET] = pattern[3 * reader + 2]
            pins[_CLEAR] = pattern[3 * reader + 3]
        else:
            self._on(reader)
        if step == _FIRMWARE or ptr8(self._wakes)[reader]:
            self._be_patient(reader, step)
        self._write(self._frames[step])
        if rest:
            pins[_SET] = rest
        else:
            self._off(reader)

    def _be_patient(self, reader, step):
        """Wait before a command if that is needed, as hardware/pn532/patience.py does."""
        wakes = self._wakes[reader]
        if step == FIRMWARE:
            self._wakes[reader] = min(wakes + 1, _SLOW)
        elif wakes < _SLOW:
            if step == RETRIES:  # the command before was sent at once, and heard
                self._wakes[reader] = 0
            return
        elif self._told[reader] == _TRIED_AFTER:
            self._told[reader] = 0
            self._wakes[reader] = _SLOW - 1
            return
        else:
            self._told[reader] += 1
        time.sleep_us(self._wake_us)

    def abort(self, reader):
        """End the command under way. Source: 6.2.1.3."""
        self.send(reader, self._abort, 0)

    def wake(self, reader, command):
        """Send a frame to a chip that may be asleep."""
        self.send(reader, command, self._wake_us)

    @micropython.viper
    def hear(self, reader: int, usual) -> int:  # noqa: PLR0915 - calls are what takes time here
        """Take a frame if the chip has something to say.

        Args:
            reader: of the chip.
            usual: what it mostly says, as it goes over the wire, behind its length: it need not
                be taken apart.

        Returns:
            `SILENT`, `USUAL`, `ACKNOWLEDGED`, `GARBLED`, or how many bytes the answer has.
        """
        pins, pattern = ptr32(_SIO), ptr32(self._patterns)
        rest = int(pattern[0])
        if rest:
            pins[_CLEAR] = pattern[3 * reader + 1]
            pins[_SET] = pattern[3 * reader + 2]
            pins[_CLEAR] = pattern[3 * reader + 3]
        else:
            self._on(reader)
        spi = ptr32(self._spi)
        data, turned, expected = ptr8(self.answer), ptr8(TURNED), ptr8(usual)
        spi[_DATA] = _STATUS
        spi[_DATA] = 0
        while not int(spi[_STATE]) & _RECEIVED:
            pass  # untested: the SPI of tests has it at once
        said = int(spi[_DATA])  # meanwhile it was asked
        while not int(spi[_STATE]) & _RECEIVED:
            pass  # untested: the SPI of tests has it at once
        said = int(spi[_DATA])
        if rest:
            pins[_SET] = rest
        else:
            self._off(reader)
        if said != _READY:
            return SILENT
        first = int(expected[0])
        if rest:
            pins[_CLEAR] = pattern[3 * reader + 3]
        else:
            self._on(reader)
        other = 0
        at = 0
        byte = _READ
        while at <= first:
            last = at + _QUEUE if first + 1 - at > _QUEUE else first + 1
            sent = at
            while sent < last:
                spi[_DATA] = byte
                byte = 0
                sent += 1
            while at < last:
                while not int(spi[_STATE]) & _RECEIVED:
                    pass  # untested: as above
                said = int(spi[_DATA])
                data[at] = turned[said]
                if at:
                    other |= said ^ int(expected[at])
                at += 1
        length = int(self._taken_apart(first)) if other else USUAL
        if rest:
            pins[_SET] = rest
        else:
            self._off(reader)
        return length

    @micropython.native
    def understood(self, step, heard):
        """What `hear` returned, as an answer to a step.

        Returns:
            How many bytes the answer has behind its code, from `at` on; or `USUAL`,
            `ACKNOWLEDGED`, `OTHER` or `GARBLED`.
        """
        if heard < 0:
            return heard
        data, at = self.answer, self.at
        if data[at - 2] != 0xD5:
            return GARBLED
        if data[at - 1] != self._codes[step]:
            return OTHER
        if step == _FIRMWARE and data[at] != _PN532:
            return GARBLED
        return heard

    @micropython.viper
    def _taken_apart(self, first: int) -> int:
        """Find the frame in what has come; take the rest of it off the wire, check its sums."""
        data = ptr8(self.answer)
        # The preamble may be missing, or longer than the one byte of the manual (6.2.1.1).
        start = 1
        have = first
        while start >= have or data[start] or data[start + 1] != 0xFF:
            if start < have:
                start += 1
            elif have > first:
                return GARBLED
            else:
                self._fetch(0, 1 + have, 1 + have + _PREAMBLE)
                have += _PREAMBLE
        start += 2
        if start + 1 > have:
            self._fetch(0, 1 + have, 2 + start)
            have = start + 1
        length = int(data[start])
        if length == 0:
            return ACKNOWLEDGED if data[start + 1] == 0xFF else GARBLED
        end = start + 2 + length  # where the checksum is
        if length + int(data[start + 1]) & 0xFF or length < 2 or end > _LONGEST_ANSWER:
            return GARBLED
        if end > have:
            self._fetch(0, 1 + have, 1 + end)
        total = 0
        at = start + 2
        while at <= end:
            total += int(data[at])
            at += 1
        if total & 0xFF:
            return GARBLED
        self.at = start + 4
        return length - 2

    @micropython.viper
    def _fetch(self, byte: int, at: int, end: int):
        """Take this part of `answer`; `byte` is sent first."""
        spi, data, turned = ptr32(self._spi), ptr8(self.answer), ptr8(TURNED)
        while at < end:
            last = at + _QUEUE if end - at > _QUEUE else end
            sent = at
            while sent < last:
                spi[_DATA] = byte
                byte = 0
                sent += 1
            while at < last:
                while not int(spi[_STATE]) & _RECEIVED:
                    pass  # untested: as above
                data[at] = turned[int(spi[_DATA])]
                at += 1
