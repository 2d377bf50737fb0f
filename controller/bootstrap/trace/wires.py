"""The commands about recordings: `hareboard trace replay`, `profile` and `share`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click
import msgspec

from controller.atomic_files import keep_whole
from controller.board import BadFile, Board
from controller.bootstrap.address import parse_address
from controller.bootstrap.trace.measured import measure, table
from controller.bootstrap.trace.replay import replay_wires, same_sightings
from controller.bootstrap.trace.summary import Digest
from controller.plural import counted
from controller.privileges import become_owner
from hardware.errors import HardwareError
from hardware.ports import Reading
from hardware.pseudonyms import pseudonymous
from hardware.trace import BadTrace, Said, TraceWriter, lines_of, read_trace
from hardware.transfers import Transfer

MOST_SHOWN: Final = 20
"""Number of differences to print."""
OTHER_ORDER: Final = (
    "On a busy computer, and with co-processors, squares may be read in another order than they "
    "were: from there on all differs. Only the first difference tells something."
)

_file = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


@click.command()
@_file
@click.option(
    "--board", "address", required=True, metavar="ADDRESS", help="Board of the recording."
)
def replay(file: Path, address: str) -> None:
    """Replay the wires of FILE through the drivers, and print what they do otherwise.

    FILE was made by “hareboard trace record --wire”. Of ADDRESS, such as pn532://my-board.toml,
    only the board file is used. Co-processors run the firmware of this hareboard.

    Ends with 1 if the drivers send something else, or if other tags are seen.
    """
    become_owner(file)
    said = read_wires(file)
    replayed = replay_wires(said, _board(address))
    for difference in replayed.differences[:MOST_SHOWN]:
        click.echo(str(difference))
    if more := len(replayed.differences[MOST_SHOWN:]):
        click.echo(f"and {counted(more, 'more difference')}")
    before = Digest(said).sightings
    same = same_sightings(before, replayed.sightings, said[-1].at_s)
    click.echo(
        f"{counted(sum(isinstance(each, Transfer) for each in said), 'transfer')}, "
        f"{counted(len(replayed.readings), 'reading')}, "
        f"{counted(len(replayed.differences), 'difference')}, "
        f"{counted(len(replayed.sightings), 'sighting')} of {len(before)}: "
        + ("as recorded." if same else "not those that were recorded.")
    )
    if replayed.differences or not same:
        click.echo(OTHER_ORDER)
        raise click.exceptions.Exit(1)


@click.command()
@_file
@click.option(
    "--into",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="PROFILE",
    help="File for the profile.",
)
@click.option("--force", is_flag=True, help="Overwrite an existing PROFILE.")
def profile(file: Path, into: Path | None, *, force: bool) -> None:
    """Measure the chips by the wires of FILE, and make a profile to simulate them.

    FILE was made by “hareboard trace record --wire”. Simulate with
    “hareboard simulate --board 'sim://my-board.toml?profile=PROFILE'”.
    """
    become_owner(file)
    measured = measure(read_wires(file))
    for line in table(measured.chips):
        click.echo(line)
    if into is None:
        return
    if into.exists() and not force:
        raise click.ClickException(f"{into} is there already. Add --force to overwrite it.")
    try:
        keep_whole(into, msgspec.json.format(msgspec.json.encode(measured)))
    except OSError as error:
        raise click.ClickException(f"Cannot write {into}: {error.strerror}.") from error
    click.echo(f"{into}: {counted(len(measured.chips), 'chip')}.")


@click.command()
@_file
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help="Overwrite an existing OUT.")
def share(file: Path, out: Path, *, force: bool) -> None:
    """Copy the trace FILE into OUT with pseudonyms for the UIDs of tags.

    The same UID has the same pseudonym everywhere, on the wires too, so OUT replays as FILE does.
    """
    become_owner(file)
    with bad_traces(file), file.open(encoding="utf-8") as lines:
        said = list(read_trace(lines_of(lines)))
    uids = {uid for each in said if isinstance(each, Reading) for uid in each.uids}
    wire = any(isinstance(each, Transfer) for each in said)
    try:
        with out.open("w" if force else "x", encoding="utf-8") as into:
            writer = TraceWriter(into, 0.0, wire=wire)
            for each in pseudonymous(said):
                writer.write(each)
    except FileExistsError as error:
        raise click.ClickException(
            f"{out} is there already. Add --force to overwrite it."
        ) from error
    except OSError as error:
        raise click.ClickException(f"Cannot write {out}: {error.strerror}.") from error
    click.echo(f"{out}: {counted(writer.lines, 'line')}, {counted(len(uids), 'pseudonym')}.")


def read_wires(file: Path) -> list[Said]:
    """Read a recording that has transfers; on failure print the reason."""
    with bad_traces(file), file.open(encoding="utf-8") as lines:
        said = list(read_trace(lines_of(lines)))
    if not any(isinstance(each, Transfer) for each in said):
        raise click.ClickException(
            f"{file} has no wires: record it by “hareboard trace record --wire”."
        )
    return said


@contextmanager
def bad_traces(file: Path) -> Iterator[None]:
    """Print why a trace cannot be read."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"Cannot read {file}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file} is no trace: it is not UTF-8 text.") from error
    except BadTrace as error:
        raise click.ClickException(f"{file} is no trace. {error}") from error


def _board(address: str) -> Board:
    try:
        board = parse_address(address).board()
    except BadFile as error:
        raise click.ClickException("\n".join(map(str, error.problems))) from error
    except HardwareError as error:
        raise click.ClickException(str(error)) from error
    if board is None:
        raise click.ClickException(f"{address} has no board file.")
    return board
