"""The service user, and the groups that let it reach devices."""

from typing import Final

from controller.appliance.install.steps import InstallStep
from controller.appliance.machine import Machine

USER: Final = "hareboard"
LIGHTS: Final = "hareboard-lights"
"""Members of this group may use the lights' helper."""
OWN: Final = (USER, LIGHTS)
DEVICES: Final = ("gpio", "spi", "i2c", "dialout", "audio")
"""Groups of devices on a Raspberry Pi; other computers lack some of them."""
SYSUSERS: Final = "/usr/lib/sysusers.d/hareboard.conf"
"""File that declares the user and the group."""


def people(machine: Machine) -> InstallStep:
    """Create the user and its groups."""

    def unmade() -> list[str]:
        found = [f"make the group {group}" for group in OWN if group not in _groups(machine)]
        if not _has_user(machine):
            found.append(f"make the user {USER}, as whom nobody can log in")
        return found

    def lacking() -> list[str]:
        joins = _joins(machine)
        return unmade() + ([f"put {USER} into {', '.join(joins)}"] if joins else [])

    def do() -> None:
        if unmade():
            machine.run("systemd-sysusers", SYSUSERS)
            if machine.booted:
                # Rules for a user that was unknown when they were read do not hold yet.
                machine.asks("systemctl", "reload", "dbus.service")
        for group in _joins(machine):
            machine.run("usermod", "--append", "--groups", group, USER)

    return InstallStep(
        "The user hareboard",
        lacking,
        do,
        f"Look at what /etc/passwd and /etc/group have of {USER}, mend it, and run this again.",
    )


def no_people(machine: Machine) -> InstallStep:
    """Remove the user and its groups."""

    def lacking() -> list[str]:
        found = [f"remove the user {USER}"] if _has_user(machine) else []
        groups = _groups(machine)
        return found + [f"remove the group {group}" for group in OWN if group in groups]

    def do() -> None:
        if _has_user(machine):
            machine.run("userdel", USER)
        for group in OWN:
            if group in _groups(machine):
                machine.run("groupdel", group)

    return InstallStep(
        "The user hareboard",
        lacking,
        do,
        f"If {USER} still runs something, end it (ps -u {USER}), and run this again.",
    )


def _has_user(machine: Machine) -> bool:
    lines = (machine.text("/etc/passwd") or "").splitlines()
    return any(line.split(":")[0] == USER for line in lines)


def _groups(machine: Machine) -> dict[str, set[str]]:
    """Map every group to its members."""
    found = {}
    for line in (machine.text("/etc/group") or "").splitlines():
        name, _, _, members, *_ = *line.split(":"), "", "", ""
        found[name] = set(members.split(","))
    return found


def _joins(machine: Machine) -> list[str]:
    """List the groups that the user lacks; of device groups only existing ones."""
    groups = _groups(machine)
    wanted = [LIGHTS, *(group for group in DEVICES if group in groups)]
    return [group for group in wanted if USER not in groups.get(group, set())]
