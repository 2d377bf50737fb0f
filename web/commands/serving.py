"""Serving, shared by `simulate` and `run`: folders, errors in words, the server."""

# ruff: noqa: PLC0415 - what a start does not need is imported on demand

import contextlib
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from controller.atomic_files import make_folder
from controller.board import BadFile
from controller.bootstrap.watchdog import LOOK_S
from controller.game.journal.journal import JournalDamaged, JournalError
from controller.game.rules import BadSetup
from controller.privileges import become_owner
from controller.refusal import Refusal
from hardware.clock import MonotonicClock
from hardware.errors import HardwareError
from web.access.address import PageAddress
from web.access.phones import Phones
from web.commands.folder_lock import FolderTaken, Holder, folder_lock, holder_of
from web.modes.mode_switch import ModeSwitch
from web.modes.recovery import Recovery
from web.modes.systemd_status import SystemdStatus
from web.server.server import CannotListen, PortTaken, Server, stop_on_signals
from web.server.systemd import Systemd, given_sockets

if TYPE_CHECKING:
    from controller.appliance.network import NetworkActor

STOPPED_WITHIN_S: Final = 1.9
"""The longest time a stop may take, even if a thread hangs."""
FAILED: Final = 70
"""The exit status that asks for a restart (EX_SOFTWARE)."""

_LOG: Final = logging.getLogger(__name__)

data_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the games.  [default: your user data folder]",
)


def data_folder(chosen: Path | None) -> Path:
    """Return the folder of the games, and make it if it is missing.

    Raises:
        ClickException: it cannot be made.
    """
    folder = chosen or _usual_folder()
    become_owner(folder)
    try:
        make_folder(folder)
    except OSError as error:
        raise click.ClickException(
            f"Cannot make the folder {folder}: {error.strerror}. Choose another with --data."
        ) from error
    if not os.access(folder, os.W_OK):
        raise click.ClickException(
            f"Cannot write in the folder {folder}. Choose another with --data."
        )
    return folder


@contextlib.contextmanager
def errors_in_words(board: str, fresh: str, hint: str = "") -> Iterator[None]:
    """Turn errors of opening into messages for the terminal.

    Args:
        board: the board that is opened.
        fresh: advice for a damaged journal: how to start a new one.
        hint: more advice if the board is missing.

    Raises:
        ClickException: for every error that the user at the terminal can correct.
    """
    try:
        yield
    except JournalDamaged as error:
        raise click.ClickException(f"{error} Nothing has been changed. {fresh}") from error
    except BadFile as error:
        raise click.ClickException(_mistakes(error, board)) from error
    except Refusal as refusal:
        raise click.ClickException(refusal.message) from refusal
    except HardwareError as error:
        raise click.ClickException(f"{error}{hint}") from error
    except (JournalError, BadSetup, CannotListen, FolderTaken) as error:
        raise click.ClickException(str(error)) from error


def listening(host: str, port: int, folder: Path, proxy: str | None = None) -> Server:
    """Return a server on the sockets passed by systemd, or if there are none, on an address.

    Args:
        host: as of `Server`.
        port: as of `Server`.
        folder: folder of the games, to name a hareboard that uses it and the port.
        proxy: as of `Server`.

    Raises:
        CannotListen: as `Server`; if another hareboard has the port, the message names it.
    """
    try:
        server = Server(host, port, given=given_sockets(os.environ), proxy=proxy)
    except PortTaken as error:
        raise PortTaken(_running_on(host, port, folder) or str(error)) from error
    if not PageAddress(host, port).reachable and PageAddress(server.host, port).reachable:
        _LOG.warning(
            "The pages are not for this computer only, though host is %s: systemd listens. "
            "SECURITY.md, “In front of the board”, says how to change hareboard.socket.",
            host,
        )
    return server


def hold(folder: Path, page: str, port: int) -> None:
    """Lock the folder of the games until the command ends.

    Args:
        folder: the folder.
        page: URL of the first page, for this computer.
        port: port of the pages.

    Raises:
        FolderTaken: another program uses it.
    """
    holder = Holder(page, os.getpid(), port)
    click.get_current_context().with_resource(folder_lock(folder, holder))


