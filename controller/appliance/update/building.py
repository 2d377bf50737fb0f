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
"""What a board needs besides the game; much of it is empty elsewhere than on a Raspberry Pi."""
BUILD_S: Final = 3600.0
"""A Zero 2 W may have to compile something."""
ASK_S: Final = 60.0
"""How long a command of a release may take: its first start compiles all that it reads."""
ROOM: Final = Path("/var/tmp")
"""Where pip works: on the card, for `/tmp` may be in memory, which is scarce."""
LINES: Final = 12
"""So many of the last lines of what a tool says are passed on."""
_WHEEL: Final = re.compile(r"hareboard-([0-9][^-]*)-[^/]*\.whl")


class BadRelease(Exception):
    """A release cannot be had, or does not work; the message says why and what to do."""


class Tools(Protocol):
    """Makes releases, and asks them."""

    def fetch(self, wanted: str | Path | None, folder: Path) -> Path:
        """Have a wheel: a file, or one from the index.

        Args:
            wanted: the file, or a version; None for the newest one.
            folder: where to put it.

        Raises:
            BadRelease: there is none.
        """
        ...

    def install(self, wheel: Path, folder: Path) -> None:
        """Make a release of a wheel.

        Raises:
            BadRelease: it cannot be made.
        """
        ...

    def version_of(self, folder: Path) -> str:
        """The version that a release says it has.

        Raises:
            BadRelease: it does not run.
        """
        ...

    def settle(self, folder: Path) -> None:
        """Let the current release put its own units and rules in place.

        Raises:
            BadRelease: it cannot.
        """
        ...

    def check_journal(self, folder: Path, data: Path) -> str:
        """Let a release see whether it can go on with the kept games, and keep a copy if needed.

        Returns:
            What it says of them.

        Raises:
            BadRelease: it cannot.
        """
        ...

    def adopt_journal(self, folder: Path, data: Path) -> str:
        """Let a release take the games over that a newer one has written.

        Returns:
            What it says of them.

        Raises:
            BadRelease: it cannot.
        """
        ...


class Pip:
    """`pip` and `venv` of the Python that runs this."""

    def fetch(self, wanted: str | Path | None, folder: Path) -> Path:
        """The file, or what pip downloads."""
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
        """A virtual environment with the wheel and what it needs."""
        _said([sys.executable, "-m", "venv", str(folder)], BUILD_S, "There is no environment")
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", *PIP_WORDS]
        _said([*pip, f"{wheel.absolute()}[{EXTRAS}]"], BUILD_S, "pip cannot install it")

    def version_of(self, folder: Path) -> str:
        """What `hareboard --version` says."""
        return _said([str(folder / COMMAND), "--version"], ASK_S, "It does not run").split()[-1]

    def settle(self, folder: Path) -> None:
        """What `systemd/install` does after it has made a release; nothing is started."""
        python = str(folder / "bin" / "python")
        words = [python, "-I", "-m", "controller.appliance.install", "--release", "--no-start"]
        _said(words, BUILD_S, "Its units cannot be put in place")

    def check_journal(self, folder: Path, data: Path) -> str:
        """What `hareboard journal check --keep` says."""
        return _journal(folder, data, "check", "--keep")

    def adopt_journal(self, folder: Path, data: Path) -> str:
        """What `hareboard journal adopt` says."""
        return _journal(folder, data, "adopt")


PIP_WORDS: Final = ("--quiet", "--no-input", "--disable-pip-version-check")


def version_of_wheel(wheel: Path) -> str:
    """The version that the name of a wheel tells.

    Raises:
        BadRelease: it is no wheel of hareboard.
    """
    match = _WHEEL.fullmatch(wheel.name)
    if match is None:
        raise BadRelease(
            f"{wheel.name} is no wheel of hareboard: its name is like hareboard-1.2.0-py3-none-"
            "any.whl."
        )
    return match[1]


def _journal(folder: Path, data: Path, *words: str) -> str:
    """Let a release work on the games, as the user they belong to: what it writes is theirs."""
    if not data.is_dir():
        return "No games are kept yet."
    whose: dict[str, Any] = {}
    if os.geteuid() == 0:
        stat = data.stat()
        whose = {"user": stat.st_uid, "group": stat.st_gid, "extra_groups": ()}
    told = [str(folder / COMMAND), "journal", *words, "--data", str(data.absolute())]
    return _said(told, BUILD_S, "It cannot go on with the kept games", **whose)


def _said(words: Sequence[str], within_s: float, failed: str, **whose: Any) -> str:
    """What a command prints.

    Raises:
        BadRelease: it fails; with the last lines of what it has said.
    """
    try:
        done: subprocess.CompletedProcess[str] = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=within_s,
            check=False,
            cwd="/",  # a folder of that name here is not what it should import
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
