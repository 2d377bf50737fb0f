"""Starts hareboard now and at every start of the computer, and undoes that."""

from pathlib import Path
from typing import Final

from controller.appliance.install.changes.system import FILES, UNIT_KINDS, units_there
from controller.appliance.install.changes.users import USER
from controller.appliance.install.steps import InstallStep
from controller.appliance.machine import COMMAND, DATA, HOME, Machine
from controller.appliance.update.releases import Releases

SERVICE: Final = "hareboard.service"
INSTALL: Final = "[Install]"
"""A unit with this section is started with the computer; others on request."""


def starting(machine: Machine, *, start: bool, files: Path = FILES) -> InstallStep:
    """Enable the units that start with the computer.

    Args:
        machine: the computer.
        start: start them now too, or restart them if they have changed.
        files: folder of the units.
    """
    units = sorted(path for kind in UNIT_KINDS for path in files.glob(kind))
    wanted = [path.name for path in units if INSTALL in path.read_text("utf-8")]

    def disabled() -> list[str]:
        return [unit for unit in wanted if _said(machine, "is-enabled", unit) != "enabled"]

    def lacking() -> list[str]:
        found = [f"have {unit} start with the computer" for unit in disabled()]
        changed = machine.booted and _changed(machine)
        if not (start and machine.booted):
            return [*found, "have systemd read the units again"] if changed else found
        if changed:
            return [*found, "restart hareboard with its new units; a game goes on where it was"]
        found += [f"start {unit}" for unit in _stopped(machine, wanted)]
        if _runs_another(machine):
            found.append("restart hareboard with the new release; a game goes on where it was")
        return found

    def do() -> None:
        if machine.booted:
            changed = _changed(machine)
            machine.run("systemctl", "daemon-reload")
        if idle := disabled():
            machine.run("systemctl", "enable", *idle)
        if not (start and machine.booted):
            return
        if changed or _runs_another(machine):
            # A socket is not reopened while its service runs, and would start it.
            machine.run("systemctl", "stop", *units_there(machine))
        if SERVICE in _stopped(machine, wanted):
            # A later release may have written the games; a running one has its own.
            adopt = (COMMAND, "journal", "adopt", "--data", DATA)
            machine.asks("runuser", "-u", USER, "--", *adopt)
        if stopped := _stopped(machine, wanted):
            machine.run("systemctl", "start", *stopped)

    return InstallStep(
        "Starting",
        lacking,
        do,
        f"What it says itself: journalctl -b -u {SERVICE}. Mend that, then run this again.",
    )


def no_starting(machine: Machine) -> InstallStep:
    """Stop and disable all units."""

    def lacking() -> list[str]:
        return [f"stop {unit}, for good" for unit in units_there(machine)]

    def do() -> None:
        units = units_there(machine)
        if machine.booted:
            machine.run("systemctl", "stop", *units)
        machine.run("systemctl", "disable", *units)

    return InstallStep("Ending", lacking, do, f"What it says itself: journalctl -b -u {SERVICE}.")


def _said(machine: Machine, word: str, unit: str) -> str:
    """Return the answer of systemctl about a unit."""
    return machine.said("systemctl", word, unit).strip()


def _shown(machine: Machine, what: str, unit: str) -> str:
    return (machine.asks("systemctl", "show", "--property", what, "--value", unit) or "").strip()


def _stopped(machine: Machine, wanted: list[str]) -> list[str]:
    return [unit for unit in wanted if _said(machine, "is-active", unit) != "active"]


def _changed(machine: Machine) -> bool:
    """Check whether a unit file has changed since systemd read it."""
    units = units_there(machine)
    return any(_shown(machine, "NeedDaemonReload", unit) == "yes" for unit in units)


def _runs_another(machine: Machine) -> bool:
    """Check whether another release than the current one runs."""
    pid = _shown(machine, "MainPID", SERVICE)
    if pid in ("", "0"):
        return False
    current = Releases(machine.path(HOME)).linked("current")
    words = (machine.text(f"/proc/{pid}/cmdline") or "").split("\0")
    # The first line of the command has the Python of its release.
    return not words[0].startswith(f"{HOME}/releases/{current}/")
