"""Release sources: a checkout, or a folder of wheels."""

import hashlib
import re
import shutil
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.appliance.machine import InstallError
from controller.appliance.release.archive import LOCKS
from controller.appliance.release.wheels import SOURCE

PARTS: Final = ("controller", "firmware", "hardware", "systemd", "web")
"""Folders of a checkout that belong to hareboard."""
FILES: Final = ("LICENSE", "README.md", "pyproject.toml")
MADE: Final = shutil.ignore_patterns("__pycache__")
_WHEEL: Final = re.compile(r"hareboard-([^-]+)-py3-none-any\.whl")


@dataclass(frozen=True)
class Checkout:
    """A checkout.

    Attributes:
        folder: its path.
    """

    folder: Path

    def __str__(self) -> str:
        return f"the checkout {self.folder}"

    @property
    def version(self) -> str:
        """Version in pyproject.toml."""
        try:
            project = tomllib.loads((self.folder / "pyproject.toml").read_text("utf-8"))["project"]
            return str(project["version"])
        except (OSError, KeyError, tomllib.TOMLDecodeError) as error:
            raise InstallError(f"{self.folder} is no checkout of hareboard: {error}.") from error

    @property
    def digest(self) -> str:
        """Digest of all files that go into a release."""
        return _digest(self.folder, self._files())

    def lay_out(self, room: Path) -> None:
        """Copy all of it: pip leaves files behind where it builds."""
        source = room / SOURCE
        for name in PARTS:
            shutil.copytree(self.folder / name, source / name, symlinks=True, ignore=MADE)
        for name in FILES:
            shutil.copyfile(self.folder / name, source / name)
        for name in LOCKS:
            shutil.copyfile(self.folder / "locks" / name, room / name)

    def _files(self) -> Iterable[Path]:
        for name in PARTS:
            for path in sorted((self.folder / name).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    yield path
        for name in ("pyproject.toml", *(f"locks/{lock}" for lock in LOCKS)):
            yield self.folder / name


@dataclass(frozen=True)
class Wheels:
    """A folder with a wheel of hareboard and those of all dependencies; needs no network.

    Attributes:
        folder: its path.
    """

    folder: Path

    def __str__(self) -> str:
        return f"the wheels in {self.folder}"

    @property
    def version(self) -> str:
        """Version of hareboard's wheel."""
        own = sorted(self.folder.glob("hareboard-*.whl"))
        match = _WHEEL.fullmatch(own[0].name) if len(own) == 1 else None
        if match is None:
            raise InstallError(
                f"There should be one wheel of hareboard in {self.folder}: {len(own)}."
            )
        return match[1]

    @property
    def digest(self) -> str:
        """Digest of all wheels."""
        return _digest(self.folder, sorted(self.folder.glob("*.whl")))

    def lay_out(self, room: Path) -> None:
        """Copy all wheels."""
        for wheel in self.folder.glob("*.whl"):
            shutil.copy(wheel, room)


def _digest(folder: Path, files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        data = path.read_bytes()
        digest.update(f"{path.relative_to(folder)} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()
