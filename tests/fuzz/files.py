"""Harnesses of the files in the folder of the games: the journal with what is beside it."""

import fcntl
import shutil
import struct
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from controller.board.examples import example_path
from controller.board.file.form import read_board
from controller.game.journal.damage import DamageNote
from controller.game.journal.files import confirmed
from controller.game.journal.files.log import FRAME, HEADER, PAGE, pages, tail_of
from controller.game.journal.files.seal import SEAL, Seal
from controller.game.journal.journal import JournalForeign
from controller.light.preferences import Preferences, problem_with
from controller.maintenance.calibration.progress import CalibrationProgress, digest
from controller.maintenance.calibration.session import plan_of
from controller.table.kept_times import TimesFile
from controller.table.remote.kept_races import RacesFile
from controller.table.summaries import Summaries
from hardware.clock import ManualClock
from tests.fuzz.harness import Harness, hold
from tests.fuzz.scratch import scratch, scratch_folder
from tests.power.damage import COPY, LOG, Damage, Killed
from tests.power.evening import JOURNAL
from web.access.phones import PHONES_FILE, Phones
from web.commands.folder_lock import NOTE_FILE, holder_of

FRAMES: Final = 24
DAMAGED: Final = (LOG, COPY, JOURNAL, f"{JOURNAL}{SEAL}")
EDIT: Final = struct.Struct(">BHB")
"""An edit: its kind, where (of 65,536 parts of the file), and how many bytes follow."""


def journal(data: bytes) -> None:
    """Of a killed board, one file is edited: nothing confirmed is lost silently or invented.

    The first byte chooses the file, then edits follow (`EDIT`).
    """
    killed = _killed()
    name = DAMAGED[data[0] % len(DAMAGED)] if data else LOG
    content = bytearray(killed.files.get(name, b""))
    for kind, part, new in _edits(data[1:]):
        at = part * len(content) // 65_536
        match kind % 5:
            case 0:
                content[at : at + len(new)] = new
            case 1:
                content[at:at] = new
            case 2:
                del content[at : at + len(new) ** 2]
            case 3:
                del content[at:]
            case _:
                content[at : at + 1] = bytes([content[at] ^ 1]) if at < len(content) else b""
    folder = scratch_folder() / "journal"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    files = {**killed.files, name: bytes(content)}
    try:
        outcome = killed.outcome(Damage("fuzzed", 0, files), folder)
    except JournalForeign:
        hold(name == JOURNAL, "a journal of ours is taken for another program's")
        return
    hold(outcome not in ("silent", "invented"), f"{name}: what is lost is {outcome}")


def log_file(data: bytes) -> None:
    """The log of SQLite is read frame by frame, whatever is in it."""
    tail = tail_of(data)
    frames = max(0, len(data) - HEADER) // FRAME
    hold(tail.sound + tail.frames + tail.others <= frames, "more frames than there are")
    hold(tail.commits <= tail.frames, "more transactions than frames")
    hold(sum(1 for _ in pages(data)) <= frames + 1, "more pages than there are")


