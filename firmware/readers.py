"""Phases: poll many PN532 readers of one SPI bus at once, each command in steps.

Nothing here takes memory once it has been set up. Source: PN532 user manual UM0701-02.
"""

# ruff: noqa: F821 - the types of viper code

import time
from array import array

import listing
import micropython
import words
from chips import FIRMWARE, OFF_FIRST, Chips
from fields import Fields
from micropython import const
from report import Report

_STALE = 4  # frames dropped at most before a chip is asked again

# What is known of a reader.
_NEW = const(0)
_SET_UP = const(1)
_FAILED = const(2)

# How far a reader has come with what it is asked for.
_SEND = const(0)
_ACKNOWLEDGE = const(1)
_ANSWER = const(2)
_OVER = const(3)
_CLEAR = const(4)
_START = const(5)

# Of chips.py, once more: a constant of another module costs a look into its names.
_FIRMWARE = const(0)
_OFF_FIRST = const(4)
_LIST = const(5)
_AGAIN = const(6)
_OFF = const(7)
_TRY_LIT = const(8)
_TRY_USUAL = const(9)
_ACKNOWLEDGED = const(-1)
_OTHER = const(-2)
_GARBLED = const(-3)
_SILENT = const(-4)
_USUAL = const(-5)

# A row of numbers for each place of a phase, and two phases at a time.
_ROW = const(12)
_PART = const(768)  # the numbers of 64 places
_READER = const(0)
_EXPECTED = const(1)
_STEP = const(2)
_PHASE = const(3)
_TRIES = const(4)
_TROUBLE = const(5)
_ODD = const(6)
_SINCE = const(7)
_LOOK = const(8)
_UNTIL = const(9)
_ANSWERED = const(10)
_FOUND = const(11)

# Of words.py, report.py and fields.py, for the same reason.
_LIT = const(3)
_FIELD_LOST = const(128)
_FAILURE = const(3)
_COUNT = const(4)

