"""Sets the hostname to hareboard, unless the user has chosen another."""

import re
from typing import Final

from controller.appliance.install.steps import InstallStep
from controller.appliance.machine import HOME, Machine

NAME: Final = "hareboard"
NOT_CHOSEN: Final = ("raspberrypi", "debian", "localhost", "")
"""Default hostnames of images."""
BEFORE: Final = f"{HOME}/host-name-before"
CLOUD_INIT: Final = "/etc/cloud/cloud.cfg.d"
KEEPING: Final = f"{CLOUD_INIT}/99-hareboard.cfg"
KEPT: Final = b"""# Written by the installer of hareboard, which has named this computer.
preserve_hostname: true
"""
"""Without it, each start restores the name that Raspberry Pi Imager wrote onto the card.

Source: cloud-init, modules "Set Hostname" and "Update Hostname"; raspi-config issue 297.
"""
REMEDY: Final = "Is the card full or read-only?"


def naming(machine: Machine) -> InstallStep:
    """Set the hostname, if the user has not chosen one."""

    def lacking() -> list[str]:
        found = []
        if not_chosen():
            found.append(f"call the computer {NAME}: its pages are at http://{NAME}.local/")
        if loses_it():
            found.append(f"have cloud-init keep that name ({KEEPING})")
        return found

    def do() -> None:
        if loses_it():
            machine.write(KEEPING, KEPT)
        if not_chosen():
            machine.write(BEFORE, _name(machine).encode())
            _call(machine, NAME)

    def not_chosen() -> bool:
        return _name(machine) in NOT_CHOSEN

    def loses_it() -> bool:
        ours = not_chosen() or (_name(machine) == NAME and machine.there(BEFORE))
        return ours and machine.there(CLOUD_INIT) and not machine.there(KEEPING)

    return InstallStep("The name of the computer", lacking, do, REMEDY)


def no_naming(machine: Machine) -> InstallStep:
    """Restore the former hostname, if it is still ours."""

    def before() -> str:
        return (machine.text(BEFORE) or "") if _name(machine) == NAME else ""

    def lacking() -> list[str]:
        found = [f"call the computer {before()} again"] if before() else []
        return [*found, f"remove {KEEPING}"] if machine.there(KEEPING) else found

    def do() -> None:
        machine.remove(KEEPING)
        if name := before():
            _call(machine, name)

    return InstallStep("The name of the computer", lacking, do, REMEDY)


def _name(machine: Machine) -> str:
    return (machine.text("/etc/hostname") or "").strip()


def _call(machine: Machine, name: str) -> None:
    # sudo looks up its own computer, and complains if it cannot: hosts comes first.
    hosts = machine.text("/etc/hosts") or ""
    named, count = re.subn(r"(?m)^127\.0\.1\.1\s.*$", f"127.0.1.1\t{name}", hosts)
    if not count:
        named = (
            f"{hosts}{'' if hosts.endswith(chr(10)) or not hosts else chr(10)}127.0.1.1\t{name}\n"
        )
    machine.write("/etc/hosts", named.encode("utf-8", "surrogateescape"))
    machine.write("/etc/hostname", f"{name}\n".encode())
    if machine.booted:
        machine.run("hostnamectl", "set-hostname", name)
