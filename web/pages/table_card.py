"""A card for the table: how to join, printed once."""

# ruff: noqa: PLC0415 - what draws a code, or knows networks, is imported for who prints a card

from typing import TYPE_CHECKING

from flask import Blueprint, Response, render_template

from web.access.address import PageAddress, qr
from web.access.guard import Guard
from web.server.answers import as_json
from web.views.shapes.people import Card, OwnWifi

if TYPE_CHECKING:
    from controller.appliance.network import NetworkActor
    from controller.appliance.network.ports import Hotspot


def card(guard: Guard, place: PageAddress, network: "NetworkActor | None") -> Blueprint:
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
    def get_card() -> Response:
        from web.pages.captive_portal import lasting

        guard.host()
        code, address = guard.phones.code, lasting(place, network)
        link = f"{address}/join#{code}"
        has_own = network is not None and network.snapshot.wifi
        own = _own(network.snapshot.own) if has_own and network is not None else None
        return as_json(Card(code, link, qr(link), own))

    return routes


def wifi_link(hotspot: "Hotspot") -> str:
    """Return the text of a QR code by which phones join a Wi-Fi."""
    from segno.helpers import make_wifi_data

    return str(make_wifi_data(hotspot.name, hotspot.password, "WPA"))


def _own(hotspot: "Hotspot") -> OwnWifi:
    return OwnWifi(hotspot.name, hotspot.password, qr(wifi_link(hotspot)))
