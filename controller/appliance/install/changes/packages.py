"""Packages of Debian that hareboard needs."""

from typing import Final

from controller.appliance.install.steps import InstallStep
from controller.appliance.machine import InstallError, Machine

NEEDED: Final = ("python3-venv", "openssh-client")
"""OpenSSH checks the signatures of releases."""
FOUND: Final = ("avahi-daemon",)
"""Announces `hareboard.local` in the network. The board's own Wi-Fi needs NetworkManager:
Raspberry Pi OS has it, and other systems do not get a second manager of their network."""
COMPILER: Final = ("gcc", "libc6-dev", "python3-dev", "swig")
"""rpi_ws281x comes as C, and is compiled on the Raspberry Pi itself; so is lgpio (swig) for Python
3.13 and later."""
OF_A_PI: Final = ("arm64", "armhf")
INSTALLED: Final = "install ok installed"


def packages(machine: Machine) -> InstallStep:
    """Install the packages of the system."""

    def lacking() -> list[str]:
        absent = _absent(machine)
        return [f"install {' '.join(absent)} (apt-get)"] if absent else []

    def do() -> None:
        absent = _absent(machine)
        get = ("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300")
        install = (*get, "install", "-y", "--no-install-recommends", *absent)
        # The package lists are fetched only if the present ones lack a package.
        if machine.asks(*install) is None:
            machine.run(*get, "update")
            machine.run(*install)

    return InstallStep(
        "Packages of the system",
        lacking,
        do,
        "Is the network there? “sudo apt-get update” says more. Without python3-venv hareboard "
        "cannot be set up; then run this again.",
    )


def _absent(machine: Machine) -> tuple[str, ...]:
    architecture = machine.asks("dpkg", "--print-architecture")
    if architecture is None:
        raise InstallError("This is no Debian or Raspberry Pi OS: there is no dpkg.")
    wanted = [*NEEDED, *FOUND]
    if architecture.strip() in OF_A_PI:
        wanted += COMPILER
    return tuple(each for each in wanted if not _is_there(machine, each))


def _is_there(machine: Machine, package: str) -> bool:
    return machine.asks("dpkg-query", "-W", "-f", "${Status}", package) == INSTALLED
