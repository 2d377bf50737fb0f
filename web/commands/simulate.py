"""The command `hareboard simulate`: a game on a simulated board, in the browser."""

# ruff: noqa: PLC0415 - what a game does not need is imported on demand

import os
import random
import sys
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from controller.board.examples import example_names
from controller.bootstrap import (
    ACCEPTANCE_FILE,
    CALIBRATION_FILE,
    SIMULATED,
    WIRING_FILE,
    WORLD_FILE,
    BadAddress,
    SimulatedAddress,
    Table,
    check_simulated,
    files_of,
    own_file,
    parse_simulated,
    simulated_table,
    solder,
)
from controller.game.setup import SLOWEST_PACE_S, USUAL_PACE_S, Setup
from controller.partners.kept_partners import PARTNERS_FILE
from controller.partners.letters import PartnerLetters
from controller.privileges import become_owner
from controller.refusal import Refusal
from controller.table.actor import GameActor
from controller.table.commands import Begin
from hardware.clock import MonotonicClock
from hardware.logs import set_up_logs
from web.access.address import PageAddress
from web.access.phones import PHONES_FILE, Phones
from web.commands.fresh import FRESH, GAMES, fresh_option, put_aside
from web.commands.game_asked_for import commands_of, setup_of
from web.commands.serving import (
    data_folder,
    data_option,
    errors_in_words,
    hold,
    listening,
    opened,
    reachable,
    tell_joining,
)
from web.modes.modes import BoardContext, make_mode_switch
from web.views.words import listed

if TYPE_CHECKING:
    from controller.bootstrap.acceptance import AcceptanceTable
    from controller.bootstrap.calibration import CalibrationTable

DEFAULT_PORT: Final = 8064
FOR_TWO_BOARDS: Final = frozenset(
    {"--boards", "--data", "--fresh", "--host", "--open-browser", "--port"}
)
SIMULATED_FILES: Final = (
    *(PHONES_FILE, WORLD_FILE, WIRING_FILE, CALIBRATION_FILE, ACCEPTANCE_FILE),
    *(f"{name}.toml*" for name in example_names()),
)
"""Patterns of the files of a simulated board and its phones."""


@click.command("simulate")
@click.option(
    "--players", type=click.IntRange(0, 6), help="Start a game with this number of people."
)
@click.option("--names", metavar="A,B,C", help="Start a game with these people, in turn order.")
@click.option(
    "--opponents",
    metavar="X,Y,Z",
    help="Start a game with these computer opponents besides, such as strategist-2,walker; with "
    "one person unless told otherwise.",
)
@click.option(
    "--opponent",
    "programs",
    multiple=True,
    metavar="NAME=COMMAND",
    help="Program that --opponents and set-ups may name (docs/engine.md); may be repeated.",
)
@click.option(
    "--pace",
    type=click.FloatRange(0, SLOWEST_PACE_S),
    default=USUAL_PACE_S,
    show_default=True,
    metavar="SECONDS",
    help="Time an opponent takes for an action, at least; with --opponents.",
)
@click.option(
    "--carry/--no-carry",
    default=True,
    show_default=True,
    help="Carry runners moved by phone, card or opponent by itself, or leave that to you.",
)
@click.option(
    "--board",
    metavar="ADDRESS",
    default=SIMULATED,
    show_default=True,
    help="Simulated hardware. sim:// has emulated chips; sim://scanner has them behind an "
    "emulated co-processor; sim://direct has no chips; sim://FILE has emulated chips wired as in a "
    "board file or an example; trace://FILE replays a recorded board.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="Port of the pages; 0 for any free port.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to serve on; 0.0.0.0 lets phones in your network connect.",
)
@data_option
@click.option(
    "--mistakes",
    type=click.IntRange(0, 64),
    metavar="N",
    help="Wire the simulated board with N mistakes, for the workshop to find.",
)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Seed of cards and dice; the same seed gives the same ones.  [default: random]",
)
@click.option(
    "--boards",
    type=click.IntRange(1, 2),
    default=1,
    show_default=True,
    metavar="N",
    help="Simulate two boards that are paired with each other, through a broker that is started "
    "too; the second has the next port.",
)
@click.option("--metrics", is_flag=True, help="Serve Prometheus metrics at /metrics.")
@fresh_option
@click.option(
    "--open/--no-open",
    "open_browser",
    default=None,
    help="Open the board in a browser.  [default: if there is a screen]",
)
def simulate_command(
    players: int | None,
    names: str | None,
    opponents: str | None,
    programs: tuple[str, ...],
    pace: float,
    board: str,
    port: int,
    host: str,
    data: Path | None,
    mistakes: int | None,
    seed: int | None,
    boards: int,
    *,
    carry: bool,
    metrics: bool,
    fresh: bool,
    open_browser: bool | None,
) -> None:
    """Play on a simulated board, in the browser.

    Continues the last game.
    """
    set_up_logs()
    if boards > 1:
        _two_boards(data_folder(data), host, port, fresh=fresh, open_browser=open_browser)
        return
    with errors_in_words(board, FRESH):
        commands = commands_of(programs)
        setup = setup_of(players, names, opponents, pace, commands)
        address = parse_simulated(board)
        become_owner(*files_of(board))
        check_simulated(address)
    folder = data_folder(data)
    with errors_in_words(board, FRESH):
        server = listening(host, port, folder)
        page = f"http://{reachable(host)}:{server.port}"
        hold(folder, f"{page}/board", server.port)
        if fresh:
            put_aside(folder, (*GAMES, *SIMULATED_FILES))
        place = PageAddress(server.host, server.port)
        phones = Phones(folder / PHONES_FILE, MonotonicClock())
        letters = PartnerLetters(folder / PARTNERS_FILE, MonotonicClock())
        game = _Simulated(address, folder, setup, seed, commands, carries=carry)
        if mistakes is not None:
            if address.file is None:
                raise BadAddress(f"{board} has no board file, so there is nothing to wire.")
            game.solder(mistakes)
        switch = make_mode_switch(
            BoardContext(
                folder=folder,
                place=place,
                phones=phones,
                letters=letters,
                file=game.file,
                wired=False,
                open_table=game.open_table,
                open_calibration=game.open_calibration if game.file is not None else None,
                open_acceptance=game.open_acceptance if game.file is not None else None,
                metrics=metrics,
            )
        )
    with errors_in_words(board, FRESH), opened(switch) as systemd_status:
        _welcome(page, board, address, phones)
        tell_joining(place, phones)
        click.echo(f"Games are kept in {folder}. Ctrl-C stops; the game goes on next time.")
        if open_browser if open_browser is not None else _has_screen():
            import webbrowser

            there = (_at_board(page, phones),)
            threading.Thread(target=webbrowser.open, args=there, daemon=True).start()
        server.run(switch, systemd_status.ready)


