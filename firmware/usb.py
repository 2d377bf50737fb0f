"""USB serial line to the host, which is also MicroPython's console."""

import select
import sys


class Usb:
    """Bytes in and out; nothing here waits for the host, or takes memory."""

    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._one = bytearray(1)

    def get(self):
        """The next byte that has come, or -1."""
        for _ in self._poll.ipoll(0):
            return self._one[0] if self._in.readinto(self._one) else -1
        return -1

    def put(self, data):
        """Send bytes."""
        self._out.write(data)
