"""The network, as everybody else holds it."""

from controller.network.guests import Guests
from controller.network.keeper import Join, Keeper, LookAround
from controller.network.ports import Hotspot, Manager
from controller.network.snapshot import Snapshot
from controller.owner import Owner
from hardware.clock import Clock


class Network(Owner[Snapshot, Join | LookAround, None]):
    """Keeps the board reachable, in a thread of its own.

    Args:
        manager: the computer's network; only that thread touches it.
        own: the board's own Wi-Fi.
        clock: its time.

    Attributes:
        guests: who uses the board's own Wi-Fi; whoever answers requests counts them.
    """

    def __init__(self, manager: Manager, own: Hotspot, clock: Clock) -> None:
        self.guests = Guests(clock)
        super().__init__("network", lambda: Keeper(manager, own, self.guests, clock), clock)