def _two_boards(
    folder: Path, host: str, port: int, *, fresh: bool, open_browser: bool | None
) -> None:
    """Run two boards side by side; a game is begun on the pages of one of them."""
    context = click.get_current_context()
    given = {
        f"--{name.replace('_', '-')}"
        for name in context.params
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT
    } - FOR_TWO_BOARDS
    if given:
        raise click.UsageError(f"{listed(sorted(given))} cannot be used with --boards 2.")
    from web.commands.two_boards import run_two_boards

    seen = open_browser if open_browser is not None else _has_screen()
    options = ("--host", host, "--open" if seen else "--no-open", *(("--fresh",) if fresh else ()))
    with errors_in_words("two boards", FRESH):
        hold(folder, f"http://{reachable(host)}:{port}/board", port)
    run_two_boards(folder, port, options)


class _Simulated:
    """A simulated board with its game.

    Args:
        address: its address.
        folder: the folder of all its files.
        setup: the game to begin, once; None to continue the current one.
        seed: the seed of cards, dice and opponents; None for a random one.
        programs: programs that may be opponents: the words of each command, by name.
        carries: True to carry the runners of errands by itself.
    """

    def __init__(
        self,
        address: SimulatedAddress,
        folder: Path,
        setup: Setup | None,
        seed: int | None,
        programs: Mapping[str, tuple[str, ...]] | None = None,
        *,
        carries: bool = True,
    ) -> None:
        self._address = address
        self._folder = folder
        self._setup = setup
        self._seed = seed
        self._programs = programs
        self._carries = carries

    @property
    def file(self) -> Path | None:
        """Return the board file; of an example the copy in the folder, if it exists."""
        shipped = self._address.file
        return None if shipped is None else own_file(shipped, self._folder)

    def solder(self, mistakes: int) -> None:
        """Rewire the simulated board, with this number of mistakes."""
        solder(self._folder, self._own(), mistakes)

    def open_table(self) -> Table:
        """Open and start the table of the game. Raises as `simulated_table`."""
        seed = self._seed
        table = simulated_table(
            self._folder,
            chance=None if seed is None else random.Random(seed),
            address=replace(self._address, file=self.file),
            thoughts=None if seed is None else random.Random(f"{seed} opponents"),
            programs=self._programs,
            carries=self._carries,
        )
        table.start(self._begin)
        return table

    def open_calibration(self) -> "CalibrationTable":
        """Open and start the table of calibration. Raises as `simulated_calibration`."""
        from controller.bootstrap.calibration import simulated_calibration

        table = simulated_calibration(self._folder, self._own())
        table.start()
        return table

    def open_acceptance(self) -> "AcceptanceTable":
        """Open and start the acceptance. Raises as `simulated_acceptance`."""
        from controller.bootstrap.acceptance import simulated_acceptance

        table = simulated_acceptance(self._folder, self._own())
        table.start()
        return table

    def _own(self) -> Path:
        """Return a board file that may be written to."""
        assert self._address.file is not None, "only asked for where there is one"
        return own_file(self._address.file, self._folder, copy=True)

    def _begin(self, actor: GameActor) -> None:
        setup, self._setup = self._setup, None
        if setup is None:
            return
        snapshot = actor.snapshot
        if snapshot.phase == "playing":
            players = listed([player.name for player in snapshot.seating.players])
            raise Refusal(
                "game-running",
                f"A game of {players} is under way in {self._folder}. Leave out --players, "
                "--names and --opponents to go on with it, or add --fresh to put it aside.",
            )
        actor.submit(Begin(setup))


def _at_board(page: str, phones: Phones) -> str:
    """Return the URL that lets a browser be at the board."""
    return f"{page}/board/{phones.board_key}"


def _welcome(page: str, board: str, address: SimulatedAddress, phones: Phones) -> None:
    click.echo("Hare & Tortoise on a simulated board")
    click.echo(f"  the board    {_at_board(page, phones)}")
    click.echo(f"  the phones   {page}/")
    if board != SIMULATED:
        click.echo(f"  its readers  {board}")
    if address.trace is not None:
        click.echo("  What they say was recorded: they do not see the runners on the page.")


def _has_screen() -> bool:
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
