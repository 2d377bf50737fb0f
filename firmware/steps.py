"""Steps of one reader of a phase: what it is asked next, and what comes of its answers.

Nothing here takes memory once it has been set up. Source: PN532 user manual UM0701-02.
"""

# ruff: noqa: F821 - the types of viper code

import time
from array import array

import listing
import micropython
import words
from chips import FIRMWARE, OFF_FIRST
from fields import Fields
from micropython import const

_STALE = 4  # frames dropped at most before a chip is asked again

# What is known of a reader.
_NEW = const(0)
_SET_UP = const(1)
_FAILED = const(2)

# How far a reader has come with what it is asked for.
SEND = const(0)
ACKNOWLEDGE = const(1)
ANSWER = const(2)
OVER = const(3)
_CLEAR = const(4)
START = const(5)

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
ROW = const(12)
PART = const(768)  # the numbers of 64 places
READER = const(0)
EXPECTED = const(1)
_STEP = const(2)
PHASE = const(3)
TRIES = const(4)
TROUBLE = const(5)
_ODD = const(6)
_SINCE = const(7)
LOOK = const(8)
_UNTIL = const(9)
ANSWERED = const(10)
FOUND = const(11)

# Of words.py and fields.py, for the same reason.
_LIT = const(3)
_COUNT = const(4)

_TICKS = const(0x3FFFFFFF)  # of `time.ticks_us`


