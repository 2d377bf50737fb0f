"""Replaces the UIDs of tags in a recording by pseudonyms, so that it can be given away.

A UID gets the same pseudonym everywhere, of its own length and with the sum of its bytes: frames
keep their checksums, good or bad, and a driver does with them what it did with the recorded ones.
Of cards that say more about themselves than their UID, that is replaced, too.

Source: PN532 user manual UM0701-02; frames 6.2.1, InListPassiveTarget 7.3.5.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

from hardware.ports import Pressed, ReaderChanged, Reading, Uid
from hardware.transfers import Transfer

Recorded = Reading | ReaderChanged | Pressed | Transfer
"""An event of a recording."""

ACK: Final = bytes.fromhex("00ff00ff")
"""From the start code on."""
START: Final = ACK[:2]
HEADER: Final = 4
"""Start code, length and its checksum."""
LISTS: Final = bytes.fromhex("d44a")
"""The command that lists tags."""
LIST: Final = bytes.fromhex("d54b")
"""Its answer."""
ANSWERS_TO_SELECT: Final = 0x20
"""The bit of SAK that announces what a card says of itself."""
BLANK: Final = 0x11
DIGITS: Final = 250
"""A pseudonym has no byte 00 or FF but for its last: nothing in it looks like a start code."""


class Pseudonyms:
    """The pseudonyms of one recording. Feed it all events in order, then ask for the `rest`."""

    def __init__(self) -> None:
        self._of: dict[bytes, bytes] = {}
        self._turns: dict[int, list[Transfer]] = {}
        self._lists: dict[int, bool] = {}

    def of(self, uid: Uid) -> Uid:
        """Return the pseudonym of a UID."""
        return Uid(self._pseudonym(bytes.fromhex(uid)).hex())

    def take(self, said: Recorded) -> Iterator[Recorded]:
        """Take an event; return events that are done: those of a command together at its end."""
        match said:
            case Reading():
                yield replace(said, uids=tuple(map(self.of, said.uids)))
            case Transfer(square=square):
                if said.sent is not None:
                    yield from self._told(self._turns.pop(square, []))
                self._turns.setdefault(square, []).append(said)
            case _:
                yield said

    def rest(self) -> Iterator[Recorded]:
        """Return the events that are left."""
        turns, self._turns = self._turns, {}
        for turn in turns.values():
            yield from self._told(turn)

    def _told(self, turn: list[Transfer]) -> Iterator[Transfer]:
        """Return a command and everything that was received until the next one."""
        if not turn:
            return
        square, sent = turn[0].square, turn[0].sent
        lists = sent is None or LISTS in sent
        # A serial port may bring a frame in parts.
        data = bytearray(b"".join(each.got or b"" for each in turn))
        self._hide(data, lists=lists or self._lists.get(square, False))  # the one before is late
        self._lists[square] = lists
        at = 0
        for each in turn:
            if each.got is None:
                yield each
            else:
                yield replace(each, got=bytes(data[at : at + len(each.got)]))
                at += len(each.got)

    def _hide(self, data: bytearray, *, lists: bool) -> None:
        """Replace the UIDs in received bytes, and what is garbled where they are to be expected."""
        at = 0
        while (start := data.find(START, at)) >= 0:
            head = data[start : start + HEADER]
            if head == ACK:
                at = start + len(ACK)
                continue
            if len(head) < HEADER or (head[2] + head[3]) & 0xFF:
                break
            at = start + HEADER + head[2] + 1  # behind the checksum
            if data[start + HEADER : start + HEADER + 2] == LIST:
                self._hide_targets(data, start + HEADER + 2, min(at - 1, len(data)))
            elif lists and sum(data[start + HEADER : at]) & 0xFF:
                _blank(data, start + HEADER + 2, at - 1)
        behind = at if start < 0 else start + HEADER
        if lists and any(data[behind:]):
            _blank(data, behind, len(data))

    def _hide_targets(self, data: bytearray, at: int, end: int) -> None:
        """Replace the UIDs of a list, and what cards say of themselves."""
        count, at = (data[at] if at < end else 0), at + 1
        for _ in range(count):
            if at + 5 > end or at + 5 + data[at + 4] > end or not data[at + 4]:
                break
            talks, uid = data[at + 3] & ANSWERS_TO_SELECT, at + 5
            at = uid + data[at + 4]
            data[uid:at] = self._pseudonym(bytes(data[uid:at]))
            if talks and at < end:
                length = data[at]
                _blank(data, at + 1, min(at + length, end))
                at += length
        _blank(data, at, end)

    def _pseudonym(self, uid: bytes) -> bytes:
        known = self._of.get(uid)
        if known is None:
            high, low = divmod(len(self._of) % DIGITS**2, DIGITS)
            digits = (high + 1, low + 1)[-(len(uid) - 1) :] if len(uid) > 1 else ()
            body = bytes((BLANK,)) * (len(uid) - 1 - len(digits)) + bytes(digits)
            known = self._of[uid] = body + bytes(((sum(uid) - sum(body)) & 0xFF,))
        return known


def pseudonymous(said: Iterable[Recorded]) -> Iterator[Recorded]:
    """Return a recording with pseudonyms. Transfers keep their order on each wire.

    Args:
        said: its events.
    """
    names = Pseudonyms()
    yield from chain.from_iterable(map(names.take, said))
    yield from names.rest()


def _blank(data: bytearray, at: int, end: int) -> None:
    """Overwrite bytes; their sum stays."""
    end = min(end, len(data))
    if at < end:
        blanks = bytes((BLANK,)) * (end - at - 1)
        data[at:end] = blanks + bytes(((sum(data[at:end]) - sum(blanks)) & 0xFF,))
