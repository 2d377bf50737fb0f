"""The commands `hareboard trace` and `hareboard watch`: record and show reader data."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from math import inf
from pathlib import Path
from types import FrameType
from typing import Final

import click

from controller.board import BadFile, read_board
from controller.board.no_file import no_such_file, other_files
from controller.bootstrap.address import KINDS, files_of, parse_address
from controller.bootstrap.simulated.runners import simulated_pieces, tags_of
from controller.bootstrap.trace.lines import STATES, event_line
from controller.bootstrap.trace.listen import Listening
from controller.bootstrap.trace.summary import Digest
from controller.bootstrap.trace.wires import bad_traces, profile, replay, share
from controller.plural import counted
from controller.privileges import become_owner
from hardware.errors import HardwareError
from hardware.ports import (
    BLIND,
    Pressed,
    ReaderChanged,
    ReaderHealth,
    ReaderState,
    Reading,
    Sighting,
)
from hardware.trace import TraceWriter, lines_of, read_trace
from hardware.transfers import Transfer

_ADDRESSES: Final = f"ADDRESS is one of {KINDS}."

MEGABYTE: Final = 1_000_000
WIRED: Final = "pn532://"
MOST_WIRE_MB: Final = 100.0
"""Size at which a recording of the wires ends unless told otherwise."""

_seconds = click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="N",
    help="Stop after N seconds.  [default: at Ctrl-C]",
)
_seed = click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Seed of the moves on a sim:// board; the same seed gives the same moves.",
)


@click.group()
def trace() -> None:
    """Record reader data of a board, and show it."""


@trace.command(epilog=_ADDRESSES)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--board", "address", required=True, metavar="ADDRESS", help="Board to record.")
@_seconds
@_seed
@click.option("--wire", is_flag=True, help="Record all bytes on the wires to readers, too.")
@click.option(
    "--megabytes",
    type=click.FloatRange(min=0, min_open=True),
    metavar="N",
    help=f"Stop when FILE has N megabytes.  [default: {MOST_WIRE_MB:g} with --wire]",
)
@click.option("--force", is_flag=True, help="Overwrite an existing FILE.")
def record(
    file: Path,
    address: str,
    seconds: float | None,
    seed: int | None,
    megabytes: float | None,
    *,
    wire: bool,
    force: bool,
) -> None:
    """Record the readings of all readers of a board into FILE.

    Stop hareboard first: only one program can use a board. ADDRESS is usually
    pn532://my-board.toml. A sim:// board is a new one, with six runners that move at random.

    Show the file with “hareboard trace show”; replay it as the board trace://FILE.
    """
    if file.exists() and not force:
        raise click.ClickException(f"{file} is there already. Add --force to overwrite it.")
    if megabytes is None:
        megabytes = MOST_WIRE_MB if wire else inf
    with _listening(address, seed, wire=wire) as board:
        try:
            with closing(file.open("w" if force else "x", encoding="utf-8", buffering=1)) as into:
                writer = TraceWriter(into, board.began_s, wire=wire)
                recorded = _record(board, writer, seconds, megabytes * MEGABYTE)
        except OSError as error:
            raise click.ClickException(f"Cannot write into {file}: {error.strerror}.") from error
    click.echo(f"{file}: {recorded}.")


def _record(board: Listening, writer: TraceWriter, seconds: float | None, most_bytes: float) -> str:
    """Write the readings and events to the trace; return a count of them in words."""
    sightings = failures = transfers = 0
    with _ended_by_ctrl_c(board):
        click.echo(f"Recording {counted(len(board.squares), 'reader')}; Ctrl-C ends it.")
        for said in board.heard(seconds):
            match said:
                case Sighting():
                    sightings += 1
                case Reading() | ReaderChanged() | Pressed() | Transfer():
                    writer.write(said)
                    failures += isinstance(said, Reading) and said.failure is not None
                    transfers += isinstance(said, Transfer)
            if writer.characters >= most_bytes:  # which are ASCII
                click.echo(f"The file has {most_bytes / MEGABYTE:g} MB: recording ends.")
                break
    over_wires = f", {counted(transfers, 'transfer')}" if transfers else ""
    return (
        f"{counted(writer.lines, 'line')}, {counted(sightings, 'sighting')}, "
        f"{counted(failures, 'failure')}{over_wires}"
    )


@trace.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--all", "every", is_flag=True, help="Print all readings.")
@click.option(
    "--tags",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Board file with the tags of the runners.  [default: simulated runners]",
)
def show(file: Path, tags: Path | None, *, every: bool) -> None:
    """Show a summary of a trace.

    Shows sightings and reader faults; then the tags; then for each square the number of readings
    and failures, and the median and longest pause.
    """
    become_owner(file)
    with bad_traces(file), file.open(encoding="utf-8") as lines:
        digest = Digest(read_trace(lines_of(lines)))
    with _mistakes(str(tags)):
        register = tags_of(simulated_pieces()) if tags is None else read_board(tags).tags
    for line in digest.text(register, every=every):
        click.echo(line)


trace.add_command(replay)
trace.add_command(profile)
trace.add_command(share)


@click.command(epilog=_ADDRESSES)
@click.argument("address")
@_seconds
@_seed
@click.option(
    "--health",
    "health_s",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Print the faulty readers at this interval.",
)
def watch(address: str, seconds: float | None, seed: int | None, health_s: float | None) -> None:
    """Print tags and reader faults live, without a game.

    Each line has the time, the square, and the UID that came or went with its runner, or a change
    of the reader's state.

    ADDRESS is usually pn532://my-board.toml; “hareboard board show desk-usb” prints a board file
    for a single USB reader. On a sim:// board six runners move at random.
    """
    with _listening(address, seed) as board, _ended_by_ctrl_c(board):
        click.echo(f"Watching {counted(len(board.squares), 'reader')}; Ctrl-C ends it.")
        _watch(board, seconds, health_s)


def _watch(board: Listening, seconds: float | None, health_s: float | None) -> None:
    next_s = health_s
    given_up: set[int] = set()
    told: tuple[ReaderState, str] | None = None
    for said in board.heard(seconds):
        if isinstance(said, ReaderChanged):
            if said.square not in given_up or said.state not in BLIND:
                trouble = _trouble(board, said)
                # Readers that fail together, as those of a co-processor, have one trouble.
                again = trouble and (said.state, trouble) == told
                told = (said.state, trouble)
                line = event_line(said, board.began_s, board.tags)
                click.echo(line + (" (the same)" if again else trouble))
            # Repeated tries are not reported.
            if said.state == "quarantined":
                given_up.add(said.square)
            elif said.state not in BLIND:
                given_up.discard(said.square)
        elif isinstance(said, Sighting | Pressed):
            click.echo(event_line(said, board.began_s, board.tags))
        if health_s is not None and next_s is not None and board.passed_s >= next_s:
            next_s = board.passed_s + health_s
            _say_health(board)


def _trouble(board: Listening, change: ReaderChanged) -> str:
    """Return the cause of a reader's change for the worse, in brackets."""
    if change.state in ("healthy", "back"):
        return ""
    troubles = {reader.square: reader.trouble for reader in board.readers()}
    trouble = troubles.get(change.square)
    return f" ({trouble})" if trouble else ""


