"""The whole command: every subcommand is there, and imported only when it is asked for."""

import subprocess
import sys
from pathlib import Path

import pytest
from click import Context
from click.testing import CliRunner

from controller.cli import cli
from web.commands.main import main

COMMANDS = [
    *(
        "analyse",
        "arena",
        "board",
        "club",
        "delete-person",
        "doctor",
        "editions",
        "engine",
        "firmware",
        "journal",
        "picture",
        "record",
        "replay",
    ),
    *("run", "simulate", "status", "trace", "trust", "update", "watch"),
]


def test_every_command_is_listed() -> None:
    assert callable(main)
    assert cli.list_commands(Context(cli)) == COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_found_and_has_help(name: str) -> None:
    result = CliRunner().invoke(cli, [name, "--help"])
    assert result.exit_code == 0
    assert f" {name}" in result.output


def test_what_is_no_command_is_refused() -> None:
    result = CliRunner().invoke(cli, ["simulte"])
    assert result.exit_code == 2
    assert "No such command 'simulte'" in result.output


def test_a_full_disk_under_what_is_printed_is_told_plainly() -> None:
    code = "import sys; from web.commands.main import main; sys.argv[1:] = ['editions']; main()"
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            [sys.executable, "-c", code],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ended.returncode == 1
    assert ended.stderr == (
        "Error: what this command prints cannot be written: the disk is full.\n"
    )


def test_a_board_starts_without_the_other_commands() -> None:
    code = (
        "import sys\n"
        "from click import Context\n"
        "from web.commands.main import cli\n"
        "assert cli.get_command(Context(cli), 'simulate') is not None\n"
        "print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "web.modes.modes" in loaded
    assert not set(loaded) & {
        "controller.appliance.status.command",
        "controller.appliance.update.command",
        "controller.bootstrap.trace.command",
        "controller.game.engine.command",
        "controller.maintenance.firmware.command",
        "jeepney",
        "web.commands.replay",
        "web.commands.run",
    }
