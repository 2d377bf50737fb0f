"""Other boards that play with this one: invited, accepted, seen and forgotten by the host."""

import secrets
from typing import Annotated, Protocol

import msgspec
from flask import Blueprint, Response, render_template
from msgspec.structs import replace

from controller.game.setup import Setup, Together
from controller.table.actor import GameActor
from controller.table.commands import Begin, Command, GoOnAlone, JoinRace
from web.access.guard import Guard
from web.api.game import RACE_BYTES, VersionBody
from web.languages.language import Speech
from web.pages.speaking import spoken
from web.server.answers import as_json
from web.server.request_body import NothingBody, body
from web.views.opponents import named_as_usual
from web.views.shapes.basics import DoneAnswer, Played
from web.views.shapes.partners import PartnersSeen

Short = Annotated[str, msgspec.Meta(max_length=64)]


class PairingCodeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code of an invitation, as it was typed."""

    code: Short


class AttemptBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The exchange with another board whose name the host has seen."""

    attempt: Short


class PartnerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another board, by the id of the pair."""

    id: Short


class RaceBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A race to which another board invites."""

    race: Short


class RaceTogetherBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A race with another board: who plays, and who of them sits there."""

    pair: Short
    guests: tuple[int, ...]
    setup: Setup


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

    def confirm(self, attempt: str) -> None:
        """Confirm that the board of an attempt is the one that was meant."""
        ...

    def cancel(self) -> None:
        """Give the pairing up, or put it away."""
        ...

    def forget(self, partner: str) -> None:
        """Delete a partner and its secret."""
        ...

    def boards(self, pair: str) -> tuple[str, str]:
        """Return the names of this board and of a partner, for a race of both."""
        ...

    def check_rules(self, race: str) -> None:
        """Refuse to join a race whose rules are others at the board that invites."""
        ...

    def decline(self, race: str) -> None:
        """Decline the invitation to a race."""
        ...


def partners(guard: Guard, desk: Companions, service: GameActor) -> Blueprint:
    """Make the page `/partners` and its API, all for the host.

    Args:
        guard: identifies the sender.
        desk: what may be done.
        service: the game.
    """
    routes = Blueprint("partners", __name__)
    _pairing(routes, guard, desk)
    _racing(routes, guard, desk, service)
    return routes


def _racing(routes: Blueprint, guard: Guard, desk: Companions, service: GameActor) -> None:
    def carry_out(command: Command) -> Response:
        return as_json(Played(ok=True, version=service.submit(command)))

    @routes.post("/api/partners/race")
    def post_race() -> Response:
        guard.host()
        wanted = body(RaceTogetherBody)
        race = secrets.token_hex(RACE_BYTES)
        together = Together(wanted.pair, wanted.guests, race, desk.boards(wanted.pair))
        seats = named_as_usual(wanted.setup.seats, spoken())
        return carry_out(Begin(replace(wanted.setup, seats=seats, together=together)))

    @routes.post("/api/partners/race/join")
    def post_join_race() -> Response:
        guard.host()
        race = body(RaceBody).race
        desk.check_rules(race)
        return carry_out(JoinRace(race))

    @routes.post("/api/partners/race/decline")
    def post_decline_race() -> Response:
        guard.host()
        desk.decline(body(RaceBody).race)
        return as_json(DoneAnswer(ok=True))

    @routes.post("/api/partners/race/alone")
    def post_alone() -> Response:
        guard.host()
        return carry_out(GoOnAlone(body(VersionBody).version))


def _pairing(routes: Blueprint, guard: Guard, desk: Companions) -> None:

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
        guard.host()
        desk.confirm(body(AttemptBody).attempt)
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
