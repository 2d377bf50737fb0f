"""Finds and reads a board file, or an example by its name, for the terminal."""

from pathlib import Path

import click

from controller.board.examples import example_names, example_path
from controller.board.file.form import Board, read_board
from controller.board.no_file import no_such_file, other_files
from controller.plural import counted
from controller.toml import BadFile
from controller.toml.mistakes import meant


def named_path(file: str) -> Path:
    """Return the path of a board file or of an example."""
    path = Path(file)
    if path.exists():
        return path
    if path.suffix or path.name != file:
        raise click.ClickException(f"{no_such_file(path)} {other_files(path)}")
    try:
        return example_path(file)
    except KeyError as error:
        near = meant(file, example_names())
        raise click.ClickException(f"There is no file or example “{file}”{near}") from error


def read_named(file: str) -> Board:
    """Read a board file or an example by its name, or report all problems.

    Raises:
        ClickException: there is none of that name, or it has mistakes.
    """
    try:
        return read_board(named_path(file))
    except BadFile as error:
        for problem in error.problems:
            click.echo(str(problem), err=True)
        raise click.ClickException(
            f"{counted(len(error.problems), 'mistake')} in {file}."
        ) from error
