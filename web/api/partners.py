"""Other boards that play with this one: invited, accepted, seen and forgotten by the host."""

from typing import Annotated, Protocol

import msgspec
from flask import Blueprint, Response, render_template

from web.access.guard import Guard
from web.languages.language import Speech
from web.pages.speaking import spoken
from web.server.answers import as_json
from web.server.request_body import NothingBody, body
from web.views.shapes.basics import DoneAnswer
from web.views.shapes.partners import PartnersSeen

Short = Annotated[str, msgspec.Meta(max_length=64)]


class PairingCodeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code of an invitation, as it was typed."""

    code: Short


class PartnerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another board, by the id of the pair."""

    id: Short


class Companions(Protocol):
    """What may be done about other boards."""

    def seen(self, say: Speech) -> PartnersSeen:
        """Return the other boards, and the pairing under way."""
        ...

    def invite(self) -> None:
        """Make a code for another board."""
        ...

    def accept(self, typed: str) -> None:
        """Accept the invitation with this code."""
        ...

    def confirm(self) -> None:
        """Confirm that the other board is the one that was meant."""
        ...

    def cancel(self) -> None:
        """Give the pairing up, or put it away."""
        ...

    def forget(self, partner: str) -> None:
        """Delete a partner and its secret."""
        ...


def partners(guard: Guard, desk: Companions) -> Blueprint:
    """Make the page `/partners` and its API, all for the host.

    Args:
        guard: identifies the sender.
        desk: what may be done.
    """
    routes = Blueprint("partners", __name__)

    @routes.get("/partners")
    def get_page() -> str:
        return render_template("partners.html")

    @routes.get("/api/partners")
    def get_partners() -> Response:
        guard.host()
        return as_json(desk.seen(spoken()))

    @routes.post("/api/partners/invite")
    def post_invite() -> Response:
        body(NothingBody)
        guard.host()
        desk.invite()
        return as_json(DoneAnswer(ok=True))

    @routes.post("/api/partners/accept")
    def post_accept() -> Response:
        guard.host()
        desk.accept(body(PairingCodeBody).code)
        return as_json(DoneAnswer(ok=True))

    @routes.post("/api/partners/confirm")
    def post_confirm() -> Response:
        body(NothingBody)
        guard.host()
        desk.confirm()
        return as_json(DoneAnswer(ok=True))

    @routes.post("/api/partners/cancel")
    def post_cancel() -> Response:
        body(NothingBody)
        guard.host()
        desk.cancel()
        return as_json(DoneAnswer(ok=True))

    @routes.post("/api/partners/forget")
    def post_forget() -> Response:
        guard.host()
        desk.forget(body(PartnerBody).id)
        return as_json(DoneAnswer(ok=True))

    return routes
