"""The releases on the disk, and the links to the one that runs and to the one before.

A release is a virtual environment in `releases/VERSION`, which is never changed once it is
complete. While it is being made or removed, a marker file is in it: one without that file and
with its command is complete. Links are replaced by renaming: `current` names a complete release
at every moment, even after an interruption.
"""

import os
import re
import shutil
from collections.abc import Callable, Collection
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final, Literal

from controller.atomic_files import keep_whole, make_folder, sync_folder

Link = Literal["current", "previous"]

UNFINISHED: Final = "unfinished"
COMMAND: Final = Path("bin/hareboard")
ORIGIN: Final = "origin"
"""File with the digest of what a release was made from."""
_VERSION: Final = re.compile(r"[0-9][0-9A-Za-z.!+_-]*")


def version_of(release: str) -> str:
    """Return the program's version in a release: `1.2.0-2` is the second one made of 1.2.0."""
    return release.partition("-")[0]


class Releases:
    """The releases in a folder. One process at a time may change them.

    Args:
        home: the folder; `/opt/hareboard` where hareboard is installed.
        sync: returns when all written data is on the disk.
    """

    def __init__(self, home: Path, sync: Callable[[], None] = os.sync) -> None:
        self.home = home
        self._sync = sync

    def folder(self, version: str) -> Path:
        """Return the folder of a release.

        Raises:
            ValueError: the version is invalid.
        """
        if not _VERSION.fullmatch(version):
            raise ValueError(f"“{version}” is no version")
        return self.home / "releases" / version

    def linked(self, link: Link) -> str | None:
        """Return the version that a link names; None if there is none, or it is not complete."""
        try:
            version = (self.home / link).readlink().name
        except OSError:
            return None
        return version if self.complete(version) else None

    def complete(self, version: str) -> bool:
        """Check whether a release can be used."""
        folder = self.folder(version)
        return (folder / COMMAND).exists() and not (folder / UNFINISHED).exists()

    def name_for(self, version: str, digest: str) -> str:
        """Return the name of a release, existing or not.

        It is named after its version. One of that version that was made from something else is
        never changed: then it is VERSION-2, VERSION-3 and so on.

        Args:
            version: its version.
            digest: digest of what it is made from.
        """
        names = (version if number == 1 else f"{version}-{number}" for number in count(1))
        return next(
            name for name in names if not self.complete(name) or self._origin(name) == digest
        )

    def begin(self, version: str) -> Path:
        """Make a folder for a release; remains of an earlier one are removed.

        Raises:
            OSError: the folder cannot be made.
        """
        self.remove(version)
        folder = self.folder(version)
        make_folder(folder)
        keep_whole(folder / UNFINISHED, b"")
        return folder

    def finish(self, version: str) -> None:
        """Mark a release as complete.

        Raises:
            OSError: the release could not be synced to the disk.
        """
        self._sync()  # thousands of files: all must be on the disk first
        folder = self.folder(version)
        (folder / UNFINISHED).unlink()
        sync_folder(folder)

    def _origin(self, version: str) -> str | None:
        try:
            return (self.folder(version) / ORIGIN).read_text("ascii")
        except OSError:
            return None

    def remove(self, version: str) -> None:
        """Remove a release, or its remains.

        Raises:
            OSError: it cannot be removed.
        """
        folder = self.folder(version)
        if folder.exists():
            keep_whole(folder / UNFINISHED, b"")
            # That file goes last: a half-removed release is not complete.
            for each in sorted(folder.iterdir()):
                if each.name != UNFINISHED:
                    _remove(each)
            _remove(folder)

    def point(self, link: Link, version: str) -> None:
        """Point a link to a release; it names the old one or this one at every moment.

        Raises:
            OSError: the link cannot be replaced.
        """
        draft = self.home / f"{link}.new"
        with suppress(FileNotFoundError):
            draft.unlink()
        draft.symlink_to(Path("releases") / version)
        draft.replace(self.home / link)
        sync_folder(self.home)

    def keep_only(self, versions: Collection[str]) -> None:
        """Remove all other releases.

        Raises:
            OSError: one cannot be removed.
        """
        for folder in sorted((self.home / "releases").iterdir()):
            if folder.name not in versions and _VERSION.fullmatch(folder.name):
                self.remove(folder.name)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
