"""The commands about records, as they are typed."""

from pathlib import Path

from click.testing import CliRunner, Result

from controller.game.records.command import record
from web.commands.analyse import analyse_command
from web.commands.picture import picture_command
from web.commands.replay import replay_command

COMMANDS = {
    "analyse": analyse_command,
    "picture": picture_command,
    "replay": replay_command,
    "record": record,
}


def hareboard(command: str, *arguments: str | Path, typed: str | None = None) -> Result:
    words = [str(each) for each in arguments]
    return CliRunner(env={"COLUMNS": "80"}).invoke(COMMANDS[command], words, input=typed)
