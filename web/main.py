"""The command `hareboard`, complete: the top of the house, where the pages meet the game."""

from controller.cli import cli
from web.replay import replay_command
from web.run import run_command
from web.simulate import simulate_command

for command in (simulate_command, run_command, replay_command):
    cli.add_command(command)


def main() -> None:
    """Run the command."""
    cli(prog_name="hareboard")
