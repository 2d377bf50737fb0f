"""NetworkManager as python-dbusmock plays it, on a message bus of its own."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from jeepney import DBusAddress, MatchRule, message_bus
from jeepney.io.blocking import open_dbus_connection

from controller.network.bus import Bus
from controller.network.manager import NAME, ROOT
from tests.support.needs import missing

SYSTEM_PYTHON: Final = "/usr/bin/python3"
"""It has Debian's python3-dbusmock, whose bindings pip would have to compile."""
STARTED_S: Final = 10.0
ACTIVATED, DISCONNECTED, FAILED = 100, 30, 120
NEEDS_SECRETS: Final = 60
CONFIG: Final = """
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={path}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/><allow user="*"/>
  </policy>
</busconfig>
"""


@contextmanager
def private_bus(folder: Path) -> Iterator[str]:
    """A message bus of one's own; yields its address."""
    program = shutil.which("dbus-daemon")
    if program is None:
        missing("dbus-daemon is missing: sudo apt install dbus-daemon")
    config, path = folder / "bus.conf", folder / "bus"
    config.write_text(CONFIG.format(path=path))
    command = [
        str(program),
        "--nofork",
        "--nopidfile",
        "--print-address",
        f"--config-file={config}",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as daemon:
        try:
            assert daemon.stdout is not None
            yield daemon.stdout.readline().strip()
        finally:
            daemon.terminate()


class MockedManager:
    """Drives it from the world's side. The bus's address is that of the system's by now."""

    def __init__(self) -> None:
        self._bus = Bus()
        self.wifi: str = ""

    def reset(self) -> None:
        """Begin anew, without any device."""
        everything = DBusAddress("/org/freedesktop", NAME, "org.freedesktop.DBus.Mock")
        self._bus.call(everything, "Reset")

    def add_wifi(self, state: int = DISCONNECTED) -> None:
        """Plug a radio in."""
        self.wifi = self._mock("AddWiFiDevice", "ssi", "wifi0", "wlan0", state)[0]

    def add_point(self, name: str, percent: int, flags: int) -> None:
        """Put a network on the air, with flags of security."""
        plain = "".join(filter(str.isascii, filter(str.isalnum, name)))
        mac = "00:23:F8:7E:12:BB"
        about = (self.wifi, f"{plain}{percent}", name, mac, 2, 2412, 54000, percent, flags)
        self._mock("AddAccessPoint", "ssssuuuyu", *about)

    def plug_cable(self) -> None:
        """Lead a cable into a network."""
        device = self._mock("AddEthernetDevice", "ssi", "eth0", "eth0", ACTIVATED)[0]
        settings = {"connection": {"id": ("s", "Wired"), "type": ("s", "802-3-ethernet")}}
        known = self._bus.call(
            DBusAddress(f"{ROOT}/Settings", NAME, f"{NAME}.Settings"),
            "AddConnection",
            "a{sa{sv}}",
            settings,
        )[0]
        self._mock("AddActiveConnection", "assssu", [device], known, "/", "cable", 2)

    def say(self, state: int, reason: int) -> None:
        """Let the radio come into a state, for a reason."""
        device = DBusAddress(self.wifi, NAME, "org.freedesktop.DBus.Mock")
        told = [("u", state), ("u", 50), ("u", reason)]
        about = (f"{NAME}.Device", "StateChanged", "uuu", told)
        self._bus.call(device, "EmitSignal", "sssav", *about)

    def refuse_to_activate(self) -> None:
        """Let joining begin and nothing come of it, until `say` says so."""
        address = DBusAddress(ROOT, NAME, "org.freedesktop.DBus.Mock")
        active = 'ret = dbus.ObjectPath("/org/freedesktop/NetworkManager/ActiveConnection/9")'
        about = (NAME, "ActivateConnection", "ooo", "o", active)
        self._bus.call(address, "AddMethod", "sssss", *about)

    def let_save(self, settings: str) -> None:
        """Let settings be saved, which the template forgets."""
        address = DBusAddress(settings, NAME, "org.freedesktop.DBus.Mock")
        about = (f"{NAME}.Settings.Connection", "Save", "", "", "")
        self._bus.call(address, "AddMethod", "sssss", *about)

    def known(self) -> dict[str, Any]:
        """What it knows: settings by their paths."""
        address = DBusAddress(f"{ROOT}/Settings", NAME, f"{NAME}.Settings")
        found = {}
        for path in self._bus.call(address, "ListConnections")[0]:
            each = DBusAddress(path, NAME, f"{NAME}.Settings.Connection")
            found[path] = self._bus.call(each, "GetSettings")[0]
        return found

    def close(self) -> None:
        """Hang up."""
        self._bus.close()

    def _mock(self, method: str, signature: str, *arguments: Any) -> tuple[Any, ...]:
        address = DBusAddress(ROOT, NAME, "org.freedesktop.DBus.Mock")
        return self._bus.call(address, method, signature, *arguments)


@contextmanager
def mocked() -> Iterator[None]:
    """Play NetworkManager on the system's bus."""
    has_mock = subprocess.run(
        [SYSTEM_PYTHON, "-c", "import dbusmock"], capture_output=True, check=False
    )
    if has_mock.returncode:
        missing("python-dbusmock is missing: sudo apt install python3-dbusmock")
    command = [SYSTEM_PYTHON, "-m", "dbusmock", "--system", "--template", "networkmanager"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as mock:
        try:
            wait_for(NAME)
            yield
        finally:
            mock.terminate()


def wait_for(name: str) -> None:
    """Wait until somebody of this name is on the bus: the bus itself says so."""
    with open_dbus_connection("SYSTEM") as line:
        rule = MatchRule(type="signal", interface="org.freedesktop.DBus", member="NameOwnerChanged")
        rule.add_arg_condition(0, name)
        with line.filter(rule) as changes:
            line.send_and_get_reply(message_bus.AddMatch(rule), timeout=STARTED_S)
            answer = line.send_and_get_reply(message_bus.NameHasOwner(name), timeout=STARTED_S)
            if not answer.body[0]:
                line.recv_until_filtered(changes, timeout=STARTED_S)
