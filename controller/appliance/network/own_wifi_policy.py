"""Decides when the board's own Wi-Fi opens and closes."""

from typing import Final, Literal

from controller.appliance.network.ports import NetworkState

Deed = Literal["nothing", "open", "close"]

ALONE_S: Final = 60.0
"""So long without a network, and the board opens its own."""
COMING_S: Final = 120.0
"""The same while one seems to be on its way."""
IDLE_S: Final = 300.0
"""So long without guests, and another network is looked for again."""


def decide(seen: NetworkState, alone_s: float, idle_s: float) -> Deed:
    """What to do about the board's own Wi-Fi.

    Radios that are a Wi-Fi of their own hear no other one: so it is closed now and then, while
    nobody uses it, for a router that came back later than the board. It opens again by the same
    rule.

    Args:
        seen: the network just now.
        alone_s: how long there has been none.
        idle_s: how long the board's own has had no guests.
    """
    if not seen.wifi:
        return "nothing"
    if seen.hotspot:
        return "close" if (seen.online or seen.known) and idle_s >= IDLE_S else "nothing"
    if seen.online:
        return "nothing"
    return "open" if alone_s >= (COMING_S if seen.coming else ALONE_S) else "nothing"
