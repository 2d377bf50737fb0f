"""USB serial line to the host, which is also MicroPython's console."""

# ruff: noqa: F821 - the types of viper code

import select
import sys

import micropython

_BLOCK = 64  # bytes read at once at most


class Usb:
    """Bytes in and out; nothing here takes memory.

    To ask whether a byte has come takes six times as long as to read one. So that is asked only
    between two frames: within one, each code of COBS tells how many bytes are still to come, and
    these are waited for. A frame that is cut off is waited for until the host says something else.

    Attributes:
        waits: whether the rest of a frame is waited for.
    """

    def __init__(self):
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        # Made once: a bound method takes memory.
        self._ready = poll.ipoll
        self._read = sys.stdin.buffer.readinto
        self._write = sys.stdout.buffer.write
        self._block = bytearray(_BLOCK)
        self._blocks = [memoryview(self._block)[:size] for size in range(_BLOCK + 1)]
        self._at = self._end = 0  # what has been read and not been taken
        self._come = 0  # how many bytes come for certain
        self.waits = False

    @micropython.native
    def take(self, into, at, end):
        """Take bytes that have come, up to a zero or until it is full; returns where they end."""
        size = self._come
        if self._at == self._end and not size:
            for _ in self._ready(0):
                break
            else:
                return at
            size = 1
        while True:
            if self._at == self._end:
                if size > _BLOCK:  # noqa: PLR1730 - `min` is a call
                    size = _BLOCK
                self.waits = True
                self._read(self._blocks[size])
                self.waits = False
                self._at, self._end = 0, size
            at = self._move(into, at, end)
            size = self._come
            if not size or at == end:
                return at

    @micropython.viper
    def _move(self, into, at: int, end: int) -> int:
        block, to = ptr8(self._block), ptr8(into)
        from_ = int(self._at)
        last = int(self._end)
        come = int(self._come)
        while at < end and from_ < last:
            byte = int(block[from_])
            from_ += 1
            to[at] = byte
            at += 1
            if not byte:
                come = 0
                break
            # The last of those that come is the next code, or the zero at the end.
            come = come - 1 if come > 1 else byte
        self._at = from_
        self._come = come
        return at

    def put(self, data):
        """Send bytes."""
        self._write(data)
