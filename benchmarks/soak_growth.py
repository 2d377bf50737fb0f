"""Counts that must not grow during a soak: takes samples and reports growth."""

import gc
import os
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.figures import CannotMeasure, Figure, Figures

PAGE_KIB: Final = os.sysconf("SC_PAGE_SIZE") / 1024
WARM_UP: Final = 4
"""One of so many samples, the first ones, is left out."""

CACHE: Final = type(lru_cache(maxsize=1)(len))


class Grows(AssertionError):
    """Something has grown; the message says what."""


@dataclass(frozen=True)
class Sample:
    """What a process held at a moment.

    Attributes:
        at_s: when, in seconds since the beginning.
        games: how many games had been played to their end.
        actions: how many actions had been played.
        blocks: pieces of memory that the interpreter had given out; None if it is another process.
        resident_kib: what the system had given it.
        threads: its threads.
        handles: its open files, pipes and sockets.
        journal_bytes: the journal.
        beside_bytes: what SQLite keeps beside it; it is folded into the journal now and then.
    """

    at_s: float
    games: int
    actions: int
    blocks: int | None
    resident_kib: float
    threads: int
    handles: int
    journal_bytes: int
    beside_bytes: int


def of_this_process(at_s: float, games: int, actions: int, journal: Path) -> Sample:
    """What this process holds now, once everything is gone that may go.

    Caches with a bound are emptied first: how full they are is no growth.
    """
    for each in gc.get_objects():
        if type(each) is CACHE and each.cache_parameters()["maxsize"] is not None:
            each.cache_clear()
    gc.collect()
    resident_kib, _, handles = of_process(os.getpid())
    return Sample(
        at_s,
        games,
        actions,
        sys.getallocatedblocks(),
        resident_kib,
        threading.active_count(),
        handles,
        *of_journal(journal),
    )


def of_process(pid: int) -> tuple[float, int, int]:
    """Resident memory in KiB, threads and open handles of a process.

    Raises:
        CannotMeasure: this system does not tell.
    """
    folder = Path(f"/proc/{pid}")
    if not folder.exists():
        raise CannotMeasure("Memory and handles are read from /proc, which only Linux has.")
    pages = int((folder / "statm").read_text().split()[1])
    threads = len(list((folder / "task").iterdir()))
    return pages * PAGE_KIB, threads, len(list((folder / "fd").iterdir()))


def of_journal(journal: Path) -> tuple[int, int]:
    """How large a journal is on the disk, and what is kept beside it."""
    beside = journal.parent.glob(f"{journal.name}-*")
    return journal.stat().st_size, sum(each.stat().st_size for each in beside)


def settled(samples: Sequence[Sample]) -> Sequence[Sample]:
    """The samples after the warm-up."""
    return samples[max(1, len(samples) // WARM_UP) :]


def growth(samples: Sequence[Sample], name: str) -> float:
    """By how much an attribute has grown after the warm-up: the last third against the first."""
    after = [_of(each, name) for each in settled(samples)]
    third = max(1, len(after) // 3)
    return median(after[-third:]) - median(after[:third])


def check(samples: Sequence[Sample], most: Mapping[str, float]) -> None:
    """Fail if something has grown by more than it may.

    Args:
        samples: taken at even intervals.
        most: by how much each attribute of a sample may grow after the warm-up.

    Raises:
        Grows: something has.
    """
    grown = {name: growth(samples, name) for name in most}
    found = [f"{name} by {grown[name]:.0f}" for name in most if grown[name] > most[name]]
    if found:
        raise Grows(f"While the board played on, it grew: {', '.join(found)}.")


def figures(samples: Sequence[Sample]) -> Figures:
    """What the samples come to."""
    first, last = settled(samples)[0], samples[-1]
    yield Figure("games played to their end", f"{last.games}", f"{last.actions} actions")
    for name, attribute in _told(last):
        grown = growth(samples, attribute)
        yield Figure(
            name,
            f"{_of(last, attribute):.0f}",
            f"{_of(first, attribute):.0f} after the warm-up; third against third: {grown:+.0f}",
        )
    games = max(last.games - first.games, 1)
    each_kib = (last.journal_bytes - first.journal_bytes) / games / 1024
    yield Figure("journal for a game", f"{each_kib:.1f} KiB", f"{last.journal_bytes} bytes in all")
    most = max(each.beside_bytes for each in samples)
    yield Figure("beside the journal, at most", f"{most / 1024:.0f} KiB", "its write-ahead file")


def _told(sample: Sample) -> Iterator[tuple[str, str]]:
    if sample.blocks is not None:
        yield "pieces of memory given out by Python", "blocks"
    yield "resident memory, KiB", "resident_kib"
    yield "threads", "threads"
    yield "open files, pipes and sockets", "handles"


def _of(sample: Sample, name: str) -> float:
    return float(getattr(sample, name) or 0)
