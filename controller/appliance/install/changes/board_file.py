"""The board file and the folder of the games, at installation."""

import os
from pathlib import Path
from typing import Final

from controller.appliance.install.changes.users import USER
from controller.appliance.install.machine import BOARD, DATA, SETTINGS, InstallError, Machine
from controller.appliance.install.steps import InstallStep

EXAMPLES: Final = Path(__file__).parents[3] / "board" / "examples"
FIRST: Final = "prototype-2x2"
"""Example that a board file is copied from by default."""
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
            machine.write(BOARD, _origin(machine, board).read_bytes())
            if machine.there(KEPT):
                machine.remove(KEPT)
        # The calibration writes its results into it.
        machine.run("chown", "--recursive", f"{USER}:{USER}", SETTINGS)

    return InstallStep(
        "The board file",
        lacking,
        do,
        "Name an example (“hareboard board” lists them) or a file: --board prototype-2x2.",
    )


def games(machine: Machine) -> InstallStep:
    """Create the folder of the games and settings."""

    def lacking() -> list[str]:
        if not machine.path(DATA).is_dir():
            return [f"make the folder {DATA}"]
        return _strangers(machine, DATA)

    def do() -> None:
        machine.path(DATA).mkdir(parents=True, exist_ok=True)
        machine.path(DATA).chmod(0o750)
        machine.run("chown", "--recursive", f"{USER}:{USER}", DATA)

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
        if machine.there(BOARD):
            machine.write(KEPT, machine.path(BOARD).read_bytes())
        machine.remove(SETTINGS)
        if machine.path(DATA).is_dir():
            machine.run("chown", "--recursive", "root:root", DATA)

    return InstallStep("Board file and games", lacking, do, "Is the card full or read-only?")


def _origin(machine: Machine, board: str | None) -> Path:
    """Return the file that a new board file is copied from."""
    if board is None and machine.there(KEPT):
        return machine.path(KEPT)
    example = EXAMPLES / f"{board or FIRST}.toml"
    if example.is_file():
        return example
    if Path(board or FIRST).is_file():
        return Path(board or FIRST)
    raise InstallError(f"There is no example and no file {board}.")


def _strangers(machine: Machine, folder: str, owner: str = USER) -> list[str]:
    """Give the remedy if files in a folder belong to another user."""
    uid = _uid(machine, owner)
    at = machine.path(folder)
    for path in (at, *sorted(at.rglob("*"))):
        if os.lstat(path).st_uid != uid:
            return [f"give {folder} to {owner}"]
    return []


def _uid(machine: Machine, user: str) -> int | None:
    """Return the ID of a user of that computer."""
    for line in (machine.text("/etc/passwd") or "").splitlines():
        name, _, uid, *_ = *line.split(":"), "", "", ""
        if name == user and uid.isdigit():
            return int(uid)
    return None
