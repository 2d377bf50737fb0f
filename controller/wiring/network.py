"""Where the computer's network is opened, for a board that stands by itself."""

from pathlib import Path

from controller.network import Network
from controller.network.bus import Bus
from controller.network.manager import NAME, NetworkManager
from controller.network.own import own_hotspot
from controller.network.ports import NetworkTrouble
from hardware.clock import Clock


def open_network(folder: Path, clock: Clock) -> Network | None:
    """The network of this computer, not started yet; None if NetworkManager does not keep it.

    Args:
        folder: where the board's own Wi-Fi is kept.
        clock: its time.
    """
    bus = Bus()
    try:
        if not bus.has(NAME):
            bus.close()
            return None
    except NetworkTrouble:
        bus.close()
        return None
    return Network(NetworkManager(bus), own_hotspot(folder), clock)
