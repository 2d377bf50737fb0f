"""A card for the table: how to join, printed once."""

from typing import Any

from flask import Blueprint, render_template
from segno.helpers import make_wifi_data

from controller.appliance.network import NetworkActor
from controller.appliance.network.ports import Hotspot
from web.access.address import PageAddress, qr
from web.access.guard import Guard
from web.pages.captive_portal import lasting


def card(guard: Guard, place: PageAddress, network: NetworkActor | None) -> Blueprint:
    """Make the page of the card, and its data.

    Args:
        guard: identifies the sender.
        place: the address of the pages.
        network: the actor of the board's own Wi-Fi; None if it has none.
    """
    routes = Blueprint("card", __name__)

    @routes.get("/card")
    def get_page() -> str:
        return render_template("card.html")

    @routes.get("/api/card")
    def get_card() -> dict[str, Any]:
        guard.host()
        code, address = guard.phones.code, lasting(place, network)
        link = f"{address}/join#{code}"
        has_own = network is not None and network.snapshot.wifi
        return {
            "code": code,
            "link": link,
            "svg": qr(link),
            "own": _own(network.snapshot.own) if has_own and network is not None else None,
        }

    return routes


def wifi_link(hotspot: Hotspot) -> str:
    """Return the text of a QR code by which phones join a Wi-Fi."""
    return str(make_wifi_data(hotspot.name, hotspot.password, "WPA"))


def _own(hotspot: Hotspot) -> dict[str, Any]:
    return {
        "name": hotspot.name,
        "password": hotspot.password,
        "svg": qr(wifi_link(hotspot)),
    }
