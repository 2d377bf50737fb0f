"""Decides when the board's own Wi-Fi opens and closes."""

from typing import Final, Literal

from controller.appliance.network.ports import NetworkState

Deed = Literal["nothing", "open", "close"]

ALONE_S: Final = 60.0
"""Seconds without a network before the board opens its own."""
COMING_S: Final = 120.0
"""The same while a connection is being made."""
IDLE_S: Final = 300.0
"""Seconds without guests before another network is looked for."""


def decide(seen: NetworkState, alone_s: float, idle_s: float) -> Deed:
    """Decide whether to open or close the board's own Wi-Fi.

    A radio that runs a Wi-Fi of its own finds no other one: so it is closed now and then, while
    it has no guests, for a router that came back later than the board. It opens again by the same
    rule.

    Args:
        seen: state of the network.
        alone_s: seconds without a network.
        idle_s: seconds without guests in the board's own Wi-Fi.
    """
    if not seen.wifi:
        return "nothing"
    if seen.hotspot:
        return "close" if (seen.online or seen.known) and idle_s >= IDLE_S else "nothing"
    if seen.online:
        return "nothing"
    return "open" if alone_s >= (COMING_S if seen.coming else ALONE_S) else "nothing"
