"""What an installation says: whom it trusts; at its end the doctor's report, and the address."""

from collections.abc import Callable

from controller.appliance.install.changes.interfaces import REBOOT
from controller.appliance.install.changes.sources import Checkout, Wheels
from controller.appliance.install.changes.users import USER
from controller.appliance.login_screen import ISSUE, how_to_join
from controller.appliance.machine import BOARD, COMMAND, DATA, HOME, Machine
from controller.appliance.release.signers import Signers
from controller.plain_text import plain_lines


def tell_trust(machine: Machine, source: Checkout | Wheels, say: Callable[[str], None]) -> None:
    """Say what this installation trusts, and whose releases later updates accept."""
    say(f"This installation trusts {source}, as it is.")
    if isinstance(source, Checkout):
        say("What hareboard needs comes from the package index, by the hashes in its locks.")
    signers = list(Signers(added=machine.path(f"{HOME}/signers")))
    for signer in signers:
        say(f"Updates are accepted if signed by {signer.name} ({signer.fingerprint}).")
    if not signers:
        say(
            "“hareboard update” accepts no release yet: no key is trusted. Add the publisher's: "
            "sudo hareboard trust KEY.pub."
        )
    say("")


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
        say(how_to_join(machine.path(str(ISSUE))).rstrip())
    except OSError:
        say(f"The pages: {address}")
        say((machine.asks(f"{HOME}/current/bin/segno", "--compact", address) or "").rstrip())
    if machine.there(REBOOT):
        say("Restart the computer now, so that everything that was switched on counts: sudo reboot")
