"""`machine` that takes no memory, with chips that answer at once: what is taken is the firmware's.

There is one tag: on reader 0 if each has a line of its own, on reader 62 of 64 behind decoders.
"""

import builtins

TAG = b"\x00\x00\xff\x0f\xf1\xd5\x4b\x01\x01\x00\x44\x00\x07\x04\xa1\xb2\xc3\xd4\xe5\xf6\xca\x00"
EMPTY = b"\x00\x00\xff\x03\xfd\xd5\x4b\x00\xe0\x00"
DONE = b"\x00\x00\xff\x02\xfe\xd5\x33\xf8\x00"
FIRMWARE = b"\x00\x00\xff\x06\xfa\xd5\x03\x32\x01\x06\x07\xe8\x00"
NORMAL = b"\x00\x00\xff\x02\xfe\xd5\x15\x16\x00"
ACK = b"\x00\x00\xff\x00\xff\x00"
READY = b"\x80"


def _turned(data):
    return bytes([sum((byte >> bit & 1) << 7 - bit for bit in range(8)) for byte in data])


TAG, EMPTY, DONE, FIRMWARE, NORMAL, ACK = [
    _turned(each) for each in (TAG, EMPTY, DONE, FIRMWARE, NORMAL, ACK)
]
WRITE, STATUS, READ = 0x80, 0x40, 0xC0
BEGINNINGS = (STATUS, READ)
SET, CLEAR, STATE, RECEIVED = 5, 6, 1, 4
FIRST, CHIPS, TAGGED = 2, 64, 1  # pin, and what its fellows say from there on, turned over
selected = bytearray(1)


class Pin:
    IN, OUT = 0, 1
    PULL_UP, PULL_DOWN = 1, 2

    def __init__(self, number, mode=-1, pull=None, value=None):
        self._number = number
        self._level = 1 if value is None else value

    def init(self, mode=-1, pull=None, value=None):
        pass

    def value(self, level=None):
        if level is None:
            return self._level
        self._level = level
        return None


class _Pins:
    def __init__(self):
        self._levels = 0x1FFFFFFF

    def __getitem__(self, word):
        return 0x1FFFFFFF  # all contacts are open

    def __setitem__(self, word, mask):
        if word == SET:
            self._levels |= mask
        elif word == CLEAR and mask:
            self._levels &= ~mask
            selected[0] = ~self._levels >> FIRST & CHIPS - 1


class _Registers:
    def __init__(self, spi):
        self._spi = spi
        self._sent = self._taken = 0

    def __setitem__(self, word, byte):
        if self._sent == self._taken and byte in BEGINNINGS:
            self._sent = self._taken = 0
            self._spi.begin(byte)
        self._sent += 1

    def __getitem__(self, word):
        if word == STATE:
            return RECEIVED if self._taken < self._sent else 0
        self._taken += 1
        return self._spi.byte(self._taken - 2)


def _pointer(what):
    if isinstance(what, int):
        return _PINS
    return what.registers if isinstance(what, SPI) else what


_PINS = _Pins()
builtins.ptr32 = _pointer


class SPI:
    def __init__(self, number, baudrate=0, sck=None, mosi=None, miso=None):
        self._reply = [EMPTY] * CHIPS
        self._acknowledged = bytearray(CHIPS)
        self._data = READY
        self.registers = _Registers(self)

    def write(self, frame):
        chip = selected[0]
        self._acknowledged[chip] = 0
        command = frame[7] if len(frame) > 7 else 0  # an acknowledgement ends a command
        if command == 0x52:  # 4A, turned over
            self._reply[chip] = TAG if chip == TAGGED else EMPTY
        elif command == 0x40:
            self._reply[chip] = FIRMWARE
        elif command == 0x28:
            self._reply[chip] = NORMAL
        else:
            self._reply[chip] = DONE

    def begin(self, command):
        chip = selected[0]
        self._data = READY
        if command == READ:
            self._data = self._reply[chip] if self._acknowledged[chip] else ACK
            self._acknowledged[chip] = 1

    def byte(self, at):
        return self._data[at] if 0 <= at < len(self._data) else 0

    def deinit(self):
        pass


class Timer:
    PERIODIC = 1

    def __init__(self, number=-1, *, mode, period, callback):
        pass


class WDT:
    def __init__(self, number=0, timeout=0):
        pass

    def feed(self):
        pass


class _Memory:
    def __getitem__(self, address):
        return 0


mem32 = _Memory()


def unique_id():
    return b"\xe6\x61\x18\x60\x4b\x72\x3a\x21"
