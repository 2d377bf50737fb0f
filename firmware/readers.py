"""A phase: PN532 readers on one SPI bus, many at once, each command in steps.

The chips send the lowest bit first and this SPI the highest: bytes are turned over. Nothing here
takes memory once it has been set up. Source: PN532 user manual UM0701-02.
"""

import time
from array import array

import words
from chooser import chooser
from machine import SPI, Pin

_WAKE_MS = 2
_RESET_MS = 10
_ACK_LENGTH = 6
_SHORT = 10  # the answer of an empty square
_LONGEST = 80
_ATTEMPTS = 2
_ATTEMPTS_AT_OFF = 4

# What a reader is asked for, in order.
_FIRMWARE, _NORMAL, _RETRIES, _OFF_FIRST, _LIST, _AGAIN, _OFF = range(7)
# How far it has come with that.
_SEND, _ACKNOWLEDGE, _ANSWER, _DONE = range(4)


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


class Readers:
    """The readers of a device.

    Args:
        wiring: as PROTOCOL.md has it.
        link: takes the answers.

    Raises:
        KeyError, TypeError, ValueError: the wiring makes no sense.
    """

    def __init__(self, wiring, link):
        timing = wiring["timing"]
        self._ack_us, self._slack_us = timing["ack"], timing["slack"]
        self._guard_us, self._poll_us = timing["guard"], timing["poll"]
        tries = timing["retries"] + 1
        self._empty_us = timing["rise"] + tries * timing["try"]
        self._tagged_us = timing["rise"] + timing["activation"] + timing["try"]
        self._two_us = timing["rise"] + 2 * timing["activation"]
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
        self._link = link
        off = frame(b"\x32\x01\x00")
        self._frames = (
            frame(b"\x02"),
            frame(b"\x14\x01\x14\x01"),
            frame(b"\x32\x05\xff\x01" + bytes((timing["retries"],))),
            off,
            frame(b"\x4a\x02\x00"),
            frame(b"\x4a\x02\x00"),
            off,
        )
        self._codes = bytes((0x03, 0x15, 0x33, 0x33, 0x4B, 0x4B, 0x33))
        self._status = bytes((_STATUS, 0))
        self._two = bytearray(2)
        self._read = bytes((_READ,)) + bytes(_SHORT)
        self._in = bytearray(1 + _LONGEST)
        whole = memoryview(self._in)
        self._first = whole[: 1 + _SHORT]
        self._ack_out = memoryview(self._read)[: 1 + _ACK_LENGTH]
        self._ack_in = whole[: 1 + _ACK_LENGTH]
        self._rest = [whole[1 + _SHORT : 1 + _SHORT + n] for n in range(_LONGEST - _SHORT + 1)]
        self._configured = bytearray(self.count)
        # The phase that is under way, by its places.
        self._places = 0
        self._busy = 0
        many = words.MOST_READERS
        self._reader = bytearray(many)
        self._expected = bytearray(many)
        self._step = bytearray(many)
        self._phase = bytearray(many)
        self._tries = bytearray(many)
        self._trouble = bytearray(many)
        self._since = array("i", [0] * many)
        self._look = array("i", [0] * many)
        self._until = array("i", [0] * many)
        self._answered = array("i", [0] * many)
        self._found = bytearray(many)
        self._uids = [bytearray(2 * 11) for _ in range(many)]
        self._slot = 0
        self._began_us = 0
        self._off_us = time.ticks_us()
        self._answers = bytearray(many * (3 + 2 * 11))
        self._filled = self._told = 0

    @property
    def at_rest(self):
        """Whether no phase is under way, and the next one may begin."""
        if self._places:
            return False
        # What was long ago looks as if it were to come.
        return not 0 <= time.ticks_diff(time.ticks_us(), self._off_us) < self._guard_us

    def begin(self, slot, asks, count):
        """Begin a phase: `asks` has a byte for each of so many readers (PROTOCOL.md)."""
        self._slot = slot
        self._places = self._busy = count
        self._began_us = time.ticks_us()
        self._filled = self._told = 0
        for i in range(count):
            reader = asks[i] & 0x3F
            self._reader[i] = reader
            self._expected[i] = asks[i] >> 6
            self._found[i] = self._tries[i] = self._trouble[i] = 0
            self._phase[i] = _SEND
            self._step[i] = _LIST if self._configured[reader] else _FIRMWARE

    def turn(self):
        """Carry on with whatever is due; True when the phase has come to its end by that."""
        if not self._places:
            return False
        now = time.ticks_us()
        for i in range(self._places):
            phase = self._phase[i]
            if phase == _SEND:
                self._send(i)
            elif phase != _DONE and time.ticks_diff(now, self._look[i]) >= 0:
                if phase == _ACKNOWLEDGE:
                    self._acknowledge(i)
                else:
                    self._answer(i)
        if self._busy:
            return False
        self._places = 0
        return True

    def tell(self):
        """Say what came of the phase, as far as there is room; True when all has been said."""
        link = self._link
        while self._told < self._filled or not self._told:
            if link.spare <= 0:
                return False
            link.begin(words.SCANNED)
            link.put16(self._slot)
            link.put8(0)
            link.put32(self._began_us)
            while self._told < self._filled:
                end = self._answer_end(self._told)
                if link.left() < end - self._told:
                    break
                for at in range(self._told, end):
                    link.put8(self._answers[at])
                self._told = end
            last = self._told == self._filled
            link.set8(2, 1 if last else 0)
            link.send()
            if last:
                break
        self._filled = self._told = 0
        return True

    def wake(self, reader, bus):
        """Set a reader up anew, after a reset of all of them if `bus`; returns a code or 0."""
        if bus and self._reset is not None:
            self._reset.value(0)
            time.sleep_ms(_RESET_MS)
            self._reset.value(1)
            time.sleep_ms(_RESET_MS)
            for i in range(self.count):
                self._configured[i] = 0
        for step in range(_FIRMWARE, _OFF_FIRST + 1):
            code = self._call(reader, step)
            if code:
                self._configured[reader] = 0
                return code
        self._configured[reader] = 1
        return 0

    def forget(self):
        """Let go of the phase that is under way, all fields off."""
        for i in range(self._places):
            self._call(self._reader[i], _OFF)
        self._places = 0
        self._off_us = time.ticks_us()

    def test(self, mask):
        """Set a bit for every reader that says it is a PN532."""
        for reader in range(self.count):
            if not self._call(reader, _FIRMWARE):
                mask[reader >> 3] |= 1 << (reader & 7)

    def close(self):
        """All fields off; let go of the bus and the pins."""
        self.forget()
        self._choose.close()
        self._spi.deinit()

    # One reader of a phase, step by step

    def _send(self, i):
        step = self._step[i]
        if step == _FIRMWARE:
            self._wake(self._reader[i])
        self._say(self._reader[i], step)
        now = time.ticks_us()
        self._since[i] = now
        self._look[i] = time.ticks_add(now, self._poll_us)
        self._phase[i] = _ACKNOWLEDGE

    def _acknowledge(self, i):
        reader = self._reader[i]
        now = time.ticks_us()
        if not self._ready(reader):
            if time.ticks_diff(now, self._since[i]) > self._ack_us:
                self._fail(i, words.NO_ACK)
            else:
                self._look[i] = time.ticks_add(now, self._poll_us)
            return
        if not self._is_acknowledged(reader):
            self._fail(i, words.NO_ACK)
            return
        self._phase[i] = _ANSWER
        first, last = 0, 0
        step = self._step[i]
        if step == _LIST or step == _AGAIN:
            first = last = self._empty_us
            expected = self._expected[i] if step == _LIST else 0
            if expected:
                tagged = self._tagged_us if expected == 1 else self._two_us
                first, last = min(first, tagged), max(last, tagged)
        elif step == _OFF:
            self._off_us = now
        since = self._since[i]
        self._look[i] = time.ticks_add(since, first + self._poll_us)
        if time.ticks_diff(self._look[i], now) < 0:
            self._look[i] = time.ticks_add(now, self._poll_us)
        self._until[i] = time.ticks_add(
            now if time.ticks_diff(now, since) > last else time.ticks_add(since, last),
            self._slack_us,
        )

    def _answer(self, i):
        reader = self._reader[i]
        now = time.ticks_us()
        if not self._ready(reader):
            if time.ticks_diff(now, self._until[i]) > 0:
                self._fail(i, words.NO_REPLY)
            else:
                self._look[i] = time.ticks_add(now, self._poll_us)
            return
        step = self._step[i]
        length = self._take(reader, self._codes[step])
        if step == _OFF:
            # The acknowledgement was what counts.
            self._end(i)
        elif length < 0 or (step == _FIRMWARE and self._in[8] != 0x32):
            self._fail(i, words.BAD_REPLY)
        elif step < _OFF_FIRST:
            self._next(i, step + 1)
        elif step == _OFF_FIRST:
            self._configured[reader] = 1
            self._next(i, _LIST)
        elif not self._targets(i, length):
            self._fail(i, words.BAD_REPLY)
        elif step == _LIST and self._found[i] < self._expected[i]:
            # Those that were found have been selected, and do not answer again.
            self._next(i, _AGAIN)
        else:
            self._answered[i] = now
            self._tries[i] = 0
            self._next(i, _OFF)

    def _next(self, i, step):
        self._step[i] = step
        self._phase[i] = _SEND

    def _fail(self, i, code):
        tries = self._tries[i] = self._tries[i] + 1
        self._configured[self._reader[i]] = 0
        if self._step[i] == _OFF:
            if tries < _ATTEMPTS_AT_OFF:
                self._phase[i] = _SEND
                return
            self._trouble[i] = (self._trouble[i] or code) | words.FIELD_LOST
            self._answered[i] = self._off_us = time.ticks_us()
            self._end(i)
        elif tries < _ATTEMPTS:
            self._found[i] = 0
            self._next(i, _FIRMWARE)
        else:
            self._trouble[i] = code
            self._answered[i] = time.ticks_us()
            self._tries[i] = 0
            self._next(i, _OFF)

    def _end(self, i):
        self._phase[i] = _DONE
        self._busy -= 1
        trouble, found, uids = self._trouble[i], self._found[i], self._uids[i]
        after = time.ticks_diff(self._answered[i], self._began_us) // words.TICK_US
        after = min(after, 0xFFFF)
        self._add(self._reader[i] | (3 if trouble else found) << 6)
        self._add(after & 0xFF)
        self._add(after >> 8)
        if trouble:
            self._add(trouble)
            return
        for tag in range(found):
            for at in range(11 * tag, 11 * tag + 1 + uids[11 * tag]):
                self._add(uids[at])

    def _add(self, byte):
        self._answers[self._filled] = byte
        self._filled += 1

    def _answer_end(self, at):
        """Where the answer that begins there ends."""
        kind = self._answers[at] >> 6
        at += 3
        if kind == 3:
            return at + 1
        for _ in range(kind):
            at += 1 + self._answers[at]
        return at

    def _targets(self, i, length):
        """Keep the UIDs of a listing; False if it does not add up (7.3.5)."""
        data, uids = self._in, self._uids[i]
        at, end = 9, 8 + length
        count = data[8]
        if count > 2:
            return False
        for number in range(1, count + 1):
            if at + 5 > end:
                return False
            size = data[at + 4]
            if data[at] != number or (size != 4 and size != 7 and size != 10):
                return False
            sak = data[at + 3]
            uid = at + 5
            at = uid + size
            if sak & 0x20:
                if at >= end:
                    return False
                at += data[at]  # the answer to select counts its own length byte
            if at > end:
                return False
            self._keep(i, uids, uid, size)
        return at == end

    def _keep(self, i, uids, uid, size):
        data, found = self._in, self._found[i]
        for tag in range(found):
            same = uids[11 * tag] == size
            for k in range(size):
                same = same and uids[11 * tag + 1 + k] == data[uid + k]
            if same:
                return
        if found == 2:
            return
        uids[11 * found] = size
        for k in range(size):
            uids[11 * found + 1 + k] = data[uid + k]
        self._found[i] = found + 1

    # One command by itself, waited for

    def _call(self, reader, step):
        if step == _FIRMWARE:
            self._wake(reader)
        self._say(reader, step)
        if not self._wait(reader, self._ack_us) or not self._is_acknowledged(reader):
            return words.NO_ACK
        if not self._wait(reader, self._slack_us):
            return words.NO_REPLY
        length = self._take(reader, self._codes[step])
        if length < 0 or (step == _FIRMWARE and self._in[8] != 0x32):
            return words.BAD_REPLY
        return 0

    def _wait(self, reader, most_us):
        since = time.ticks_us()
        while not self._ready(reader):
            if time.ticks_diff(time.ticks_us(), since) > most_us:
                return False
            time.sleep_us(self._poll_us)
        return True

    # The wire (6.2.5)

    def _wake(self, reader):
        self._choose.on(reader)
        time.sleep_ms(_WAKE_MS)
        self._choose.off()

    def _say(self, reader, step):
        self._choose.on(reader)
        self._spi.write(self._frames[step])
        self._choose.off()

    def _ready(self, reader):
        self._choose.on(reader)
        self._spi.write_readinto(self._status, self._two)
        self._choose.off()
        return self._two[1] & _READY

    def _is_acknowledged(self, reader):
        self._choose.on(reader)
        self._spi.write_readinto(self._ack_out, self._ack_in)
        self._choose.off()
        data = self._in
        return data[1] == data[2] == data[4] == data[6] == 0 and data[3] == data[5] == 0xFF

    def _take(self, reader, code):
        """Take a reply: its bytes behind the code begin at 8; how many there are, or -1."""
        data = self._in
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
        if total & 0xFF or data[6] != 0xD5 or data[7] != code:
            return -1
        return length - 2
