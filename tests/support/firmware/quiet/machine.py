"""`machine` that takes no memory, with chips that answer at once: what is taken is the firmware's.

Reader 0 has a tag, the others are empty.
"""

TAG = b"\x00\x00\xff\x0f\xf1\xd5\x4b\x01\x01\x00\x44\x00\x07\x04\xa1\xb2\xc3\xd4\xe5\xf6\xca\x00"
EMPTY = b"\x00\x00\xff\x03\xfd\xd5\x4b\x00\xe0\x00"
DONE = b"\x00\x00\xff\x02\xfe\xd5\x33\xf8\x00"
FIRMWARE = b"\x00\x00\xff\x06\xfa\xd5\x03\x32\x01\x06\x07\xe8\x00"
NORMAL = b"\x00\x00\xff\x02\xfe\xd5\x15\x16\x00"
ACK = b"\x00\x00\xff\x00\xff\x00"


def _turned(data):
    return bytes([sum((byte >> bit & 1) << 7 - bit for bit in range(8)) for byte in data])


TAG, EMPTY, DONE, FIRMWARE, NORMAL, ACK = [
    _turned(each) for each in (TAG, EMPTY, DONE, FIRMWARE, NORMAL, ACK)
]
WRITE, STATUS = 0x80, 0x40
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
        if not level:
            selected[0] = self._number
        return None


class SPI:
    def __init__(self, number, baudrate=0, sck=None, mosi=None, miso=None):
        self._reply = [EMPTY] * 40
        self._acknowledged = bytearray(40)
        self._at = 0

    def write(self, frame):
        chip = selected[0]
        self._acknowledged[chip] = 0
        command = frame[7]
        if command == 0x52:  # 4A, turned over
            self._reply[chip] = TAG if chip == 2 else EMPTY
        elif command == 0x40:
            self._reply[chip] = FIRMWARE
        elif command == 0x28:
            self._reply[chip] = NORMAL
        else:
            self._reply[chip] = DONE

    def write_readinto(self, out, into):
        chip = selected[0]
        if out[0] == STATUS:
            into[1] = 0x80
            return
        data = self._reply[chip]
        if not self._acknowledged[chip]:
            self._acknowledged[chip] = 1
            data = ACK
        for at in range(1, len(into)):
            into[at] = data[at - 1] if at <= len(data) else 0
        self._at = len(into) - 1

    def readinto(self, into, write=0):
        data = self._reply[selected[0]]
        for at in range(len(into)):
            into[at] = data[self._at + at] if self._at + at < len(data) else 0

    def deinit(self):
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
