"""Buses of the Raspberry Pi that the board file needs: a block of lines at the end of config.txt.

The block is separate, so that it can be removed again; raspi-config writes the same lines,
and does not know later which of them were there before.
"""

import re
from typing import Final

from controller.appliance.install.changes.users import USER
from controller.appliance.install.steps import InstallStep
from controller.appliance.machine import BOARD, HOME, InstallError, Machine
from controller.plain_text import plain

CONFIGS: Final = ("/boot/firmware/config.txt", "/boot/config.txt")
BEGIN: Final = "# For hareboard, as its board file needs it; its installer writes this anew."
END: Final = "# End of what hareboard needs."
PYTHON: Final = f"{HOME}/current/bin/python"
KNOWN: Final = re.compile(
    "dtparam=(spi=on|uart0=on|i2c_arm=(on|off)|(i2c_arm|i2c0)_baudrate=[0-9]{1,7}|audio=off)|"
    "dtoverlay=(spi0-0cs|spi1-1cs|i2c0|i2c-gpio,bus=[0-9]{1,2},i2c_gpio_sda=[0-9]{1,2},"
    "i2c_gpio_scl=[0-9]{1,2}(,i2c_gpio_delay_us=[0-9]{1,2})?)|"
    r"enable_uart=1|core_freq=(250|500)|core_freq_min=500|\[(pi[0-4]|all)\]"
)
"""The lines that a board may need. A process of the service's user says which of them it needs, and
root writes no other."""
REBOOT: Final = "/run/reboot-required"
"""Exists when the computer should be restarted; the restart deletes it, as intended."""


def interfaces(machine: Machine) -> InstallStep:
    """Add the lines; they take effect at the next start of the computer."""

    def lacking() -> list[str]:
        config = _config(machine)
        if config is None:
            return []
        if not machine.there(PYTHON) or not machine.there(BOARD):
            return [f"write into {config} what the board file needs: SPI, I2C, no sound"]
        text = machine.text(config) or ""
        wanted = _wanted(machine)
        if text == _with(text, wanted):
            return []
        lines = ", ".join(wanted) or "nothing any more"
        return [f"write into {config}: {lines}; that needs a restart of the computer"]

    def do() -> None:
        config = _config(machine)
        if config is not None:
            _write(machine, config, _wanted(machine))

    return InstallStep(
        "Interfaces",
        lacking,
        do,
        f"“hareboard board check {BOARD}” tells mistakes in the board file; mend them, and run "
        "this again.",
    )


def no_interfaces(machine: Machine) -> InstallStep:
    """Remove all of the lines."""

    def lacking() -> list[str]:
        config = _config(machine)
        text = machine.text(config) if config is not None else None
        if text is None or text == _with(text, ()):
            return []
        return [f"remove what hareboard needed from {config}; that needs a restart"]

    def do() -> None:
        config = _config(machine)
        if config is not None:
            _write(machine, config, ())

    return InstallStep("Interfaces", lacking, do, "Is the card read-only?")


def _config(machine: Machine) -> str | None:
    return next((path for path in CONFIGS if machine.path(path).is_file()), None)


def _wanted(machine: Machine) -> tuple[str, ...]:
    """Ask which lines the board file needs.

    Raises:
        InstallError: the answer has other lines: the service's user may have changed it.
    """
    ask = (PYTHON, "-I", "-m", "controller.maintenance.doctor.config_txt", BOARD)
    lines = tuple(machine.run_as(USER, *ask).splitlines())
    for line in lines:
        if not KNOWN.fullmatch(line):
            raise InstallError(f"“{plain(line)}” is no line that a board needs in config.txt.")
    return lines


def _with(text: str, lines: tuple[str, ...]) -> str:
    """Return a config.txt with these lines for hareboard, and no others for it."""
    before, begin, rest = text.partition(f"{BEGIN}\n")
    after = rest.partition(f"{END}\n")[2] if begin else ""
    kept = before + after
    if not lines:
        return kept
    if kept and not kept.endswith("\n"):
        kept += "\n"
    # `[all]`: the file may end in a section for one model only.
    return kept + "\n".join((BEGIN, "[all]", *lines, END)) + "\n"


def _write(machine: Machine, config: str, lines: tuple[str, ...]) -> None:
    text = machine.text(config) or ""
    machine.write(config, _with(text, lines).encode("utf-8", "surrogateescape"))
    machine.write(REBOOT, b"hareboard has changed config.txt\n")
