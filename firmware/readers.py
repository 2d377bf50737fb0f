"""Phases: poll many PN532 readers of one SPI bus at once, each in steps of its own.

Nothing here takes memory once it has been set up. Source: PN532 user manual UM0701-02.
"""

# ruff: noqa: F821 - the types of viper code

import time
from array import array

import micropython
import words
from chips import FIRMWARE, Chips
from micropython import const
from report import Report
from steps import Steps

# Of steps.py, once more: a constant of another module costs a look into its names.
_SEND = const(0)
_ACKNOWLEDGE = const(1)
_ANSWER = const(2)
_OVER = const(3)
_START = const(5)
_ROW = const(12)
_PART = const(768)
_READER = const(0)
_EXPECTED = const(1)
_REPORTED = const(8)  # instead of how many tags are expected: what was found has been told
_PHASE = const(3)
_TRIES = const(4)
_TROUBLE = const(5)
_LOOK = const(8)
_ANSWERED = const(10)
_FOUND = const(11)

# Of chips.py, report.py and fields.py, for the same reason.
_OFF = const(7)
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
        self._steps = steps = Steps(wiring, chips)
        self._chips, self._fields = steps.chips, steps.fields
        self._rows, self._uids = steps.rows, steps.uids
        self.count = self._chips.count
        self._guard_us = wiring["timing"]["guard"]
        self._link = link
        self._ticks = time.ticks_us
        # Made once: a bound method takes memory.
        self._start, self._send, self._clear = steps.start, steps.send, steps.clear
        self._acknowledge, self._answer = steps.acknowledge, steps.answer
        # The phases that are under way, by their places.
        self.begun = 0
        self._spans = array("i", [0] * 4)  # where the rows of the older one are, and of the newer
        self._slots, self._began_us = array("H", [0, 0]), array("i", [0, 0])
        self._next = 0  # where the rows of the next one begin
        self._off_us = time.ticks_us()
        self._report = Report(words.MOST_READERS, 1)
        self._news = Report(1, 0)
        steps.surprise = self._tell_surprise

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
        rows, wanted = ptr32(self._rows), ptr8(asks)
        on, busy = ptr32(self._fields.on), ptr32(self._fields.busy)
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
            busy[at] = int(busy[at]) | 1 << (reader & 31)
            row += _ROW
            i += 1

    @micropython.viper
    def turn(self) -> bool:  # noqa: PLR0915 - calls are what takes time here
        """Carry on with whatever is due; True once the older phase has come to its end."""
        rows, spans = ptr32(self._rows), ptr32(self._spans)
        on, near = ptr32(self._fields.on), ptr32(self._fields.near)
        asked = ptr32(self._fields.busy)
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
                                reader = int(rows[row + _READER])
                                before = 2 if int(spans[0]) else 0
                                held_up = int(on[before]) & int(near[2 * reader])
                                held_up |= int(on[before + 1]) & int(near[2 * reader + 1])
                                held_up |= int(asked[before + (reader >> 5)]) & 1 << (reader & 31)
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
        self._write_report(self._report, row, end)
        spans[0], spans[1] = spans[2], spans[3]
        spans[2] = spans[3] = 0
        self.begun -= 1

    @micropython.viper
    def _write_report(self, report, row: int, end: int):
        """Write the answers of readers of a phase (PROTOCOL.md, "Scans")."""
        rows, answers = ptr32(self._rows), ptr8(report.answers)
        began = int(report.began_us)
        at = 0
        while row < end:
            trouble = int(rows[row + _TROUBLE])
            found = int(rows[row + _FOUND])
            if int(rows[row + _EXPECTED]) == _REPORTED and not trouble:
                row += _ROW
                continue
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

    @micropython.native
    def _tell_surprise(self, row):
        """Say at once what a reader has found, if there is room; else it is said with the rest."""
        if self._link.spare <= 0:
            return
        place = 1 if row >= _PART else 0
        self._news.begin(self._slots[place], self._began_us[place])
        self._write_report(self._news, row, row + _ROW)
        self._news.tell(self._link)
        self._rows[row + _EXPECTED] = _REPORTED

    def tell(self):
        """Say what has come of a phase, as far as there is room; True when all has been said."""
        return self._report.tell(self._link)

    def reset(self):
        """Begin to reset all readers, if they are wired for it; they rest again when it is over."""
        if self._chips.begin_reset():
            self._steps.forget()

    def wake(self, reader):
        """Set a reader up anew; returns a code or 0."""
        return self._steps.wake(reader)

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

    def test(self, mask, feed):
        """Set a bit for every reader that says it is a PN532; feed the watchdog before each."""
        for reader in range(self.count):
            feed()
            if not self._chips.call(reader, FIRMWARE):
                mask[reader >> 3] |= 1 << (reader & 7)

    def lend(self):
        """The chips, for who measures them; each is set up anew before its next phase."""
        self._steps.forget()
        return self._chips

    def close(self):
        """All fields off; let go of the bus and the pins."""
        self.forget()
        self._chips.close()
