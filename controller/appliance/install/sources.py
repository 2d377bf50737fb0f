"""Release sources: a checkout, a wheel, or a folder of wheels."""

import hashlib
import re
import shutil
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from controller.appliance.install.machine import InstallError

PARTS: Final = ("controller", "firmware", "hardware", "systemd", "web")
"""The folders of a checkout that hareboard is made of."""
FILES: Final = ("LICENSE", "README.md", "pyproject.toml")
MADE: Final = shutil.ignore_patterns("__pycache__")
EXTRAS: Final = "pi,firmware"
_WHEEL: Final = re.compile(r"hareboard-([^-]+)-py3-none-any\.whl")


class ReleaseSource(Protocol):
    """Something that a release is made from."""

    @property
    def version(self) -> str:
        """Which version of hareboard it is.

        Raises:
            Failed: it is no hareboard.
        """
        ...

    @property
    def digest(self) -> str:
        """Tells one code from another of the same version."""
        ...

    def lay_out(self, room: Path, seen: str) -> tuple[str, ...]:
        """Copy what is needed of it to where pip finds it; returns what pip is told to install.

        Args:
            room: an empty folder.
            seen: where that is on the computer that is installed on.
        """
        ...


@dataclass(frozen=True)
class Checkout:
    """A checkout.

    Attributes:
        folder: where it is.
    """

    folder: Path

    def __str__(self) -> str:
        return f"the checkout {self.folder}"

    @property
    def version(self) -> str:
        """What pyproject.toml says."""
        try:
            project = tomllib.loads((self.folder / "pyproject.toml").read_text("utf-8"))["project"]
            return str(project["version"])
        except (OSError, KeyError, tomllib.TOMLDecodeError) as error:
            raise InstallError(f"{self.folder} is no checkout of hareboard: {error}.") from error

    @property
    def digest(self) -> str:
        """A digest of whatever goes into a release."""
        return _digest(self.folder, self._files())

    def lay_out(self, room: Path, seen: str) -> tuple[str, ...]:
        """All of it: pip leaves things behind where it builds."""
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
    """A wheel; what it needs comes over the network.

    Attributes:
        file: where it is.
    """

    file: Path

    def __str__(self) -> str:
        return str(self.file)

    @property
    def version(self) -> str:
        """What its name says."""
        match = _WHEEL.fullmatch(self.file.name)
        if match is None or not self.file.is_file():
            raise InstallError(f"{self.file} is no wheel of hareboard (hareboard-VERSION-….whl).")
        return match[1]

    @property
    def digest(self) -> str:
        """A digest of the file."""
        return _digest(self.file.parent, (self.file,))

    def lay_out(self, room: Path, seen: str) -> tuple[str, ...]:
        """The wheel."""
        shutil.copy(self.file, room)
        return (f"{seen}/{self.file.name}[{EXTRAS}]",)


@dataclass(frozen=True)
class Wheels:
    """A folder with a wheel of hareboard and those of everything it needs; takes no network.

    Attributes:
        folder: where they are.
    """

    folder: Path

    def __str__(self) -> str:
        return f"the wheels in {self.folder}"

    @property
    def version(self) -> str:
        """That of the wheel of hareboard."""
        return Wheel(self._own()).version

    @property
    def digest(self) -> str:
        """A digest of them all."""
        return _digest(self.folder, sorted(self.folder.glob("*.whl")))

    def lay_out(self, room: Path, seen: str) -> tuple[str, ...]:
        """All wheels."""
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
