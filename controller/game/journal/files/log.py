"""SQLite's write-ahead log as a file: its pages, and what it has after a damaged frame.

SQLite reads the log up to the first frame with a wrong checksum, and takes the rest for what a
power cut left. https://www.sqlite.org/fileformat.html, 4.
"""

import struct
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from controller.foreign_files import read_small
from controller.game.journal.files.file_format import LOGS

PAGE: Final = 4096
HEADER: Final = 32
FRAME_HEADER: Final = 24
FRAME: Final = FRAME_HEADER + PAGE
MOST_READ: Final = 256 << 20
"""Bytes; a log is folded long before."""


class Tail(NamedTuple):
    """Frames in a log after the last transaction that SQLite reads.

    Attributes:
        sound: number of transactions that SQLite reads.
        frames: number of frames of the same log after it.
        commits: number of transactions that end in these frames.
        others: number of frames after it that are blank or of an earlier log.
    """

    sound: int = 0
    frames: int = 0
    commits: int = 0
    others: int = 0


def log_of(path: Path) -> Path:
    """Return the path of the log beside a journal."""
    return path.with_name(path.name + LOGS[0])


def log_bytes(path: Path) -> bytes:
    """Return the log beside a journal; empty if there is none.

    Raises:
        OSError: it cannot be read.
    """
    try:
        return read_small(log_of(path), MOST_READ)
    except FileNotFoundError:
        return b""


def pages(log: bytes) -> Iterator[bytes]:
    """Yield every page in a log, also those after a damaged frame."""
    for at in range(HEADER + FRAME_HEADER, len(log), FRAME):
        yield log[at : at + PAGE]


def tail_of(log: bytes) -> Tail:
    """Find what a log has after the last transaction that SQLite reads."""
    if len(log) < HEADER:
        return Tail()
    places = range(HEADER, len(log) - FRAME + 1, FRAME)
    order, salts = ">" if log[3] & 1 else "<", log[16:24]
    sums = _summed(log[:24], (0, 0), order)
    is_sound = sums == _stored(log[24:HEADER])
    if not is_sound:
        found = Counter(log[at + 8 : at + 16] for at in places)
        salts = max(found, key=found.__getitem__, default=b"")
    sound = frames = commits = others = 0
    last = b""
    for at in places:
        head, page = log[at : at + FRAME_HEADER], log[at + FRAME_HEADER : at + FRAME]
        is_of_this_log = head[8:16] == salts
        if is_sound:
            sums = _summed(page, _summed(head[:8], sums, order), order)
            is_sound = is_of_this_log and sums == _stored(head[16:])
        if not is_of_this_log:
            others += 1
            continue
        if head[:8] == last:
            continue  # repeated to fill a block of the disk
        ends = any(head[4:8])
        last = head[:8] if ends else b""
        if is_sound and ends:
            sound, frames, commits, others = sound + 1, 0, 0, 0
        else:
            frames += 1
            commits += ends
    return Tail(sound, frames, commits, others)


def _summed(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = sums
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for x, y in zip(words, words, strict=True):
        first = (first + x + second) & 0xFFFFFFFF
        second = (second + y + first) & 0xFFFFFFFF
    return first, second


def _stored(data: bytes) -> tuple[int, ...]:
    return struct.unpack(">2I", data)
