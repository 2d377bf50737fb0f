"""The network of a board that stands by itself: a Wi-Fi of its own where there is no other.

`ports` is what is asked of the computer's network, `deciding` when the board's own Wi-Fi opens and
closes, `keeper` does it and joins other networks, `manager` speaks to NetworkManager. `network`
is how everybody else holds all that.
"""

from controller.network.network import Network
from controller.network.snapshot import Snapshot

__all__ = ["Network", "Snapshot"]
