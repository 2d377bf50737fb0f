"""The command `hareboard`, complete: the top of the house, where the pages meet the game."""

import contextlib
import itertools
import os
import shutil
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Final

import click
import platformdirs

from controller.board import BadBoard
from controller.cli import cli
from controller.commands import Begin, Refusal
from controller.journal import Journal, JournalDamaged, JournalError
from controller.rules import BadSetup
from controller.setup import Setup, check_players
from controller.table.pieces import COLOURS, Player
from controller.wiring import (
    JOURNAL_FILE,
    SIMULATED,
    WORLD_FILE,
    SimulatedTable,
    simulated_table,
)
from hardware.errors import HardwareError
from web.app import create_app
from web.replay import replay_command
from web.server import CannotListen, Server
from web.words import listed

DEFAULT_NAMES: Final = ("Ann", "Ben", "Cem", "Dot", "Eli", "Fay")
DEFAULT_PORT: Final = 8064


@cli.command()
@click.option("--players", type=click.IntRange(2, 6), help="Begin a game for so many players.")
@click.option("--names", metavar="A,B,C", help="Begin a game for these players, in turn order.")
@click.option(
    "--board",
    metavar="ADDRESS",
    default=SIMULATED,
    show_default=True,
    help="What is under the squares. sim:// has emulated chips, sim://direct none at all; "
    "sim://FILE has chips wired as in a board file, or as in an example by its name; trace://FILE "
    "says again what another board said.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="Port of the pages; 0 for any that is free.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to serve on; 0.0.0.0 lets phones on your network in.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder that keeps the games.  [default: your user data folder]",
)
@click.option(
    "--fresh",
    is_flag=True,
    help="Put what is in the folder aside and begin anew; nothing is deleted.",
)
@click.option(
    "--open/--no-open",
    "open_browser",
    default=None,
    help="Open the board in a browser.  [default: if there is a screen]",
)
def simulate(
    players: int | None,
    names: str | None,
    board: str,
    port: int,
    host: str,
    data: Path | None,
    *,
    fresh: bool,
    open_browser: bool | None,
) -> None:
    """Play on a simulated board, in the browser.

    A game that was stopped, however it was, goes on where it was.
    """
    folder = data or Path(platformdirs.user_data_dir("hareboard", appauthor=False))
    try:
        setup = _setup(players, names)
        _make_folder(folder)
        server = Server(host, port)
        table = simulated_table(folder, address=board)
        if fresh:
            _put_aside(folder)
            table = simulated_table(folder, address=board)  # without the old wood
        table.start()
    except JournalDamaged as error:
        raise click.ClickException(
            f"{error} Nothing has been changed. Add --fresh to keep the old games aside and "
            "begin anew."
        ) from error
    except BadBoard as error:
        raise click.ClickException(_mistakes(error, board)) from error
    except (JournalError, BadSetup, CannotListen, HardwareError) as error:
        raise click.ClickException(str(error)) from error
    try:
        if setup is not None:
            _begin(table, setup, folder)
        address = f"http://{_reachable(host)}:{server.port}"
        _welcome(address, folder, host, board)
        if open_browser if open_browser is not None else _has_screen():
            running = table.service.snapshot.state is not None
            page = f"{address}/board" if running else f"{address}/setup"
            threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()
        server.run_until_signal(create_app(table.service, table), table.service.begin_stop)
    finally:
        table.stop()


cli.add_command(replay_command)


def main() -> None:
    """Run the command."""
    cli(prog_name="hareboard")


def _setup(players: int | None, names: str | None) -> Setup | None:
    """The game asked for on the command line, if one is."""
    if players is None and names is None:
        return None
    given = [name.strip() for name in names.split(",")] if names is not None else []
    if players is not None and names is not None and len(given) != players:
        raise BadSetup("bad-request", f"--players says {players}, --names has {len(given)}.")
    chosen = given or DEFAULT_NAMES[:players]
    each = 2 if len(chosen) == 2 else 1  # R10.1
    colours = [COLOURS[number % len(COLOURS)] for number in range(each * len(chosen))]
    seats = tuple(
        Player(name, tuple(colours[seat * each : (seat + 1) * each]))
        for seat, name in enumerate(chosen)
    )
    setup = Setup(seats)
    check_players(setup)
    return setup


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.ClickException(
            f"Cannot make the folder {folder}: {error.strerror}. Choose another with --data."
        ) from error
    if not os.access(folder, os.W_OK):
        raise click.ClickException(
            f"Cannot write in the folder {folder}. Choose another with --data."
        )


def _put_aside(folder: Path) -> None:
    """Move the games and the simulated wood into a folder of their own."""
    found = [*folder.glob(f"{JOURNAL_FILE}*"), *folder.glob(WORLD_FILE)]
    if not found:
        return
    with contextlib.suppress(JournalDamaged):
        Journal(folder / JOURNAL_FILE).close()  # refused while another program plays on it
    places = (folder / f"kept-{number}" for number in itertools.count(1))
    kept = next(place for place in places if not place.exists())
    kept.mkdir()
    # Closing it has folded the write-ahead file into the journal: look again.
    for path in (*folder.glob(f"{JOURNAL_FILE}*"), *folder.glob(WORLD_FILE)):
        shutil.move(path, kept / path.name)
    click.echo(f"What was there before is kept in {kept}.")


def _begin(table: SimulatedTable, setup: Setup, folder: Path) -> None:
    snapshot = table.service.snapshot
    if snapshot.phase == "playing":
        players = listed([player.name for player in snapshot.seating.players])
        raise click.ClickException(
            f"A game of {players} is under way in {folder}. Leave out --players and --names to "
            "go on with it, or add --fresh to put it aside."
        )
    try:
        table.service.submit(Begin(setup))
    except Refusal as refusal:
        raise click.ClickException(refusal.message) from refusal


def _reachable(host: str) -> str:
    if host in ("0.0.0.0", "::", ""):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _mistakes(error: BadBoard, board: str) -> str:
    """What is wrong with a board file, in a sentence; several mistakes are listed before it."""
    if len(error.problems) == 1:
        return str(error)
    click.echo(str(error), err=True)
    return f"{len(error.problems)} mistakes in the board file of {board}."


def _welcome(address: str, folder: Path, host: str, board: str) -> None:
    click.echo("Hare & Tortoise on a simulated board")
    click.echo(f"  the board    {address}/board")
    click.echo(f"  the phones   {address}/")
    if board != SIMULATED:
        click.echo(f"  its readers  {board}")
    if board.startswith("trace://"):
        click.echo("  What they say was recorded: they do not see the runners on the page.")
    if host == "0.0.0.0":
        click.echo("  Phones on your network reach it by this machine's own address.")
    click.echo(f"Games are kept in {folder}. Ctrl-C stops; the game goes on next time.")


def _has_screen() -> bool:
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
