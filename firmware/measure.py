"""Measures chips for the host: any command to one of them, the clock, the reset line (PROTOCOL.md).

Loaded only then: nothing of this is needed in a game.
"""

import time

import words
from chips import ACKNOWLEDGED, OTHER, SILENT, frame

_NOTHING = bytes((6, 0, 0, 0, 0, 0, 0))  # no frame is as this: each is taken apart
_FASTEST_HZ = 5_000_000
_LONGEST_MS = 1000  # of each wait, and of a reset: the watchdog has to be fed
_FIELDS = 3  # where they begin in a body
_COMMAND = 5  # where it begins in the fields


def measure(kind, link, readers):
    """Carry out the order that came last, of this kind; whether it made sense."""
    if kind == words.ASK:
        return _ask(link, readers)
    if kind == words.CLOCK:
        hz = link.u16(0) | link.u16(2) << 16
        done = 0 < hz <= _FASTEST_HZ
        if done:
            readers.lend().set_clock(hz)
    else:
        ms = link.u16(0)
        done = 0 < ms <= _LONGEST_MS and readers.lend().pulse(1000 * ms)
    if done:
        link.begin(words.DONE)
        link.put8(kind)
        link.send()
    return done


def _ask(link, readers):
    reader, ack_ms, slack_ms = link.u8(0), link.u16(1), link.u16(3)
    command = bytes(link.body[_FIELDS + _COMMAND : link.length])
    if not command or reader >= readers.count or max(ack_ms, slack_ms) > _LONGEST_MS:
        return False
    chips = readers.lend()
    chips.wake(reader, frame(command))
    sent = acknowledged = replied = time.ticks_us()
    length = -words.NO_ACK
    if chips.is_acknowledged(reader, 1000 * ack_ms):
        acknowledged = time.ticks_us()
        length = _length(chips, reader, command[0] + 1, 1000 * slack_ms)
        replied = time.ticks_us()
    if length < 0:
        chips.end(reader)
    link.begin(words.TOLD)
    link.put8(max(-length, 0))
    link.put32(time.ticks_diff(acknowledged, sent))
    link.put32(time.ticks_diff(replied, sent))
    link.put_part(chips.answer, chips.at, chips.at + max(length, 0))
    link.send()
    return True


def _length(chips, reader, code, most_us):
    """Wait for an answer with this code; how many bytes it has, or less than 0: the failure."""
    since = time.ticks_us()
    late = words.NO_REPLY
    while True:
        heard = chips.wait(reader, _NOTHING, since, most_us)
        if heard == SILENT:
            return -late
        if heard >= 0 and chips.answer[chips.at - 2] == 0xD5:
            if chips.answer[chips.at - 1] == code:
                return heard
            heard = OTHER
        if heard not in (ACKNOWLEDGED, OTHER):
            return -words.BAD_REPLY
        late = words.BAD_REPLY  # to a command before: this one's is still to come
