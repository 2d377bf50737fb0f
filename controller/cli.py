"""The command `hareboard`, without the commands that serve pages: `web.commands.main` adds them."""

import os

import click

from controller.appliance.release.command import trust_command
from controller.appliance.status.command import status_command
from controller.appliance.update.command import update_command
from controller.board.command import board
from controller.bootstrap.probe import probe
from controller.bootstrap.trace.command import trace, watch
from controller.game.editions.command import editions
from controller.game.engine.command import engine
from controller.game.journal.command import journal
from controller.game.records.command import record
from controller.maintenance.doctor.command import doctor_command
from controller.maintenance.firmware.command import firmware_command


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hareboard", message="hareboard %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """Run a board for David Parlett's race game Hare & Tortoise.

    Start with “hareboard simulate”, which plays on a simulated board in the browser.
    """
    if os.environ.get("NO_COLOR"):  # https://no-color.org
        context.color = False


cli.add_command(editions)
cli.add_command(record)
cli.add_command(board)
cli.add_command(engine)
cli.add_command(doctor_command(probe))
cli.add_command(trace)
cli.add_command(watch)
cli.add_command(firmware_command())
cli.add_command(status_command())
cli.add_command(update_command())
cli.add_command(trust_command())
cli.add_command(journal)
