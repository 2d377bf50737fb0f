"""A computer with real programs of the network in it: in namespaces of its own, as root.

Run by `test_network.py`: `unshare --net --mount --uts python -m tests.appliance.network_room WHAT`.
It prints what it has seen as JSON. Nothing of the computer it runs on is touched: folders that
programs write to are empty ones of its own.
"""

import contextlib
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from jeepney import DBusAddress

from controller.appliance.network.dbus import DBus
from controller.appliance.network.network_manager import (
    NAME,
    ROOT,
    NetworkManager,
    hotspot_settings,
    joining_settings,
)
from controller.appliance.network.ports import ADDRESS, Hotspot, NetworkState, NetworkTrouble, Wish
from tests.support import checkout
from tests.support.network.nm import private_bus, wait_for

SYSTEMD: Final = checkout.ROOT / "systemd"
OWN: Final = Hotspot("hareboard", "abcd-efgh-mnpq")
PASSWORD: Final = "carrots for all"
WISHES: Final = (
    Wish("Home", PASSWORD, "wpa-psk"),
    Wish("New", PASSWORD, "sae"),
    Wish("Café", None, "open"),
    Wish("Unseen", PASSWORD, "wpa-psk", hidden=True),
)
WITHIN_S: Final = 30.0
CONFIG: Final = "[main]\nplugins=keyfile\nauth-polkit=false\nno-auto-default=*\ndhcp=internal\n"


def main() -> None:
    """Do what the first argument says."""
    run("hostname", "hareboard")
    for folder in ("/run", "/etc/avahi/services", "/var/lib/NetworkManager"):
        empty(folder)
    empty("/etc/NetworkManager")
    run("ip", "link", "set", "lo", "up")
    run("ip", "link", "add", "board0", "type", "veth", "peer", "name", "phone0")
    what = {"avahi": avahi, "networkmanager": networkmanager}[sys.argv[1]]
    with tempfile.TemporaryDirectory() as folder, private_bus(Path(folder)) as address:
        Path("/run/dbus").mkdir()
        Path("/run/dbus/system_bus_socket").symlink_to(address.partition("=")[2].partition(",")[0])
        print(json.dumps(what()))


def avahi() -> dict[str, Any]:
    """Start the real avahi-daemon and look for the board."""
    run("ip", "addr", "add", "192.168.7.1/24", "dev", "board0")
    for name in ("board0", "phone0"):
        run("ip", "link", "set", name, "up")
    shutil.copy(SYSTEMD / "avahi/hareboard.service", "/etc/avahi/services")
    Path("/run/avahi-daemon").mkdir()
    with started("avahi-daemon", "--no-drop-root", "--no-chroot"):
        wait_for("org.freedesktop.Avahi")
        browse = ("avahi-browse", "--resolve", "--parsable", "--terminate", "_http._tcp")
        found = until(lambda: run(*browse), lambda told: "192.168.7.1" in told)
        named = NetworkManager(DBus()).name()
        resolved = run("avahi-resolve", "-4", "-n", "hareboard.local")
    return {"services": found.splitlines(), "name": named, "resolved": resolved.split()}


def networkmanager() -> dict[str, Any]:
    """Start the real NetworkManager, which shares a cable as it would share the board's Wi-Fi."""
    Path("/etc/NetworkManager/dnsmasq-shared.d").mkdir()
    Path("/etc/NetworkManager/NetworkManager.conf").write_text(CONFIG)
    shutil.copy(SYSTEMD / "dnsmasq/hareboard.conf", "/etc/NetworkManager/dnsmasq-shared.d")
    run("mount", "-t", "sysfs", "-o", "ro", "sysfs", "/sys")
    with started("NetworkManager", "--no-daemon"):
        wait_for(NAME)
        line = DBus()
        manager = NetworkManager(line)
        seen = [str(until(lambda: _seen(manager), bool))]
        files = [_kept(line, wish) for wish in WISHES]
        _add(line, hotspot_settings(OWN))
        opened = len(list(Path("/etc/NetworkManager/system-connections").glob("*")))
        manager.close_hotspot()
        shared = until(lambda: _shared(line), bool)
        seen.append(str(until(lambda: _seen(manager), lambda now: now and now.wired)))
        names = {
            name: until(lambda name=name: _ask(name), bool)
            for name in ("captive.apple.com", "hareboard.local", "example.org")
        }
        line.close()
    return {"seen": seen, "files": files, "opened": opened, "shared": shared, "names": names}


