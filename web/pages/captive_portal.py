"""The captive portal of the board's own Wi-Fi: leads every phone to the board.

Phones test for an Internet connection by asking for a page they know. In the board's own
Wi-Fi every name leads to the board, so the board answers: until the user leaves the welcome
page, the board redirects there, and the phone opens it by itself; from then on it answers as the
Internet would, so that the phone stays. Nothing else is ever answered under another's name.
"""

import ipaddress
from collections.abc import Mapping
from typing import Final

from flask import Blueprint, Response, abort, after_this_request, redirect, render_template, request
from werkzeug.wrappers import Response as Redirect

from controller.appliance.network import NetworkActor
from controller.appliance.network.ports import ADDRESS
from web.access.address import PageAddress
from web.server.answers import as_json
from web.server.request_body import NothingBody, body
from web.views.shapes.basics import DoneAnswer

PAGE: Final = "/welcome"
_APPLE: Final = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
_FIREFOX: Final = (
    '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
)
PROBES: Final[Mapping[str, tuple[int, str, str]]] = {
    "/generate_204": (204, "text/plain", ""),  # Android, Chrome
    "/gen_204": (204, "text/plain", ""),
    "/hotspot-detect.html": (200, "text/html", _APPLE),  # iOS, macOS
    "/library/test/success.html": (200, "text/html", _APPLE),
    "/connecttest.txt": (200, "text/plain", "Microsoft Connect Test"),  # Windows
    "/ncsi.txt": (200, "text/plain", "Microsoft NCSI"),
    "/success.txt": (200, "text/plain", "success\n"),  # Firefox
    "/canonical.html": (200, "text/html", _FIREFOX),
    "/check_network_status.txt": (200, "text/plain", "NetworkManager is online\n"),  # GNOME
    "/nm": (200, "text/plain", "NetworkManager is online\n"),  # Debian
}
"""Test pages of phones and computers, with the Internet's answer: status, type, body."""


def welcome(network: NetworkActor, place: PageAddress) -> Blueprint:
    """Make the welcome page, and the redirects to it.

    Args:
        network: tells if the board's own Wi-Fi is open.
        place: the address of the pages.
    """
    routes = Blueprint("welcome", __name__)
    gone_on: set[str] = set()  # addresses that left the welcome page; the Wi-Fi has few

    @routes.before_app_request
    def lead_here() -> Response | Redirect | None:
        address = _guest()
        if address is None or not network.snapshot.hotspot:
            return None
        _count(network)
        if _ours(request.host):
            return None
        if request.method not in ("GET", "HEAD"):
            abort(421, "The board answers under its own name only.")
        probe = PROBES.get(request.path)
        if probe is not None and address in gone_on:
            status, kind, text = probe
            return Response(text, status, mimetype=kind)
        return redirect(f"{place.at(str(ADDRESS.ip))}{PAGE}")

    @routes.get(PAGE)
    def get_page() -> str:
        return render_template("welcome.html", address=lasting(place, network))

    @routes.post("/api/welcome")
    def post_welcome() -> Response:
        body(NothingBody)
        address = _guest()
        if address is not None:
            gone_on.add(address)
        return as_json(DoneAnswer(ok=True))

    return routes


def lasting(place: PageAddress, network: NetworkActor | None) -> str:
    """Return the lasting address of the pages: by the board's name, if it has one."""
    name = network.snapshot.name if network is not None else None
    return place.at(name) if name is not None else place.asked()


def _guest() -> str | None:
    """Return the sender's address, if it is one of the board's own Wi-Fi."""
    try:
        address = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        address = address.ipv4_mapped or address
    return str(address) if address in ADDRESS.network and address != ADDRESS.ip else None


def _count(network: NetworkActor) -> None:
    """Count a guest until the answer is sent."""
    network.guests.come()

    def leave(response: Response) -> Response:
        if response.mimetype == "text/event-stream":
            response.call_on_close(network.guests.leave)
        else:
            network.guests.leave()
        return response

    after_this_request(leave)


def _ours(host: str) -> bool:
    """Return True for an IP address or a name of the local network, which no other site can own."""
    name = host[1 : host.index("]")] if host.startswith("[") else host.partition(":")[0]
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return "." not in name or name.lower().endswith(".local")
    return True
