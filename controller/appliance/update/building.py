"""Fetches a wheel, builds a release from it, and runs the release's own commands."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from controller.appliance.update.releases import COMMAND

EXTRAS: Final = "pi,firmware"
"""Extras of a board's release; much of it is empty elsewhere than on a Raspberry Pi."""
BUILD_S: Final = 3600.0
"""Time limit of a build: a Zero 2 W may have to compile something."""
ASK_S: Final = 60.0
"""Time limit of a release's command: its first start compiles all imported modules."""
ROOM: Final = Path("/var/tmp")
"""Work folder of pip: on the card, as `/tmp` may be in memory, which is scarce."""
LINES: Final = 12
"""Number of last output lines of a tool that are passed on."""
_WHEEL: Final = re.compile(r"hareboard-([0-9][^-]*)-[^/]*\.whl")


class BadRelease(Exception):
    """A release is unavailable or does not work; the message has the cause and the remedy."""


class Tools(Protocol):
    """Makes releases, and runs their commands."""

    def fetch(self, wanted: str | Path | None, folder: Path) -> Path:
        """Get a wheel: a file, or one from the index.

        Args:
            wanted: the file, or a version; None for the newest one.
            folder: folder for the download.

        Raises:
            BadRelease: there is no such wheel.
        """
        ...

    def install(self, wheel: Path, folder: Path) -> None:
        """Make a release from a wheel.

        Raises:
            BadRelease: it cannot be made.
        """
        ...

    def version_of(self, folder: Path) -> str:
        """Return the version that a release reports.

        Raises:
            BadRelease: the release does not run.
        """
        ...

    def settle(self, folder: Path) -> None:
        """Install the current release's own units and rules.

        Raises:
            BadRelease: the installation failed.
        """
        ...

    def check_journal(self, folder: Path, data: Path) -> str:
        """Check with a release whether it can read the kept games; keep a copy if needed.

        Returns:
            The release's output.

        Raises:
            BadRelease: it cannot read them.
        """
        ...

    def adopt_journal(self, folder: Path, data: Path) -> str:
        """Convert, with a release, games that a newer one has written.

        Returns:
            The release's output.

        Raises:
            BadRelease: it cannot convert them.
        """
        ...


class Pip:
    """`pip` and `venv` of the Python that runs this program."""

    def fetch(self, wanted: str | Path | None, folder: Path) -> Path:
        """Return the file, or download it by pip."""
        if isinstance(wanted, Path):
            if not wanted.is_file():
                raise BadRelease(f"There is no file {wanted}.")
            return wanted
        named = "hareboard" if wanted is None else f"hareboard=={wanted}"
        words = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:"]
        _said([*words, "--dest", str(folder), *PIP_WORDS, named], BUILD_S, "pip finds no release")
        found = sorted(folder.glob("hareboard-*.whl"))
        if not found:
            raise BadRelease("pip has not downloaded a wheel of hareboard.")
        return found[0]

    def install(self, wheel: Path, folder: Path) -> None:
        """Make a virtual environment with the wheel and its dependencies."""
        _said([sys.executable, "-m", "venv", str(folder)], BUILD_S, "There is no environment")
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", *PIP_WORDS]
        _said([*pip, f"{wheel.absolute()}[{EXTRAS}]"], BUILD_S, "pip cannot install it")

    def version_of(self, folder: Path) -> str:
        """Run `hareboard --version`."""
        return _said([str(folder / COMMAND), "--version"], ASK_S, "It does not run").split()[-1]

    def settle(self, folder: Path) -> None:
        """Run the steps of `systemd/install` after making a release; no unit is started."""
        python = str(folder / "bin" / "python")
        words = [python, "-I", "-m", "controller.appliance.install", "--release", "--no-start"]
        _said(words, BUILD_S, "Its units cannot be put in place")

    def check_journal(self, folder: Path, data: Path) -> str:
        """Run `hareboard journal check --keep`."""
        return _journal(folder, data, "check", "--keep")

    def adopt_journal(self, folder: Path, data: Path) -> str:
        """Run `hareboard journal adopt`."""
        return _journal(folder, data, "adopt")


PIP_WORDS: Final = ("--quiet", "--no-input", "--disable-pip-version-check")


def version_of_wheel(wheel: Path) -> str:
    """Return the version in the name of a wheel.

    Raises:
        BadRelease: it is not a wheel of hareboard.
    """
    match = _WHEEL.fullmatch(wheel.name)
    if match is None:
        raise BadRelease(
            f"{wheel.name} is no wheel of hareboard: its name is like hareboard-1.2.0-py3-none-"
            "any.whl."
        )
    return match[1]


def _journal(folder: Path, data: Path, *words: str) -> str:
    """Run a release's journal command as the owner of the games, who then owns its files."""
    if not data.is_dir():
        return "No games are kept yet."
    whose: dict[str, Any] = {}
    if os.geteuid() == 0:
        stat = data.stat()
        whose = {"user": stat.st_uid, "group": stat.st_gid, "extra_groups": ()}
    told = [str(folder / COMMAND), "journal", *words, "--data", str(data.absolute())]
    return _said(told, BUILD_S, "It cannot go on with the kept games", **whose)


def _said(words: Sequence[str], within_s: float, failed: str, **whose: Any) -> str:
    """Return the output of a command.

    Raises:
        BadRelease: the command failed; with the last lines of its output.
    """
    try:
        done: subprocess.CompletedProcess[str] = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=within_s,
            check=False,
            cwd="/",  # a folder here with a module's name is not imported
            start_new_session=True,  # nothing is typed into this terminal by who it runs as
            env={**({"TMPDIR": str(ROOM)} if ROOM.is_dir() else {}), **os.environ},
            **whose,
        )
    except subprocess.TimeoutExpired as error:
        raise BadRelease(f"{failed}: {words[0]} has not ended after {within_s:.0f} s.") from error
    except OSError as error:
        raise BadRelease(f"{failed}: {words[0]}: {error.strerror or error}.") from error
    if done.returncode:
        told = (done.stderr.strip() or done.stdout.strip()).splitlines()[-LINES:]
        raise BadRelease("\n  ".join([f"{failed}:", *told]))
    return done.stdout.strip()
