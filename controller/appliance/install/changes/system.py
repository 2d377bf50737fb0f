"""System files of hareboard: units, udev rules, network announcements.

The files lie beside this package in `system`, which is systemd/ of the checkout. Installed
paths are recorded, so that a file that a later release no longer has is removed, and all are when
hareboard is.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.appliance.install.steps import InstallStep
from controller.appliance.machine import HOME, Machine

FILES: Final = Path(__file__).parents[1] / "system"
UNITS: Final = "/etc/systemd/system"
UNIT_KINDS: Final = ("*.service", "*.socket", "*.path")
PLACES: Final = {
    **dict.fromkeys(UNIT_KINDS, UNITS),
    "*.rules": "/etc/udev/rules.d",
    "avahi/*.service": "/etc/avahi/services",
    "dbus/*.conf": "/etc/dbus-1/system.d",
    "dnsmasq/*.conf": "/etc/NetworkManager/dnsmasq-shared.d",
    "polkit/*.rules": "/etc/polkit-1/rules.d",
    "*.sysusers": "/usr/lib/sysusers.d",
    "*.tmpfiles": "/usr/lib/tmpfiles.d",
}
"""Target paths of files in the folder `systemd`."""
CONF: Final = (".sysusers", ".tmpfiles")
"""Suffixes replaced by `.conf` there."""
LINKS: Final = {"/etc/issue.d/hareboard.issue": "/run/hareboard.issue"}
"""The login screen shows how to join. It reads as root: a copy that is root's own."""
RULES: Final = "/etc/udev/rules.d/99-hareboard-scanner.rules"
NUMBERS: Final = "/etc/udev/rules.d/99-hareboard-numbers.rules"
"""Names of co-processors by number, which builders write: docs/firmware.md."""
_NUMBER: Final = re.compile(r'(?m)^.*SYMLINK\+="hareboard-scanner-[0-9]+".*$')
NOTED: Final = f"{HOME}/installed"


def system_files(machine: Machine, files: Path = FILES) -> InstallStep:
    """Install the files and links; remove those that this release no longer has."""

    def lacking() -> list[str]:
        found = [f"write {path}" for path, data in _files(files) if _differs(machine, path, data)]
        found += [f"make the link {at} to {to}" for at, to in _unmade(machine)]
        if _misplaced(machine):
            found.append(f"keep the names of co-processors, in {NUMBERS}")
        return found + [f"remove {path}" for path in _gone(machine, files)]

    def do() -> None:
        gone = _gone(machine, files)
        # Recorded first: every written file is known, even after a power cut.
        machine.write(NOTED, _lines([*_own(machine, files), *gone]))
        if misplaced := _misplaced(machine):
            numbers = (machine.text(NUMBERS) or "").splitlines()
            machine.write(NUMBERS, _lines([*numbers, *misplaced]))
        for path, data in _files(files):
            if _differs(machine, path, data):
                machine.write(path, data)
        for at, to in _unmade(machine):
            machine.link(at, to)
        _remove(machine, gone)
        machine.write(NOTED, _lines(_own(machine, files)))
        _tell_udev(machine)

    return InstallStep("Units and rules", lacking, do, "Is the card full or read-only?")


def no_system_files(machine: Machine) -> InstallStep:
    """Remove all files, and additions of others to our units."""

    def everything() -> list[str]:
        noted = _noted(machine)
        added = [NUMBERS, *(f"{UNITS}/{unit}.d" for unit in units_there(machine))]
        return [path for path in [*added, *noted] if machine.there(path)]

    def lacking() -> list[str]:
        return [f"remove {path}" for path in everything()]

    def do() -> None:
        _remove(machine, everything())
        if machine.booted:
            machine.run("systemctl", "daemon-reload")
        _tell_udev(machine)

    return InstallStep("Units and rules", lacking, do, "Is the card read-only?")


def units_there(machine: Machine) -> list[str]:
    """List our units that are installed."""
    paths = map(Path, _noted(machine))
    return [path.name for path in paths if str(path.parent) == UNITS and machine.there(str(path))]


def _files(files: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the target path and content of each file."""
    for pattern, folder in PLACES.items():
        for path in sorted(files.glob(pattern)):
            name = f"{path.stem}.conf" if path.suffix in CONF else path.name
            yield f"{folder}/{name}", path.read_bytes()


def _misplaced(machine: Machine) -> list[str]:
    """List names in the file that is ours and will be written anew, as guides once told."""
    kept = (machine.text(NUMBERS) or "").splitlines()
    return [line for line in _NUMBER.findall(machine.text(RULES) or "") if line not in kept]


def _differs(machine: Machine, path: str, data: bytes) -> bool:
    at = machine.path(path)
    return not at.is_file() or at.read_bytes() != data


def _unmade(machine: Machine) -> list[tuple[str, str]]:
    return [(at, to) for at, to in LINKS.items() if machine.leads_to(at) != to]


def _noted(machine: Machine) -> list[str]:
    return (machine.text(NOTED) or "").splitlines()


def _lines(paths: list[str]) -> bytes:
    return "".join(f"{path}\n" for path in paths).encode()


def _own(machine: Machine, files: Path) -> list[str]:
    """List all paths of this release, then the folders made for them, outermost last."""
    paths = [*(path for path, _ in _files(files)), *LINKS]
    made = [each for each in _noted(machine) if each.endswith("/")]
    for path in paths:
        made += [
            f"{folder}/"
            for folder in map(str, Path(path).parents)
            if not machine.there(folder) and f"{folder}/" not in made
        ]
    return [*paths, *sorted(made, reverse=True)]


def _gone(machine: Machine, files: Path) -> list[str]:
    """List paths that an earlier release installed, and this one does not have."""
    here = {path for path, _ in _files(files)} | set(LINKS)
    return [path for path in _noted(machine) if path not in here and not path.endswith("/")]


def _remove(machine: Machine, paths: list[str]) -> None:
    """Remove files; folders that were made for them only if nothing else is in them."""
    for path in paths:
        if not path.endswith("/"):
            machine.remove(path)
        elif machine.path(path).is_dir() and not any(machine.path(path).iterdir()):
            machine.path(path).rmdir()


def _tell_udev(machine: Machine) -> None:
    """Have udev read its rules again, where it runs."""
    if machine.there("/run/udev/control"):
        machine.run("udevadm", "control", "--reload")
        machine.run("udevadm", "trigger", "--subsystem-match=tty", "--subsystem-match=usb")