@contextlib.contextmanager
def opened(switch: ModeSwitch, *, patient: bool = False) -> Iterator[SystemdStatus]:
    """Yield with the game open; close it at the end, and at a stop signal.

    Args:
        switch: the modes.
        patient: retry a game that cannot be opened, and show the reason on the pages.

    Raises:
        Exception: the error of opening the game, unless `patient`.
    """
    backstop = Backstop()
    ends = threading.Event()
    recovery = Recovery(switch, MonotonicClock())
    systemd_status = SystemdStatus(switch, recovery, Systemd(os.environ))

    def begin_stop() -> None:
        backstop.begin()
        systemd_status.stopping()
        switch.begin_stop()

    def status() -> int:
        return FAILED if recovery.gave_up else 0

    try:
        stop_on_signals(begin_stop, status)
        with systemd_status.opening():
            if patient:
                switch.enter_when_possible("play")
            else:
                switch.enter("play")
        watch = threading.Thread(
            target=_watch, args=(recovery, systemd_status, ends), name="watch", daemon=True
        )
        watch.start()
        yield systemd_status
    finally:
        ends.set()
        switch.close()
        backstop.end()
    if recovery.gave_up:
        raise SystemExit(FAILED)


@contextlib.contextmanager
def kept(network: "NetworkActor | None") -> Iterator[None]:
    """Run the network actor of a board with its own Wi-Fi within the context."""
    if network is None:
        yield
        return
    network.start()
    try:
        yield
    finally:
        network.stop()


class Backstop:
    """Ends the process when stopping takes too long because a thread hangs.

    Nothing is lost by that: the moves are on the disk, and the lights driver turns them off
    when the program has gone.

    Args:
        within_s: the longest time stopping may take, in seconds.
        end: ends the process at once.
    """

    def __init__(
        self, within_s: float = STOPPED_WITHIN_S, end: Callable[[int], object] = os._exit
    ) -> None:
        self._within_s = within_s
        self._end = end
        self._begun = threading.Event()
        self._ended = threading.Event()
        threading.Thread(target=self._wait, name="backstop", daemon=True).start()

    def begin(self) -> None:
        """Start the countdown; safe in a signal handler."""
        self._begun.set()

    def end(self) -> None:
        """Cancel the countdown: everything has stopped."""
        self._ended.set()
        self._begun.set()

    def _wait(self) -> None:
        self._begun.wait()
        if self._ended.wait(self._within_s):
            return
        hanging = ", ".join(sorted(each.name for each in threading.enumerate()))
        _LOG.error("Threads hung at shutdown; not waited for: %s.", hanging)
        self._end(FAILED)


def _watch(recovery: Recovery, systemd_status: SystemdStatus, ends: threading.Event) -> None:
    """Watch the open mode until it is closed, or until `Recovery` gives up.

    The same thread reports to systemd: if it hangs, systemd notices.
    """
    looked_s = time.monotonic()
    while not ends.wait(LOOK_S):
        now_s = time.monotonic()
        passed_s, looked_s = now_s - looked_s, now_s
        try:
            recovery.look(passed_s)
            systemd_status.look(passed_s)
        except Exception:  # noqa: BLE001 - whatever it is, the next look is taken
            _LOG.exception("The watchdog failed.")
        if recovery.gave_up:
            os.kill(os.getpid(), signal.SIGTERM)
            return


def tell_joining(place: PageAddress, phones: Phones) -> None:
    """Print how phones join, and how one becomes the host's."""
    click.echo(f"  to join      {phones.code}")
    click.echo(f"  host's PIN   {phones.pin}")
    if not place.reachable:
        click.echo("  Only this machine gets there; --host 0.0.0.0 lets phones on your network in.")
        return
    link = f"{place.address()}/join#{phones.code}"
    click.echo(f"Scan to join, or open {link}")
    if sys.stdout.isatty():
        import segno

        segno.make_qr(link).terminal(compact=True)


def _running_on(host: str, port: int, folder: Path) -> str:
    """Name the hareboard that has a port, with the remedy; empty if another program has it."""
    for each in (folder, _usual_folder()):
        holder = holder_of(each)
        if holder is not None and holder.port == port:
            also, own = (f" and {folder}", " --data DIR") if each == folder else ("", "")
            return (
                f"Another hareboard is using port {port}{also}: {holder.words}. {holder.remedy} To "
                f"run a second one: --port 0{own}."
            )
    from controller.maintenance.doctor.case import find_table
    from controller.maintenance.doctor.network import LocalNetwork

    if find_table(LocalNetwork(), host, port) is None:
        return ""
    return (
        f"Another hareboard is using port {port}: http://{reachable(host)}:{port}/. Open that "
        "page, or stop it with Ctrl-C in its terminal. To run a second one: --port 0."
    )


def _usual_folder() -> Path:
    import platformdirs

    return Path(platformdirs.user_data_dir("hareboard", appauthor=False))


def reachable(host: str) -> str:
    """Return the host part of a URL by which this machine reaches its own server."""
    if host in ("0.0.0.0", "::", ""):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _mistakes(error: BadFile, board: str) -> str:
    """Return the mistakes of a board file in a sentence; several are listed before it."""
    if len(error.problems) == 1:
        return str(error)
    click.echo(str(error), err=True)
    return f"{len(error.problems)} mistakes in the board file of {board}."
