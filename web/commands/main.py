"""The command `hareboard`, with all its commands."""

# ruff: noqa: PLC0415 - importing on demand is the purpose

import contextlib
import errno
import gc
import sys
from collections.abc import Iterator

import click

from controller.cli import board_group, cli


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Import without garbage collection: modules stay, so looking through them finds nothing.

    Later collections leave out all that was imported here.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _simulate() -> click.Command:
    with _uncollected():
        from web.commands.simulate import simulate_command

    return simulate_command


def _run() -> click.Command:
    with _uncollected():
        from web.commands.run import run_command

    return run_command


def _replay() -> click.Command:
    from web.commands.replay import replay_command

    return replay_command


def _analyse() -> click.Command:
    from web.commands.analyse import analyse_command

    return analyse_command


def _picture() -> click.Command:
    from web.commands.picture import picture_command

    return picture_command


def _club() -> click.Command:
    from web.commands.club import club_command

    return club_command


def _delete_person() -> click.Command:
    from web.commands.delete_person import delete_person_command

    return delete_person_command


def _board() -> click.Command:
    group = board_group()
    group.add_on_demand("make", _make)
    return group


def _make() -> click.Command:
    from web.commands.make import make_command

    return make_command


cli.add_on_demand("board", _board)
cli.add_on_demand("analyse", _analyse)
cli.add_on_demand("club", _club)
cli.add_on_demand("delete-person", _delete_person)
cli.add_on_demand("picture", _picture)
cli.add_on_demand("simulate", _simulate)
cli.add_on_demand("run", _run)
cli.add_on_demand("replay", _replay)


def main() -> None:
    """Run the command."""
    try:
        cli(prog_name="hareboard")
    except OSError as error:
        if error.errno != errno.ENOSPC or error.filename is not None:
            raise
        sys.exit("Error: what this command prints cannot be written: the disk is full.")
