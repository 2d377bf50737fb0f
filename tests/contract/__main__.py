"""Asks the API thousands of things: `python -m tests.contract`."""

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

import click

from tests.contract.asking import ask_many
from web.server.request_body import Mode

IN_THE_WORKSHOP: Final = 0.2
"""The share of requests that go there."""


@click.command()
@click.option("--requests", default=10_000, show_default=True, help="How many in all.")
@click.option("--seed", default=6, show_default=True, help="Decides which.")
def main(requests: int, seed: int) -> None:
    """Ask as player, host, stranger and at the board. Exit status 1 if an answer is wrong."""
    started_s = time.monotonic()
    rooms: dict[Mode, int] = {"play": 0, "workshop": int(IN_THE_WORKSHOP * requests)}
    rooms["play"] = requests - rooms["workshop"]
    wrong: list[str] = []
    for name, count in rooms.items():
        with tempfile.TemporaryDirectory() as folder:
            told = ask_many(Path(folder), name, count, seed)
        wrong += told.wrong
        print(f"{name}: {told.answers.total()} requests")
        kinds: Counter[str] = Counter()
        for (_, _, how), times in told.answers.items():
            kinds[how] += times
        for how, times in kinds.most_common():
            print(f"  {times:6} {how}")
    print(f"{len(wrong)} wrong answers, {time.monotonic() - started_s:.0f} s")
    for each in wrong[:50]:
        print(f"  {each}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
