"""The board file and the folder of the games, at installation."""

from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from controller.appliance.install.changes.users import USER
from controller.appliance.install.steps import InstallStep
from controller.appliance.machine import BOARD, DATA, SETTINGS, InstallError, Machine
from controller.foreign_files import (
    NotPlainFile,
    others_in,
    read_foreign,
    remove_foreign,
    write_foreign,
)

EXAMPLES: Final = files("controller").joinpath("board", "examples")
"""In a wheel while a Debian package is being installed."""
FIRST: Final = "prototype-2x2"
"""Example that a board file is copied from by default."""
READABLE: Final = 0o644
KEPT: Final = f"{DATA}/board.toml"
"""Path of a board file kept when hareboard was removed."""


def board_file(machine: Machine, board: str | None) -> InstallStep:
    """Create the board file; it is never overwritten.

    Args:
        machine: the computer.
        board: an example's name, or a file, to copy.
    """

    def lacking() -> list[str]:
        if machine.there(BOARD):
            return _strangers(machine, SETTINGS)
        return [f"make {BOARD} from {_origin(machine, board)}"]

    def do() -> None:
        if not machine.there(BOARD):
            text = _text(machine, _origin(machine, board))
            machine.path(SETTINGS).mkdir(parents=True, exist_ok=True)
            write_foreign(machine.path(BOARD), text, READABLE)
            if machine.there(KEPT):
                remove_foreign(machine.path(KEPT))
        # The calibration writes its results into it.
        machine.give(machine.path(SETTINGS), *_account(machine, USER))

    return InstallStep(
        "The board file",
        lacking,
        do,
        "Name an example (“hareboard board” lists them) or a file: --board prototype-2x2. If "
        f"{KEPT} is no file of its own, remove it, and run this again.",
    )


def check_origin(machine: Machine, board: str | None) -> None:
    """Check that a missing board file has something to be copied from.

    Raises:
        InstallError: there is no example and no file of this name.
    """
    if not machine.there(BOARD):
        _origin(machine, board)


def games(machine: Machine) -> InstallStep:
    """Create the folder of the games and settings."""

    def lacking() -> list[str]:
        if not machine.path(DATA).is_dir():
            return [f"make the folder {DATA}"]
        return _strangers(machine, DATA)

    def do() -> None:
        machine.path(DATA).mkdir(parents=True, exist_ok=True)
        machine.path(DATA).chmod(0o750)
        machine.give(machine.path(DATA), *_account(machine, USER))

    return InstallStep(
        "The games", lacking, do, "Is the card full or read-only? Then run this again."
    )


def put_away(machine: Machine) -> InstallStep:
    """Keep the games, and put the board file with them; they belong to root then."""

    def lacking() -> list[str]:
        found = []
        if machine.there(BOARD):
            found.append(f"put {BOARD} away as {KEPT}")
        if machine.there(SETTINGS):
            found.append(f"remove {SETTINGS}")
        if machine.path(DATA).is_dir() and _strangers(machine, DATA, "root"):
            found.append(f"give what is in {DATA} to root: games, settings")
        return found

    def do() -> None:
        data = machine.path(DATA)
        if machine.there(BOARD):
            data.mkdir(parents=True, exist_ok=True)
            # A link or a FIFO in its place is no board file, and is removed with the folder.
            with suppress(NotPlainFile):
                text = read_foreign(machine.path(BOARD))
                if machine.path(KEPT).is_dir():  # a file cannot replace a folder
                    machine.run("rm", "--recursive", "--force", KEPT)
                write_foreign(machine.path(KEPT), text, READABLE)
        # Folders may lie deeper in each other than Python can go.
        machine.run("rm", "--recursive", "--force", SETTINGS)
        if data.is_dir():
            machine.give(data, *_account(machine, "root"))

    return InstallStep("Board file and games", lacking, do, "Is the card full or read-only?")


def _origin(machine: Machine, board: str | None) -> Traversable:
    """Return the file that a new board file is copied from."""
    if board is None and machine.there(KEPT):
        return machine.path(KEPT)
    wanted = board or FIRST
    for origin in (EXAMPLES / f"{wanted}.toml", Path(wanted)):
        if origin.is_file():
            return origin
    names = sorted(each.name for each in EXAMPLES.iterdir() if each.name.endswith(".toml"))
    raise InstallError(
        f"There is no example and no file {wanted}. Examples: "
        f"{', '.join(name.removesuffix('.toml') for name in names)}."
    )


def _text(machine: Machine, origin: Traversable) -> bytes:
    return read_foreign(origin) if origin == machine.path(KEPT) else origin.read_bytes()


def _strangers(machine: Machine, folder: str, owner: str = USER) -> list[str]:
    """Give the remedy if files in a folder belong to another user."""
    try:
        uid = _account(machine, owner)[0]
    except InstallError:
        uid = None
    return [f"give {folder} to {owner}"] if others_in(machine.path(folder), uid) else []


def _account(machine: Machine, user: str) -> tuple[int, int]:
    """Return the IDs of a user of that computer, and of its group.

    Raises:
        InstallError: there is no such user.
    """
    for line in (machine.text("/etc/passwd") or "").splitlines():
        name, _, uid, gid, *_ = *line.split(":"), "", "", "", ""
        if name == user and uid.isdigit() and gid.isdigit():
            return int(uid), int(gid)
    raise InstallError(f"There is no user {user} in /etc/passwd.")
