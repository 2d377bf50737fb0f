"""The answers of a phase, as they are sent to the host (PROTOCOL.md, "Scans")."""

# ruff: noqa: F821 - the types of viper code

import micropython
import words
from listing import MOST, UID
from micropython import const

FAILURE = const(3)  # instead of how many tags were found
_UID = const(11)  # of listing.py, once more: a constant of another module costs a look


class Report:
    """The answers of one phase; used again for later ones.

    Args:
        most: how many readers may answer.
        last: 1 if nothing more comes of the phase, else 0.

    Attributes:
        answers: as they are sent.
        filled: how many bytes of them there are.
    """

    def __init__(self, most, last):
        self.answers = bytearray(most * (3 + MOST * UID))
        self._last = last
        self.begin(0, 0)

    @micropython.native
    def begin(self, slot, began_us):
        """Begin a phase, at a time of the device's clock."""
        self._slot = slot
        self.began_us = began_us
        self.filled = self._told = 0

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
            if last:
                link.set8(2, self._last)
            link.send()
            if last:
                return True

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
