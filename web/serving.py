"""What the words `simulate` and `run` have in common: folders, errors in words, serving."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import platformdirs
import segno

from controller.board import BadBoard
from controller.commands import Refusal
from controller.journal import JournalDamaged, JournalError
from controller.keeping import make_folder
from controller.rules import BadSetup
from hardware.errors import HardwareError
from web.house import House
from web.phones import Phones
from web.place import Place
from web.server import CannotListen, stop_on_signals

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


@contextlib.contextmanager
def opened(house: House) -> Iterator[None]:
    """The house with the game in it; closed at the end, and at a signal to stop.

    Raises:
        Exception: whatever opening the game raised.
    """
    try:
        stop_on_signals(house.begin_stop)
        house.enter("play")
        yield
    finally:
        house.close()


def tell_joining(place: Place, phones: Phones) -> None:
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
