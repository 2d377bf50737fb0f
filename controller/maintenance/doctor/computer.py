"""The examined computer: every file and command the doctor looks at.

Files come from under `root`; who asks, the time, the network, the packages are handed in. So a
whole computer can be laid out in a folder.
"""

import getpass
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Final

from controller.maintenance.doctor.network import LocalNetwork, NetworkProbe

with suppress(ImportError):  # Windows has no pwd
    import pwd

UNIT: Final = "hareboard"
LOG_LINES: Final = 300
LOG_S: Final = 5.0
"""How long the system's journal may take to answer."""

_PI: Final = re.compile(r"Raspberry Pi (?:Compute Module )?(Zero 2|Zero|\d)")
_FAMILIES: Final = {"Zero": 1, "Zero 2": 3}


@dataclass(frozen=True)
class Identity:
    """Whom the program runs as.

    Attributes:
        user: the user's name.
        uid: and number; 0 is root. None on Windows, which has no such numbers.
        gids: the groups this process has.
        host: the computer's name.
    """

    user: str
    uid: int | None
    gids: frozenset[int]
    host: str


def own_identity() -> Identity:
    """Whom this process runs as."""
    host = socket.gethostname()
    if not hasattr(os, "geteuid"):
        return Identity(getpass.getuser(), None, frozenset(), host)
    uid = os.geteuid()
    try:
        user = pwd.getpwuid(uid).pw_name
    except KeyError:
        user = str(uid)
    gids = frozenset({os.getegid(), *os.getgroups()})
    return Identity(user, uid, gids, host)


def _free_bytes(path: Path) -> int:
    return shutil.disk_usage(path).free


def _now() -> datetime:
    return datetime.now(UTC)


def _version_of(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _requires(package: str) -> tuple[str, ...]:
    try:
        return tuple(metadata.requires(package) or ())
    except metadata.PackageNotFoundError:
        return ()


def _log() -> str | None:
    """The last lines hareboard's unit has logged; None if there is none, or no journal."""
    words = ["journalctl", "--unit", UNIT, "--lines", str(LOG_LINES), "--output", "short-iso"]
    try:
        said = subprocess.run(
            [*words, "--quiet", "--no-pager", "--no-hostname"],
            capture_output=True,
            text=True,
            timeout=LOG_S,
            check=True,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return said if said.strip() else None


@dataclass(frozen=True)
class Mount:
    """A file system that is mounted."""

    at: Path
    options: frozenset[str]


@dataclass(frozen=True)
class ExaminedComputer:
    """A computer, as the doctor sees it.

    Attributes:
        root: where its files are.
        identity: whom the program runs as.
        network: its network.
        now: its date and time.
        free_bytes: the room left where a path is.
        may: whether the user may read (`os.R_OK`) or write (`os.W_OK`) a path.
        version_of: the version of a package that is installed; None if it is not.
        requires: what a package that is installed asks for, as its metadata have it.
        log: what hareboard's service last logged; None if nobody can tell.
        python: the version of Python.
        machine: the kind of processor, as `uname -m` says it.
        kernel: the system's kernel and its version.
    """

    root: Path = Path("/")
    identity: Identity = field(default_factory=own_identity)
    network: NetworkProbe = field(default_factory=LocalNetwork)
    now: Callable[[], datetime] = _now
    free_bytes: Callable[[Path], int] = _free_bytes
    may: Callable[[Path, int], bool] = os.access
    version_of: Callable[[str], str | None] = _version_of
    requires: Callable[[str], tuple[str, ...]] = _requires
    log: Callable[[], str | None] = _log
    python: tuple[int, int, int] = sys.version_info[:3]
    machine: str = field(default_factory=platform.machine)
    kernel: str = field(default_factory=lambda: f"{platform.system()} {platform.release()}")

    def path(self, path: str) -> Path:
        """Where a path of that computer is; `/dev/ttyUSB0`, or without the first stroke."""
        return self.root / path.lstrip("/")

    def there(self, path: str) -> bool:
        """Whether there is such a file or device."""
        try:
            return self.path(path).exists()
        except OSError:
            return False

    def raw(self, path: str) -> bytes | None:
        """What is in a file; None if it cannot be read."""
        try:
            return self.path(path).read_bytes()
        except OSError:
            return None

    def text(self, path: str) -> str | None:
        """The text in a file, without what surrounds it; None if it cannot be read."""
        raw = self.raw(path)
        return None if raw is None else raw.decode("utf-8", "replace").strip("\0 \n")

    def whole(self, path: str, base: int = 10) -> int | None:
        """The whole number in a file; None if there is none."""
        try:
            return int(self.text(path) or "", base)
        except ValueError:
            return None

    def glob(self, pattern: str) -> tuple[str, ...]:
        """The paths that fit a pattern, in order."""
        found = (path.relative_to(self.root) for path in self.root.glob(pattern.lstrip("/")))
        return tuple(sorted(f"/{path}" for path in found))

    @property
    def model(self) -> str | None:
        """What the computer is called by its maker; None if it does not say (a PC)."""
        return self.text("/proc/device-tree/model")

    @property
    def pi(self) -> int | None:
        """The generation of a Raspberry Pi, 1 to 5; None if it is none.

        Source: the device tree's `model`. A Zero 2 W has the processor of a 3, a Zero that of a
        1; 400 and 500 are keyboards with a 4 and a 5, and compute modules count as theirs.
        """
        model = self.model or ""
        match = _PI.match(model)
        if match is not None:
            return _FAMILIES.get(match[1]) or int(match[1])
        return 1 if model.startswith("Raspberry Pi") else None

    def groups(self) -> dict[str, tuple[int, tuple[str, ...]]]:
        """Every group: its number, and the users that are in it."""
        found = {}
        for line in (self.text("/etc/group") or "").splitlines():
            name, _, gid, members, *_ = *line.split(":"), "", "", ""
            if gid.isdigit():
                found[name] = int(gid), tuple(filter(None, members.split(",")))
        return found

    def mounts(self) -> Iterator[Mount]:
        """What is mounted. Spaces in a path are written `\\040` there (proc(5))."""
        for line in (self.text("/proc/mounts") or "").splitlines():
            parts = line.split(" ")
            if len(parts) > 3:
                at = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), parts[1])
                yield Mount(Path(at), frozenset(parts[3].split(",")))
