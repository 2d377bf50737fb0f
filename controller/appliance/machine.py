"""The computer that hareboard is installed on: its files, and the commands that change it."""

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NoReturn, Protocol

from controller.appliance.bounded_command import run_bounded
from controller.atomic_files import keep_whole
from controller.foreign_files import give

HOME: Final = "/opt/hareboard"
SETTINGS: Final = "/etc/hareboard"
BOARD: Final = f"{SETTINGS}/board.toml"
DATA: Final = "/var/lib/hareboard"
COMMAND: Final = "/usr/local/bin/hareboard"
BOOTED: Final = "/run/systemd/system"
"""Exists where systemd runs. Source: sd_booted(3)."""
LAST_LINES: Final = 15
"""Number of output lines quoted from a failed command."""
LONGEST_S: Final = 3600.0
"""Time limit of a command: a Zero 2 W may have to compile something."""
LONGEST_AS_USER_S: Final = 300.0
"""Time limit of a command that runs as the service's user, who may hinder it."""
GAMES_S: Final = 600.0
"""Time limit of one that reads the games: a large journal on a slow card takes minutes."""
AS_USER: Final = ("runuser", "-u")
GAMES_COMMAND: Final = "journal"


class InstallError(Exception):
    """A step failed; the message has the event and the cause."""


class MachineCommands(Protocol):
    """Runs commands on the computer."""

    def run(self, words: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, without questions; its output is one text.

        Raises:
            OSError: the command does not exist.
        """
        ...

    def become(self, words: tuple[str, ...]) -> NoReturn:
        """Replace this program by a command.

        Raises:
            OSError: the command does not exist.
        """
        ...


@dataclass(frozen=True)
class RealCommands:
    """Commands of this computer.

    Attributes:
        root: folder taken as the root of the computer.
    """

    root: Path = Path("/")

    def run(self, words: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        """Run a command to its end; one that does not end is killed, which is a `TimeoutError`."""
        environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        return run_bounded(self._inside(words), _limit_s(words), env=environ)

    def become(self, words: tuple[str, ...]) -> NoReturn:
        """Replace this program by a command."""
        inside = self._inside(words)
        os.execvp(inside[0], inside)

    def _inside(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return words if self.root == Path("/") else ("chroot", str(self.root), *words)


def _limit_s(words: tuple[str, ...]) -> float:
    if words[: len(AS_USER)] != AS_USER:
        return LONGEST_S
    return GAMES_S if GAMES_COMMAND in words else LONGEST_AS_USER_S


@dataclass(frozen=True)
class Machine:
    """The computer.

    Attributes:
        root: folder taken as the root of the computer, `/` for this one.
        commands: runs commands on it.
        sync: returns when all written data is on its disk.
        give: gives a folder and what is in it to a user, by its IDs and without following links.
    """

    root: Path = Path("/")
    commands: MachineCommands = field(default_factory=RealCommands)
    sync: Callable[[], None] = os.sync
    give: Callable[[Path, int, int], None] = give

    def path(self, path: str) -> Path:
        """Return the path under `root`."""
        return self.root / path.lstrip("/")

    @property
    def booted(self) -> bool:
        """Check whether systemd runs on it, so that units can be started."""
        return self.path(BOOTED).is_dir()

    def run(self, *words: str) -> str:
        """Return the output of a command.

        Raises:
            InstallError: the command does not exist, or failed; with its output.
        """
        done = self._done(words)
        if done.returncode != 0:
            said = "\n".join(done.stdout.strip().splitlines()[-LAST_LINES:])
            raise InstallError(f"{' '.join(words)} failed ({done.returncode}):\n{said}")
        return done.stdout

    def run_as(self, user: str, *words: str) -> str:
        """Return the output of a command that reads what this user may write.

        Raises:
            InstallError: the command does not exist, or failed; with its output.
        """
        return self.run(*((*AS_USER, user, "--") if os.geteuid() == 0 else ()), *words)

    def asks(self, *words: str) -> str | None:
        """Return the output of a command; None if it fails or does not exist."""
        try:
            return self.run(*words)
        except InstallError:
            return None

    def said(self, *words: str) -> str:
        """Return the output of a command, for any exit status.

        Raises:
            InstallError: the command does not exist.
        """
        return self._done(words).stdout

    def _done(self, words: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        try:
            return self.commands.run(words)
        except TimeoutError as error:
            whose = f" Look at ps -u {words[2]}." if words[: len(AS_USER)] == AS_USER else ""
            raise InstallError(f"{' '.join(words)}: {error.strerror}.{whose}") from error
        except OSError as error:
            raise InstallError(f"{words[0]} cannot be run: {error.strerror}.") from error

    # Files

    def text(self, path: str) -> str | None:
        """Return the text in a file; None if it does not exist."""
        try:
            return self.path(path).read_text("utf-8", errors="surrogateescape")
        except OSError:
            return None

    def write(self, path: str, data: bytes) -> None:
        """Write a file, whole or not at all; an existing one keeps its rights.

        Raises:
            OSError: it cannot be written.
        """
        at = self.path(path)
        at.parent.mkdir(parents=True, exist_ok=True)
        mode = at.stat().st_mode if at.exists() else None
        keep_whole(at, data)
        if mode is not None and at.stat().st_mode != mode:
            at.chmod(mode)

    def link(self, path: str, target: str) -> None:
        """Make a symbolic link; replace an existing one atomically.

        Raises:
            OSError: it cannot be made.
        """
        at = self.path(path)
        at.parent.mkdir(parents=True, exist_ok=True)
        unfinished = at.with_name(f".{at.name}.new")
        unfinished.unlink(missing_ok=True)
        unfinished.symlink_to(target)
        unfinished.replace(at)

    def leads_to(self, path: str) -> str | None:
        """Return the target of a symbolic link; None if it does not exist."""
        try:
            return str(self.path(path).readlink())
        except OSError:
            return None

    def remove(self, path: str) -> None:
        """Remove a file, a link or a whole folder, if it exists.

        Raises:
            OSError: it cannot be removed.
        """
        at = self.path(path)
        if at.is_dir() and not at.is_symlink():
            shutil.rmtree(at)
        else:
            at.unlink(missing_ok=True)

    def there(self, path: str) -> bool:
        """Check whether a file, a folder or a link exists, even a broken link."""
        return os.path.lexists(self.path(path))
