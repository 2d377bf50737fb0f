"""The command `hareboard doctor`: shows findings and remedies."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Final

import click
from platformdirs import user_data_path

from controller.board.examples import FOLDER as EXAMPLES
from controller.board.examples import example_names, example_path
from controller.board.file.sections import WebSettings
from controller.maintenance.doctor.bundle import TAKEN_OUT, make_bundle
from controller.maintenance.doctor.case import Case, Probe, find_table, read_file
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.maintenance.doctor.examination import Report, examine
from controller.maintenance.doctor.report import report_json, report_text
from controller.privileges import become_owner

WIDEST: Final = 100
WIRED: Final = "pn532://"
SIMULATED: Final = "sim://"


def doctor_command(
    probe: Probe | None,
    site: Callable[[], ExaminedComputer] = ExaminedComputer,
    folders: Mapping[Path, Path] = MappingProxyType({}),
) -> click.Command:
    """Return the command `doctor`.

    Args:
        probe: opens the readers of a board file and listens to them; None if it cannot.
        site: the computer to examine.
        folders: folder of the games for each board file that is not played in the user's.
    """

    @click.command()
    @click.argument("board", required=False)
    @click.option("--json", "as_json", is_flag=True, help="Print JSON.")
    @click.option(
        "--bundle",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Also pack a report for others into FILE (.tar.gz), without private data.",
    )
    @click.option(
        "--data",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Folder of the games.  [default: that of the service, or your user data folder]",
    )
    @click.option("--host", help="Address of the pages.  [default: the board file's]")
    @click.option(
        "--port",
        type=click.IntRange(1, 65535),
        help="Port of the pages.  [default: the board file's, or 8064]",
    )
    def doctor(
        board: str | None,
        bundle: Path | None,
        data: Path | None,
        host: str | None,
        port: int | None,
        *,
        as_json: bool,
    ) -> None:
        """Find faults of computer, board and saved games, with remedies.

        BOARD is a board file or the name of an example; without it the board is not checked.
        Nothing is changed. A running hareboard is asked for the state of its readers; otherwise
        they are read for three seconds.

        The exit status is 1 if a fault must be repaired.
        """
        file = _file(board)
        packed = None if bundle is None else _opened(bundle)
        # Before the computer is looked at: what matters are the rights of the board's owner.
        become_owner(*_others(file, data))
        folder = (
            data
            or (file and folders.get(file.absolute()))
            or user_data_path("hareboard", appauthor=False)
        )
        case = _case(site(), board, file, folder, probe)
        case = replace(case, host=host or case.host, port=port or case.port)
        case = replace(case, table=find_table(case.site.network, case.host, case.port))
        report = examine(case)
        width = min(shutil.get_terminal_size().columns, WIDEST)
        click.echo(report_json(report) if as_json else report_text(report, width))
        if packed is not None:
            _write(packed, case, report, to_stderr=as_json)
        if report.of("bad"):
            raise SystemExit(1)

    return doctor


def _file(board: str | None) -> Path | None:
    """Return the named board file, or example; None if none is named."""
    name = (board or "").removeprefix(WIRED).removeprefix(SIMULATED)
    if not name:
        return None
    return example_path(name) if name in example_names() else Path(name)


def _others(file: Path | None, data: Path | None) -> Iterator[Path]:
    """Yield the paths that may be another user's: examples are the program's own."""
    if file is not None and file.parent != EXAMPLES:
        yield file
    if data is not None:
        yield data


def _case(
    site: ExaminedComputer, board: str | None, file: Path | None, folder: Path, probe: Probe | None
) -> Case:
    """Return the case of a board file, or of none."""
    if board is None or file is None:
        return Case(site, folder, probe=probe)
    found, mistakes = read_file(file)
    web = found.web if found is not None else WebSettings()
    return Case(
        site,
        folder,
        host=web.host,
        port=web.port,
        file=file,
        board=found,
        mistakes=mistakes,
        wired=not board.startswith(SIMULATED),
        probe=probe,
    )


def _opened(file: Path) -> BinaryIO:
    """Open the file of a bundle, with the rights of who calls the doctor.

    Raises:
        ClickException: it cannot be written.
    """
    become_owner(file)
    try:
        return file.open("wb")
    except OSError as error:
        raise _unwritable(str(file), error) from error


def _write(file: BinaryIO, case: Case, report: Report, *, to_stderr: bool) -> None:
    """Write a bundle, and list its content.

    Raises:
        ClickException: the file cannot be written.
    """
    bundle = make_bundle(case, report)
    try:
        with file:
            file.write(bundle.data)
    except OSError as error:
        raise _unwritable(file.name, error) from error
    said = [f"\n{file.name} is packed. In it:"]
    said += [f"  {name:<12} {what}" for name, what in bundle.inside]
    said += ["Taken out before:", *(f"  {what}" for what in TAKEN_OUT)]
    if bundle.without:
        said += ["Not in it:", *(f"  {what}" for what in bundle.without)]
    said.append("Look into it before you send it: tar -xzf, then any editor.")
    click.echo("\n".join(said), err=to_stderr)


def _unwritable(file: str, error: OSError) -> click.ClickException:
    return click.ClickException(
        f"Cannot write {file}: {error.strerror}. Name another file with --bundle."
    )
