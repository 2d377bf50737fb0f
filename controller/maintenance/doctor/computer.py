"""The examined computer: every file and command the doctor looks at.

Files are read under `root`; identity, time, network and packages are passed in. So a whole
computer can be laid out in a folder.
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
    """User and groups that the program runs as.

    Attributes:
        user: name of the user.
        uid: user ID; 0 is root. None on Windows, which has no user IDs.
        gids: group IDs of this process.
        host: name of the computer.
    """

    user: str
    uid: int | None
    gids: frozenset[int]
    host: str


def own_identity() -> Identity:
    """Return the user and groups of this process."""
    host = socket.gethostname()
    if not hasattr(os, "geteuid"):  # untested: Windows only
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
    """Return the last log lines of hareboard's unit; None without a unit, or without a journal."""
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
        root: folder of its files.
        identity: user and groups that the program runs as.
        network: its network.
        now: its date and time.
        free_bytes: free space at a path.
        may: whether the user may read (`os.R_OK`) or write (`os.W_OK`) a path.
        version_of: version of an installed package; None if not installed.
        requires: requirements of an installed package, from its metadata.
        log: last log lines of hareboard's service; None if unknown.
        python: the version of Python.
        machine: the kind of processor, as in `uname -m`.
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
        """Return the path under `root`; for `/dev/ttyUSB0`, or the same without the first slash."""
        return self.root / path.lstrip("/")

    def there(self, path: str) -> bool:
        """Check whether a file or device exists."""
        try:
            return self.path(path).exists()
        except OSError:
            return False

    def raw(self, path: str) -> bytes | None:
        """Return the bytes of a file; None if it cannot be read."""
        try:
            return self.path(path).read_bytes()
        except OSError:
            return None

    def text(self, path: str) -> str | None:
        """Return the text in a file, stripped; None if it cannot be read."""
        raw = self.raw(path)
        return None if raw is None else raw.decode("utf-8", "replace").strip("\0 \n")

    def whole(self, path: str, base: int = 10) -> int | None:
        """Return the whole number in a file; None if there is none."""
        try:
            return int(self.text(path) or "", base)
        except ValueError:
            return None

    def glob(self, pattern: str) -> tuple[str, ...]:
        """List the paths that match a pattern, in order."""
        found = (path.relative_to(self.root) for path in self.root.glob(pattern.lstrip("/")))
        return tuple(sorted(f"/{path}" for path in found))

    @property
    def model(self) -> str | None:
        """Return the maker's name for the computer; None if it has none (a PC)."""
        return self.text("/proc/device-tree/model")

    @property
    def pi(self) -> int | None:
        """Return the generation of a Raspberry Pi, 1 to 5; None if it is none.

        Source: the device tree's `model`. A Zero 2 W has the processor of a 3, a Zero that of a
        1; 400 and 500 are keyboards with a 4 and a 5, and compute modules count as theirs.
        """
        model = self.model or ""
        match = _PI.match(model)
        if match is not None:
            return _FAMILIES.get(match[1]) or int(match[1])
        return 1 if model.startswith("Raspberry Pi") else None

    def groups(self) -> dict[str, tuple[int, tuple[str, ...]]]:
        """Map each group to its number, and its users."""
        found = {}
        for line in (self.text("/etc/group") or "").splitlines():
            name, _, gid, members, *_ = *line.split(":"), "", "", ""
            if gid.isdigit():
                found[name] = int(gid), tuple(filter(None, members.split(",")))
        return found

    def mounts(self) -> Iterator[Mount]:
        """List the mounts. Spaces in a path are written `\\040` there (proc(5))."""
        for line in (self.text("/proc/mounts") or "").splitlines():
            parts = line.split(" ")
            if len(parts) > 3:
                at = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), parts[1])
                yield Mount(Path(at), frozenset(parts[3].split(",")))
