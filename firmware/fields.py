"""Which fields may be on together: those far enough apart, and not too many."""

# ruff: noqa: F821 - the types of viper code

from array import array

import micropython
import words
from micropython import const

# Words of `on`: two of bits for each of two phases, then how many fields are on.
WORDS = const(2)
COUNT = const(4)


@micropython.viper
def _mark(rows, columns, count: int, stride: int, near):
    """Set a bit for each two readers that are nearer than the stride."""
    row, column, marks = ptr8(rows), ptr8(columns), ptr32(near)
    i = 0
    while i < count:
        j = 0
        while j < count:
            down = int(row[i]) - int(row[j])
            across = int(column[i]) - int(column[j])
            if down < 0:
                down = -down
            if across < 0:
                across = -across
            if down < stride and across < stride:
                word = 2 * i + (j >> 5)
                marks[word] = int(marks[word]) | 1 << (j & 31)
            j += 1
        i += 1


class Fields:
    """The fields of the readers.

    Args:
        apart: the wiring's; None if nothing is known: then no field is on with that of another
            phase.
        count: how many readers there are.

    Attributes:
        near: two words of bits for each reader: those whose fields would disturb its own, and
            itself.
        on: see `COUNT`: readers whose fields are on, or to be switched on first.
        busy: as many words of bits: readers that have not answered yet that theirs is off.
        most: how many may be on at once.
    """

    def __init__(self, apart, count):
        self.near = array("I", [0] * (2 * count))
        self.on = array("I", [0] * (COUNT + 1))
        self.busy = array("I", [0] * COUNT)
        if apart is None:
            nowhere = bytes(count)
            self.most = words.MOST_READERS
            _mark(nowhere, nowhere, count, 1, self.near)
            return
        self.most = apart["fields"]
        rows, columns = bytes(apart["rows"]), bytes(apart["columns"])
        if len(rows) != count or len(columns) != count:
            raise ValueError("places")
        _mark(rows, columns, count, apart["stride"], self.near)

    def lose(self, phase, reader):
        """Take one for off that does not say so: its host is told."""
        word, bit = WORDS * phase + (reader >> 5), 1 << (reader & 31)
        self.busy[word] &= ~bit
        if self.on[word] & bit:
            self.on[word] ^= bit
            self.on[COUNT] -= 1

    def forget(self):
        """All are off."""
        for words_ in (self.on, self.busy):
            for word in range(len(words_)):
                words_[word] = 0
