"""NetworkManager as python-dbusmock plays it, on a message bus of its own."""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from jeepney import DBusAddress, MatchRule, Properties, message_bus, new_method_call
from jeepney.io.blocking import open_dbus_connection

from controller.appliance.network.dbus import DBus
from controller.appliance.network.network_manager import AVAHI, HERE, NAME, ROOT, WIRED
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
  {more}
</busconfig>
"""


@contextmanager
def private_bus(folder: Path, more: str = "") -> Iterator[str]:
    """A message bus of one's own, with more lines in its configuration; yields its address."""
    program = shutil.which("dbus-daemon")
    if program is None:
        missing("dbus-daemon is missing: sudo apt install dbus-daemon")
    config, path = folder / "bus.conf", folder / "bus"
    config.write_text(CONFIG.format(path=path, more=more))
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
        self._bus = DBus()
        self.wifi: str = ""

    def reset(self) -> None:
        """Begin anew, without any device."""
        everything = DBusAddress("/org/freedesktop", NAME, "org.freedesktop.DBus.Mock")
        self._bus.call(everything, "Reset")

    def add_wifi(self, state: int = DISCONNECTED) -> None:
        """Plug a radio in."""
        self.wifi = self._mock("AddWiFiDevice", "ssi", "wifi0", "wlan0", state)[0]

    def add_point(self, name: str, percent: int, flags: int) -> str:
        """Put a network on the air, with flags of security; returns where it is."""
        plain = "".join(filter(str.isascii, filter(str.isalnum, name)))
        mac = "00:23:F8:7E:12:BB"
        about = (self.wifi, f"{plain}{percent}", name, mac, 2, 2412, 54000, percent, flags)
        return str(self._mock("AddAccessPoint", "ssssuuuyu", *about)[0])

    def rename_point(self, path: str, name: bytes) -> None:
        """Let a network on the air have another name, of any bytes."""
        point = DBusAddress(path, NAME, f"{NAME}.AccessPoint")
        with open_dbus_connection("SYSTEM") as line:
            line.send_and_get_reply(Properties(point).set("Ssid", "ay", name), timeout=STARTED_S)

    def plug_cable(self, state: int = HERE) -> None:
        """Lead a cable into a network; it is in use at once unless its state is another."""
        device = self._mock("AddEthernetDevice", "ssi", "eth0", "eth0", ACTIVATED)[0]
        self.connect(WIRED, [device], state)

    def connect(self, kind: str, devices: Sequence[str] = (), state: int = HERE) -> str:
        """Use a connection of some kind; returns where it is."""
        known = self.know(kind)
        about = ([*devices], known, "/", "used", state)
        return str(self._mock("AddActiveConnection", "assssu", *about)[0])

    def know(self, kind: str) -> str:
        """Know a connection of some kind; returns where its settings are."""
        settings = {"connection": {"id": ("s", "One"), "type": ("s", kind)}}
        address = DBusAddress(f"{ROOT}/Settings", NAME, f"{NAME}.Settings")
        return str(self._bus.call(address, "AddConnection", "a{sa{sv}}", settings)[0])

    def lose(self, path: str) -> None:
        """Let something go that is still named by what was said before."""
        everything = DBusAddress(ROOT, NAME, "org.freedesktop.DBus.Mock")
        self._bus.call(everything, "RemoveObject", "s", path)

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
    with _played(NAME, "--template", "networkmanager"):
        yield


@contextmanager
def avahi(name: str) -> Iterator[None]:
    """Play Avahi on the system's bus, which calls the computer by a name."""
    server = f"{AVAHI}.Server"
    with _played(AVAHI, AVAHI, "/", server), open_dbus_connection("SYSTEM") as line:
        told = (server, "GetHostNameFqdn", "", "s", f"ret = {name!r}")
        mock = DBusAddress("/", AVAHI, "org.freedesktop.DBus.Mock")
        line.send_and_get_reply(new_method_call(mock, "AddMethod", "sssss", told))
        yield


@contextmanager
def _played(name: str, *words: str) -> Iterator[None]:
    has_mock = subprocess.run(
        [SYSTEM_PYTHON, "-c", "import dbusmock"], capture_output=True, check=False
    )
    if has_mock.returncode:
        missing("python-dbusmock is missing: sudo apt install python3-dbusmock")
    command = [SYSTEM_PYTHON, "-m", "dbusmock", "--system", *words]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as mock:
        try:
            wait_for(name)
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
