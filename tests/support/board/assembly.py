"""Checks of an assembly's text: its commands exist."""

import shlex

import click

import web.commands.main  # noqa: F401 - adds the commands of the pages
from controller.cli import cli


def is_command(check: str) -> bool:
    """Parse a command line of `hareboard` as the program would; True if it takes it."""
    program, *words = shlex.split(check.removeprefix("sudo "))
    command: click.Command = cli
    while isinstance(command, click.Group):
        found = command.get_command(click.Context(command), words.pop(0))
        if found is None:
            return False
        command = found
    command.make_context(command.name, words)
    return program == "hareboard"


def checks(text: str) -> list[str]:
    """List the commands of an assembly."""
    return [line.split("Check: ")[1] for line in text.splitlines() if "Check: " in line]
