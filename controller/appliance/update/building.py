"""Fetches a release, makes its environment, and runs the release's own commands."""

import os
import pwd
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

from controller.appliance.bounded_command import run_bounded
from controller.appliance.machine import GAMES_S, InstallError, Machine
from controller.appliance.release.archive import BadRelease, SignedRelease
from controller.appliance.release.environment import make_environment
from controller.appliance.release.place import fetched
from controller.appliance.release.signers import Signers
from controller.appliance.update.releases import COMMAND

SETTLE_S: Final = 3600.0
"""Time limit for putting units in place."""
ASK_S: Final = 60.0
"""Time limit of a release's command: its first start compiles all imported modules."""
ROOM: Final = Path("/var/tmp")
"""Work folder of pip: on the card, as `/tmp` may be in memory, which is scarce."""
LINES: Final = 12
"""Number of last output lines of a tool that are passed on."""


class Tools(Protocol):
    """Makes releases, and runs their commands."""

    def fetch(self, place: str, folder: Path) -> SignedRelease:
        """Fetch a release, and check who signed it.

        Args:
            place: a file, a folder, or an address (https) of either.
            folder: an empty folder for the download.

        Raises:
            BadRelease: there is none, or it is not to be trusted.
        """
        ...

    def install(self, release: SignedRelease, folder: Path) -> None:
        """Make the environment of a release.

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


class RealTools:
    """Python, pip and OpenSSH of this computer."""

    def fetch(self, place: str, folder: Path) -> SignedRelease:
        """Fetch a release, and check who signed it."""
        return fetched(place, folder, Signers())

    def install(self, release: SignedRelease, folder: Path) -> None:
        """Make a virtual environment with the wheel and its locked dependencies."""
        try:
            make_environment(Machine(), str(folder), release)
        except InstallError as error:
            raise BadRelease(str(error)) from error

    def version_of(self, folder: Path) -> str:
        """Run `hareboard --version`."""
        return _said([str(folder / COMMAND), "--version"], ASK_S, "It does not run").split()[-1]

    def settle(self, folder: Path) -> None:
        """Run the steps of `systemd/install` after making a release; no unit is started."""
        python = str(folder / "bin" / "python")
        words = [python, "-I", "-m", "controller.appliance.install", "--release", "--no-start"]
        _said(words, SETTLE_S, "Its units cannot be put in place")

    def check_journal(self, folder: Path, data: Path) -> str:
        """Run `hareboard journal check --keep`."""
        return _journal(folder, data, "check", "--keep")

    def adopt_journal(self, folder: Path, data: Path) -> str:
        """Run `hareboard journal adopt`."""
        return _journal(folder, data, "adopt")


def _journal(folder: Path, data: Path, *words: str) -> str:
    """Run a release's journal command as the owner of the games, who then owns its files."""
    if not data.is_dir():
        return "No games are kept yet."
    whose: dict[str, Any] = {}
    home = {}
    if os.geteuid() == 0:
        stat = data.stat()
        whose = {"user": stat.st_uid, "group": stat.st_gid, "extra_groups": ()}
        with suppress(KeyError):  # own tracks and rules are looked for there; not in root's
            home = {"HOME": pwd.getpwuid(stat.st_uid).pw_dir}
    told = [str(folder / COMMAND), "journal", *words, "--data", str(data.absolute())]
    return _said(told, GAMES_S, "It cannot go on with the kept games", home, **whose)


def _said(
    words: Sequence[str],
    within_s: float,
    failed: str,
    variables: Mapping[str, str] | None = None,
    **whose: Any,
) -> str:
    """Return the output of a command.

    Raises:
        BadRelease: the command failed; with the last lines of its output.
    """
    room = {"TMPDIR": str(ROOM)} if ROOM.is_dir() else {}
    environ = {**room, **os.environ, **(variables or {})}
    try:
        done = run_bounded(words, within_s, env=environ, **whose)
    except OSError as error:
        raise BadRelease(f"{failed}: {words[0]}: {error.strerror or error}.") from error
    if done.returncode:
        told = done.stdout.strip().splitlines()[-LINES:]
        raise BadRelease("\n  ".join([f"{failed}:", *told]))
    return done.stdout.strip()