def _seen(manager: NetworkManager) -> NetworkState | None:
    """How the network is; None while nobody can tell yet."""
    with contextlib.suppress(NetworkTrouble):
        return manager.seen()
    return None


def _add(line: DBus, settings: Any) -> str:
    address = DBusAddress(f"{ROOT}/Settings", NAME, f"{NAME}.Settings")
    return str(line.call(address, "AddConnectionUnsaved", "a{sa{sv}}", settings)[0])


def _kept(line: DBus, wish: Wish) -> dict[str, Any]:
    """Let it take the settings of a network and keep them: how many files, who may read them."""
    folder = Path("/etc/NetworkManager/system-connections")
    path = _add(line, joining_settings(wish))
    before = len(list(folder.glob("*")))
    line.call(DBusAddress(path, NAME, f"{NAME}.Settings.Connection"), "Save")
    (file,) = folder.glob("*")
    told = {
        "name": wish.name,
        "before": before,
        "mode": oct(file.stat().st_mode & 0o777),
        "password": wish.password is None or f"psk={wish.password}" in file.read_text(),
    }
    line.call(DBusAddress(path, NAME, f"{NAME}.Settings.Connection"), "Delete")
    return told


def _shared(line: DBus) -> bool:
    """Share a cable by the settings of the board's Wi-Fi, as far as a cable has them."""
    settings = hotspot_settings(OWN)
    cable = {
        "connection": {"id": ("s", "cable"), "type": ("s", "802-3-ethernet")},
        "ipv4": settings["ipv4"],
        "ipv6": settings["ipv6"],
    }
    device = line.call(DBusAddress(ROOT, NAME, NAME), "GetDeviceByIpIface", "s", "board0")[0]
    settings_path = _add(line, cable)
    run("ip", "link", "set", "phone0", "up")
    root = DBusAddress(ROOT, NAME, NAME)
    line.call(root, "ActivateConnection", "ooo", settings_path, device, "/")
    return True


def _ask(name: str) -> str:
    """Ask the board for a name's address, as a phone in its Wi-Fi does (RFC 1035, 4.1)."""
    labels = b"".join(bytes([len(each)]) + each.encode() for each in name.split("."))
    question = (
        bytes.fromhex("1234 0100 0001 0000 0000 0000") + labels + bytes.fromhex("00 0001 0001")
    )
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line, contextlib.suppress(OSError):
        line.settimeout(1)
        line.sendto(question, (str(ADDRESS.ip), 53))
        return socket.inet_ntoa(line.recv(512)[-4:])
    return ""


def until(look: Any, good: Any) -> Any:
    """What is seen, as soon as it is good."""
    end_s = time.monotonic() + WITHIN_S
    while True:
        seen = look()
        if good(seen) or time.monotonic() > end_s:
            return seen
        time.sleep(0.2)


def empty(folder: str) -> None:
    """Put an empty folder in the place of another, for this room only."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    run("mount", "-t", "tmpfs", "tmpfs", folder)


def run(*words: str) -> str:
    """What a program says."""
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=20).stdout


@contextlib.contextmanager
def started(*words: str) -> Iterator[None]:
    """A program that goes on meanwhile."""
    with subprocess.Popen(words, stdout=sys.stderr, stderr=sys.stderr) as program:
        try:
            yield
        finally:
            program.terminate()


if __name__ == "__main__":
    main()
