"""The computer's network, kept by NetworkManager.

Source: NetworkManager's D-Bus API, https://networkmanager.dev/docs/api/latest/spec.html, and the
numbers of its types, .../nm-dbus-types.html. Passwords go to it in messages: no process that others
see is started, and no file is written.
"""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from jeepney import DBusAddress

from controller.appliance.network.dbus import DBus, Settings
from controller.appliance.network.ports import (
    ADDRESS,
    Failure,
    Hotspot,
    Nearby,
    NetworkState,
    NetworkTrouble,
    Security,
    Trial,
    Wish,
)

NAME: Final = "org.freedesktop.NetworkManager"
ROOT: Final = "/org/freedesktop/NetworkManager"
AVAHI: Final = "org.freedesktop.Avahi"
NOTHING: Final = "/"

OWN_ID: Final = "hareboard-hotspot"
OWN_UUID: Final = str(uuid.uuid5(uuid.NAMESPACE_DNS, f"{OWN_ID}.local"))
"""Identifies the board's own Wi-Fi, also after a restart of the program."""

WIFI_DEVICE: Final = 2
UNMANAGED: Final = 10
UNAVAILABLE: Final = 20
NEEDS_SECRETS: Final = 60
ACTIVATED: Final = 100
FAILED: Final = 120
"""States of a device."""
COMING, HERE = 1, 2
"""States of an active connection."""
WIRED: Final = "802-3-ethernet"
WIFI: Final = "802-11-wireless"

PRIVACY: Final = 0x1
PSK, ENTERPRISE, SAE = 0x100, 0x200, 0x400
"""Flags of an access point."""

FAILURES: Final[dict[int, Failure]] = {
    5: "no-address",
    7: "password",
    8: "password",
    10: "password",
    11: "password",
    15: "no-address",
    16: "no-address",
    17: "no-address",
    53: "not-found",
}
"""Meaning of a device's failure reasons. An access point does not report a wrong password: the
connection just breaks off, or there is no answer."""


@dataclass
class _ConnectionTrial:
    """A network that is being joined: its settings, and the result."""

    settings: str
    device: str
    state: Trial = "under-way"
    asked: bool = False


class NetworkManager:
    """NetworkManager over the system's message bus. For one thread.

    Args:
        bus: the message bus.
    """

    def __init__(self, bus: DBus) -> None:
        self._bus = bus
        self._trial: _ConnectionTrial | None = None

    def seen(self) -> NetworkState:
        """Return the state of the network."""
        states = self._bus.get_all(_at(ROOT, ""))
        wifi = bool(states["WirelessEnabled"]) and self._wifi_device() is not None
        joined: str | None = None
        wired = coming = hotspot = False
        for active in map(self._active, states["ActiveConnections"]):
            if not active or active["Type"] not in (WIRED, WIFI):
                continue
            if active["Uuid"] == OWN_UUID:
                hotspot = hotspot or active["State"] in (COMING, HERE)
            elif active["State"] == COMING:
                coming = True
            elif active["State"] == HERE:
                wired = wired or active["Type"] == WIRED
                joined = self._ssid(active) if active["Type"] == WIFI else joined
        known = hotspot and any(True for _ in self._others())
        return NetworkState(wifi, wired, joined, coming, hotspot, known)

    def nearby(self) -> tuple[Nearby, ...]:
        """List the networks seen last, the strongest first."""
        device = self._wifi_device()
        if device is None:
            return ()
        found: dict[str, Nearby] = {}
        for point in self._bus.get(_at(device, ".Device.Wireless"), "AccessPoints"):
            each = self._point(point)
            if each is not None and each.percent > getattr(found.get(each.name), "percent", -1):
                found[each.name] = each
        return tuple(sorted(found.values(), key=lambda each: (-each.percent, each.name)))

    def look(self) -> None:
        """Start a scan."""
        wireless = _at(self._device(), ".Device.Wireless")
        self._bus.call(wireless, "RequestScan", "a{sv}", {})

    def open_hotspot(self, hotspot: Hotspot) -> None:
        """Open the hotspot; its settings are not kept when it closes."""
        for path, _ in self._with_uuid(OWN_UUID):
            self._bus.call(_at(path, ".Settings.Connection"), "Delete")
        self._activate(self._add(hotspot_settings(hotspot)), self._device())

    def close_hotspot(self) -> None:
        """Close the hotspot and delete its settings."""
        for path, _ in self._with_uuid(OWN_UUID):
            self._bus.call(_at(path, ".Settings.Connection"), "Delete")

    def join(self, wish: Wish) -> None:
        """Begin to join, in place of the radio's present connection."""
        self._bus.listen(f"{NAME}.Device", "StateChanged")
        self._bus.heard()
        device = self._device()
        self._trial = _ConnectionTrial(self._add(joining_settings(wish)), device)
        self._activate(self._trial.settings, device)

    def trial(self) -> Trial:
        """Return the result from the device's signals since then."""
        trial = self._trial
        if trial is None:
            raise NetworkTrouble("No network is being joined.")
        for path, (state, _, reason) in self._bus.heard():
            if path != trial.device or trial.state != "under-way":
                continue
            trial.asked = trial.asked or state == NEEDS_SECRETS
            if state == ACTIVATED:
                trial.state = "joined"
            elif state == FAILED:
                trial.state = FAILURES.get(reason, "other")
        return trial.state

    def keep(self) -> None:
        """Save the connection; delete older ones of the same name."""
        trial, self._trial = self._trial, None
        if trial is None:
            return
        name = self._settings(trial.settings)[WIFI]["ssid"][1]
        self._bus.call(_at(trial.settings, ".Settings.Connection"), "Save")
        for path, settings in self._others():
            if path != trial.settings and settings[WIFI]["ssid"][1] == name:
                self._bus.call(_at(path, ".Settings.Connection"), "Delete")

    def give_up(self) -> None:
        """Delete the tried connection."""
        trial, self._trial = self._trial, None
        if trial is not None:
            self._bus.call(_at(trial.settings, ".Settings.Connection"), "Delete")

    def name(self) -> str | None:
        """Return Avahi's hostname of this computer: Avahi renames it if another has the same."""
        if not self._bus.has(AVAHI):
            return None
        server = DBusAddress("/", AVAHI, f"{AVAHI}.Server")
        return str(self._bus.call(server, "GetHostNameFqdn")[0]) or None

    def close(self) -> None:
        """Close the connection."""
        self._bus.close()

    def _activate(self, settings: str, device: str) -> None:
        root = _at(ROOT, "")
        self._bus.call(root, "ActivateConnection", "ooo", settings, device, NOTHING)

    def _add(self, settings: Settings) -> str:
        address = _at(f"{ROOT}/Settings", ".Settings")
        return str(self._bus.call(address, "AddConnectionUnsaved", "a{sa{sv}}", settings)[0])

    def _device(self) -> str:
        device = self._wifi_device()
        if device is None:
            raise NetworkTrouble("There is no Wi-Fi that may be used.")
        return device

    def _wifi_device(self) -> str | None:
        """Return the first radio that may be used."""
        for path in self._bus.call(_at(ROOT, ""), "GetDevices")[0]:
            device = self._bus.get_all(_at(path, ".Device"))
            if device["DeviceType"] == WIFI_DEVICE and device["State"] > UNAVAILABLE:
                return str(path)
        return None

    def _active(self, path: str) -> dict[str, Any]:
        """Return the properties of a connection in use; empty if it has just gone."""
        try:
            return self._bus.get_all(_at(path, ".Connection.Active"))
        except NetworkTrouble:
            return {}

    def _ssid(self, active: dict[str, Any]) -> str:
        """Return the SSID of the network in use: its settings may have any name."""
        ssid = self._settings(active["Connection"])[WIFI]["ssid"][1]
        return bytes(ssid).decode("utf-8", "replace")

    def _point(self, path: str) -> Nearby | None:
        try:
            point = self._bus.get_all(_at(path, ".AccessPoint"))
            name = bytes(point["Ssid"]).decode()
        except (NetworkTrouble, UnicodeDecodeError):
            return None
        return Nearby(name, int(point["Strength"]), _security(point)) if name else None

    def _settings(self, path: str) -> Settings:
        settings: Settings = self._bus.call(_at(path, ".Settings.Connection"), "GetSettings")[0]
        return settings

    def _known(self) -> Iterator[tuple[str, Settings]]:
        """Yield all saved Wi-Fi networks."""
        for path in self._bus.call(_at(f"{ROOT}/Settings", ".Settings"), "ListConnections")[0]:
            try:
                settings = self._settings(path)
            except NetworkTrouble:  # it has just gone, or belongs to another user
                continue
            if settings["connection"]["type"][1] == WIFI:
                yield path, settings

    def _with_uuid(self, wanted: str) -> list[tuple[str, Settings]]:
        return [each for each in self._known() if each[1]["connection"]["uuid"][1] == wanted]

    def _others(self) -> Iterator[tuple[str, Settings]]:
        """Yield saved networks to join: not the board's own."""
        for path, settings in self._known():
            mode = settings[WIFI].get("mode", ("s", "infrastructure"))[1]
            if settings["connection"]["uuid"][1] != OWN_UUID and mode == "infrastructure":
                yield path, settings


