"""The command `hareboard delete-person`: deletes a person from all races of a folder."""

from contextlib import closing
from pathlib import Path

import click

from controller.bootstrap.table import people_files
from controller.game.journal.files.file_format import JOURNAL_FILE
from controller.game.journal.journal import JournalError
from controller.game.journal.repair import open_journal
from controller.game.pieces import key_of
from controller.plain_text import plain, plain_lines
from controller.refusal import Refusal
from hardware.clock import MonotonicClock
from web.access.phones import PHONES_FILE, Phones
from web.commands.serving import data_folder, data_option

CALLED = "A player"


@click.command("delete-person")
@data_option
def delete_person_command(data: Path | None) -> None:
    """Delete a person: their name leaves all races, and their figures are listed no more.

    The command asks for the name: what is typed behind a command, the system's log keeps. The races
    stay for everybody else, with “A player” for the person. Copies of the games that the board has
    kept after an update or a repair are deleted. This cannot be undone. Stop hareboard first.
    """
    folder = data_folder(data)
    journal, phones = folder / JOURNAL_FILE, folder / PHONES_FILE
    if not journal.exists():
        raise click.ClickException(
            f"There are no games in {folder}. Name their folder with --data: an installed board "
            "has them in /var/lib/hareboard."
        )
    name = click.prompt("Name")
    try:
        files = people_files(folder)
        files.finish()
        with closing(open_journal(journal)) as opened:
            deletion = files.deletion_of(opened, name, CALLED)
        if deletion is not None:
            click.confirm(f"Delete “{plain(name)}” from all races in {folder}?", abort=True)
        if phones.exists():
            Phones(phones, MonotonicClock()).forget(key_of(name))
        if deletion is None:
            raise click.ClickException(f"Nobody called “{plain(name)}” has raced in {folder}.")
        files.delete(deletion)
    except (JournalError, OSError, Refusal) as error:
        raise click.ClickException(plain_lines(str(error))) from error
    click.echo(f"Deleted. In the races the name is “{deletion.stand_in}” now.")