_PASSES = const(8)  # over the readers of a phase at most before something else is done
_SOON = const(300)  # microseconds that are waited for at once: all else takes longer
_TICKS = const(0x3FFFFFFF)  # of `time.ticks_us`
_HALF = const(0x20000000)


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
        self._after_off_us = max(self._guard_us, self._poll_us)
        self._calm_us = timing["calm"]
        reading = wiring["reading"]
        # A field that stays on disturbs others.
        self._attempts, self._attempts_at_off = reading["attempts"], 2 * reading["attempts"]
        tries = reading["retries"] + 1
        self._empty_us = timing["rise"] + tries * timing["try"]
        self._lit_us = timing["rise"] + (reading["lit_retries"] + 1) * timing["try"]
        self._tagged_us = timing["rise"] + timing["activation"] + timing["try"]
        self._two_us = timing["rise"] + 2 * timing["activation"]
        self._chips = chips(wiring)
        self.count = self._chips.count
        self._fields = Fields(wiring["apart"], self.count)
        self._link = link
        # Made once: a bound method takes memory.
        self._say, self._hear = self._chips.say, self._chips.hear
        self._understood = self._chips.understood
        self._usual, self._acknowledgement = self._chips.usual, self._chips.acknowledgement
        self._ticks = time.ticks_us
        self._configured = bytearray(self.count)
        self._lit = bytearray(self.count)  # 1: it tries as on a lit square
        # The phases that are under way, by their places.
        self.begun = 0
        self._rows = array("i", [0] * (2 * _PART))
        self._uids = [bytearray(listing.MOST * listing.UID) for _ in range(2 * words.MOST_READERS)]
        self._spans = array("i", [0] * 4)  # where the rows of the older one are, and of the newer
        self._slots, self._began_us = array("H", [0, 0]), array("i", [0, 0])
        self._next = 0  # where the rows of the next one begin
        self._off_us = time.ticks_us()
        self._report = Report()

    @property
    @micropython.native
    def at_rest(self):
        """Whether a phase may begin while there is no other."""
        # What was long ago looks as if it were to come.
        if 0 <= time.ticks_diff(time.ticks_us(), self._off_us) < self._guard_us:
            return False
        return not self._chips.resetting or self._chips.has_reset()

    @micropython.native
    def begin(self, slot, asks, count):
        """Begin a phase: `asks` has a byte for each of so many readers (PROTOCOL.md).

        At most one other is under way: a reader waits until all that are near it there have been
        off for the guard time.
        """
        row, part, place = self._next, 2 * self.begun, 1 if self._next else 0
        self._spans[part], self._spans[part + 1] = row, row + _ROW * count
        self._slots[place], self._began_us[place] = slot, time.ticks_us()
        self._next = _PART - row
        self.begun += 1
        self._lay_out(row, asks, count)

    @micropython.viper
    def _lay_out(self, row: int, asks, count: int):
        """Fill the rows of a phase."""
        rows, wanted, on = ptr32(self._rows), ptr8(asks), ptr32(self._fields.on)
        word = 2 if row else 0
        i = 0
        while i < count:
            reader = int(wanted[i]) & 0x3F
            rows[row + _READER] = reader
            rows[row + _EXPECTED] = int(wanted[i]) >> 6
            rows[row + _FOUND] = 0
            rows[row + _TRIES] = 0
            rows[row + _TROUBLE] = 0
            rows[row + _PHASE] = _START
            at = word + (reader >> 5)
            on[at] = int(on[at]) | 1 << (reader & 31)
            row += _ROW
            i += 1

    @micropython.viper
    def turn(self) -> bool:
        """Carry on with whatever is due; True once the older phase has come to its end."""
        rows, spans = ptr32(self._rows), ptr32(self._spans)
        on, near = ptr32(self._fields.on), ptr32(self._fields.near)
        most = int(self._fields.most)
        ticks = self._ticks
        passes = _PASSES
        now = int(ticks())
        while True:
            busy = 0
            again = 0
            part = 0
            while part < 4:
                row = int(spans[part])
                end = int(spans[part + 1])
                while row < end:
                    phase = int(rows[row + _PHASE])
                    if phase != _OVER:
                        # Not `ticks_diff`, which would take as long as all else here.
                        left = int(rows[row + _LOOK]) - now & _TICKS
                        if phase == _START:
                            left = 0
                            if part:
                                reader = 2 * int(rows[row + _READER])
                                before = 2 if int(spans[0]) else 0
                                held_up = int(on[before]) & int(near[reader])
                                held_up |= int(on[before + 1]) & int(near[reader + 1])
                                if held_up or int(on[_COUNT]) >= most:
                                    left = _SOON
                            if left == 0:
                                self._start(row)
                        elif phase == _SEND:
                            self._send(row)
                            left = 0
                        elif left == 0 or left > _HALF:
                            if phase == _ACKNOWLEDGE:
                                self._acknowledge(row, now)
                            elif phase == _ANSWER:
                                self._answer(row, now)
                            else:
                                self._clear(row)
                            left = 0
                        if left < _SOON:
                            again = 1
                            now = int(ticks())
                        if part == 0 and int(rows[row + _PHASE]) != _OVER:
                            busy = 1
                    row += _ROW
                part += 2
            # Others have come due meanwhile, or will before anything else is done.
            if not (again and busy and passes):
                return busy == 0
            passes -= 1

    @micropython.native
    def finish(self):
        """Take what has come of the older phase, which is over; `tell` says it."""
        spans = self._spans
        row, end = spans[0], spans[1]
        place = 1 if row else 0
        self._report.begin(self._slots[place], self._began_us[place])
        self._write_report(row, end)
        spans[0], spans[1] = spans[2], spans[3]
        spans[2] = spans[3] = 0
        self.begun -= 1

    @micropython.viper
    def _write_report(self, row: int, end: int):
        """Write the answers of a phase that is over (PROTOCOL.md, "Scans")."""
        report = self._report
        rows, answers = ptr32(self._rows), ptr8(report.answers)
        began = int(report.began_us)
        at = 0
        while row < end:
            trouble = int(rows[row + _TROUBLE])
            found = int(rows[row + _FOUND])
            after = (int(rows[row + _ANSWERED]) - began & _TICKS) >> 4
            if after > 0xFFFF:  # noqa: PLR1730 - `min` is a call
                after = 0xFFFF
            answers[at] = int(rows[row + _READER]) | (_FAILURE if trouble else found) << 6
            answers[at + 1] = after & 0xFF
            answers[at + 2] = after >> 8
            at += 3
            if trouble:
                answers[at] = trouble
                at += 1
            elif found:
                at = int(report.put_uids(at, self._uids[row // _ROW], found))
            row += _ROW
        report.filled = at

    def tell(self):
        """Say what has come of a phase, as far as there is room; True when all has been said."""
        return self._report.tell(self._link)

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
        self._lit[reader] = 0
        return 0

    def forget(self):
        """Let go of the phases that are under way, all fields off."""
        rows, spans = self._rows, self._spans
        for part in (0, 2):
            for row in range(spans[part], spans[part + 1], _ROW):
                if rows[row + _PHASE] not in (_START, _OVER):
                    self._chips.call(rows[row + _READER], _OFF)
            spans[part] = spans[part + 1] = 0
        self.begun = 0
        self._fields.forget()
        self._off_us = time.ticks_us()

    def test(self, mask):
        """Set a bit for every reader that says it is a PN532."""
        for reader in range(self.count):
            if not self._chips.call(reader, FIRMWARE):
                mask[reader >> 3] |= 1 << (reader & 7)

    def lend(self):
        """The chips, for who measures them; each is set up anew before its next phase."""
        for i in range(self.count):
            self._configured[i] = _NEW
        return self._chips

    def close(self):
        """All fields off; let go of the bus and the pins."""
        self.forget()
        self._chips.close()

    # One reader of a phase, step by step; `row` is where its numbers begin

    @micropython.viper
    def _start(self, row: int):
        """Begin with a reader whose field may go on."""
        rows, on = ptr32(self._rows), ptr32(self._fields.on)
        reader = int(rows[row + _READER])
        on[_COUNT] = int(on[_COUNT]) + 1
        lit = 0
        if int(rows[row + _EXPECTED]) == _LIT:
            lit = 1
            rows[row + _EXPECTED] = 0
        known = int(ptr8(self._configured)[reader])
        if known == _FAILED:
            self._retry(row, _FIRMWARE)
            return
        step = _LIST
        if known != _SET_UP:
            step = _FIRMWARE
        elif int(ptr8(self._lit)[reader]) != lit:
            step = _TRY_LIT if lit else _TRY_USUAL
        rows[row + _STEP] = step
        self._send(row)

    @micropython.viper
    def _send(self, row: int):
        rows = ptr32(self._rows)
        self._say(int(rows[row + _READER]), int(rows[row + _STEP]))
        now = int(self._ticks())
        rows[row + _SINCE] = now
        rows[row + _LOOK] = now + int(self._poll_us) & _TICKS
        rows[row + _PHASE] = _ACKNOWLEDGE

    @micropython.viper
    def _acknowledge(self, row: int, now: int):
        rows = ptr32(self._rows)
        reader = int(rows[row + _READER])
        heard = int(self._hear(reader, self._acknowledgement))
        # An answer that comes before the acknowledgement is a late one to another command.
        if heard != _USUAL and heard != _ACKNOWLEDGED:
            self._await_acknowledgement(row, now)
            return
        step = int(rows[row + _STEP])
        since = int(rows[row + _SINCE])
        rows[row + _PHASE] = _ANSWER
        rows[row + _ODD] = 0
        if step == _OFF:
            # The field is off: those near it may go on after the guard time.
            rows[row + _LOOK] = now + int(self._after_off_us) & _TICKS
            rows[row + _UNTIL] = now + int(self._slack_us) & _TICKS
            return
        first = 0
        last = 0
        if step == _LIST or step == _AGAIN:
            first = int(self._lit_us) if ptr8(self._lit)[reader] else int(self._empty_us)
            last = first
            expected = int(rows[row + _EXPECTED])
            if expected and step == _LIST:
                tagged = int(self._tagged_us) if expected == 1 else int(self._two_us)
                if tagged < first:
                    first = tagged
                else:
                    last = tagged
        poll = int(self._poll_us)
        taken = now - since & _TICKS
        rows[row + _LOOK] = (since + first if taken < first else now) + poll & _TICKS
        rows[row + _UNTIL] = (now if taken > last else since + last) + int(self._slack_us) & _TICKS

    def _await_acknowledgement(self, row, now):
        if time.ticks_diff(now, self._rows[row + _SINCE]) > self._ack_us:
            self._fail(row, words.NO_ACK)
        else:
            self._rows[row + _LOOK] = time.ticks_add(now, self._poll_us)

    @micropython.viper
    def _answer(self, row: int, now: int):
        rows = ptr32(self._rows)
        reader = int(rows[row + _READER])
        step = int(rows[row + _STEP])
        if step == _OFF:
            on = ptr32(self._fields.on)
            word = (2 if row >= _PART else 0) + (reader >> 5)
            bit = 1 << (reader & 31)
            if int(on[word]) & bit:
                on[word] = int(on[word]) ^ bit
                on[_COUNT] = int(on[_COUNT]) - 1
        length = int(self._hear(reader, self._usual[step]))
        if length == _SILENT:
            self._await(row, now)
            return
        if length != _USUAL:
            length = int(self._understood(step, length))
        if length == _ACKNOWLEDGED or length == _OTHER:
            # A late one, to a command before: this one's is still to come.
            rows[row + _ODD] = 1
            self._await(row, now)
        elif step == _OFF:
            rows[row + _PHASE] = _OVER
        elif length == _GARBLED:
            self._fail(row, words.BAD_REPLY)
        elif step < _LIST or step > _OFF:
            self._set_up(row, step)
        elif length != _USUAL and not bool(self._targets(row, length)):
            self._fail(row, words.BAD_REPLY)
        elif step == _LIST and int(rows[row + _FOUND]) < int(rows[row + _EXPECTED]):
            # Those that were found have been selected, and do not answer again.
            rows[row + _STEP] = _AGAIN
            self._send(row)
        else:
            rows[row + _ANSWERED] = now
            rows[row + _TRIES] = 0
            rows[row + _STEP] = _OFF
            # As `_send` does, which is a call less for every reading.
            self._say(reader, _OFF)
            now = int(self._ticks())
            rows[row + _SINCE] = now
            rows[row + _LOOK] = now + int(self._poll_us) & _TICKS
            rows[row + _PHASE] = _ACKNOWLEDGE

    def _set_up(self, row, step):
        """A step of the set-up is done; the next one, or the listing, follows."""
        rows = self._rows
        if step == _OFF_FIRST or step > _OFF:
            self._configured[rows[row + _READER]] = _SET_UP
            self._lit[rows[row + _READER]] = step == _TRY_LIT
            rows[row + _STEP] = _LIST
        else:
            rows[row + _STEP] = self._chips.after(step)
        rows[row + _PHASE] = _SEND

    def _await(self, row, now):
        """Look again later, or give up."""
        rows = self._rows
        if time.ticks_diff(now, rows[row + _UNTIL]) > 0:
            self._fail(row, words.BAD_REPLY if rows[row + _ODD] else words.NO_REPLY)
        else:
            rows[row + _LOOK] = time.ticks_add(now, self._poll_us)

    def _clear(self, row):
        """Drop what still comes of a command that was ended."""
        rows = self._rows
        reader = rows[row + _READER]
        if rows[row + _ODD] and self._hear(reader, self._acknowledgement) != _SILENT:
            rows[row + _ODD] -= 1
            rows[row + _LOOK] = time.ticks_add(time.ticks_us(), self._poll_us)
        else:
            rows[row + _PHASE] = _SEND

    def _fail(self, row, code):
        rows = self._rows
        tries = rows[row + _TRIES] = rows[row + _TRIES] + 1
        self._configured[rows[row + _READER]] = _FAILED
        if rows[row + _STEP] == _OFF:
            if tries < self._attempts_at_off:
                self._retry(row, _OFF)
                return
            rows[row + _TROUBLE] = (rows[row + _TROUBLE] or code) | words.FIELD_LOST
            rows[row + _ANSWERED] = time.ticks_us()
            rows[row + _PHASE] = _OVER
            self._fields.lose(1 if row >= _PART else 0, rows[row + _READER])
        elif tries < self._attempts:
            rows[row + _FOUND] = 0
            self._retry(row, FIRMWARE)
        else:
            rows[row + _TROUBLE] = code
            rows[row + _ANSWERED] = time.ticks_us()
            rows[row + _TRIES] = 0
            self._retry(row, _OFF)

    def _retry(self, row, step):
        """Ask anew when the command under way has been ended: its late answer is none to this."""
        rows = self._rows
        self._chips.abort(rows[row + _READER])
        rows[row + _STEP] = step
        rows[row + _PHASE] = _CLEAR
        rows[row + _ODD] = _STALE
        rows[row + _LOOK] = time.ticks_add(time.ticks_us(), self._calm_us)

    @micropython.native
    def _targets(self, row, length):
        """Keep the UIDs of a listing; False if it does not add up."""
        rows, chips = self._rows, self._chips
        uids = self._uids[row // _ROW]
        found = listing.keep(chips.answer, chips.at, length, uids, rows[row + _FOUND])
        if found < 0:
            return False
        rows[row + _FOUND] = found
        return True
