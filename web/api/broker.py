"""The MQTT broker of a board: seen, tried and set by the host."""

from collections.abc import Callable
from typing import Annotated, Protocol

import msgspec
from flask import Blueprint, Response, render_template

from web.access.guard import Guard
from web.languages.language import Speech
from web.pages.speaking import spoken
from web.server.answers import as_json
from web.server.request_body import NothingBody, body
from web.views.shapes.basics import DoneAnswer
from web.views.shapes.people import BrokerSeen, BrokerTried

Typed = Annotated[str, msgspec.Meta(max_length=255)]


class BrokerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a broker.

    Attributes:
        host: name or address.
        port: port; None for the usual one, 1883 or with TLS 8883.
        tls: True to encrypt, and verify the certificate.
        user: name to log in with; None or empty for none.
        password: its password; None for the saved one. No answer and no log contains it.
        names: True to publish the players' names.
    """

    host: Typed
    port: Annotated[int, msgspec.Meta(ge=1, le=65_535)] | None
    tls: bool
    user: Typed | None
    password: Typed | None
    names: bool


class Desk(Protocol):
    """What may be done about the broker."""

    def seen(self, say: Speech) -> BrokerSeen:
        """Return settings and state."""
        ...

    def tried(self, asked: BrokerBody, say: Speech) -> BrokerTried:
        """Connect once with settings that are not saved."""
        ...

    def save(self, asked: BrokerBody) -> None:
        """Save settings and use them."""
        ...

    def leave(self) -> None:
        """Remove the settings."""
        ...


def broker(guard: Guard, desk: Callable[[], Desk]) -> Blueprint:
    """Make the page `/broker` and its API, all for the host.

    Args:
        guard: identifies the sender.
        desk: returns what may be done; called when it is first needed.
    """
    routes = Blueprint("broker", __name__)

    @routes.get("/broker")
    def get_page() -> str:
        return render_template("broker.html")

    @routes.get("/api/broker")
    def get_broker() -> Response:
        guard.host()
        return as_json(desk().seen(spoken()))

    @routes.post("/api/broker")
    def post_broker() -> Response:
        guard.host()
        desk().save(body(BrokerBody))
        return as_json(DoneAnswer(ok=True))

    @routes.post("/api/broker/try")
    def post_try() -> Response:
        guard.host()
        return as_json(desk().tried(body(BrokerBody), spoken()))

    @routes.post("/api/broker/leave")
    def post_leave() -> Response:
        body(NothingBody)
        guard.host()
        desk().leave()
        return as_json(DoneAnswer(ok=True))

    return routes
