"""The commands `hareboard journal`: check saved games, convert them from a newer version."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click
import platformdirs

from controller.game.journal.files.file_format import JOURNAL_FILE, SCHEMA_VERSION
from controller.game.journal.journal import JournalDamaged, JournalError, JournalForeign
from controller.game.journal.migration import adopt, look_at
from controller.plain_text import plain_lines
from controller.plural import counted
from controller.privileges import become_owner

REMEDY: Final = "The next start of hareboard repairs the games and keeps the damaged file."

_data = click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the games.  [default: your user data folder]",
)


@click.group("journal")
def journal() -> None:
    """Check or convert saved games after an update.

    “hareboard update” does this by itself.
    """


@journal.command("check")
@_data
@click.option("--keep", is_flag=True, help="Keep a copy if this version changes the format.")
def check_command(data: Path | None, *, keep: bool) -> None:
    """Check that this version can use the saved games.

    Reads a copy, so it may run during a game. The exit status is 1 if it cannot use them.
    """
    path = _journal(data)
    with _in_words():
        found, copy = look_at(path, keep=keep)
    if found is None:
        click.echo(f"No games are kept in {path.parent} yet.")
    elif found == SCHEMA_VERSION:
        click.echo(f"The games in {path} are whole (format {found}).")
    else:
        kept = "" if copy is None else f" A copy is kept as {copy}."
        click.echo(
            f"The games in {path} are whole. Their format is {found}, and becomes "
            f"{SCHEMA_VERSION} with this version.{kept}"
        )


@journal.command("adopt")
@_data
def adopt_command(data: Path | None) -> None:
    """Convert games that a newer version has written.

    Keeps their journal, and makes a new one with all games that this version knows. Stop
    hareboard first.
    """
    path = _journal(data)
    with _in_words():
        kept, source, entries, left_out = adopt(path)
    if kept is None:
        click.echo("This version can go on with the games as they are.")
        return
    said = f"This version goes on with {counted(entries, 'action')} of the games."
    if source is not None:
        said = (
            f"This version cannot read what the newer one has written: the games are as they "
            f"were when {source} was copied."
        )
    if left_out:
        said += f" {counted(left_out, 'game')} that it does not know had to be left out."
    click.echo(f"{said} The newer journal is kept as {kept}.")


def _journal(data: Path | None) -> Path:
    folder = data or Path(platformdirs.user_data_dir("hareboard", appauthor=False))
    become_owner(folder)
    return folder / JOURNAL_FILE


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except (JournalError, OSError) as error:  # a link may lead to where this user may not look
        raise unusable(error) from error


def unusable(error: JournalError | OSError) -> click.ClickException:
    """Return the error of a command that cannot use the saved games."""
    is_repaired = isinstance(error, JournalDamaged) and not isinstance(error, JournalForeign)
    remedy = f" {REMEDY}" if is_repaired else ""
    return click.ClickException(plain_lines(f"{error}{remedy}"))
