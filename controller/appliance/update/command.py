"""The command `hareboard update`: installs another release, or the previous one."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

import click

from controller.appliance.paths import DATA, HOME, Places, addresses, board_option
from controller.appliance.service_manager import ServiceManager, SystemdService
from controller.appliance.status.probe import ask, urls
from controller.appliance.update.building import RealTools, Tools
from controller.appliance.update.releases import Releases
from controller.appliance.update.update import NotUpdated, Update
from controller.maintenance.doctor.network import LocalNetwork, NetworkProbe
from controller.plain_text import plain_lines
from hardware.clock import Clock, MonotonicClock

with suppress(ImportError):  # Windows has no fcntl, and no service to update
    import fcntl

LOCK: Final = "update.lock"
READABLE: Final = 0o022
"""Releases belong to root, and every user may read them: the service has its own user."""


def update_command(
    home: Path = HOME,
    tools: Callable[[], Tools] = RealTools,
    service_manager: Callable[[], ServiceManager] = SystemdService,
    network: Callable[[], NetworkProbe] = LocalNetwork,
    clock: Callable[[], Clock] = MonotonicClock,
) -> click.Command:
    """Return the command `update`.

    Args:
        home: folder of the releases.
        tools: makes releases.
        service_manager: service manager.
        network: reaches the running program.
        clock: measures waiting times.
    """

    @click.command("update")
    @click.argument("place", metavar="[PLACE]", required=False)
    @click.option("--back", is_flag=True, help="Return to the previous release.")
    @click.option("--now", is_flag=True, help="Interrupt a game; it continues afterwards.")
    @click.option("--older", is_flag=True, help="Install a release older than the running one.")
    @board_option
    @click.option(
        "--data",
        type=click.Path(path_type=Path),
        metavar="DIR",
        default=DATA,
        show_default=True,
        help="Folder of the games.",
    )
    def update(
        place: str | None, board: Path, data: Path, *, back: bool, now: bool, older: bool
    ) -> None:
        """Install a signed release, or the previous one.

        One of the keys that “hareboard trust” lists must have signed it. PLACE is a file
        (hareboard-1.2.0.tar, with its signature hareboard-1.2.0.tar.sig beside it), a folder of
        releases, or the address of either (https://…; a folder's ends in “/”).

        Builds and tests the release before it replaces the running one. If the new release does
        not work, the old one runs again. Keeps games and settings, with --back too.
        """
        if back and place is not None:
            raise click.UsageError("--back goes to the release before: name no other one.")
        if not back and place is None:
            raise click.UsageError(
                "Name the release: the file hareboard-VERSION.tar with its signature beside it, a "
                "folder of releases, or the address (https://…) of either."
            )
        asked = urls(addresses(board))
        bring = Update(
            places=Places(home, data, board),
            releases=Releases(home),
            tools=tools(),
            service_manager=service_manager(),
            ask=partial(ask, network(), asked),
            clock=clock(),
            say=lambda said: click.echo(plain_lines(said)),
        )
        try:
            with _alone(home):
                if place is None:
                    bring.back(now=now)
                else:
                    bring.to(place, now=now, older=older)
        except NotUpdated as error:
            raise click.ClickException(plain_lines(str(error))) from error

    return update


@contextmanager
def _alone(home: Path) -> Iterator[None]:
    """Lock the releases against other updates.

    Raises:
        NotUpdated: another update runs, or this user lacks the rights.
    """
    os.umask(READABLE)
    try:
        lock = (home / LOCK).open("w")
    except FileNotFoundError as error:
        raise NotUpdated(
            f"hareboard is not installed as a service here: there is no {home}. Install it "
            "first: sudo ./systemd/install, in the folder of hareboard."
        ) from error
    except OSError as error:
        raise NotUpdated(
            f"You may not change {home} ({error.strerror}). Run: sudo hareboard update."
        ) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise NotUpdated("Another update is under way.") from error
        yield
