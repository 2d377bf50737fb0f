"""Typing `hareboard` commands, and reading the traces that they write."""

from pathlib import Path

from click.testing import CliRunner, Result

from controller.cli import cli
from hardware.trace import Said, read_trace

MARK = {"hareboard_trace": 1}
"""First line of a trace."""


def run(*words: str | Path) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(cli, [str(word) for word in words])


def said_in(file: Path) -> list[Said]:
    """Return what a trace says, line by line."""
    with file.open(encoding="utf-8") as lines:
        return list(read_trace(lines))
