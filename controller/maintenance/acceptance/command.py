"""The command `hareboard board accept`: measures a board, and judges it."""

import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from datetime import datetime
from pathlib import Path
from typing import Final

import click

from controller.board import BadFile, Board, read_board
from controller.board.file.writing import save_board
from controller.board.no_file import other_files
from controller.maintenance.acceptance.bundle import (
    BadBundle,
    make_acceptance_bundle,
    read_acceptance_bundle,
)
from controller.maintenance.acceptance.judging.advised import with_settings
from controller.maintenance.acceptance.judging.judge import AcceptanceVerdict, judge
from controller.maintenance.acceptance.measuring.facts import SOAK_S, Facts, facts_of
from controller.maintenance.acceptance.measuring.measure import measure
from controller.maintenance.acceptance.measuring.questions import Builder
from controller.maintenance.acceptance.measuring.site import Site
from controller.maintenance.acceptance.report import verdict_text
from controller.maintenance.acceptance.terminal import (
    RehearsedBuilder,
    TerminalBuilder,
    typed_lines,
)
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.plural import counted
from controller.privileges import become_owner
from hardware.errors import HardwareError

WIDEST: Final = 100
WORST_STATUS: Final = 1
REHEARSING: Final = (
    "A rehearsal on a simulated board, in virtual time: a simulated person does what you will be "
    "asked to do, and no settings are written."
)

OpenSite = Callable[[Board], AbstractContextManager[Site]]
"""Opens a board."""
Rehearse = Callable[[Board, str | None], tuple[Site, Builder]]
"""Returns a simulated board, with a fault if one is named, and the simulated person beside it."""


def accept_command(
    open_site: OpenSite,
    rehearsed_site: Rehearse,
    faults: Mapping[str, str],
    computer: Callable[[], ExaminedComputer] = ExaminedComputer,
) -> click.Command:
    """Return the command `accept`.

    Args:
        open_site: opens the board of a file.
        rehearsed_site: simulates it.
        faults: those that can be simulated, by name, and what each is.
        computer: the computer to describe in the bundle.
    """

    @click.command()
    @click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
    @click.option(
        "--bundle",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="OUT",
        help="Pack the measurements into OUT.  [default: beside FILE]",
    )
    @click.option(
        "--replay",
        type=click.Path(path_type=Path, dir_okay=False, exists=True),
        metavar="BUNDLE",
        help="Judge a bundle again, without a board.",
    )
    @click.option(
        "--everywhere", is_flag=True, help="Measure all squares at every place, not four."
    )
    @click.option(
        "--soak",
        "soak_min",
        type=click.FloatRange(0, 24 * 60),
        default=SOAK_S / 60,
        show_default=True,
        metavar="MINUTES",
        help="Length of the last test.",
    )
    @click.option(
        "--write/--no-write",
        default=None,
        help="Write the measured settings into FILE, or not.  [default: ask]",
    )
    @click.option(
        "--rehearse", is_flag=True, help="Measure a simulated board instead, in virtual time."
    )
    @click.option(
        "--fault",
        type=click.Choice(tuple(faults)),
        help="Rehearse on a simulated board that has this fault.",
    )
    def accept(
        file: Path | None,
        bundle: Path | None,
        replay: Path | None,
        soak_min: float,
        fault: str | None,
        *,
        everywhere: bool,
        write: bool | None,
        rehearse: bool,
    ) -> None:
        """Measure the board of FILE, square by square, and judge it.

        Stop hareboard first, and have one runner at hand. It takes about fifteen minutes, ten of
        them without you. Tells what to do about each fault, and packs all measurements into one
        file without private data. The exit status is 1 if a fault was found.

        A phone can lead you instead: run “hareboard run FILE” and open /workshop on it.
        """
        if replay is not None:
            _replay(replay)
            return
        if file is None:
            raise click.UsageError("Missing argument 'FILE'.")
        become_owner(file)
        text, board = _read(file)
        out = bundle or _beside(file, computer().now())
        if not os.access(out.parent, os.W_OK):
            raise click.ClickException(
                f"{out} cannot be written by this user: name a place for it with --bundle."
            )
        try:
            with ExitStack() as opened:
                person = None
                if rehearse or fault:
                    site, person = rehearsed_site(board, fault)
                    click.echo(REHEARSING)
                    if fault:
                        click.echo(f"The board has {faults[fault]}.")
                else:
                    site = opened.enter_context(open_site(board))
                facts = facts_of(board, site.bench.buses, in_full=everywhere, soak_s=60 * soak_min)
                began_s = site.clock.now_s()
                builder: TerminalBuilder | RehearsedBuilder
                if person is None:
                    builder = TerminalBuilder(facts, typed_lines())
                else:
                    builder = RehearsedBuilder(facts, person)
                log = measure(facts, site, builder)
                minutes = (site.clock.now_s() - began_s) / 60
                wires = "" if site.wires is None else site.wires.text
        except HardwareError as error:
            raise click.ClickException(str(error)) from error
        verdict = judge(facts, log)
        click.echo(f"\n{counted(len(log), 'measurement')} in {counted(round(minutes), 'minute')}.")
        _say(facts, verdict)
        packed = make_acceptance_bundle(computer(), text, board, facts, log, verdict, wires)
        _pack(out, packed)
        if verdict.advised.any and isinstance(builder, TerminalBuilder):
            if write is None:
                write = builder.agrees(f"Write these settings into {file}?")
            if write:
                _write(file, with_settings(text, verdict.advised))
        raise SystemExit(WORST_STATUS if verdict.findings else 0)

    return accept


def _read(file: Path) -> tuple[str, Board]:
    if not file.exists():
        raise click.ClickException(f"There is no file {file}. {other_files(file)}")
    try:
        return file.read_text("utf-8-sig"), read_board(file)
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file} cannot be read: {error}.") from error
    except BadFile as error:
        for problem in error.problems:
            click.echo(str(problem), err=True)
        many = counted(len(error.problems), "mistake")
        raise click.ClickException(f"{many} in {file}.") from error


def _say(facts: Facts, verdict: AcceptanceVerdict) -> None:
    width = min(shutil.get_terminal_size().columns, WIDEST)
    click.echo(f"\n{verdict_text(facts, verdict, width)}")


def _beside(file: Path, now: datetime) -> Path:
    return file.with_name(f"{file.stem}-{now:%Y-%m-%d-%H%M%S}.accept.tar.gz")


def _pack(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}.") from error
    click.echo(f"\n{path}: all measurements, without private data.")


def _write(file: Path, text: str) -> None:
    try:
        save_board(file, text)
    except (OSError, BadFile) as error:
        raise click.ClickException(f"{file} cannot be written: {error}.") from error
    click.echo(f"{file}: written; the old file is {file.name}.before.")


def _replay(bundle: Path) -> None:
    """Judge a bundle again; fail if the verdict differs."""
    try:
        kept = read_acceptance_bundle(bundle)
    except (BadBundle, OSError) as error:
        raise click.ClickException(str(error)) from error
    verdict = judge(kept.facts, tuple(kept.log))
    _say(kept.facts, verdict)
    if verdict != kept.verdict:
        before = sorted({each.fault for each in kept.verdict.findings})
        raise click.ClickException(
            f"This differs from the verdict in {bundle.name}: {', '.join(before) or 'no fault'}."
        )
    click.echo(f"\nThe same verdict as in {bundle.name}.")
