"""The command `hareboard`, with all its commands."""

from controller.cli import cli
from web.commands.replay import replay_command
from web.commands.run import run_command
from web.commands.simulate import simulate_command

for command in (simulate_command, run_command, replay_command):
    cli.add_command(command)


def main() -> None:
    """Run the command."""
    cli(prog_name="hareboard")
