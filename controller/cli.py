"""The command `hareboard`: the words that need no web pages. `web.main` adds the others."""

import click

from controller.appliance.status_command import status_command
from controller.appliance.update_command import update_command
from controller.board.command import board
from controller.doctor.command import doctor_command
from controller.engine.command import engine
from controller.firmware.command import firmware_command
from controller.journal_command import journal
from controller.library.command import editions
from controller.records.command import record
from controller.wiring.command import trace, watch
from controller.wiring.probe import probe


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hareboard", message="hareboard %(version)s")
def cli() -> None:
    """A board for David Parlett's race game Hare & Tortoise.

    Start with “hareboard simulate”: it plays on a simulated board in the browser.
    """


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
cli.add_command(journal)
