"""The summary at the end of an installation: the doctor's report, and the pages' address."""

from collections.abc import Callable
from typing import Final

from controller.appliance.install.changes.interfaces import REBOOT
from controller.appliance.install.changes.users import USER
from controller.appliance.machine import BOARD, COMMAND, DATA, HOME, Machine
from controller.foreign_files import read_foreign
from controller.plain_text import plain_lines

ISSUE: Final = "/run/hareboard/issue"
"""Text that the running program writes for the login screen: address, join code, QR code."""


def show(machine: Machine, say: Callable[[str], None]) -> None:
    """Run the doctor, as the user that hareboard runs as, and print the address.

    Raises:
        InstallError: the doctor cannot be run.
    """
    say("")
    ask = ("doctor", BOARD, "--data", DATA)
    say(plain_lines(machine.said("runuser", "-u", USER, "--", COMMAND, *ask)).rstrip())
    say("")
    name = (machine.text("/etc/hostname") or "localhost").strip()
    address = f"http://{name}.local/"
    try:
        say(plain_lines(read_foreign(machine.path(ISSUE)).decode(errors="replace")).rstrip())
    except OSError:
        say(f"The pages: {address}")
        say((machine.asks(f"{HOME}/current/bin/segno", "--compact", address) or "").rstrip())
    if machine.there(REBOOT):
        say("Restart the computer now, so that everything that was switched on counts: sudo reboot")
