"""Installs hareboard on a real Debian and lives with it: `python -m tests.appliance`."""

import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Final

import click

from tests.appliance.container import bare_system, container
from tests.appliance.installed_board import RELEASES, Board
from tests.appliance.network import in_a_network_of_its_own, is_inside
from tests.appliance.releases import make_releases
from tests.appliance.stories import STORIES
from tests.appliance.versions import copy_of
from tests.support.checkout import ROOT

UPDATING: Final = {"guides", "update"}
"""Stories that need releases."""
KEPT: Final = ROOT / "build" / "appliance"


@click.command()
@click.option("--suite", default="bookworm", show_default=True, help="Which Debian.")
@click.option("--only", multiple=True, type=click.Choice(list(STORIES)), help="Only these stories.")
@click.option(
    "--kept",
    type=click.Path(path_type=Path, file_okay=False),
    default=KEPT,
    show_default="build/appliance",
    help="Where the bare Debian is kept.",
)
def main(suite: str, only: tuple[str, ...], kept: Path) -> None:
    """Tell every story, each on a Debian of its own. Exit status 1 if one ends badly."""
    if not is_inside():
        sys.exit(in_a_network_of_its_own("-m", "tests.appliance", *sys.argv[1:]))
    base = bare_system(suite, kept)
    failed = []
    with tempfile.TemporaryDirectory() as room:
        this, next_one = copy_of(Path(room) / "this"), copy_of(Path(room) / "next", later=True)
        binds = {"/mnt/this": this, "/mnt/next": next_one}
        if UPDATING & set(only or STORIES):
            binds[RELEASES] = Path(room) / "releases"
            make_releases(next_one, binds[RELEASES])
        for name in only or STORIES:
            print(f"\n{name} ({suite})", flush=True)
            started_s = time.monotonic()
            try:
                with container(base, binds) as box:
                    board = Board(box)
                    try:
                        STORIES[name](board)
                    finally:
                        board.close()
            except Exception:  # noqa: BLE001 - the other stories are told all the same
                traceback.print_exc()
                failed.append(name)
            print(f"  {time.monotonic() - started_s:.0f} s", flush=True)
    print(f"\n{len(only or STORIES)} stories, {len(failed)} failed{': ' if failed else ''}", end="")
    print(", ".join(failed))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
