"""The command `hareboard run`: a game on a real board, wired to this computer."""

# ruff: noqa: PLC0415 - what a game does not need is imported on demand

from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.board import BadFile, WebSettings, read_board
from controller.board.examples import example_names
from controller.board.no_file import no_such_file, other_files
from controller.bootstrap import Table, real_table
from controller.bootstrap.network import open_network
from controller.partners.kept_partners import PARTNERS_FILE
from controller.partners.letters import PartnerLetters
from controller.privileges import become_owner
from hardware.clock import MonotonicClock
from hardware.logs import set_up_logs
from web.access.address import PageAddress
from web.access.phones import PHONES_FILE, Phones
from web.commands.folder_lock import FolderTaken
from web.commands.fresh import FRESH, fresh_option, put_aside
from web.commands.serving import (
    data_folder,
    data_option,
    errors_in_words,
    hold,
    kept,
    listening,
    opened,
    reachable,
    tell_joining,
)
from web.modes.modes import BoardContext, make_mode_switch
from web.pages.join_sign import how_to_join, shown

if TYPE_CHECKING:
    from controller.bootstrap.acceptance import AcceptanceTable
    from controller.bootstrap.calibration import CalibrationTable


@click.command("run")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--host", help="Address to serve on.  [default: the board file's, or 0.0.0.0]")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Port of the pages; 0 for any free port.  [default: the board file's, or 8064]",
)
@data_option
@click.option(
    "--keep-trying",
    is_flag=True,
    help="Retry a board that cannot be opened; meanwhile the pages show the reason.",
)
@fresh_option
def run_command(
    file: Path,
    host: str | None,
    port: int | None,
    data: Path | None,
    *,
    keep_trying: bool,
    fresh: bool,
) -> None:
    """Play on a real board, described by the board file FILE.

    Continues the last game. If the board does not work, run “hareboard doctor FILE”.
    """
    set_up_logs()
    if not file.exists() and str(file) in example_names():
        raise click.ClickException(
            f"{file} is an example. Make it yours first: "
            f"hareboard board show {file} > my-board.toml"
        )
    if not file.exists() and not keep_trying:
        raise click.ClickException(f"{no_such_file(file)} {other_files(file)}")
    become_owner(file)
    with errors_in_words(str(file), FRESH):
        name, web = _told(file, patient=keep_trying)
    folder = data_folder(data)
    board = _RealBoard(file, folder)
    host = web.host if host is None else host
    hint = f" “hareboard doctor {file}” tells more, and what to do."
    with errors_in_words(str(file), FRESH):
        server = listening(host, web.port if port is None else port, folder, web.proxy)
        with suppress(FolderTaken) if keep_trying else nullcontext():
            hold(folder, f"http://{reachable(server.host)}:{server.port}/", server.port)
            if fresh:
                put_aside(folder)
        place = PageAddress(server.host, server.port)
        phones = Phones(folder / PHONES_FILE, MonotonicClock())
        letters = PartnerLetters(folder / PARTNERS_FILE, MonotonicClock())
        network = open_network(folder, MonotonicClock())
        switch = make_mode_switch(
            BoardContext(
                folder=folder,
                place=place,
                phones=phones,
                letters=letters,
                file=file,
                wired=True,
                open_table=board.open_table,
                open_calibration=board.open_calibration,
                open_acceptance=board.open_acceptance,
                metrics=web.metrics,
                network=network,
            )
        )
    with (
        errors_in_words(str(file), FRESH, hint),
        kept(network),
        shown(lambda: how_to_join(place, phones, network)),
        opened(switch, patient=keep_trying) as systemd_status,
    ):
        click.echo(f"Hare & Tortoise on {name}")
        click.echo(f"  the phones   {place.address()}/")
        click.echo(f"  the builder  {place.address()}/builder")
        tell_joining(place, phones)
        click.echo(f"Games are kept in {folder}. Ctrl-C stops; the game goes on next time.")
        server.run(switch, systemd_status.ready)


def _told(file: Path, *, patient: bool) -> tuple[str, WebSettings]:
    """Read a board's name, and the settings of its pages.

    Args:
        file: the board file.
        patient: if the file has mistakes, serve the pages at the default address to tell them.

    Raises:
        BadFile: the file has mistakes, and `patient` is False.
    """
    try:
        board = read_board(file)
    except BadFile:
        if not patient:
            raise
        return "a board whose file has mistakes", WebSettings()
    return board.name, board.web


@dataclass(frozen=True)
class _RealBoard:
    """A real board with its game.

    Attributes:
        file: its board file.
        folder: the folder of its games.
    """

    file: Path
    folder: Path

    def open_table(self) -> Table:
        """Open and start the table of the game. Raises as `real_table`."""
        table = real_table(self.folder, self.file)
        table.start()
        return table

    def open_calibration(self) -> "CalibrationTable":
        """Open and start the table of calibration. Raises as `real_calibration`."""
        from controller.bootstrap.calibration import real_calibration

        table = real_calibration(self.folder, self.file)
        table.start()
        return table

    def open_acceptance(self) -> "AcceptanceTable":
        """Open and start the acceptance. Raises as `real_acceptance`."""
        from controller.bootstrap.acceptance import real_acceptance

        table = real_acceptance(self.folder, self.file)
        table.start()
        return table
