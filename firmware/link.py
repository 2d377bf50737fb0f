"""Frames to and from the host, numbered: each message arrives once and in order (PROTOCOL.md).

Nothing here takes memory once a frame of each length has been seen.
"""

# ruff: noqa: F821 - the types of viper code

import binascii
import time
from array import array

import micropython
import words

_BUFFER = 128  # more than LONGEST, with its stuffing
_HEAD = 3  # kind, number, acknowledged
_CRC = 4
_ANSWERS = 2  # messages for which room is kept
_AT_ONCE = 96  # bytes taken in at a time, so that readers need not wait long
_COME = _BUFFER + 2  # a stuffed body, its end, and one byte that is too many


def _crc_tables():
    """The table of the CRC in halves: numbers of 32 bits would take memory each."""
    low, high = array("H", bytes(512)), array("H", bytes(512))
    for i in range(256):
        below, above = i, 0
        for _ in range(8):
            carry = below & 1
            below, above = below >> 1 | (above & 1) << 15, above >> 1
            if carry:
                below, above = below ^ 0x8320, above ^ 0xEDB8
        low[i], high[i] = below, above
    return low, high


@micropython.viper
def _unstuffed(wire, length: int, body) -> int:
    """Undo COBS; returns the length of the body, -1 if it makes no sense or is too long."""
    come, into = ptr8(wire), ptr8(body)
    at = to = 0
    while at < length:
        code = int(come[at])
        end = at + code
        if end > length or to + code > 1 + int(words.LONGEST):
            return -1
        at += 1
        while at < end:
            into[to] = come[at]
            to += 1
            at += 1
        if code < 255 and at < length:
            into[to] = 0
            to += 1
    return to if to <= int(words.LONGEST) else -1


@micropython.viper
def _stuffed(body, length: int, wire) -> int:
    """COBS and the zero behind it; returns how many bytes. A body is shorter than one block."""
    said, into = ptr8(body), ptr8(wire)
    mark = 0
    at = 0
    to = 1
    while at < length:
        byte = int(said[at])
        if byte:
            into[to] = byte
        else:
            into[mark] = to - mark
            mark = to
        to += 1
        at += 1
    into[mark] = to - mark
    into[to] = 0
    return to + 1


@micropython.viper
def _seal(body, length: int, low_table, high_table):
    """Put the CRC behind so many bytes."""
    said, lows, highs = ptr8(body), ptr16(low_table), ptr16(high_table)
    low = high = 0xFFFF
    at = 0
    while at < length:
        index = (low ^ int(said[at])) & 0xFF
        low = (low >> 8 | (high & 0xFF) << 8) ^ int(lows[index])
        high = high >> 8 ^ int(highs[index])
        at += 1
    low ^= 0xFFFF
    high ^= 0xFFFF
    said[length] = low & 0xFF
    said[length + 1] = low >> 8
    said[length + 2] = high & 0xFF
    said[length + 3] = high >> 8


