"""A board that keeps its network itself, with two Wi-Fi networks around."""

from typing import Final

from controller.appliance.network import NetworkActor
from controller.appliance.network.ports import Hotspot
from hardware.clock import ManualClock
from tests.support.network.air import Air, Router

PASSWORD: Final = "carrots for all"
"""Of both networks."""


def near_villa() -> NetworkActor:
    """Return the network of a board whose own Wi-Fi is not open yet."""
    air = Air({"Villa": Router(PASSWORD, 82), "Office": Router(PASSWORD, security="beyond")})
    return NetworkActor(air, Hotspot("hareboard", "abcd-efgh-mnpq"), ManualClock())
