"""Fetches and compiles the wheels of a release without root's rights; root only looks at them.

Everything that reads from the network or runs a package's build script is done by a user ID that
nobody else has. What it leaves is taken over file by file, if it is in the lock.
"""

import contextlib
import hashlib
import os
import pwd
import secrets
from pathlib import Path
from typing import Final, Protocol

from controller.appliance.machine import InstallError, Machine
from controller.appliance.release.archive import BOARD_LOCK, BUILD_LOCK
from controller.appliance.release.locked import lock_of
from controller.foreign_files import read_foreign

PYTHON: Final = "/usr/bin/python3"
"""Python of the system: gets security updates, and stays as long as the system."""
PIP: Final = ("-m", "pip", "--quiet", "--no-input", "--disable-pip-version-check", "--no-cache-dir")
SOURCE: Final = "source"
"""Folder of a checkout from which our wheel is made."""
WORK, OUT, OWN = "work", "out", "own"
"""Folders of the throwaway user, in a room of root: for building, locked wheels, ours."""
FREE_IDS: Final = range(60706, 61184)
"""User IDs that no system gives to anybody. Source: systemd, “Users, Groups, UIDs and GIDs”."""
WHOLE_LGPIO: Final = "PYPI=1"
"""Lets lgpio compile its C library, which Debian does not have. Source: its setup.py."""
LARGEST: Final = 64 << 20
"""Bytes of the largest wheel."""


class ReleaseSource(Protocol):
    """Source of a release."""

    @property
    def version(self) -> str:
        """Version of hareboard.

        Raises:
            InstallError: the source is not hareboard.
        """
        ...

    @property
    def digest(self) -> str:
        """Digest that distinguishes sources of the same version."""
        ...

    def lay_out(self, room: Path) -> None:
        """Copy what is needed into an empty folder.

        Either all wheels; or the two locks, with our wheel or, in `source`, what it is made from.
        """
        ...


def gather(machine: Machine, laid: Path, room: Path, seen: str, wheels: Path) -> None:
    """Fetch and compile the wheels that locks name, and our own; put them into a folder.

    Args:
        machine: the computer.
        laid: the laid-out source: locks, and our wheel or its source.
        room: an empty folder.
        seen: path of that folder on the computer.
        wheels: folder for the wheels; belongs to the calling user.

    Raises:
        InstallError: pip failed, or a wheel is not in the lock.
        OSError: the folder cannot be written.
    """
    lock = lock_of((laid / BOARD_LOCK).read_text("utf-8"))
    lock_of((laid / BUILD_LOCK).read_text("utf-8"))
    work, out, own = (room / name for name in (WORK, OUT, OWN))
    there = f"{seen}/{WORK}"
    laid.rename(work)
    out.mkdir()
    own.mkdir()
    by = _throwaway_user(machine, work, out, own)
    by += ("env", "--chdir=/", f"HOME={there}", f"TMPDIR={there}", WHOLE_LGPIO)
    machine.run(*by, PYTHON, "-m", "venv", f"{there}/venv")
    pip = (*by, f"{there}/venv/bin/python", *PIP)
    locked = ("--require-hashes", "-r")
    machine.run(*pip, "install", *locked, f"{there}/{BUILD_LOCK}")
    make = (*pip, "wheel", "--no-deps", "--no-build-isolation", "--use-pep517")
    if (work / SOURCE).is_dir():
        machine.run(*make, "--no-index", "--wheel-dir", f"{seen}/{OWN}", f"{there}/{SOURCE}")
        _take_own(own, wheels)
    else:
        _take_own(work, wheels)
    machine.run(*make, "--wheel-dir", f"{seen}/{OUT}", *locked, f"{there}/{BOARD_LOCK}")
    for wheel in sorted(out.iterdir()):
        data = _read(wheel)
        lock.check(wheel.name, hashlib.sha256(data).hexdigest())
        (wheels / wheel.name).write_bytes(data)


def _throwaway_user(machine: Machine, *folders: Path) -> tuple[str, ...]:
    """Give folders to a user ID that nobody has; return what runs a command as that user."""
    if os.geteuid() != 0:
        return ()
    number = secrets.choice(FREE_IDS)
    while _exists(number):
        number = secrets.choice(FREE_IDS)
    for folder in folders:
        machine.give(folder, number, number)
    user = (f"--reuid={number}", f"--regid={number}", "--clear-groups")
    return ("setpriv", *user, "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all")


def _exists(number: int) -> bool:
    with contextlib.suppress(KeyError):
        pwd.getpwuid(number)
        return True
    return False


def _take_own(folder: Path, wheels: Path) -> None:
    own = [path for path in folder.iterdir() if path.suffix == ".whl"]
    if len(own) != 1 or not own[0].name.startswith("hareboard-"):
        found = ", ".join(path.name for path in own) or "none"
        raise InstallError(f"There should be one wheel of hareboard: {found}.")
    (wheels / own[0].name).write_bytes(_read(own[0]))


def _read(wheel: Path) -> bytes:
    """Read a file in a folder of the throwaway user, who may have laid links and FIFOs there."""
    return read_foreign(wheel, LARGEST)
