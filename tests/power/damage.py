"""Damages the files of a killed board, and looks at what the next start finds.

`python -m tests.power.damage` takes some minutes. Millions of bits are too many to start the
program for each of them, so the work is split:

- Any change of one 32-bit word of a frame makes SQLite refuse that frame: `words_unnoticed` checks
  it for every word there is, by the arithmetic of the log's checksum. A flipped bit and a zeroed
  byte are such changes, and the other words of a frame are compared and not added up.
- SQLite then reads the log up to the last commit before that frame, whichever of its bits changed:
  `Killed.read_by_sqlite` tries many bits of each frame.
- So one start of the product for each frame and kind of damage tells what it makes of it.
- The blocks of the copy are read by a pure function: every bit of every block is tried.
"""

import logging
import random
import shutil
import sqlite3
import struct
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

import click

from controller.game.chance import draw_chance, draws_chance
from controller.game.journal.damage import DamageNote
from controller.game.journal.files.confirmed import BLOCK, read
from controller.game.journal.files.file_format import Row
from controller.game.journal.journal import Journal
from controller.game.journal.repair import open_journal
from controller.game.journal.saved_game import SavedGame, save
from controller.game.rules import legal
from tests.power.disk import Files
from tests.power.evening import IN_MEMORY, JOURNAL, SETUP
from tests.support.journal.files import rows
from tests.support.rules.random_play import homeward

LOG: Final = f"{JOURNAL}-wal"
COPY: Final = f"{JOURNAL}-confirmed"
HEADER: Final = 32
PAGE: Final = 4096
FRAME: Final = 24 + PAGE
SUMMED: Final = 8
"""Bytes of a frame's header that its checksum covers; the salts and it itself are compared."""


class Damage(NamedTuple):
    """Files that were damaged.

    Attributes:
        kind: what was done.
        place: to which frame or block.
        files: what is left.
    """

    kind: str
    place: int
    files: Files