def _at(path: str, interface: str) -> DBusAddress:
    return DBusAddress(path, NAME, NAME + interface)


def _security(point: dict[str, Any]) -> Security:
    flags = point["WpaFlags"] | point["RsnFlags"]
    if flags & PSK:
        return "wpa-psk"
    if flags & SAE:
        return "sae"
    if flags & ENTERPRISE or point["Flags"] & PRIVACY:
        return "beyond"
    return "open"


def joining_settings(wish: Wish) -> Settings:
    """Return the settings of a network to join."""
    settings: Settings = {
        "connection": {"id": ("s", wish.name), "type": ("s", WIFI)},
        WIFI: {
            "ssid": ("ay", wish.name.encode()),
            "mode": ("s", "infrastructure"),
            "hidden": ("b", wish.hidden),
        },
        "ipv4": {"method": ("s", "auto")},
        "ipv6": {"method": ("s", "auto")},
    }
    if wish.password is not None:
        settings[f"{WIFI}-security"] = {
            "key-mgmt": ("s", wish.security),
            "psk": ("s", wish.password),
        }
    return settings


def hotspot_settings(hotspot: Hotspot) -> Settings:
    """Return the settings of the board's own Wi-Fi: WPA2, the band that every phone has."""
    address = {"address": ("s", str(ADDRESS.ip)), "prefix": ("u", ADDRESS.network.prefixlen)}
    return {
        "connection": {
            "id": ("s", OWN_ID),
            "uuid": ("s", OWN_UUID),
            "type": ("s", WIFI),
            "autoconnect": ("b", False),
        },
        WIFI: {
            "ssid": ("ay", hotspot.name.encode()),
            "mode": ("s", "ap"),
            "band": ("s", "bg"),
        },
        f"{WIFI}-security": {
            "key-mgmt": ("s", "wpa-psk"),
            "proto": ("as", ["rsn"]),
            "pairwise": ("as", ["ccmp"]),
            "group": ("as", ["ccmp"]),
            "psk": ("s", hotspot.password),
        },
        "ipv4": {"method": ("s", "shared"), "address-data": ("aa{sv}", [address])},
        "ipv6": {"method": ("s", "disabled")},
    }
