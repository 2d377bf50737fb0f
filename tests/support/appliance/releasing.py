"""Tools that make releases of nothing, as quickly as a test can make them."""

from pathlib import Path
from typing import Final

from controller.appliance.release.archive import BadRelease, SignedRelease
from controller.appliance.update.releases import COMMAND, version_of

FORMATS: Final = {"0.1.0": 2, "0.2.0": 3, "0.3.0": 3}
"""Which journal each version writes; it goes on with any that is older."""


def quick_release(version: str, folder: Path) -> SignedRelease:
    """A release of nothing, signed by Ann."""
    return SignedRelease(version, f"digest of {version}", "ann", folder)


class Journals:
    """A journal that has a format and the actions of a game, and knows nothing else."""

    def __init__(self, data: Path) -> None:
        self._file = data / "journal.sqlite"

    def write(self, number: int, *actions: str) -> None:
        self._file.write_text(" ".join([str(number), *actions]), "utf-8")

    def read(self) -> tuple[int, tuple[str, ...]]:
        number, *actions = self._file.read_text("utf-8").split()
        return int(number), tuple(actions)


class QuickTools:
    """Makes releases that are a file each, and knows what each of them would say.

    Attributes:
        says: what a release says of its version, where that is something else.
        broken: why a release cannot be made.
        refuses: why a release cannot go on with the games.
        made: the releases that were made.
        settled: the releases whose units were put in place.
    """

    def __init__(self) -> None:
        self.says: dict[str, str] = {}
        self.broken: dict[str, str] = {}
        self.refuses: dict[str, str] = {}
        self.made: list[str] = []
        self.settled: list[str] = []

    def fetch(self, place: str, folder: Path) -> SignedRelease:
        if place not in FORMATS:
            raise BadRelease(f"There is no release {place}.")
        return quick_release(place, folder)

    def install(self, release: SignedRelease, folder: Path) -> None:
        version = release.version
        self.made.append(version)
        command = folder / COMMAND
        command.parent.mkdir(parents=True)
        (command.parent / "python").write_text("", "utf-8")
        if version in self.broken:
            raise BadRelease(self.broken[version])
        command.write_text(version, "utf-8")

    def version_of(self, folder: Path) -> str:
        version = (folder / COMMAND).read_text("utf-8")
        return self.says.get(version, version)

    def settle(self, folder: Path) -> None:
        self.settled.append(folder.name)

    def check_journal(self, folder: Path, data: Path) -> str:
        version = folder.name
        if version in self.refuses or Journals(data).read()[0] > FORMATS[version_of(version)]:
            raise BadRelease(self.refuses.get(version, "The format is a newer one."))
        return "The games are whole."

    def adopt_journal(self, folder: Path, data: Path) -> str:
        number, actions = Journals(data).read()
        if number > FORMATS[version_of(folder.name)]:
            Journals(data).write(FORMATS[version_of(folder.name)], *actions)
        return "The games go on."
