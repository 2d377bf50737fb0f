"""USB serial line to the host, which is also MicroPython's console."""

import select
import sys

import micropython


class Usb:
    """Bytes in and out; nothing here waits for the host, or takes memory."""

    def __init__(self):
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        # Made once: a bound method takes memory.
        self._ready = poll.ipoll
        self._read = sys.stdin.buffer.readinto
        self._write = sys.stdout.buffer.write
        self._one = bytearray(1)

    @micropython.native
    def take(self, into, at, end):
        """Take bytes that have come, up to a zero or until it is full; returns where they end."""
        ready, read, one = self._ready, self._read, self._one
        while at < end:
            # To read more than what has come would wait for it.
            for _ in ready(0):
                break
            else:
                return at
            read(one)
            into[at] = byte = one[0]
            at += 1
            if not byte:
                return at
        return at

    def put(self, data):
        """Send bytes."""
        self._write(data)