def _say_health(board: Listening) -> None:
    readers = board.readers()
    ill = [reader for reader in readers if reader.state != "healthy"]
    when = f"{board.passed_s:>9.3f} s"
    if not ill:
        many = len(readers) != 1
        well = f"All {len(readers)} readers are healthy" if many else "The reader is healthy"
        click.echo(f"{when}  {well}.")
    for reader in ill:
        click.echo(f"{when}  square {reader.square:>2}  reader {_health(reader, board)}")


def _health(reader: ReaderHealth, board: Listening) -> str:
    answered = (
        "never answered"
        if reader.last_good_s is None
        else f"last answered {board.began_s + board.passed_s - reader.last_good_s:.1f} s ago"
    )
    read = reader.good + reader.failed
    return (
        f"{reader.state}: it {STATES[reader.state]}; {answered}; {reader.failed} of "
        f"{counted(read, 'reading')} failed, {counted(reader.resets, 'reset')}; {reader.trouble}"
    )


@contextmanager
def _listening(address: str, seed: int | None, *, wire: bool = False) -> Iterator[Listening]:
    """Open a board; on failure print the reason."""
    with ExitStack() as stack:
        try:
            board_file = parse_address(address).file
            if board_file is not None and not board_file.exists():
                raise click.ClickException(f"{no_such_file(board_file)} {other_files(board_file)}")
            become_owner(*files_of(address))
            with _mistakes(f"the board file of {address}"):
                board = stack.enter_context(Listening(address, seed, wire=wire))
        except HardwareError as error:
            file = address.removeprefix(WIRED)
            hint = "" if file == address else f" “hareboard doctor {file}” tells what to do."
            raise click.ClickException(f"{error}{hint}") from error
        yield board


@contextmanager
def _ended_by_ctrl_c(board: Listening) -> Iterator[None]:
    """Finish the event at hand, and the queued ones, at Ctrl-C; abort at a second one."""

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        board.end()

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _mistakes(where: str) -> Iterator[None]:
    """Print all mistakes of a board file."""
    try:
        yield
    except BadFile as error:
        for problem in error.problems:
            click.echo(str(problem), err=True)
        raise click.ClickException(
            f"{counted(len(error.problems), 'mistake')} in {where}."
        ) from error