class Steps:
    """The steps of all readers; `row` is where the numbers of one in a phase begin.

    Args:
        wiring: as PROTOCOL.md has it.
        chips: makes the chips of a wiring.

    Attributes:
        chips: those of this one.
        fields: tells which are on.
        rows: the numbers of two phases.
        uids: the tags that were found, for each row.
        surprise: is called with a row in which more was found than expected.
    """

    def __init__(self, wiring, chips):
        timing = wiring["timing"]
        self._ack_us, self._slack_us = timing["ack"], timing["slack"]
        self._poll_us, self._calm_us = timing["poll"], timing["calm"]
        self._after_off_us = max(timing["guard"], timing["poll"])
        reading = wiring["reading"]
        # A field that stays on disturbs others.
        self._attempts, self._attempts_at_off = reading["attempts"], 2 * reading["attempts"]
        tries = reading["retries"] + 1
        self._empty_us = timing["rise"] + tries * timing["try"]
        self._lit_us = timing["rise"] + (reading["lit_retries"] + 1) * timing["try"]
        self._tagged_us = timing["rise"] + timing["activation"] + timing["try"]
        self._two_us = timing["rise"] + 2 * timing["activation"]
        self.chips = chips = chips(wiring)
        self.fields = Fields(wiring["apart"], chips.count)
        # Made once: a bound method takes memory.
        self._say, self._hear, self._understood = chips.say, chips.hear, chips.understood
        self._usual, self._acknowledgement = chips.usual, chips.acknowledgement
        self._ticks = time.ticks_us
        self._configured = bytearray(chips.count)
        self._lit = bytearray(chips.count)  # 1: it tries as on a lit square
        self.rows = array("i", [0] * (2 * PART))
        self.uids = [bytearray(listing.MOST * listing.UID) for _ in range(2 * words.MOST_READERS)]
        self.surprise = lambda row: None

    def forget(self):
        """Set all readers up anew before their next phase."""
        for reader in range(self.chips.count):
            self._configured[reader] = _NEW

    def wake(self, reader):
        """Set a reader up anew, at once; returns a code or 0."""
        step = FIRMWARE
        while step <= OFF_FIRST:
            code = self.chips.call(reader, step)
            if code:
                self._configured[reader] = _FAILED
                return code
            step = self.chips.after(step)
        self._configured[reader] = _SET_UP
        self._lit[reader] = 0
        return 0

    @micropython.viper
    def start(self, row: int):
        """Begin with a reader whose field may go on."""
        rows, on = ptr32(self.rows), ptr32(self.fields.on)
        reader = int(rows[row + READER])
        on[_COUNT] = int(on[_COUNT]) + 1
        lit = 0
        if int(rows[row + EXPECTED]) == _LIT:
            lit = 1
            rows[row + EXPECTED] = 0
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
        self.send(row)

    @micropython.viper
    def send(self, row: int):
        rows = ptr32(self.rows)
        step = int(rows[row + _STEP])
        self._say(int(rows[row + READER]), step)
        now = int(self._ticks())
        rows[row + _SINCE] = now
        wait = int(self._after_off_us) if step == _OFF else int(self._poll_us)
        rows[row + LOOK] = now + wait & _TICKS
        rows[row + PHASE] = ACKNOWLEDGE

    @micropython.viper
    def acknowledge(self, row: int, now: int):
        rows = ptr32(self.rows)
        reader = int(rows[row + READER])
        heard = int(self._hear(reader, self._acknowledgement))
        # An answer that comes before the acknowledgement is a late one to another command.
        if heard != _USUAL and heard != _ACKNOWLEDGED:
            self._await_acknowledgement(row, now)
            return
        step = int(rows[row + _STEP])
        since = int(rows[row + _SINCE])
        rows[row + PHASE] = ANSWER
        rows[row + _ODD] = 0
        if step == _OFF:
            # The guard time is over since the command, and those near it may go on: to switch one
            # on takes effect as long after its command as to switch this one off.
            on = ptr32(self.fields.on)
            word = (2 if row >= PART else 0) + (reader >> 5)
            bit = 1 << (reader & 31)
            if int(on[word]) & bit:
                on[word] = int(on[word]) ^ bit
                on[_COUNT] = int(on[_COUNT]) - 1
            rows[row + LOOK] = now + int(self._poll_us) & _TICKS
            rows[row + _UNTIL] = now + int(self._slack_us) & _TICKS
            return
        first = 0
        last = 0
        if step == _LIST or step == _AGAIN:
            first = int(self._lit_us) if ptr8(self._lit)[reader] else int(self._empty_us)
            last = first
            expected = int(rows[row + EXPECTED])
            if expected and step == _LIST:
                tagged = int(self._tagged_us) if expected == 1 else int(self._two_us)
                if tagged < first:
                    first = tagged
                else:
                    last = tagged
        poll = int(self._poll_us)
        taken = now - since & _TICKS
        rows[row + LOOK] = (since + first if taken < first else now) + poll & _TICKS
        rows[row + _UNTIL] = (now if taken > last else since + last) + int(self._slack_us) & _TICKS

    def _await_acknowledgement(self, row, now):
        if time.ticks_diff(now, self.rows[row + _SINCE]) > self._ack_us:
            self._fail(row, words.NO_ACK)
        else:
            self.rows[row + LOOK] = time.ticks_add(now, self._poll_us)

    @micropython.viper
    def answer(self, row: int, now: int):
        rows = ptr32(self.rows)
        reader = int(rows[row + READER])
        step = int(rows[row + _STEP])
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
            busy = ptr32(self.fields.busy)
            word = (2 if row >= PART else 0) + (reader >> 5)
            busy[word] = int(busy[word]) & (-1 ^ 1 << (reader & 31))
            rows[row + PHASE] = OVER
        elif length == _GARBLED:
            self._fail(row, words.BAD_REPLY)
        elif step < _LIST or step > _OFF:
            self._set_up(row, step)
        elif length != _USUAL and not bool(self._targets(row, length)):
            self._fail(row, words.BAD_REPLY)
        elif step == _LIST and int(rows[row + FOUND]) < int(rows[row + EXPECTED]):
            # Those that were found have been selected, and do not answer again.
            rows[row + _STEP] = _AGAIN
            self.send(row)
        else:
            rows[row + ANSWERED] = now
            rows[row + TRIES] = 0
            rows[row + _STEP] = _OFF
            # As `send` does, which is a call less for every reading.
            self._say(reader, _OFF)
            now = int(self._ticks())
            rows[row + _SINCE] = now
            rows[row + LOOK] = now + int(self._after_off_us) & _TICKS
            rows[row + PHASE] = ACKNOWLEDGE
            if int(rows[row + FOUND]) > int(rows[row + EXPECTED]):
                self.surprise(row)

    def _set_up(self, row, step):
        """A step of the set-up is done; the next one, or the listing, follows."""
        rows = self.rows
        if step == _OFF_FIRST or step > _OFF:
            self._configured[rows[row + READER]] = _SET_UP
            self._lit[rows[row + READER]] = step == _TRY_LIT
            rows[row + _STEP] = _LIST
        else:
            rows[row + _STEP] = self.chips.after(step)
        rows[row + PHASE] = SEND

    def _await(self, row, now):
        """Look again later, or give up."""
        rows = self.rows
        if time.ticks_diff(now, rows[row + _UNTIL]) > 0:
            self._fail(row, words.BAD_REPLY if rows[row + _ODD] else words.NO_REPLY)
        else:
            rows[row + LOOK] = time.ticks_add(now, self._poll_us)

    def clear(self, row):
        """Drop what still comes of a command that was ended."""
        rows = self.rows
        reader = rows[row + READER]
        if rows[row + _ODD] and self._hear(reader, self._acknowledgement) != _SILENT:
            rows[row + _ODD] -= 1
            rows[row + LOOK] = time.ticks_add(time.ticks_us(), self._poll_us)
        else:
            rows[row + PHASE] = SEND

    def _fail(self, row, code):
        rows = self.rows
        tries = rows[row + TRIES] = rows[row + TRIES] + 1
        self._configured[rows[row + READER]] = _FAILED
        if rows[row + _STEP] == _OFF:
            if tries < self._attempts_at_off:
                self._retry(row, _OFF)
                return
            rows[row + TROUBLE] = (rows[row + TROUBLE] or code) | words.FIELD_LOST
            rows[row + ANSWERED] = time.ticks_us()
            rows[row + PHASE] = OVER
            self.fields.lose(1 if row >= PART else 0, rows[row + READER])
        elif tries < self._attempts:
            rows[row + FOUND] = 0
            self._retry(row, FIRMWARE)
        else:
            rows[row + TROUBLE] = code
            rows[row + ANSWERED] = time.ticks_us()
            rows[row + TRIES] = 0
            self._retry(row, _OFF)

    def _retry(self, row, step):
        """Ask anew when the command under way has been ended: its late answer is none to this."""
        rows = self.rows
        self.chips.abort(rows[row + READER])
        rows[row + _STEP] = step
        rows[row + PHASE] = _CLEAR
        rows[row + _ODD] = _STALE
        rows[row + LOOK] = time.ticks_add(time.ticks_us(), self._calm_us)

    @micropython.native
    def _targets(self, row, length):
        """Keep the UIDs of a listing; False if it does not add up."""
        rows, chips = self.rows, self.chips
        uids = self.uids[row // ROW]
        found = listing.keep(chips.answer, chips.at, length, uids, rows[row + FOUND])
        if found < 0:
            return False
        rows[row + FOUND] = found
        return True
