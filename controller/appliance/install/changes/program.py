"""The program: a release made from a source, the links to it, and the command."""

from dataclasses import dataclass

from controller.appliance.install.steps import InstallStep
from controller.appliance.machine import COMMAND, HOME, Machine
from controller.appliance.release.environment import make_environment
from controller.appliance.release.wheels import ReleaseSource
from controller.appliance.update.releases import COMMAND as PROGRAM
from controller.appliance.update.releases import ORIGIN, Releases


@dataclass(frozen=True)
class Making:
    """Builds a release from a source, unless it exists.

    It is named after its version; a changed source with the same version is named
    VERSION-2, VERSION-3 and so on, as a release is never changed.

    Attributes:
        machine: the computer.
        source: source of the release.
    """

    machine: Machine
    source: ReleaseSource

    @property
    def releases(self) -> Releases:
        """Return the releases on the computer."""
        return Releases(self.machine.path(HOME), self.machine.sync)

    def name(self) -> str:
        """Return the name of the release, existing or not."""
        return self.releases.name_for(self.source.version, self.source.digest)

    def works(self, name: str) -> bool:
        """Check whether a release is complete, and its program starts."""
        program = f"{_folder(name)}/{PROGRAM}"
        return self.releases.complete(name) and self.machine.asks(program, "--version") is not None

    def make(self, name: str) -> None:
        """Build the release; remains of one with this name are removed.

        Raises:
            InstallError: the virtual environment cannot be made.
            OSError: the release cannot be written.
        """
        self.releases.begin(name)
        make_environment(self.machine, _folder(name), self.source)
        self.machine.write(f"{_folder(name)}/{ORIGIN}", self.source.digest.encode())
        self.releases.finish(name)

    def superfluous(self, name: str) -> list[str]:
        """List the releases to remove: all but this one and the one that runs until then."""
        releases = self.releases
        before = releases.linked("current")
        kept = {name, before if before != name else releases.linked("previous")}
        folder = releases.home / "releases"
        there = sorted(each.name for each in folder.iterdir()) if folder.is_dir() else []
        return [each for each in there if each not in kept]

    def switch(self, name: str) -> None:
        """Make it the current release; the one before it remains for going back."""
        releases = self.releases
        before = releases.linked("current")
        spare = self.superfluous(name)
        if before is not None and before != name:
            releases.point("previous", before)
        releases.point("current", name)
        for each in spare:
            releases.remove(each)


def program(machine: Machine, source: ReleaseSource) -> InstallStep:
    """Install the release, the links to it, and the command."""
    making = Making(machine, source)

    def lacking() -> list[str]:
        found = []
        name = making.name()
        if not making.works(name):
            found.append(f"make the release {_folder(name)} from {source} (venv, pip)")
        if making.releases.linked("current") != name:
            found.append(f"let {HOME}/current lead to it")
        if machine.leads_to(COMMAND) != f"{HOME}/current/{PROGRAM}":
            found.append(f"make the command {COMMAND}")
        return found + [f"remove the release {each}" for each in making.superfluous(name)]

    def do() -> None:
        name = making.name()
        if not making.works(name):
            making.make(name)
        making.switch(name)
        machine.link(COMMAND, f"{HOME}/current/{PROGRAM}")

    return InstallStep(
        "The program",
        lacking,
        do,
        "Is the network there, and room on the card (df -h /opt)? Then run this again; what runs "
        "now is not touched.",
    )


def no_program(machine: Machine) -> InstallStep:
    """Remove all releases, and the command."""
    ours = (COMMAND, HOME)

    def lacking() -> list[str]:
        return [f"remove {path}" for path in ours if machine.there(path)]

    def do() -> None:
        for path in ours:
            machine.remove(path)

    return InstallStep("The program", lacking, do, "Is the card read-only?")


def _folder(name: str) -> str:
    """Return the path of a release on the computer."""
    return f"{HOME}/releases/{name}"
