"""The command that installs, repairs, updates and removes hareboard."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NoReturn

from controller.appliance.install.changes.board_file import check_origin
from controller.appliance.install.changes.sources import Checkout, Wheels
from controller.appliance.install.plan import getting, leaving, settling
from controller.appliance.install.steps import Stopped, go_through, tell
from controller.appliance.install.summary import show, tell_trust
from controller.appliance.machine import BOARD, DATA, HOME, InstallError, Machine, RealCommands

CHECKOUT: Final = Path(__file__).resolve().parents[3]


def system_in(root: Path) -> Machine:
    """Return the system in a folder, which is this computer's own if it is `/`."""
    return Machine(root, RealCommands(root))


def main(
    given: Sequence[str] | None = None,
    system: Callable[[Path], Machine] = system_in,
    user: Callable[[], int] = os.geteuid,
) -> None:
    """Run the installer.

    Args:
        given: words of the command; by default those this program was started with.
        system: returns the system in a folder.
        user: ID of the calling user.
    """
    words = _words(given)
    if user() != 0 and not words.dry_run:
        sys.exit("This changes the system, so it needs root: put sudo in front.")
    os.umask(0o022)  # every user may read the system's files
    machine = system(words.root)
    try:
        _do(words, machine)
    except InstallError as failed:
        sys.exit(str(failed))
    except Stopped as stopped:
        sys.exit(f"\nStopped. {stopped}")


def say(line: str) -> None:
    """Print a line to the terminal, unbuffered."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _do(words: argparse.Namespace, machine: Machine) -> None:
    settle = settling(machine, words.board, start=not words.no_start)
    source = None
    if words.uninstall:
        steps = leaving(machine)
    elif words.release:
        steps = settle
    else:
        source = _source(words)
        steps = getting(machine, source, network=words.wheels is None)
    if words.dry_run:
        say("This would be done; nothing is changed:")
        tell(steps if source is None else [*steps, *settle], say)
        return
    if source is not None:
        check_origin(machine, words.board)  # before the minutes that the program takes
        if words.board is not None and machine.there(BOARD):
            say(f"{BOARD} is there already, and stays as it is: --board is left out.")
        tell_trust(machine, source, say)
    go_through(steps, say)
    if words.uninstall:
        say(f"hareboard is gone. The games, settings and the board file are in {DATA}.")
        say("Packages of the system were left, for others may use them.")
    elif not words.release:
        _hand_over(words, machine)
    elif not words.no_start:
        show(machine, say)


def _hand_over(words: argparse.Namespace, machine: Machine) -> NoReturn:
    """Continue with the current release: it knows its own units."""
    further = ("--no-start",) if words.no_start else ()
    if words.board is not None:
        further += ("--board", words.board)
    # Isolated: imports neither a checkout nor a wheel that this runs from.
    python = (f"{HOME}/current/bin/python", "-I", "-m", "controller.appliance.install", "--release")
    machine.commands.become((*python, *further))


def _source(words: argparse.Namespace) -> Checkout | Wheels:
    """Return the source of the release."""
    if words.wheels is not None:
        return Wheels(words.wheels)
    return Checkout(CHECKOUT)


def _words(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="systemd/install",
        description="Install hareboard as a service on this computer. Run it again to repair or "
        "update the installation.",
    )
    add = parser.add_argument
    add("--dry-run", action="store_true", help="list the steps, change nothing")
    add("--uninstall", action="store_true", help=f"remove hareboard; keep {DATA}")
    add("--board", metavar="B", help="board file or example to start with, if there is none yet")
    add("--no-start", action="store_true", help="start and restart nothing")
    add("--root", type=Path, default=Path("/"), metavar="DIR", help="change the system in DIR")
    source = parser.add_mutually_exclusive_group()
    add = source.add_argument
    add("--wheels", type=Path, metavar="DIR", help="install from wheels in DIR, without network")
    add("--release", action="store_true", help=f"only set up the release at {HOME}/current")
    return parser.parse_args(given)