class Killed:
    """A board that was killed while its log had so many frames.

    Attributes:
        files: its files.
        rows: every entry that was confirmed.
        frames: number of frames in the log.
        blocks: number of entries in the copy.
    """

    def __init__(self, frames: int, seed: int) -> None:
        with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
            path = Path(folder) / JOURNAL
            journal = Journal(path)
            _play(journal, path.with_name(LOG), frames, random.Random(seed))
            self.files = {each.name: each.read_bytes() for each in path.parent.iterdir()}
            journal.close()
            self.rows = [Row(*row) for row in rows(path)]
        self.frames = (len(self.files[LOG]) - HEADER) // FRAME
        self.blocks = len(read(self.files[COPY]).rows)

    def log_damages(self, places: range, rng: random.Random) -> Iterator[Damage]:
        """Damage the log at some frames, each in every way."""
        log = self.files[LOG]
        for place in places:
            at, end = HEADER + place * FRAME, HEADER + (place + 1) * FRAME
            frame, after = log[at:end], log[end : end + FRAME]
            yield self._log("bit", place, flipped(log, at * 8 + rng.randrange(FRAME * 8)))
            yield self._log("byte zeroed", place, zeroed(log, at + rng.randrange(FRAME)))
            yield self._log("frame zeroed", place, log[:at] + bytes(FRAME) + log[end:])
            yield self._log("frame dropped", place, log[:at] + log[end:])
            yield self._log("cut short", place, log[:at])
            yield self._log("frames swapped", place, log[:at] + after + frame + log[end + FRAME :])

    def head_damages(self, bits: range) -> Iterator[Damage]:
        """Flip bits of the log's header."""
        for bit in bits:
            yield self._log("bit of the header", bit, flipped(self.files[LOG], bit))

    def copy_damages(self, places: range, rng: random.Random) -> Iterator[Damage]:
        """Damage the copy at some blocks, each in every way."""
        copy = self.files[COPY]
        for place in places:
            at, end = place * BLOCK, (place + 1) * BLOCK
            block, after = copy[at:end], copy[end : end + BLOCK]
            yield self._copy("bit", place, flipped(copy, at * 8 + rng.randrange(100 * 8)))
            yield self._copy("byte zeroed", place, zeroed(copy, at + rng.randrange(100)))
            yield self._copy("block zeroed", place, copy[:at] + bytes(BLOCK) + copy[end:])
            yield self._copy("block dropped", place, copy[:at] + copy[end:])
            yield self._copy("cut short", place, copy[:at])
            swapped = copy[:at] + after + block + copy[end + BLOCK :]
            yield self._copy("blocks swapped", place, swapped)

    def damages_of_both(self, count: int, rng: random.Random) -> Iterator[Damage]:
        """Damage the log anywhere, and in the copy one to three of the entries it loses first."""
        for number in range(count):
            frame = rng.randrange(self.frames)
            log = flipped(self.files[LOG], (HEADER + frame * FRAME) * 8 + rng.randrange(FRAME * 8))
            if rng.randrange(2):
                log = log[: HEADER + frame * FRAME] + bytes(len(log) - HEADER - frame * FRAME)
            copy = self.files[COPY]
            first = min(frame * self.blocks // self.frames, self.blocks - 1)
            for block in range(first, min(first + rng.randrange(1, 4), self.blocks)):
                at = block * BLOCK
                spoiled = rng.choice((bytes(BLOCK), rng.randbytes(BLOCK)))
                copy = copy[:at] + spoiled + copy[at + BLOCK :]
            yield Damage("both", number, {**self.files, LOG: log, COPY: copy})

    def without(self) -> Iterator[Damage]:
        """Take away one file beside the journal."""
        for name in (LOG, COPY):
            files = {key: data for key, data in self.files.items() if key != name}
            yield Damage(f"{name} gone", 0, files)

    def read_by_sqlite(self, log: bytes, folder: Path) -> int:
        """Return the number of the last entry that SQLite alone finds."""
        (folder / JOURNAL).write_bytes(self.files[JOURNAL])
        (folder / LOG).write_bytes(log)
        with closing(sqlite3.connect(folder / JOURNAL)) as db:
            if not db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                return 0
            (last,) = db.execute("SELECT max(id) FROM entry").fetchone()
            return int(last or 0)

    def last_before(self, frame: int, folder: Path) -> int:
        """Return the last entry whose commit ends before a frame."""
        return self.read_by_sqlite(self.files[LOG][: HEADER + frame * FRAME], folder)

    def outcome(self, damage: Damage, folder: Path) -> str:
        """Return what the next start makes of damage: what is lost is "silent" if it says nothing.

        Args:
            damage: the files.
            folder: an empty folder to try it in.
        """
        for name, data in damage.files.items():
            (folder / name).write_bytes(data)
        path = folder / JOURNAL
        try:
            open_journal(path).close()
            found = [Row(*row) for row in rows(path)]
            note = DamageNote(path).read()
        finally:
            shutil.rmtree(folder)
            folder.mkdir()
        if not set(found) <= set(self.rows):
            return "invented"
        if found == self.rows:
            return "whole" if note is None else "recovered"
        return "silent" if note is None else "reported"

    def _log(self, kind: str, place: int, log: bytes) -> Damage:
        return Damage(f"log, {kind}", place, {**self.files, LOG: log})

    def _copy(self, kind: str, place: int, copy: bytes) -> Damage:
        return Damage(f"copy, {kind}", place, {**self.files, COPY: copy})


def _play(journal: Journal, log: Path, frames: int, rng: random.Random) -> None:
    saved = save(journal, SavedGame().begin(SETUP))
    while log.stat().st_size < HEADER + frames * FRAME:
        state = saved.state
        if state is None or state.prompt == "over":
            saved = save(journal, SavedGame().begin(SETUP))
        elif draws_chance(state, SETUP):
            saved = save(journal, saved.play(str(draw_chance(state, rng))))
        else:
            saved = save(journal, saved.play(str(homeward(state, legal(state), rng))))


def flipped(data: bytes, bit: int) -> bytes:
    """The same with one bit changed."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def zeroed(data: bytes, at: int) -> bytes:
    """The same with one byte changed: to 0, or from 0."""
    return data[:at] + bytes([255 if data[at] == 0 else 0]) + data[at + 1 :]


def checksums(log: bytes) -> Iterator[bool]:
    """Add up each frame of a log as SQLite does; yield whether its checksum is right.

    https://www.sqlite.org/fileformat.html, 4.2.
    """
    order = ">" if log[3] & 1 else "<"
    sums = _summed(log[:24], (0, 0), order)
    yield struct.pack(">II", *sums) == log[24:HEADER]
    for at in range(HEADER, len(log), FRAME):
        frame = log[at : at + FRAME]
        sums = _summed(frame[:SUMMED] + frame[24:], sums, order)
        yield struct.pack(">II", *sums) == frame[16:24]


def _summed(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for x, y in zip(words[::2], words[1::2], strict=True):
        first = (first + x + second) % 2**32
        second = (second + y + first) % 2**32
    return first, second


def words_unnoticed() -> list[int]:
    """List the words of a frame that could change without changing its checksum: none.

    A word that grows by d makes the sums grow by multiples of d, modulo 2**32. If one multiplier
    is odd, this is 0 for d = 0 only.
    """
    pairs = (SUMMED + PAGE) // 8
    found = []
    for place in range(pairs):
        for word, grown in enumerate(((1, 1), (0, 1))):
            first, second = grown
            for _ in range(pairs - place - 1):
                first = (first + second) % 2**32
                second = (second + first) % 2**32
            if first % 2 == 0 and second % 2 == 0:
                found.append(2 * place + word)
    return found


def misread_bits(killed: Killed, places: range) -> list[tuple[int, int]]:
    """List block and bit wherever a flipped bit of the copy makes another entry of its block."""
    found = []
    for place in places:
        block = bytearray(killed.files[COPY][place * BLOCK : (place + 1) * BLOCK])
        (right,) = read(bytes(block)).rows
        for bit in range(BLOCK * 8):
            block[bit // 8] ^= 1 << bit % 8
            copied = read(bytes(block))
            block[bit // 8] ^= 1 << bit % 8
            if copied.rows not in ((right,), ()) or len(copied.rows) + copied.unreadable != 1:
                found.append((place, bit))
    return found


@click.command()
@click.option("--frames", default=300, show_default=True, help="Frames in the log.")
@click.option("--seed", default=64, show_default=True, help="Decides which game is played.")
@click.option("--bits", default=96, show_default=True, help="Bits of each frame given to SQLite.")
def main(frames: int, seed: int, bits: int) -> None:
    """Damage everything. Exit status 1 if anything was lost without a word, or invented."""
    logging.disable()  # every start tells what it has found
    started_s = time.monotonic()
    killed, rng = Killed(frames, seed), random.Random(seed)
    log = killed.files[LOG]
    print(f"{killed.frames} frames, {len(killed.rows)} entries, {killed.blocks} in the copy")
    wrong = 0

    def tell(what: str, faults: int) -> None:
        nonlocal wrong
        wrong += faults
        print(f"{what}: {faults} faults, {time.monotonic() - started_s:.0f} s", flush=True)

    tell(f"{killed.frames} checksums added up", sum(not each for each in checksums(log)))
    tell(f"{(SUMMED + PAGE) // 4} words of a frame", len(words_unnoticed()))
    tell(
        f"{killed.blocks * BLOCK * 8} bits of the copy",
        len(misread_bits(killed, range(killed.blocks))),
    )
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as name:
        folder = Path(name)
        tried = misread = 0
        for frame in range(killed.frames):
            last = killed.last_before(frame, folder)
            at = (HEADER + frame * FRAME) * 8
            chosen = [*range(24 * 8), *(rng.randrange(24 * 8, FRAME * 8) for _ in range(bits))]
            for bit in rng.sample(chosen, bits):
                tried += 1
                misread += killed.read_by_sqlite(flipped(log, at + bit), folder) != last
        tell(f"{tried} bits of the log read by SQLite", misread)
        for each in folder.iterdir():
            each.unlink()
        outcomes: Counter[tuple[str, str]] = Counter()
        for damages in (
            killed.log_damages(range(killed.frames), rng),
            killed.head_damages(range(HEADER * 8)),
            killed.copy_damages(range(killed.blocks), rng),
            killed.damages_of_both(killed.frames, rng),
            killed.without(),
        ):
            for damage in damages:
                outcomes[damage.kind, killed.outcome(damage, folder)] += 1
    for (kind, outcome), times in sorted(outcomes.items()):
        print(f"  {times:6} {kind}: {outcome}")
    bad = sum(times for (_, each), times in outcomes.items() if each in ("silent", "invented"))
    tell(f"{outcomes.total()} starts", bad)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
