"""The option `--fresh`: what a folder has is set aside, and nothing is deleted."""

import contextlib
import itertools
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from controller.bootstrap import JOURNAL_FILE, SUMMARIES_FILE
from controller.game.journal.journal import Journal, JournalDamaged

GAMES: Final = (f"{JOURNAL_FILE}*", SUMMARIES_FILE)
"""Patterns of the files of games."""
FRESH: Final = "Add --fresh to keep the old games aside and begin anew."
"""Advice for a journal that cannot be used."""

fresh_option = click.option(
    "--fresh",
    is_flag=True,
    help="Set the old games aside and start again; deletes nothing.",
)


def put_aside(folder: Path, patterns: Sequence[str] = GAMES) -> None:
    """Move the files of these patterns into a folder of their own."""

    def there() -> list[Path]:
        return [path for pattern in patterns for path in folder.glob(pattern)]

    if not there():
        return
    with contextlib.suppress(JournalDamaged):
        Journal(folder / JOURNAL_FILE).close()  # refused while another program uses it
    places = (folder / f"kept-{number}" for number in itertools.count(1))
    kept = next(place for place in places if not place.exists())
    kept.mkdir()
    # Closing it has merged the write-ahead file into the journal: list again.
    for path in there():
        shutil.move(path, kept / path.name)
    click.echo(f"What was there before is kept in {kept}.")
