"""The command `hareboard`, without the commands that serve pages: `web.commands.main` adds them.

A command is imported when it is asked for: a board that starts needs one of them.
"""

# ruff: noqa: PLC0415 - importing on demand is the purpose

import os
from collections.abc import Callable
from typing import Any

import click


class CommandsOnDemand(click.Group):
    """A group that imports each command when it is first needed."""

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self._loaders: dict[str, Callable[[], click.Command]] = {}

    def add_on_demand(self, name: str, load: Callable[[], click.Command]) -> None:
        """Add a command.

        Args:
            name: its name.
            load: imports it.
        """
        self._loaders[name] = load

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, without importing them."""
        return sorted({*super().list_commands(ctx), *self._loaders})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; None if there is none of that name."""
        load = self._loaders.pop(cmd_name, None)
        if load is not None:
            self.add_command(load(), cmd_name)
        return super().get_command(ctx, cmd_name)


@click.group(cls=CommandsOnDemand, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hareboard", message="hareboard %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """Run a board for David Parlett's race game Hare & Tortoise.

    Start with “hareboard simulate”, which plays on a simulated board in the browser.
    """
    if os.environ.get("NO_COLOR"):  # https://no-color.org
        context.color = False


def _editions() -> click.Command:
    from controller.game.editions.command import editions

    return editions


def _record() -> click.Command:
    from controller.game.records.command import record

    return record


def board_group() -> CommandsOnDemand:
    """Return the group `hareboard board`; `web.commands.main` adds `make` to it."""
    from controller.board.command import board

    group = CommandsOnDemand(
        "board", board.commands, callback=board.callback, help=board.help, no_args_is_help=False
    )
    group.invoke_without_command = True
    group.add_on_demand("accept", _accept)
    return group


def _accept() -> click.Command:
    from controller.bootstrap.acceptance import open_site, rehearsed_site
    from controller.bootstrap.simulated.rehearsed_faults import REHEARSED_FAULTS
    from controller.maintenance.acceptance.command import accept_command

    return accept_command(open_site, rehearsed_site, REHEARSED_FAULTS)


def _engine() -> click.Command:
    from controller.game.engine.command import engine

    return engine


def _doctor() -> click.Command:
    from controller.appliance.paths import BOARD, DATA
    from controller.bootstrap.probe import probe
    from controller.maintenance.doctor.command import doctor_command

    return doctor_command(probe, folders={BOARD: DATA})


def _trace() -> click.Command:
    from controller.bootstrap.trace.command import trace

    return trace


def _watch() -> click.Command:
    from controller.bootstrap.trace.command import watch

    return watch


def _firmware() -> click.Command:
    from controller.maintenance.firmware.command import firmware_command

    return firmware_command()


def _status() -> click.Command:
    from controller.appliance.status.command import status_command

    return status_command()


def _update() -> click.Command:
    from controller.appliance.update.command import update_command

    return update_command()


def _trust() -> click.Command:
    from controller.appliance.release.command import trust_command

    return trust_command()


def _journal() -> click.Command:
    from controller.game.journal.command import journal

    return journal


def _arena() -> click.Command:
    from controller.game.opponents.arena.command import arena

    return arena


cli.add_on_demand("editions", _editions)
cli.add_on_demand("record", _record)
cli.add_on_demand("board", board_group)
cli.add_on_demand("engine", _engine)
cli.add_on_demand("doctor", _doctor)
cli.add_on_demand("trace", _trace)
cli.add_on_demand("watch", _watch)
cli.add_on_demand("firmware", _firmware)
cli.add_on_demand("status", _status)
cli.add_on_demand("update", _update)
cli.add_on_demand("trust", _trust)
cli.add_on_demand("journal", _journal)
cli.add_on_demand("arena", _arena)
