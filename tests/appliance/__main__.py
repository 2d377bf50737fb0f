"""Installs hareboard on a real Debian and lives with it: `python -m tests.appliance`."""

import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Final

import click

from tests.appliance.another_processor import STORIES as OF_ANOTHER_PROCESSOR
from tests.appliance.another_processor import understood
from tests.appliance.container import bare_system, container, is_own
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
@click.option(
    "--arch", default="amd64", show_default=True, help="Which processor; arm64 is emulated."
)
@click.option("--only", multiple=True, metavar="STORY", help="Only this story; may be repeated.")
@click.option(
    "--kept",
    type=click.Path(path_type=Path, file_okay=False),
    default=KEPT,
    show_default="build/appliance",
    help="Where the bare Debian is kept.",
)
def main(suite: str, arch: str, only: tuple[str, ...], kept: Path) -> None:
    """Tell every story, each on a Debian of its own. Exit status 1 if one ends badly."""
    stories = STORIES if is_own(arch) else OF_ANOTHER_PROCESSOR
    if unknown := set(only) - set(stories):
        sys.exit(f"No such story: {', '.join(unknown)}. There are {', '.join(stories)}.")
    if not is_inside():
        sys.exit(in_a_network_of_its_own("-m", "tests.appliance", *sys.argv[1:]))
    if not is_own(arch):
        understood(arch)
    base = bare_system(suite, arch, kept)
    failed = []
    with tempfile.TemporaryDirectory() as room:
        this, next_one = copy_of(Path(room) / "this"), copy_of(Path(room) / "next", later=True)
        binds = {"/mnt/this": this, "/mnt/next": next_one}
        if UPDATING & set(only or stories):
            binds[RELEASES] = Path(room) / "releases"
            make_releases(next_one, binds[RELEASES])
        for name in only or stories:
            print(f"\n{name} ({suite}, {arch})", flush=True)
            started_s = time.monotonic()
            try:
                with container(base, binds, boots=is_own(arch)) as box:
                    board = Board(box)
                    try:
                        stories[name](board)
                    finally:
                        board.close()
            except Exception:  # noqa: BLE001 - the other stories are told all the same
                traceback.print_exc()
                failed.append(name)
            print(f"  {time.monotonic() - started_s:.0f} s", flush=True)
    print(f"\n{len(only or stories)} stories, {len(failed)} failed{': ' if failed else ''}", end="")
    print(", ".join(failed))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
