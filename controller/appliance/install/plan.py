"""The steps of an installation, and of a removal, in their order."""

from controller.appliance.install.changes.board_file import board_file, games, put_away
from controller.appliance.install.changes.hostname import naming, no_naming
from controller.appliance.install.changes.interfaces import interfaces, no_interfaces
from controller.appliance.install.changes.packages import packages
from controller.appliance.install.changes.program import no_program, program
from controller.appliance.install.changes.system import no_system_files, system_files
from controller.appliance.install.changes.units import no_starting, starting
from controller.appliance.install.changes.users import no_people, people
from controller.appliance.install.steps import InstallStep
from controller.appliance.machine import Machine
from controller.appliance.release.wheels import ReleaseSource


def getting(machine: Machine, source: ReleaseSource, *, network: bool = True) -> list[InstallStep]:
    """Return the steps that put the program onto the computer.

    Args:
        machine: the computer.
        source: source of the release.
        network: True if there is a network; without it, packages of the system are not checked.
    """
    return [*([packages(machine)] if network else []), program(machine, source)]


def settling(machine: Machine, board: str | None, *, start: bool) -> list[InstallStep]:
    """Return the steps that set up the computer for the current release; they need no network.

    Args:
        machine: the computer.
        board: origin of a missing board file: an example's name or a file.
        start: start hareboard, or restart it if it has changed.
    """
    return [
        system_files(machine),
        people(machine),
        board_file(machine, board),
        games(machine),
        interfaces(machine),
        naming(machine),
        starting(machine, start=start),
    ]


def leaving(machine: Machine) -> list[InstallStep]:
    """Return the steps that remove everything but the games."""
    return [
        no_starting(machine),
        no_system_files(machine),
        no_interfaces(machine),
        no_naming(machine),
        put_away(machine),
        no_people(machine),
        no_program(machine),
    ]
