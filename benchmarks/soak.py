"""Soak test: checks that nothing grows while a board plays on and on.

    python -m benchmarks.soak --virtual 48      hours of virtual time, in minutes
    python -m benchmarks.soak --real 3600       seconds of real time, with the real program

Exit status 1 if something has grown.
"""

import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click

from benchmarks.figures import table
from benchmarks.soak_growth import Grows, Sample, check, figures
from benchmarks.soak_real import evening
from benchmarks.soak_real import play as play_on
from benchmarks.soak_virtual import soak

MOST_VIRTUAL: Final = {"blocks": 4000.0, "resident_kib": 8192.0, "threads": 0.0, "handles": 0.0}
MOST_REAL: Final = {"resident_kib": 8192.0, "threads": 0.0, "handles": 16.0}
"""By how much each may grow after the warm-up. Streams come and go by chance: so do handles."""
SAMPLES: Final = 60


@click.command()
@click.option("--virtual", "hours", type=click.FloatRange(min=0, min_open=True), metavar="HOURS")
@click.option("--real", "seconds", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS")
def main(hours: float | None, seconds: float | None) -> None:
    """Play on, and see whether anything grows."""
    if hours is None and seconds is None:
        hours = 48.0
    fine = True
    if hours is not None:
        fine = _virtual(hours) and fine
    if seconds is not None:
        fine = _real(seconds) and fine
    sys.exit(0 if fine else 1)


def _virtual(hours: float) -> bool:
    print(f"{hours:g} hours of virtual time")
    began_s = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, soak(Path(folder)) as people:
        samples = _noted(people.play(hours, hours * 3600 / SAMPLES))
        print(
            f"  {people.by_hand} actions by hand, {people.by_chips} through emulated chips, "
            f"{people.phones_come} phones; {time.monotonic() - began_s:.0f} s of real time"
        )
    return _judged(samples, MOST_VIRTUAL)


def _real(seconds: float) -> bool:
    print(f"{seconds:g} seconds of real time")
    with (
        tempfile.TemporaryDirectory() as name,
        evening(Path(name)) as (program, people, crowd),
    ):
        samples = _noted(play_on(Path(name), program, people, seconds, seconds / SAMPLES))
        print(
            f"  {people.by_hand} actions by hand, {people.phones_come} phones of players, "
            f"{crowd.opened} streams opened, {crowd.refused} refused"
        )
        print(f"  the program's log: {len(program.errors.splitlines())} lines")
    return _judged(samples, MOST_REAL)


def _noted(samples: Iterable[Sample]) -> list[Sample]:
    """All samples, each printed as it comes."""
    noted = []
    for each in samples:
        noted.append(each)
        blocks = "" if each.blocks is None else f"{each.blocks:8} pieces "
        print(
            f"  {each.at_s / 3600:6.2f} h {each.games:4} games {each.actions:6} actions "
            f"{blocks}{each.resident_kib:7.0f} KiB resident "
            f"{each.threads:4} threads {each.handles:4} handles {each.journal_bytes:8} B journal",
            flush=True,
        )
    return noted


def _judged(samples: list[Sample], most: dict[str, float]) -> bool:
    for line in table(figures(samples)):
        print(line)
    try:
        check(samples, most)
    except Grows as error:
        print(error)
        return False
    print("  Nothing grows but the journal.")
    return True


if __name__ == "__main__":
    main()
