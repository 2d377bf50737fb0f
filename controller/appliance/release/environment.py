"""Makes the virtual environment of a release: from wheels only, without the network, as root."""

import tempfile
from pathlib import Path
from typing import Final

from controller.appliance.machine import InstallError, Machine
from controller.appliance.release.archive import BOARD_LOCK
from controller.appliance.release.wheels import PIP, PYTHON, ReleaseSource, gather

ROOM: Final = "/var/tmp"
"""Folder for builds: on the card, as memory is scarce."""


def make_environment(machine: Machine, folder: str, source: ReleaseSource) -> None:
    """Make the virtual environment of a release.

    Args:
        machine: the computer.
        folder: path of the environment on the computer.
        source: source of the release.

    Raises:
        InstallError: a command failed, or a wheel is not in the lock.
        OSError: there is no room on the disk.
    """
    try:
        machine.run(PYTHON, "-m", "venv", folder)
    except InstallError as error:
        raise InstallError(
            f"{error}\nPython cannot make a virtual environment: is the package python3-venv "
            "there? sudo apt install python3-venv"
        ) from error
    with tempfile.TemporaryDirectory(prefix="hareboard-", dir=machine.path(ROOM)) as name:
        room = Path(name)
        room.chmod(0o755)  # the throwaway user passes through
        laid, wheels = room / "laid", room / "wheels"
        laid.mkdir()
        source.lay_out(laid)
        seen = f"{ROOM}/{room.name}"
        if (laid / BOARD_LOCK).exists():
            wheels.mkdir()
            gather(machine, laid, room, seen, wheels)
        else:
            laid.rename(wheels)
        files = [f"{seen}/wheels/{each.name}" for each in sorted(wheels.glob("*.whl"))]
        pip = (f"{folder}/bin/python", *PIP)
        machine.run(*pip, "install", "--no-index", "--no-deps", "--only-binary", ":all:", *files)
