"""Serving, shared by `simulate` and `run`: folders, errors in words, the server."""

import contextlib
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import click
import platformdirs
import segno

from controller.appliance.network import NetworkActor
from controller.atomic_files import make_folder
from controller.board import BadBoard
from controller.bootstrap.watchdog import LOOK_S
from controller.game.journal.journal import JournalDamaged, JournalError
from controller.game.rules import BadSetup
from controller.refusal import Refusal
from hardware.errors import HardwareError
from web.access.address import PageAddress
from web.access.phones import Phones
from web.modes.mode_switch import ModeSwitch
from web.modes.systemd_status import Supervision
from web.server.server import CannotListen, Server, stop_on_signals
from web.server.systemd import Systemd, given_sockets

STOPPED_WITHIN_S: Final = 1.9
"""So long a stop may take, whatever hangs."""
FAILED: Final = 70
"""The exit status of a program that has to be started anew (EX_SOFTWARE)."""

_LOG: Final = logging.getLogger(__name__)

data_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder that keeps the games.  [default: your user data folder]",
)


def data_folder(chosen: Path | None) -> Path:
    """The folder that keeps the games, made if it is not there.

    Raises:
        ClickException: it cannot be.
    """
    folder = chosen or Path(platformdirs.user_data_dir("hareboard", appauthor=False))
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
    """Say why something could not be opened.

    Args:
        board: what is being opened.
        fresh: how to begin anew if the journal is damaged.
        hint: what else to do if the board is not there.

    Raises:
        ClickException: for everything that somebody at the terminal can do something about.
    """
    try:
        yield
    except JournalDamaged as error:
        raise click.ClickException(f"{error} Nothing has been changed. {fresh}") from error
    except BadBoard as error:
        raise click.ClickException(_mistakes(error, board)) from error
    except Refusal as refusal:
        raise click.ClickException(refusal.message) from refusal
    except HardwareError as error:
        raise click.ClickException(f"{error}{hint}") from error
    except (JournalError, BadSetup, CannotListen) as error:
        raise click.ClickException(str(error)) from error


def listening(host: str, port: int) -> Server:
    """A server at the sockets systemd has opened, or if it has opened none, at an address.

    Raises:
        CannotListen: as `Server`.
    """
    return Server(host, port, given=given_sockets(os.environ))


@contextlib.contextmanager
def opened(switch: ModeSwitch, *, patient: bool = False) -> Iterator[Supervision]:
    """The mode switch with the game open; closed at the end, and at a signal to stop.

    Args:
        switch: the modes.
        patient: a game that cannot be opened is tried again, and pages say so meanwhile.

    Raises:
        Exception: whatever opening the game raised, unless it is patient.
    """
    backstop = Backstop()
    ends = threading.Event()
    supervision = Supervision(switch, Systemd(os.environ))

    def begin_stop() -> None:
        backstop.begin()
        supervision.stopping()
        switch.begin_stop()

    def status() -> int:
        return FAILED if switch.gave_up else 0

    try:
        stop_on_signals(begin_stop, status)
        with supervision.opening():
            if patient:
                switch.enter_when_possible("play")
            else:
                switch.enter("play")
        watch = threading.Thread(
            target=_watch, args=(switch, supervision, ends), name="watch", daemon=True
        )
        watch.start()
        yield supervision
    finally:
        ends.set()
        switch.close()
        backstop.end()
    if switch.gave_up:
        raise SystemExit(FAILED)


@contextlib.contextmanager
def kept(network: NetworkActor | None) -> Iterator[None]:
    """The network of a board that stands by itself, kept as long as this lasts."""
    if network is None:
        yield
        return
    network.start()
    try:
        yield
    finally:
        network.stop()


class Backstop:
    """Ends the process when stopping it takes too long, because something hangs.

    Nothing is lost by that: what was played is on the disk, and whoever drives lights makes them
    dark when the program has gone.

    Args:
        within_s: how long stopping may take.
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
        """Stopping begins; safe in a signal handler."""
        self._begun.set()

    def end(self) -> None:
        """Everything has stopped."""
        self._ended.set()
        self._begun.set()

    def _wait(self) -> None:
        self._begun.wait()
        if self._ended.wait(self._within_s):
            return
        hanging = ", ".join(sorted(each.name for each in threading.enumerate()))
        _LOG.error("Threads hung at shutdown; not waited for: %s.", hanging)
        self._end(FAILED)


def _watch(switch: ModeSwitch, supervision: Supervision, ends: threading.Event) -> None:
    """Watch the open mode until it is closed, or restarting it no longer helps.

    Whoever supervises the program is told by the same thread: if it hangs, so be it told.
    """
    looked_s = time.monotonic()
    while not ends.wait(LOOK_S):
        now_s = time.monotonic()
        passed_s, looked_s = now_s - looked_s, now_s
        try:
            switch.look(passed_s)
            supervision.look(passed_s)
        except Exception:  # noqa: BLE001 - whatever it is, the next look is taken
            _LOG.exception("The watchdog failed.")
        if switch.gave_up:
            os.kill(os.getpid(), signal.SIGTERM)
            return


def tell_joining(place: PageAddress, phones: Phones) -> None:
    """Say how phones join, and what makes one the host's."""
    click.echo(f"  to join      {phones.code}")
    click.echo(f"  host's PIN   {phones.pin}")
    if not place.reachable:
        click.echo("  Only this machine gets there; --host 0.0.0.0 lets phones on your network in.")
        return
    link = f"{place.address()}/join#{phones.code}"
    click.echo(f"Scan to join, or open {link}")
    if sys.stdout.isatty():
        segno.make_qr(link).terminal(compact=True)


def reachable(host: str) -> str:
    """By what this machine itself reaches what is served at a host, as it stands in a URL."""
    if host in ("0.0.0.0", "::", ""):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _mistakes(error: BadBoard, board: str) -> str:
    """What is wrong with a board file, in a sentence; several mistakes are listed before it."""
    if len(error.problems) == 1:
        return str(error)
    click.echo(str(error), err=True)
    return f"{len(error.problems)} mistakes in the board file of {board}."
