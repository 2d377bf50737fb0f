"""Opens NetworkManager for a board that stands by itself."""

from pathlib import Path

from controller.appliance.network import NetworkActor
from controller.appliance.network.dbus import DBus
from controller.appliance.network.network_manager import NAME, NetworkManager
from controller.appliance.network.own_wifi import own_hotspot
from controller.appliance.network.ports import NetworkTrouble
from hardware.clock import Clock


def open_network(folder: Path, clock: Clock) -> NetworkActor | None:
    """Return the network of this computer, not started; None without NetworkManager.

    Args:
        folder: stores the board's own Wi-Fi.
        clock: its time.
    """
    bus = DBus()
    try:
        if not bus.has(NAME):
            bus.close()
            return None
    except NetworkTrouble:
        bus.close()
        return None
    return NetworkActor(NetworkManager(bus), own_hotspot(folder), clock)
