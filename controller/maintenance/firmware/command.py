"""The commands `hareboard firmware`: flash, update and verify co-processors."""

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from controller.maintenance.firmware import jobs, messages
from controller.maintenance.firmware.bench import Bench
from controller.maintenance.firmware.micropython.install import ready_board
from controller.maintenance.firmware.ports import Port
from hardware.errors import HardwareError
from hardware.scanner.words import LONGEST_NAME

_ports = click.argument("ports", nargs=-1, metavar="[PORT]...")


def firmware_command(bench: Callable[[], Bench] = Bench) -> click.Group:
    """Return the command group `firmware`.

    Args:
        bench: creates the tools.
    """

    @click.group()
    def firmware() -> None:
        """Flash, update and verify the firmware of co-processors."""

    @firmware.command()
    @click.option("--port", "name", metavar="PORT", help="Which board, if there are several.")
    @click.option(
        "--uf2",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="MicroPython.  [default: download it]",
    )
    @click.option("--number", type=click.IntRange(0, 255), metavar="N", help="Number as a label.")
    @click.option("--name", "called", metavar="NAME", callback=_short, help="Name as a label.")
    def flash(name: str | None, uf2: Path | None, number: int | None, called: str | None) -> None:
        """Install MicroPython and the firmware on a board.

        The board is a Raspberry Pi Pico or has an RP2040. Hold its button BOOTSEL while you plug it
        in: it gets MicroPython from FILE, an official UF2 file, or downloaded. A board that has
        MicroPython already gets only the firmware. Number and name are optional labels, stored on
        the board.
        """
        if name and uf2:
            raise click.UsageError("A board that waits for MicroPython has no port: leave out one.")
        tools = bench()
        try:
            tools.mpremote.check()
            port = tools.site.port(name) if name else ready_board(tools, uf2, click.echo)
            jobs.flash(tools, port, jobs.Naming(number, called), click.echo)
        except HardwareError as error:
            raise click.ClickException(str(error)) from error

    @firmware.command()
    @_ports
    def update(ports: Sequence[str]) -> None:
        """Update the firmware of co-processors.

        Updates those at each PORT; without PORT, all that are plugged in. Copies only files that
        differ. Keeps wiring, number and name. The exit status is 1 if an update failed.
        """
        tools = bench()
        found = _found(tools, ports)
        done = _each(found, lambda port: jobs.update(tools, port, click.echo, named=bool(ports)))
        if not any(done) and None not in done:
            raise click.ClickException("None of them is a co-processor with firmware.")
        if None in done:
            raise SystemExit(1)

    @firmware.command()
    @_ports
    @click.option("--files", is_flag=True, help="Also restart it and compare its files.")
    def verify(ports: Sequence[str], *, files: bool) -> None:
        """Show firmware and readers of co-processors.

        Shows those at each PORT; without PORT, all that are plugged in. The exit status is 1 if
        one has a fault.
        """
        tools = bench()
        found = _found(tools, ports)
        if not all(_each(found, lambda port: jobs.verify(tools, port, click.echo, files=files))):
            raise SystemExit(1)

    return firmware


def _short(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    if name is not None and len(name.encode()) > LONGEST_NAME:
        raise click.BadParameter(
            f"“{name}” is too long: {len(name.encode())} bytes, where a co-processor keeps at most "
            f"{LONGEST_NAME}."
        )
    return name


def _found(bench: Bench, names: Sequence[str]) -> tuple[Port, ...]:
    ports = tuple(map(bench.site.port, names)) or bench.site.scanners()
    if not ports:
        waiting = [drive.folder for drive in bench.drives.mounted()]
        raise click.ClickException(messages.nothing(next(iter(waiting), None)))
    return ports


def _each(ports: Sequence[Port], job: Callable[[Port], bool]) -> list[bool | None]:
    """Run the job for one port after the other; None for one that failed."""
    done: list[bool | None] = []
    for port in ports:
        try:
            done.append(job(port))
        except HardwareError as error:
            click.echo(f"Error: {error}", err=True)
            done.append(None)
    return done
