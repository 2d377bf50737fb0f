"""The answers of a phase, as they are sent to the host (PROTOCOL.md, "Scans")."""

# ruff: noqa: F821 - the types of viper code

from array import array

import micropython
import words
from listing import MOST, UID
from micropython import const

FAILURE = const(3)  # instead of how many tags were found
_UID = const(11)  # of listing.py, once more: a constant of another module costs a look


class Report:
    """The answers of one phase; used again for later ones.

    Attributes:
        answers: as they are sent.
        filled: how many bytes of them there are.
        off: readers whose fields were told to go off, and have not confirmed it.
        off_us: when they acknowledged.
        off_from: the first that has not confirmed.
        off_to: where they end.
    """

    def __init__(self):
        self.answers = bytearray(words.MOST_READERS * (3 + MOST * UID))
        self.off = bytearray(words.MOST_READERS)
        self.off_us = array("i", [0] * words.MOST_READERS)
        self.begin(0, 0)

    @micropython.native
    def begin(self, slot, began_us):
        """Begin a phase, at a time of the device's clock."""
        self._slot = slot
        self.began_us = began_us
        self.filled = self._told = 0
        self.off_from = self.off_to = 0

    @micropython.viper
    def put_uids(self, at: int, uids, found: int) -> int:
        """Put the UIDs of so many tags there; returns where they end."""
        answers, from_ = ptr8(self.answers), ptr8(uids)
        tag = 0
        while tag < found:
            uid = _UID * tag
            last = uid + int(from_[uid])
            while uid <= last:
                answers[at] = from_[uid]
                at += 1
                uid += 1
            tag += 1
        return at

    @micropython.native
    def tell(self, link):
        """Send them, as far as there is room; True when all have been sent."""
        while True:
            if link.spare <= 0:
                return False
            link.begin(words.SCANNED)
            link.put16(self._slot)
            link.put8(0)
            link.put32(self.began_us)
            end, left = self._told, link.left()
            while end < self.filled:
                after = self._end_of(end)
                if left < after - self._told:
                    break
                end = after
            link.put_part(self.answers, self._told, end)
            self._told = end
            last = end == self.filled
            link.set8(2, 1 if last else 0)
            link.send()
            if last:
                return True

    def field_lost(self, reader, code):
        """Make a failure of a reader's answer: its field may still be on."""
        at = 0
        while self.answers[at] & 0x3F != reader:
            at = self._end_of(at)
        rest = bytes(self.answers[self._end_of(at) : self.filled])
        if self.answers[at] >> 6 == FAILURE:
            code = self.answers[at + 3]
        self.answers[at] = reader | FAILURE << 6
        self.answers[at + 3] = code | words.FIELD_LOST
        self.filled = at + 4 + len(rest)
        self.answers[at + 4 : self.filled] = rest

    @micropython.native
    def _end_of(self, at):
        """Where the answer that begins there ends."""
        kind = self.answers[at] >> 6
        at += 3
        if kind == FAILURE:
            return at + 1
        for _ in range(kind):
            at += 1 + self.answers[at]
        return at
