"""The network's actor, as the rest of the program holds it."""

from controller.actor import Actor
from controller.appliance.network.guests import Guests
from controller.appliance.network.keeper import Join, Keeper, LookAround
from controller.appliance.network.ports import Hotspot, Manager
from controller.appliance.network.snapshot import NetworkSnapshot
from hardware.clock import Clock


class NetworkActor(Actor[NetworkSnapshot, Join | LookAround, None]):
    """Keeps the board reachable, in its own thread.

    Args:
        manager: the computer's network; only that thread touches it.
        own: the board's own Wi-Fi.
        clock: measures time.

    Attributes:
        guests: users of the board's own Wi-Fi; the web server counts their requests.
    """

    def __init__(self, manager: Manager, own: Hotspot, clock: Clock) -> None:
        self.guests = Guests(clock)
        super().__init__("network", lambda: Keeper(manager, own, self.guests, clock), clock)
