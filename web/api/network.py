"""The Wi-Fi of a board that stands by itself: looked at and chosen from the host's phone."""

from collections.abc import Mapping
from typing import Final

import msgspec
from flask import Blueprint, Response, render_template

from controller.appliance.network import NetworkActor
from controller.appliance.network.keeper import Join, LookAround
from controller.appliance.network.ports import Failure, Security
from web.access.address import PageAddress
from web.access.guard import Guard
from web.languages.language import mark
from web.pages.captive_portal import lasting
from web.pages.speaking import spoken
from web.server.answers import as_json
from web.server.request_body import NothingBody, body
from web.views.shapes.basics import DoneAnswer
from web.views.shapes.people import NetworkJoining, NetworkKind, NetworkNearby, NetworkSeen

FAILURES: Final[Mapping[Failure, str]] = {
    "password": mark(
        "{name} did not let the board in. Was the password right? Type it again: capitals matter."
    ),
    "not-found": mark(
        "{name} was not found. Check that it's switched on and close enough to the board, then "
        "try again."
    ),
    "no-address": mark(
        "{name} gave the board no address. Restart that Wi-Fi's router, then try again."
    ),
    "other": mark("The board could not join {name}. Try again, closer to its router."),
}


class NetworkBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Wi-Fi network to join.

    Attributes:
        name: the network's name (SSID).
        password: its password; none of an open one. No answer and no log contains it.
        hidden: True if its name was typed because no list has it.
    """

    name: str
    password: str | None = None
    hidden: bool = False


def network_pages(network: NetworkActor, guard: Guard, place: PageAddress) -> Blueprint:
    """Make the page of the network and its API, all for the host.

    Args:
        network: the network's actor.
        guard: identifies the sender.
        place: the address of the pages.
    """
    routes = Blueprint("network", __name__)

    @routes.get("/wifi")
    def get_page() -> str:
        return render_template("wifi.html")

    @routes.get("/api/network")
    def get_network() -> Response:
        guard.host()
        return as_json(_seen(network, place))

    @routes.post("/api/network/look")
    def post_look() -> Response:
        body(NothingBody)
        guard.host()
        network.submit(LookAround())
        return as_json(DoneAnswer(ok=True))

    @routes.post("/api/network/join")
    def post_join() -> Response:
        guard.host()
        wanted = body(NetworkBody)
        network.submit(Join(wanted.name, wanted.password, wanted.hidden))
        return as_json(NetworkJoining(ok=True, address=lasting(place, network)))

    return routes


def _seen(network: NetworkActor, place: PageAddress) -> NetworkSeen:
    now, say = network.snapshot, spoken()
    failed = None
    if now.failed is not None:
        failed = say._(FAILURES[now.failed.why], name=now.failed.name)
    return NetworkSeen(
        wifi=now.wifi,
        wired=now.wired,
        joined=now.joined,
        hotspot=now.hotspot,
        own=now.own.name,
        joining=now.joining,
        failed=failed,
        address=lasting(place, network),
        nearby=tuple(
            NetworkNearby(each.name, each.percent, _kind(each.security)) for each in now.nearby
        ),
    )


def _kind(security: Security) -> NetworkKind:
    match security:
        case "open" | "beyond":
            return security
        case _:
            return "password"
