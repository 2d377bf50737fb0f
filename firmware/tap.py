"""Records what goes over the wires to the chips, for the host that has asked for it.

Loaded only then. Between phases the device waits until there is room for the next one.
"""

import time

import words
from chips import SILENT, TURNED, Chips

_READY, _STATUS, _READ = 0x80, 0x40, 0xC0  # turned over: 1, 2 and 3
_ROOM = 4096  # what a phase may take
_BYTES = 2 * _ROOM
_HEAD = 8
_FULL = 0xFFFF
_SENT, _POLLED, _GOT = 0, 1 << 6, 2 << 6


class Ring:
    """Transfers that have not been told yet, oldest first, as PROTOCOL.md has them."""

    def __init__(self):
        self._bytes = bytearray(_BYTES)
        self._first = self._used = self._lost = 0

    def tap(self, wiring):
        """The chips of a wiring, of which all is kept here."""
        return TappedChips(wiring, self)

    @property
    def has_room(self):
        """Whether a phase may begin."""
        return self._used <= _BYTES - _ROOM

    def add(self, head, began, data, start, end):
        """Keep a transfer, its bytes turned over if need be; count it if there is no room."""
        took = time.ticks_diff(time.ticks_us(), began)
        if self._used + _HEAD + end - start > _BYTES:
            self._lost = min(self._lost + 1, _FULL)
            return
        self._add(head)
        for shift in (0, 8, 16, 24):
            self._add(began >> shift & 0xFF)
        took = min(took, _FULL)
        self._add(took & 0xFF)
        self._add(took >> 8)
        self._add(end - start)
        for at in range(start, end):
            self._add(data[at] if head & _GOT else TURNED[data[at]])

    def _add(self, byte):
        self._bytes[(self._first + self._used) % _BYTES] = byte
        self._used += 1

    def tell(self, link):
        """Say as much as there is room for, and leave room for the answers of a phase."""
        while (self._used or self._lost) and link.spare > 1:
            link.begin(words.WIRE)
            link.put16(self._lost)
            self._lost = 0
            while self._used:
                size = _HEAD + self._bytes[(self._first + _HEAD - 1) % _BYTES]
                if size > link.left():
                    break
                for _ in range(size):
                    link.put8(self._bytes[self._first])
                    self._first = (self._first + 1) % _BYTES
                self._used -= size
            link.send()


class TappedChips(Chips):
    """Chips whose transfers are kept in a ring."""

    def __init__(self, wiring, ring):
        Chips.__init__(self, wiring)
        self._ring = ring
        self._asked = bytes((_STATUS, 0))
        self._said = bytearray(2)

    def say(self, reader, step):
        """Send a command."""
        began = time.ticks_us()
        Chips.say(self, reader, step)
        data = self._frames[step]
        self._ring.add(reader | _SENT, began, data, 1, len(data))

    def send(self, reader, data, pause_us):
        """Send bytes."""
        began = time.ticks_us()
        Chips.send(self, reader, data, pause_us)
        self._ring.add(reader | _SENT, began, data, 1, len(data))

    def hear(self, reader, usual):
        """Take a frame, with all that is before and behind it, if there is one."""
        began = time.ticks_us()
        self._on(reader)
        self._spi.write_readinto(self._asked, self._said)
        self._off(reader)
        self._ring.add(reader | _POLLED, began, self._said, 1, 2)
        if self._said[1] != _READY:
            return SILENT
        data = self.answer
        for at in range(len(data)):
            data[at] = 0
        began = time.ticks_us()
        self._on(reader)
        self._fetch(_READ, 0, 1 + usual[0])
        length = self._taken_apart(usual[0])
        self._off(reader)
        end = len(data)
        while end > 1 + usual[0] and not data[end - 1]:
            end -= 1
        self._ring.add(reader | _GOT, began, data, 1, end)
        return length
