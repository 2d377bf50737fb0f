"""Paths and ports of an installed hareboard: releases, games, board file."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from controller.board import BadBoard, read_board
from controller.board.file.web import WebSettings
from controller.game.journal.file_format import JOURNAL_FILE

BOARD: Final = Path("/etc/hareboard/board.toml")
DATA: Final = Path("/var/lib/hareboard")
HOME: Final = Path("/opt/hareboard")
SOCKET_PORT: Final = 80
"""Where systemd listens for the service (`hareboard.socket`), whatever the board file says."""

board_option = click.option(
    "--board",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    default=BOARD,
    show_default=True,
    help="The board file: it says where the pages are.",
)
"""Where commands that ask the running program find out where it answers."""


@dataclass(frozen=True)
class Places:
    """Where everything is.

    Attributes:
        home: the releases, and the links to the one that runs and the one before.
        data: the games and settings.
        board: the board file.
    """

    home: Path = HOME
    data: Path = DATA
    board: Path = BOARD

    @property
    def journal(self) -> Path:
        """The journal of the games."""
        return self.data / JOURNAL_FILE


def addresses(board: Path) -> tuple[tuple[str, int], ...]:
    """The hosts and ports where the pages of a running service may be, the likeliest first.

    Args:
        board: the board file; without a good one the usual places.
    """
    try:
        web = read_board(board).web
    except BadBoard:
        web = WebSettings()
    return (web.host, web.port), ("127.0.0.1", SOCKET_PORT)
