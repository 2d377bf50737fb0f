"""The network of a board that runs by itself, and its own Wi-Fi. Imports `actor`.

`ports` is the interface to the computer's network, `network_manager` speaks with NetworkManager,
`keeper` opens and closes the board's own Wi-Fi as `own_wifi_policy` decides.
"""

from controller.appliance.network.actor import NetworkActor
from controller.appliance.network.snapshot import NetworkSnapshot

__all__ = ["NetworkActor", "NetworkSnapshot"]
