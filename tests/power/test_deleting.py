"""The plug is pulled while a person is deleted: all races are as before, or nobody has the name."""

import random
import shutil
import signal
import subprocess
import sys
from collections import Counter
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from controller.bootstrap import JOURNAL_FILE
from controller.bootstrap.table import SUMMARIES_FILE, people_files
from controller.game.journal.entries import KeptGame
from controller.game.journal.kept_games import kept_games
from controller.game.journal.repair import open_journal
from controller.game.journal.saved_game import replayed
from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.game.statistics import BOOK_FILE, Book, RaceAt, result_of, results
from controller.table.commands import Begin
from controller.table.deleting import NOTE_FILE, PeopleFiles
from controller.table.past_games import summary_of
from controller.table.summaries import At, Summaries
from tests.power.disk import KINDS, Disk, Files, everything
from tests.power.evening import IN_MEMORY
from tests.power.small_files import small_files
from tests.power.vfs import Create, Delete, Op, Recorder, Rename, Sync, SyncFolder, Write
from tests.support.table.opened import Opened, play_to_the_end

NAME = "Zebulonia"
MOST_STEPS = 200
SEED = 64


def files_with_name(folder: Path) -> list[str]:
    name = NAME.lower().encode()
    return [each.name for each in folder.iterdir() if name in each.read_bytes().lower()]


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two races, their results, their list, and a copy of the journal."""
    folder = tmp_path_factory.mktemp("before")
    opened = Opened(folder)
    session = opened()
    for names in ((NAME, "Ben", "Cem"), ("Dot", "Ben", NAME.upper())):
        colours = ("red", "green", "blue")
        seats = (Player(name, (colour,)) for name, colour in zip(names, colours, strict=True))  # type: ignore[arg-type]
        session.carry_out(Begin(Setup(tuple(seats))))
        play_to_the_end(session)
    opened.close()
    list_all(folder)
    shutil.copy(folder / JOURNAL_FILE, folder / "journal.damaged-1.sqlite")
    assert len(files_with_name(folder)) == 4
    return folder


def list_all(folder: Path) -> list[dict[str, Any]]:
    """Read all races into the book and the list; return their results."""
    with closing(open_journal(folder / JOURNAL_FILE)) as journal:
        games = {at: journal.game(at[0]) for at in journal.newest(10)}
    outcomes = {RaceAt(*at): result_of(kept) for at, kept in games.items() if kept}
    with closing(Book(folder / BOOK_FILE)) as book:
        made = {at: outcomes[at] for at in book.missing(outcomes)}
        book.keep(made, outcomes)
        Summaries(folder / "summaries.json").add(
            {At(*at): summary_of(kept, None) for at, kept in games.items() if kept}
        )
        return results(book)


@cache
def told_before(before: Path) -> list[dict[str, Any]]:
    return list_all(before)


@cache
def games_before(before: Path) -> list[object]:
    return [*map(without_names, kept_games(before / JOURNAL_FILE))]


def without_names(game: KeptGame) -> object:
    setup, played = replayed(game.entries)
    return game.begun_at, game.entries[1:], [each.colours for each in setup.seats], played.state


def deleted_and_killed(folder: Path, step: int) -> bool:
    """Return False if it was over before."""
    command = (sys.executable, "-m", "tests.power.delete_and_die", str(folder), NAME, str(step))
    status = subprocess.run(command, check=False).returncode
    assert status in (0, -signal.SIGKILL)
    return status != 0


def look(folder: Path, before: Path, step: int) -> bool:
    """Start again after the cut; return True if the person is deleted."""
    people_files(folder).finish()
    games = [*map(without_names, kept_games(folder / JOURNAL_FILE))]
    assert games == games_before(before), step
    left = files_with_name(folder)
    told = list_all(folder)
    (folder / BOOK_FILE).unlink()
    assert list_all(folder) == told, step
    if left:
        assert told == told_before(before), f"{step}: {left}"
        assert not (folder / NOTE_FILE).exists()
        return False
    assert files_with_name(folder) == [], step
    expected = [
        each | {"name": "A player"} if each["name"].casefold() == NAME.casefold() else each
        for each in told_before(before)
    ]
    assert told == expected, step
    return True


@pytest.mark.long
def test_a_pulled_plug_leaves_all_or_nothing_of_a_person(before: Path, tmp_path: Path) -> None:
    deleted: list[bool] = []
    for step in range(MOST_STEPS):
        folder = tmp_path / str(step)
        shutil.copytree(before, folder)
        killed = deleted_and_killed(folder, step)
        deleted.append(look(folder, before, step))
        if not killed:
            break
    else:
        pytest.fail("it never ended")
    assert deleted == sorted(deleted)
    assert not deleted[0]
    assert deleted[-1]


@pytest.fixture(scope="module")
def asked(before: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Op]:
    """All that a deletion asks of the disk."""
    folder = tmp_path_factory.mktemp("asked") / "games"
    shutil.copytree(before, folder)
    recorder = Recorder()
    book = Book(folder / BOOK_FILE)
    files = PeopleFiles(folder / JOURNAL_FILE, book, Summaries(folder / SUMMARIES_FILE))
    with closing(open_journal(folder / JOURNAL_FILE)) as journal:
        deletion = files.deletion_of(journal, NAME, "A player")
    assert deletion is not None
    with recorder.recording(), small_files(recorder, folder):
        files.delete(deletion)
        book.close()
    disk = Disk(contents(before))
    for op in recorder.ops:
        disk.do(op)
    assert everything(disk, random.Random()) == contents(folder)
    return recorder.ops


@pytest.mark.long
def test_what_is_recorded_makes_the_same_files(
    before: Path, asked: list[Op], tmp_path: Path
) -> None:
    disk = Disk(contents(before))
    for op in asked:
        disk.do(op)
    put(tmp_path, everything(disk, random.Random()))
    assert look(tmp_path, before, len(asked))
    kinds = {type(op) for op in asked}
    assert kinds == {Create, Write, Sync, Delete, Rename, SyncFolder}


@pytest.mark.long
def test_a_cut_of_the_disk_leaves_all_or_nothing_of_a_person(before: Path, asked: list[Op]) -> None:
    """After each operation, whatever the disk had taken of what was not synced by then."""
    rng = random.Random(SEED)
    disk, ends = Disk(contents(before)), Counter[bool]()
    for after in range(len(asked) + 1):
        for kind in KINDS:
            with TemporaryDirectory(dir=IN_MEMORY) as folder:
                put(Path(folder), kind(disk, rng))
                ends[look(Path(folder), before, after)] += 1
        if after < len(asked):
            disk.do(asked[after])
    assert ends[False] > 0
    assert ends[True] > 0


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def put(folder: Path, files: Files) -> None:
    for name, data in files.items():
        (folder / name).write_bytes(data)
