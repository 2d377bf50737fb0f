"""Pulls the plug after each operation of some games: `python -m tests.power`."""

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import click

from tests.power.cutting import cuts, fault_after
from tests.power.evening import IN_MEMORY, spend_evening


@click.command()
@click.option("--games", default=7, show_default=True, help="How many are played.")
@click.option("--seed", default=64, show_default=True, help="Decides how.")
@click.option("--cuts", "count", type=int, help="How many.  [default: each kind at each place]")
def main(games: int, seed: int, count: int | None) -> None:
    """Pull the plug. Exit status 1 if anything was lost or invented, or did not open."""
    started_s = time.monotonic()
    evening = spend_evening(games, seed)
    print(f"{games} games, {len(evening.lines)} actions, {len(evening.ops)} operations of the disk")
    done: Counter[str] = Counter()
    faults: list[str] = []
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        for cut in cuts(evening, count, seed):
            done[cut.kind] += 1
            fault = fault_after(cut, evening, Path(folder))
            if fault is not None:
                faults.append(f"after operation {cut.after}, {cut.kind}: {fault}")
    for kind, times in done.items():
        print(f"  {times:6} {kind}")
    print(f"{done.total()} cuts, {len(faults)} faults, {time.monotonic() - started_s:.0f} s")
    for each in faults[:30]:
        print(f"  {each}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