def copy_file(data: bytes) -> None:
    """The copy of confirmed entries is read: each entry as it is written."""
    found = confirmed.read(data)
    numbers = [each.row.id for each in found.rows]
    hold(numbers == sorted(set(numbers)), "entries are not in order, or twice")
    hold(found.unreadable <= len(data) // confirmed.BLOCK + 1, "more blocks than there are")
    for each in found.rows:
        line = confirmed.written(each).rstrip()  # what ends it proves nothing
        hold(line in data, "an entry is read that is not there")


def small_files(data: bytes) -> None:
    """Each small file is read, or passed over; none stops the program."""
    note = DamageNote(scratch_folder() / "n.sqlite").read  # its file is n.sqlite.damaged.json
    scratch("n.sqlite.damaged.json", data)
    note()
    look = Preferences(scratch("preferences.json", data)).look()
    hold(problem_with(look) is None, "a look that is not possible")
    TimesFile(scratch("reserves.json", data)).read()
    Summaries(scratch("summaries.json", data)).known()
    RacesFile(scratch("races.json", data)).read()
    phones = Phones(scratch(PHONES_FILE, data), ManualClock())
    token = phones.take(phones.redeem(None, phones.offer("Ann"), ""), "Ann")  # which writes it
    again = Phones(scratch_folder() / PHONES_FILE, ManualClock())
    hold(again.rights(token).names == {"ann"}, "phones cannot join any more")
    hold(again.board == phones.board and again.code == phones.code, "it is not written as read")
    with scratch(NOTE_FILE, data).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # as a program that is running does
        holder_of(scratch_folder())
    board = read_board(example_path("prototype-2x2"))
    progress = CalibrationProgress(scratch("workshop.json", data), digest(board))
    learned, _ = progress.recall(plan_of(board))
    hold(learned.fits(plan_of(board)), "what was learned fits another board")
    Seal(scratch("s.sqlite", b"")).checked()
    scratch(f"s.sqlite{SEAL}", data)
    hold(Seal(scratch("s.sqlite", b"")).checked() >= 0, "a number below 0")


@cache
def _killed() -> Killed:
    return Killed(FRAMES, 64)


def _edits(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    at = 0
    while at + EDIT.size <= len(data):
        kind, part, count = EDIT.unpack_from(data, at)
        at += EDIT.size
        yield kind, part, data[at : at + count % 64]
        at += count % 64


def _small_seeds() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / PHONES_FILE
        phones = Phones(kept, ManualClock())
        phones.make_host(phones.take(None, "Ann"), phones.pin, "here")
        kept_phones = kept.read_bytes()
    return (
        kept_phones,
        b'{"look":{"theme":"garden","brightness":0.5,"night":false,"test":false}}',
        b'{"used_s":{"1":[0.0,2.5]}}',
        b'{"version":1,"rows":[[[1,2,"00000000"],null]]}',
        b'{"kept":"journal.damaged-1.sqlite","actions":3,"games":1,"lost":0}',
        b'{"pages":"00","last":12}',
        b'{"board":"00","learned":{}}',
        b'{"page":"http://127.0.0.1:8064/board","process":12,"port":8064}',
        b'{"x":' + b"[" * 2000 + b"]" * 2000 + b"}",
    )


def _journal_seeds() -> tuple[bytes, ...]:
    _killed()  # which takes longer than any input
    edits = (EDIT.pack(kind, part, 4) + b"\0\0\0\0" for kind in range(5) for part in (0, 30_000))
    return tuple(bytes([file]) + edit for edit in edits for file in range(len(DAMAGED)))


FILES: Final = (
    Harness(
        "journal",
        "a killed board's journal, log, copy or seal: nothing lost silently, nothing invented",
        journal,
        _journal_seeds,
        (b"\0\x80\0\x01\0", b"\x03\xff\xf0\0", b"\x02\x40\0\x3f"),
        longest=256,
    ),
    Harness(
        "log",
        "SQLite's log by itself: read to its end",
        log_file,
        lambda: (_killed().files[LOG][: HEADER + 4 * FRAME], b"", bytes(HEADER + FRAME)),
        longest=HEADER + 6 * FRAME,
    ),
    Harness(
        "copy",
        "the copy of confirmed entries: each as it was written",
        copy_file,
        lambda: (_killed().files[COPY][: 3 * confirmed.BLOCK], b"", bytes(PAGE)),
        longest=4 * confirmed.BLOCK,
    ),
    Harness(
        "small",
        "small files beside the journal: read, or passed over and written anew",
        small_files,
        _small_seeds,
        (b'"board":', b'"code":"ABCDEF"', b'"phones":[', b"\\ud800", b"1e999", b"\\n", b"null"),
        longest=6000,
    ),
)
