"""Phases: poll many PN532 readers of one SPI bus at once, each command in steps.

Nothing here takes memory once it has been set up. Source: PN532 user manual UM0701-02.
"""

import time
from array import array

import words
from chips import ACKNOWLEDGED, AGAIN, FIRMWARE, GARBLED, LIST, OFF, OFF_FIRST, OTHER, Chips

_STALE = 4  # frames dropped at most before a chip is asked again

# What is known of a reader.
_NEW, _SET_UP, _FAILED = range(3)

# How far a reader has come with what it is asked for.
_SEND, _ACKNOWLEDGE, _ANSWER, _DONE, _CLEAR = range(5)


class Readers:
    """The readers of a device.

    Args:
        wiring: as PROTOCOL.md has it.
        link: takes the answers.
        chips: makes the chips of a wiring.

    Raises:
        KeyError, TypeError, ValueError: the wiring makes no sense.
    """

    def __init__(self, wiring, link, chips=Chips):
        timing = wiring["timing"]
        self._ack_us, self._slack_us = timing["ack"], timing["slack"]
        self._guard_us, self._poll_us = timing["guard"], timing["poll"]
        self._calm_us = timing["calm"]
        reading = wiring["reading"]
        # A field that stays on disturbs others.
        self._attempts, self._attempts_at_off = reading["attempts"], 2 * reading["attempts"]
        tries = reading["retries"] + 1
        self._empty_us = timing["rise"] + tries * timing["try"]
        self._tagged_us = timing["rise"] + timing["activation"] + timing["try"]
        self._two_us = timing["rise"] + 2 * timing["activation"]
        self._chips = chips(wiring)
        self.count = self._chips.count
        self._link = link
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
        self._odd = bytearray(many)
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
        """Whether all fields have been off for long enough, so that the next phase may begin."""
        # What was long ago looks as if it were to come.
        if 0 <= time.ticks_diff(time.ticks_us(), self._off_us) < self._guard_us:
            return False
        return self._chips.has_reset()

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
            if self._configured[reader] == _SET_UP:
                self._step[i] = LIST
            elif self._configured[reader] == _FAILED:
                self._retry(i, FIRMWARE)
            else:
                self._step[i] = FIRMWARE

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
                elif phase == _ANSWER:
                    self._answer(i)
                else:
                    self._clear(i)
        if self._busy:
            return False
        self._places = 0
        return True

    def tell(self):
        """Say what came of the phase, as far as there is room; True when all has been said."""
        link = self._link
        while True:
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

    def reset(self):
        """Begin to reset all readers, if they are wired for it; they rest again when it is over."""
        if self._chips.begin_reset():
            for i in range(self.count):
                self._configured[i] = _NEW

    def wake(self, reader):
        """Set a reader up anew; returns a code or 0."""
        step = FIRMWARE
        while step <= OFF_FIRST:
            code = self._chips.call(reader, step)
            if code:
                self._configured[reader] = _FAILED
                return code
            step = self._chips.after(step)
        self._configured[reader] = _SET_UP
        return 0

    def forget(self):
        """Let go of the phase that is under way, all fields off."""
        for i in range(self._places):
            self._chips.call(self._reader[i], OFF)
        self._places = 0
        self._off_us = time.ticks_us()

    def test(self, mask):
        """Set a bit for every reader that says it is a PN532."""
        for reader in range(self.count):
            if not self._chips.call(reader, FIRMWARE):
                mask[reader >> 3] |= 1 << (reader & 7)

    def close(self):
        """All fields off; let go of the bus and the pins."""
        self.forget()
        self._chips.close()

    # One reader of a phase, step by step

    def _send(self, i):
        step = self._step[i]
        self._chips.say(self._reader[i], step)
        now = time.ticks_us()
        self._since[i] = now
        self._look[i] = time.ticks_add(now, self._poll_us)
        self._phase[i] = _ACKNOWLEDGE

    def _acknowledge(self, i):
        reader = self._reader[i]
        now = time.ticks_us()
        # An answer that comes before the acknowledgement is a late one to another command.
        if not self._chips.ready(reader) or not self._chips.acknowledged(reader):
            if time.ticks_diff(now, self._since[i]) > self._ack_us:
                self._fail(i, words.NO_ACK)
            else:
                self._look[i] = time.ticks_add(now, self._poll_us)
            return
        self._phase[i] = _ANSWER
        self._odd[i] = 0
        first, last = 0, 0
        step = self._step[i]
        if step == LIST or step == AGAIN:
            first = last = self._empty_us
            expected = self._expected[i] if step == LIST else 0
            if expected:
                tagged = self._tagged_us if expected == 1 else self._two_us
                first, last = min(first, tagged), max(last, tagged)
        elif step == OFF:
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
        reader, step = self._reader[i], self._step[i]
        now = time.ticks_us()
        if not self._chips.ready(reader):
            self._await(i, now)
            return
        length = self._chips.take(reader, step)
        if length == ACKNOWLEDGED or length == OTHER:
            # A late one, to a command before: this one's is still to come.
            self._odd[i] = 1
            self._await(i, now)
        elif step == OFF:
            # The acknowledgement was what counts.
            self._end(i)
        elif length == GARBLED:
            self._fail(i, words.BAD_REPLY)
        elif step < OFF_FIRST:
            self._next(i, self._chips.after(step))
        elif step == OFF_FIRST:
            self._configured[reader] = _SET_UP
            self._next(i, LIST)
        elif not self._targets(i, length):
            self._fail(i, words.BAD_REPLY)
        elif step == LIST and self._found[i] < self._expected[i]:
            # Those that were found have been selected, and do not answer again.
            self._next(i, AGAIN)
        else:
            self._answered[i] = now
            self._tries[i] = 0
            self._next(i, OFF)

    def _await(self, i, now):
        """Look again later, or give up."""
        if time.ticks_diff(now, self._until[i]) > 0:
            self._fail(i, words.BAD_REPLY if self._odd[i] else words.NO_REPLY)
        else:
            self._look[i] = time.ticks_add(now, self._poll_us)

    def _clear(self, i):
        """Drop what still comes of a command that was ended."""
        if self._odd[i] and self._chips.ready(self._reader[i]):
            self._chips.take(self._reader[i], self._step[i])
            self._odd[i] -= 1
            self._look[i] = time.ticks_add(time.ticks_us(), self._poll_us)
        else:
            self._phase[i] = _SEND

    def _next(self, i, step):
        self._step[i] = step
        self._phase[i] = _SEND

    def _fail(self, i, code):
        tries = self._tries[i] = self._tries[i] + 1
        self._configured[self._reader[i]] = _FAILED
        if self._step[i] == OFF:
            if tries < self._attempts_at_off:
                self._retry(i, OFF)
                return
            self._trouble[i] = (self._trouble[i] or code) | words.FIELD_LOST
            self._answered[i] = self._off_us = time.ticks_us()
            self._end(i)
        elif tries < self._attempts:
            self._found[i] = 0
            self._retry(i, FIRMWARE)
        else:
            self._trouble[i] = code
            self._answered[i] = time.ticks_us()
            self._tries[i] = 0
            self._retry(i, OFF)

    def _retry(self, i, step):
        """Ask anew when the command under way has been ended: its late answer is none to this."""
        self._chips.abort(self._reader[i])
        self._step[i] = step
        self._phase[i] = _CLEAR
        self._odd[i] = _STALE
        self._look[i] = time.ticks_add(time.ticks_us(), self._calm_us)

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
        data, uids = self._chips.answer, self._uids[i]
        at = self._chips.at
        count, end = data[at], at + length
        at += 1
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
        data, found = self._chips.answer, self._found[i]
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
