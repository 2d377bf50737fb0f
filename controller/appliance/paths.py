"""Paths and ports of an installed hareboard: releases, games, board file."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from controller.board import BadFile, read_board
from controller.board.file.sections import WebSettings
from controller.game.journal.files.file_format import JOURNAL_FILE

BOARD: Final = Path("/etc/hareboard/board.toml")
DATA: Final = Path("/var/lib/hareboard")
HOME: Final = Path("/opt/hareboard")
SOCKET_PORT: Final = 80
"""Port of `hareboard.socket`; systemd listens on it regardless of the board file."""

board_option = click.option(
    "--board",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    default=BOARD,
    show_default=True,
    help="Board file, which has the address of the pages.",
)
"""Addresses at which commands look for the running program."""


@dataclass(frozen=True)
class Places:
    """Paths of an installation.

    Attributes:
        home: folder of the releases, and of the links to the current and the previous one.
        data: the games and settings.
        board: the board file.
    """

    home: Path = HOME
    data: Path = DATA
    board: Path = BOARD

    @property
    def journal(self) -> Path:
        """Path of the journal of the games."""
        return self.data / JOURNAL_FILE


def addresses(board: Path) -> tuple[tuple[str, int], ...]:
    """List hosts and ports where a running service may serve its pages, the likeliest first.

    Args:
        board: the board file; without a valid one the default hosts and ports are returned.
    """
    try:
        web = read_board(board).web
    except BadFile:
        web = WebSettings()
    return (web.host, web.port), ("127.0.0.1", SOCKET_PORT)
