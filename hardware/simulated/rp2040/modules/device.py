"""MicroPython's own modules on the emulated RP2040: time, console, flash."""

import _board

_POLLIN = 1


class Time:
    """`time`."""

    @staticmethod
    def ticks_us():
        """The device's clock."""
        return int(_board.call("us"))

    @staticmethod
    def ticks_add(ticks, delta):
        """Later, or earlier."""
        return ticks + delta & 0x3FFFFFFF

    @staticmethod
    def ticks_diff(later, earlier):
        """What lies between, though the clock may have run over."""
        return (later - earlier + 0x20000000 & 0x3FFFFFFF) - 0x20000000

    @staticmethod
    def sleep_us(us):
        """Rest."""
        _board.call(f"sleep {us}")

    @staticmethod
    def sleep_ms(ms):
        """Rest."""
        _board.call(f"sleep {1000 * ms}")


class Waiting(Exception):
    """The device waits for more bytes: only its timers go on, and the turn is tried again."""


class _In:
    """`sys.stdin.buffer`; takes more than it hands out, for a call takes time."""

    def __init__(self):
        self._come = b""
        self._at = 0

    def is_ready(self):
        """Whether there is a byte."""
        return self._has(1)

    def readinto(self, into):
        """Fill a buffer."""
        if not self._has(len(into)):
            raise Waiting
        end = self._at + len(into)
        into[:] = self._come[self._at : end]
        self._at = end
        return len(into)

    def _has(self, count):
        if len(self._come) - self._at < count:
            self._come = self._come[self._at :] + bytes.fromhex(_board.call("usb"))
            self._at = 0
        return len(self._come) >= self._at + count


class _Out:
    """`sys.stdout.buffer`."""

    @staticmethod
    def write(data):
        """Send bytes."""
        _board.call(f"say {bytes(data).hex()}")
        return len(data)


class _Stream:
    def __init__(self, buffer):
        self.buffer = buffer


class Sys:
    """`sys`."""

    def __init__(self):
        self.stdin = _Stream(_In())
        self.stdout = _Stream(_Out())


class _Poll:
    def __init__(self):
        self._stream = None

    def register(self, stream, flags):
        """Look at this one."""
        self._stream = stream

    def ipoll(self, timeout):
        """Whether there is something to read."""
        return ((self._stream, _POLLIN),) if self._stream.buffer.is_ready() else ()


class Select:
    """`select`."""

    POLLIN = _POLLIN
    poll = _Poll


class Os:
    """`os`."""

    @staticmethod
    def listdir():
        """All files."""
        return [name for name in _board.call("list").split(" ") if name]

    @staticmethod
    def remove(name):
        """Delete a file."""
        _board.call(f"remove {name}")

    @staticmethod
    def rename(old, new):
        """Rename a file, in place of one that is there."""
        _board.call(f"rename {old} {new}")


class _File:
    def __init__(self, name, mode):
        self._name = name
        self._written = b""
        self._writing = "w" in mode
        self._text = b""
        if not self._writing:
            found = _board.call(f"read {name}")
            if not found:
                raise OSError(2)
            self._text = bytes.fromhex(found[1:])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._writing:
            _board.call(f"write {self._name} {self._written.hex()}")

    def read(self):
        """All of it."""
        return self._text

    def write(self, data):
        """More."""
        self._written += data


def open_file(name, mode="r"):
    """`open`."""
    return _File(name, mode)
