"""The command `hareboard status`: state of the service, the game and the computer."""

from collections.abc import Callable
from pathlib import Path

import click
import msgspec
import platformdirs

from controller.appliance.paths import DATA, addresses, board_option
from controller.appliance.service_manager import ServiceManager, SystemdService
from controller.appliance.status.probe import look
from controller.appliance.status.text import status_text
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.privileges import become_owner


def status_command(
    site: Callable[[], ExaminedComputer] = ExaminedComputer,
    service_manager: Callable[[], ServiceManager] = SystemdService,
) -> click.Command:
    """Return the command `status`.

    Args:
        site: the computer.
        service_manager: service manager.
    """

    @click.command("status")
    @click.option("--json", "as_json", is_flag=True, help="Print JSON.")
    @board_option
    @click.option(
        "--data",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help=f"Folder of the games.  [default: {DATA}, or your user data folder]",
    )
    def status(board: Path, data: Path | None, *, as_json: bool) -> None:
        """Show the status of service, game and computer.

        The exit status is 1 if hareboard does not run, or a thread it needs is dead or hangs.
        """
        folder = data or _usual_folder()
        become_owner(board, folder)
        standing = look(site(), service_manager(), addresses(board), folder)
        if as_json:
            click.echo(msgspec.json.format(msgspec.json.encode(standing), indent=2).decode())
        else:
            click.echo(status_text(standing))
        if not standing.well:
            raise SystemExit(1)

    return status


def _usual_folder() -> Path:
    if DATA.is_dir():
        return DATA
    return Path(platformdirs.user_data_dir("hareboard", appauthor=False))
