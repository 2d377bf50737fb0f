"""Release sources: a checkout, a wheel, or a folder of wheels."""

import hashlib
import re
import shutil
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from controller.appliance.machine import InstallError

PARTS: Final = ("controller", "firmware", "hardware", "systemd", "web")
"""Folders of a checkout that belong to hareboard."""
FILES: Final = ("LICENSE", "README.md", "pyproject.toml")
MADE: Final = shutil.ignore_patterns("__pycache__")
EXTRAS: Final = "pi,firmware"
_WHEEL: Final = re.compile(r"hareboard-([^-]+)-py3-none-any\.whl")


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

    def lay_out(self, room: Path, seen: str) -> tuple[str, ...]:
        """Copy the needed files to where pip finds them; return the arguments for pip.

        Args:
            room: an empty folder.
            seen: path of that folder on the target computer.
        """
        ...


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

    def lay_out(self, room: Path, seen: str) -> tuple[str, ...]:
        """Copy all of it: pip leaves files behind where it builds."""
        for name in PARTS:
            shutil.copytree(self.folder / name, room / name, symlinks=True, ignore=MADE)
        for name in FILES:
            shutil.copyfile(self.folder / name, room / name)
        return (f"{seen}[{EXTRAS}]",)

    def _files(self) -> Iterable[Path]:
        for name in PARTS:
            for path in sorted((self.folder / name).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    yield path
        yield self.folder / "pyproject.toml"


@dataclass(frozen=True)
class Wheel:
    """A wheel; its dependencies come over the network.

    Attributes:
        file: its path.
    """

    file: Path

    def __str__(self) -> str:
        return str(self.file)

    @property
    def version(self) -> str:
        """Version in its name."""
        match = _WHEEL.fullmatch(self.file.name)
        if match is None or not self.file.is_file():
            raise InstallError(f"{self.file} is no wheel of hareboard (hareboard-VERSION-….whl).")
        return match[1]

    @property
    def digest(self) -> str:
        """Digest of the file."""
        return _digest(self.file.parent, (self.file,))

    def lay_out(self, room: Path, seen: str) -> tuple[str, ...]:
        """Copy the wheel."""
        shutil.copy(self.file, room)
        return (f"{seen}/{self.file.name}[{EXTRAS}]",)


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
        return Wheel(self._own()).version

    @property
    def digest(self) -> str:
        """Digest of all wheels."""
        return _digest(self.folder, sorted(self.folder.glob("*.whl")))

    def lay_out(self, room: Path, seen: str) -> tuple[str, ...]:
        """Copy all wheels."""
        for wheel in self.folder.glob("*.whl"):
            shutil.copy(wheel, room)
        return ("--no-index", "--find-links", seen, f"{seen}/{self._own().name}[{EXTRAS}]")

    def _own(self) -> Path:
        own = sorted(self.folder.glob("hareboard-*.whl"))
        if len(own) != 1:
            raise InstallError(
                f"There should be one wheel of hareboard in {self.folder}: {len(own)}."
            )
        return own[0]


def _digest(folder: Path, files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        data = path.read_bytes()
        digest.update(f"{path.relative_to(folder)} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()
