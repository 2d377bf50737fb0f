"""PN532 commands and answers over one SPI bus.

The chips send the lowest bit first and this SPI the highest: bytes are turned over. Nothing here
takes memory once it has been set up. Source: PN532 user manual UM0701-02, 6.2.5 and 7.
"""

import time

import words
from chooser import chooser
from machine import SPI, Pin

# What a chip is asked for, in order: who it is, to be set up, to list tags once and once more.
FIRMWARE, NORMAL, RETRIES, OFF_FIRST, LIST, AGAIN, OFF = range(7)

_PN532 = 0x32
_WAKE_MS = 2
_RESET_MS = 10
_ACK_LENGTH = 6
_SHORT = 10  # the answer of an empty square
_LONGEST = 80


def _turned(byte):
    turned = 0
    for bit in range(8):
        turned |= (byte >> bit & 1) << 7 - bit
    return turned


TURNED = bytes(_turned(byte) for byte in range(256))
_WRITE, _STATUS, _READ = TURNED[1], TURNED[2], TURNED[3]
_READY = 0x80  # bit 0, turned


def frame(command):
    """A command as it goes over the wire, behind the byte that says it is written."""
    data = bytes((0xD4,)) + command
    length = len(data)
    whole = bytes((0, 0, 0xFF, length, -length & 0xFF)) + data + bytes((-sum(data) & 0xFF, 0))
    return bytes((_WRITE,)) + bytes(TURNED[byte] for byte in whole)


class Chips:
    """The chips of a device, by the numbers of their readers.

    Args:
        wiring: as PROTOCOL.md has it.

    Raises:
        KeyError, TypeError, ValueError: the wiring makes no sense.
    """

    def __init__(self, wiring):
        timing = wiring["timing"]
        self._ack_us, self._slack_us = timing["ack"], timing["slack"]
        self._poll_us = timing["poll"]
        sck, mosi, miso = wiring["spi"]
        self._choose = chooser(wiring["select"])
        self._spi = SPI(
            0 if mosi in (3, 7, 19) else 1,
            baudrate=wiring["hz"],
            sck=Pin(sck),
            mosi=Pin(mosi),
            miso=Pin(miso),
        )
        reset = wiring["reset"]
        self._reset = None if reset is None else Pin(reset, Pin.OUT, value=1)
        self.count = self._choose.readers
        off = frame(b"\x32\x01\x00")
        listing = frame(b"\x4a\x02\x00")
        self._frames = (
            frame(b"\x02"),
            frame(b"\x14\x01\x14\x01"),
            frame(b"\x32\x05\xff\x01" + bytes((timing["retries"],))),
            off,
            listing,
            listing,
            off,
        )
        self._codes = bytes((0x03, 0x15, 0x33, 0x33, 0x4B, 0x4B, 0x33))
        self._status = bytes((_STATUS, 0))
        self._two = bytearray(2)
        self._read = bytes((_READ,)) + bytes(_SHORT)
        self.answer = bytearray(1 + _LONGEST)  # the last one; what it says begins at 8
        whole = memoryview(self.answer)
        self._first = whole[: 1 + _SHORT]
        self._ack_out = memoryview(self._read)[: 1 + _ACK_LENGTH]
        self._ack_in = whole[: 1 + _ACK_LENGTH]
        self._rest = [whole[1 + _SHORT : 1 + _SHORT + n] for n in range(_LONGEST - _SHORT + 1)]

    def reset(self):
        """Reset all of them, if they are wired for it; whether they are."""
        if self._reset is None:
            return False
        self._reset.value(0)
        time.sleep_ms(_RESET_MS)
        self._reset.value(1)
        time.sleep_ms(_RESET_MS)
        return True

    def close(self):
        """Let go of the bus and the pins."""
        self._choose.close()
        self._spi.deinit()

    def call(self, reader, step):
        """Ask for one thing and wait for the answer; a code of PROTOCOL.md, 0 if all is well."""
        self.say(reader, step)
        if not self._wait(reader, self._ack_us) or not self.is_acknowledged(reader):
            return words.NO_ACK
        if not self._wait(reader, self._slack_us):
            return words.NO_REPLY
        return words.BAD_REPLY if self.take(reader, step) < 0 else 0

    def _wait(self, reader, most_us):
        since = time.ticks_us()
        while not self.ready(reader):
            if time.ticks_diff(time.ticks_us(), since) > most_us:
                return False
            time.sleep_us(self._poll_us)
        return True

    def _wake(self, reader):
        self._choose.on(reader)
        time.sleep_ms(_WAKE_MS)
        self._choose.off()

    def say(self, reader, step):
        """Send a command; a chip that is asked who it is is woken first."""
        if step == FIRMWARE:
            self._wake(reader)
        self._choose.on(reader)
        self._spi.write(self._frames[step])
        self._choose.off()

    def ready(self, reader):
        """Whether it has something to say."""
        self._choose.on(reader)
        self._spi.write_readinto(self._status, self._two)
        self._choose.off()
        return self._two[1] & _READY

    def is_acknowledged(self, reader):
        """Take an acknowledgement; whether it was one."""
        self._choose.on(reader)
        self._spi.write_readinto(self._ack_out, self._ack_in)
        self._choose.off()
        data = self.answer
        return data[1] == data[2] == data[4] == data[6] == 0 and data[3] == data[5] == 0xFF

    def take(self, reader, step):
        """Take a reply: its bytes behind the code begin at 8; how many there are, or -1."""
        data = self.answer
        self._choose.on(reader)
        self._spi.write_readinto(self._read, self._first)
        for at in range(1, 1 + _SHORT):
            data[at] = TURNED[data[at]]
        length = data[4]
        whole = length >= 2 and not (length + data[5] & 0xFF)
        whole = whole and not data[1] and not data[2] and data[3] == 0xFF
        end = 6 + length  # where the checksum is
        if not whole or end + 1 > _LONGEST:
            self._choose.off()
            return -1
        more = end + 1 - _SHORT
        if more > 0:
            self._spi.readinto(self._rest[more])
            for at in range(1 + _SHORT, 1 + _SHORT + more):
                data[at] = TURNED[data[at]]
        self._choose.off()
        total = 0
        for at in range(6, end + 1):
            total += data[at]
        if total & 0xFF or data[6] != 0xD5 or data[7] != self._codes[step]:
            return -1
        if step == FIRMWARE and data[8] != _PN532:
            return -1
        return length - 2