class Link:
    """The device's end of the line.

    Args:
        line: has `take` and `put`, like `usb.Usb`.
    """

    def __init__(self, line):
        self._line = line
        self._low, self._high = _crc_tables()
        self.body = bytearray(_BUFFER)  # what came last: kind, number, acknowledged, fields
        self.length = 0  # where its fields end
        self._views = [None] * _BUFFER
        self._come = bytearray(_COME)  # as much of a frame as has come
        self._at = 0
        self._spoilt = False
        self.bad = 0
        # What has been said and not been acknowledged, oldest first.
        self._said = [bytearray(_BUFFER) for _ in range(words.WINDOW)]
        self._lengths = array("H", [0] * words.WINDOW)
        self._first = 0
        self._count = 0
        self._making = None
        self._to = 0
        self._next = 1
        self._expected = 1
        self._owed = False
        self._open = False
        self._said_us = 0
        self._wire = bytearray(_BUFFER + 4)
        self._wire_views = [None] * (_BUFFER + 4)
        self._plain = bytearray(_HEAD + _CRC)
        self._aside = bytearray(_BUFFER)

    # In

    @micropython.native
    def poll(self, hear):
        """Take in what has come; each message goes to `hear(kind)`, its fields are in `body`."""
        room = _AT_ONCE
        while room > 0:
            at = self._at
            to = at + room
            if to > _COME:  # noqa: PLR1730 - `min` is a call
                to = _COME
            to = self._line.take(self._come, at, to)
            if to == at:
                break
            room -= to - at
            if not self._come[to - 1]:
                self._at = 0
                self._end(to - 1, hear)
            elif to == _COME:
                self._at, self._spoilt = 0, True
            else:
                self._at = to
        if self._owed:
            self.acknowledge()
        if self._count and time.ticks_diff(time.ticks_us(), self._said_us) > 1000 * words.RESEND_MS:
            self._repeat()

    @micropython.native
    def _end(self, stuffed, hear):
        if not stuffed and not self._spoilt:
            return  # nothing came since the last end
        length = -1 if self._spoilt else _unstuffed(self._come, stuffed, self.body)
        self._spoilt = False
        if length < _HEAD + _CRC or binascii.crc32(self._view(length)) != words.GOOD:
            self.bad = self.bad + 1 & 0xFFFF
            return
        self.length = length - _CRC
        self._frame(hear)

    def _view(self, length):
        view = self._views[length]
        if view is None:
            view = self._views[length] = memoryview(self.body)[:length]
        return view

    @micropython.native
    def _frame(self, hear):
        kind = self.body[0]
        if kind == words.HELLO:
            hear(kind)
            return
        if not self._open:
            return
        self._acknowledged(self.body[2])
        if kind == words.ACK:
            hear(kind)
            return
        self._owed = True
        # What there is no room to answer is not taken in, and comes again.
        if self.body[1] == self._expected and self.room:
            self._expected = self._expected + 1 & 0xFF
            hear(kind)

    @micropython.native
    def _acknowledged(self, number):
        """The other side has taken in everything up to this number."""
        oldest = self._next - self._count & 0xFF
        done = (number - oldest & 0xFF) + 1
        if done <= self._count:
            self._first = (self._first + done) % words.WINDOW
            self._count -= done
            self._said_us = time.ticks_us()

    # What has come, field by field

    def u8(self, at):
        """The byte so far into the fields; 0 beyond their end."""
        at += _HEAD
        return self.body[at] if at < self.length else 0

    def u16(self, at):
        """The number of two bytes there."""
        return self.u8(at) | self.u8(at + 1) << 8

    # Out

    @property
    def room(self):
        """How many more messages can be said now."""
        return words.WINDOW - self._count

    @property
    def spare(self):
        """How many of these are not kept free for answers to orders."""
        return self.room - _ANSWERS

    def forget(self):
        """Begin anew, with nothing said and nothing heard; before, numbers mean nothing."""
        self._open = True
        self._count = 0
        self._next = self._expected = 1
        self._owed = False

    def begin(self, kind):
        """Begin a message; there has to be room."""
        self._making = self._said[(self._first + self._count) % words.WINDOW]
        self._making[0] = kind
        self._to = _HEAD

    def left(self):
        """How many bytes the message that was begun has room for."""
        return words.LONGEST - _CRC - self._to

    @micropython.native
    def put8(self, value):
        """Add a byte to it."""
        self._making[self._to] = value
        self._to += 1

    def set8(self, at, value):
        """Write a byte so far into its fields anew."""
        self._making[_HEAD + at] = value

    @micropython.native
    def put16(self, value):
        """Add two."""
        self.put8(value & 0xFF)
        self.put8(value >> 8 & 0xFF)

    @micropython.native
    def put32(self, value):
        """Add four."""
        self.put16(value & 0xFFFF)
        self.put16(value >> 16 & 0xFFFF)

    @micropython.viper
    def put_part(self, data, at: int, end: int):
        """Add a part of these; there has to be room."""
        said, from_ = ptr8(self._making), ptr8(data)
        to = int(self._to)
        while at < end:
            said[to] = from_[at]
            to += 1
            at += 1
        self._to = to

    def put_bytes(self, data):
        """Add as many of these as there is room for."""
        self.put_part(data, 0, min(len(data), self.left()))

    def copy(self, at, count):
        """Add bytes of what came last."""
        self.put_part(self.body, _HEAD + at, _HEAD + at + count)

    def send(self):
        """Send it, and keep it until it is acknowledged."""
        slot = (self._first + self._count) % words.WINDOW
        if not self._count:
            self._said_us = time.ticks_us()
        self._making[1] = self._next
        self._lengths[slot] = self._to
        self._next = self._next + 1 & 0xFF
        self._count += 1
        self._write(self._making, self._to)

    def done(self, kind):
        """Say that a command has been carried out."""
        self.begin(words.DONE)
        self.put8(kind)
        self.send()

    def refuse(self, kind, reason, why):
        """Say that a command is not carried out, and why."""
        self.begin(words.REFUSED)
        self.put8(kind)
        self.put8(reason)
        self.put_bytes(why)
        self.send()

    def begin_plain(self, kind):
        """Begin a message that has no number and is not kept."""
        self._making = self._aside
        self._making[0] = kind
        self._to = _HEAD

    def send_plain(self):
        """Send it."""
        self._making[1] = 0
        self._write(self._making, self._to)

    @micropython.native
    def acknowledge(self):
        """Say now what has been taken in."""
        self._plain[0] = words.ACK
        self._plain[1] = 0
        self._write(self._plain, _HEAD)

    def _repeat(self):
        self._said_us = time.ticks_us()
        for i in range(self._count):
            slot = (self._first + i) % words.WINDOW
            self._write(self._said[slot], self._lengths[slot])

    @micropython.native
    def _write(self, body, length):
        body[2] = self._expected - 1 & 0xFF
        self._owed = False
        _seal(body, length, self._low, self._high)
        to = _stuffed(body, length + _CRC, self._wire)
        view = self._wire_views[to]
        if view is None:
            view = self._wire_views[to] = memoryview(self._wire)[:to]
        self._line.put(view)
