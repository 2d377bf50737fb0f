"""The plug is pulled at any moment of some games: nothing confirmed is lost, nothing invented."""

import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from controller.game.journal.journal import SCHEMA_VERSION
from tests.controller.game.journal.test_journal_versions import of_format
from tests.power.cutting import Cut, cuts, fault_after
from tests.power.disk import BLOCK, KINDS, Disk, all_but_one, everything, nothing, some, torn
from tests.power.evening import IN_MEMORY, JOURNAL, Evening, change_of_format, spend_evening
from tests.power.vfs import Create, Delete, Op, Sync, Truncate, Write
from tests.support.tiers import few_or, sample

SEED = 64


@pytest.fixture
def folder() -> Iterator[Path]:
    with TemporaryDirectory(dir=IN_MEMORY) as made:
        yield Path(made)


@pytest.fixture(scope="module")
def evening() -> Evening:
    return spend_evening(7, SEED)


def faults(evening: Evening, count: int | None, folder: Path) -> list[tuple[int, str, str]]:
    found = []
    for cut in cuts(evening, count, SEED):
        fault = fault_after(cut, evening, folder)
        if fault is not None:
            found.append((cut.after, cut.kind, fault))
    return found


@pytest.mark.parametrize("count", few_or(25, 2000))
def test_a_pulled_plug_loses_nothing_confirmed_and_invents_nothing(
    evening: Evening, folder: Path, count: int
) -> None:
    """After every operation there is: `python -m tests.power`."""
    assert faults(evening, count, folder) == []


@pytest.mark.parametrize("earlier", sample(SCHEMA_VERSION, range(1, SCHEMA_VERSION)))
def test_a_pulled_plug_while_the_format_changes_loses_nothing(earlier: int, folder: Path) -> None:
    rows = of_format(earlier, folder / JOURNAL, games=40)
    lines = [(kind, text) for _, kind, text, _ in rows]
    files = {each.name: each.read_bytes() for each in folder.iterdir()}
    changing = change_of_format(lines, files)
    assert len(changing.ops) > 10
    for each in folder.iterdir():
        each.unlink()
    assert faults(changing, None, folder) == []


def test_the_evening_has_everything_that_a_journal_does(evening: Evening) -> None:
    kinds = {kind for kind, _ in evening.lines}
    assert kinds == {"begin", "play", "undo", "mend", "pause", "resume", "aside", "load"}
    log = f"{JOURNAL}-wal"
    assert sum(each == Delete(log, synced=False) for each in evening.ops) == 3, "stopped"
    begun = [each for each in evening.ops if isinstance(each, Write) and not each.at]
    copy = f"{JOURNAL}-confirmed"
    for file in (log, copy):
        anew = sum(each.file == file for each in begun)
        assert anew > sum(each == Create(file, log=True) for each in evening.ops), "begun anew"
    assert {each.file for each in begun} == {JOURNAL, f"{JOURNAL}-journal", log, copy}


def test_what_a_cut_loses_is_noticed(evening: Evening, folder: Path) -> None:
    """The looking itself is looked at: a disk that forgets one confirmed entry is found out."""
    disk = Disk({})
    place = evening.confirmed[40]
    for op in evening.ops[:place]:
        disk.do(op)
    whole = everything(disk, random.Random(SEED))
    log = whole[f"{JOURNAL}-wal"]
    assert fault_after(Cut(place, "whole", whole), evening, folder) is None
    short = {**whole, f"{JOURNAL}-wal": log[: -4 * BLOCK]}
    assert fault_after(Cut(place, "once", short), evening, folder) is None, "put back"
    copy = whole[f"{JOURNAL}-confirmed"]
    last = len(copy.rstrip(b"\0")) // BLOCK * BLOCK
    short[f"{JOURNAL}-confirmed"] = copy[: last - BLOCK].ljust(len(copy), b"\0")
    assert "was confirmed, and the last one is" in str(
        fault_after(Cut(place, "forgetful", short), evening, folder)
    )
    early = Cut(evening.begun[39], "hasty", whole)
    assert fault_after(early, evening, folder) == "nobody asked for entry 41"


# The disk


OPS: tuple[Op, ...] = (
    Create("a", log=False),
    Write("a", 0, b"x" * BLOCK),
    Create("b", log=True),
    Write("b", 0, b"y"),
)


def after(*ops: Op) -> Disk:
    disk = Disk({})
    for op in ops:
        disk.do(op)
    return disk


def test_what_was_not_synced_may_be_lost_and_a_new_name_with_it() -> None:
    rng = random.Random(SEED)
    disk = after(*OPS)
    assert disk.unsynced == 4
    assert nothing(disk, rng) == {}
    assert everything(disk, rng) == {"a": b"x" * BLOCK, "b": b"y"}
    disk.do(Sync("a"))
    assert nothing(disk, rng) == {}
    disk.do(Sync("b"))
    assert disk.unsynced == 0
    assert all(kind(disk, rng) == everything(disk, rng) for kind in KINDS)


def test_a_file_that_was_taken_away_may_come_back() -> None:
    disk = after(*OPS, Sync("a"), Sync("b"), Delete("b", synced=False))
    assert set(nothing(disk, random.Random(SEED))) == {"a", "b"}
    disk = after(*OPS, Sync("a"), Sync("b"), Delete("b", synced=True))
    assert set(nothing(disk, random.Random(SEED))) == {"a"}


def test_writes_are_lost_torn_and_come_before_their_turn() -> None:
    disk = Disk({"a": bytes(BLOCK)})
    for op in (Write("a", 0, b"x" * BLOCK), Truncate("a", 2 * BLOCK), Write("a", BLOCK, b"yy")):
        disk.do(op)
    found = {
        kind: {kind(disk, random.Random(seed))["a"] for seed in range(60)}
        for kind in (all_but_one, some, torn)
    }
    assert len(found[all_but_one]) == 3
    assert len(found[some]) > 4
    assert len(found[torn]) > 20
