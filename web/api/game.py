"""The API of a game: views to read, commands to give. See docs/api.md."""

import secrets
from collections.abc import Callable
from typing import Final, Literal

import msgspec
from flask import Blueprint, Response
from msgspec.structs import replace

from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.actor import GameActor
from controller.table.commands import (
    Abandon,
    Begin,
    Command,
    Confirm,
    LessonTo,
    Play,
    SeeRescue,
    TakeBack,
)
from controller.table.snapshot import Snapshot
from web.access.guard import NO_SEAT, Guard
from web.languages.language import Speech, mark
from web.pages.speaking import spoken
from web.server.answers import as_json
from web.server.event_stream import Mine, Streams, Views
from web.server.request_body import NothingBody, body
from web.views.onlookers import view
from web.views.opponents import named_as_usual, without_errands
from web.views.questions import answers
from web.views.refusals import refusal as worded
from web.views.rulebook import rulebook
from web.views.setup_options import editions
from web.views.shapes.basics import Played, RefusedAnswer
from web.views.shapes.view import View
from web.views.track import track
from web.views.why_not import why_not

NO_SEAT_OR_SQUARE: Final = mark("There is no such seat or square in this game.")
RACE_BYTES: Final = 16
"""Bytes of a name that no other race has."""
OTHER_BEGINS: Final = mark(
    "The next race with “{board}” is begun there. This board's host then joins it, on the page "
    "“Another board”."
)
UNPAIRED: Final = mark(
    "This board is no longer paired with “{board}”. The host can pair the two boards again, or set "
    "up a race at this board."
)
NOT_OVER: Final = mark("The next race can begin once this one is over.")

STATUS: Final = {
    "wrong-code": 403,
    "wrong-pin": 403,
    "host-only": 403,
    "not-your-seat": 403,
    "no-such-seat": 404,
    "no-such-game": 404,
    "no-such-person": 404,
    "no-tap": 404,
    "stale": 409,
    "paused": 409,
    "seat-taken": 409,
    "tap-busy": 409,
    "too-many-tries": 429,
    "service-stopped": 503,
    "in-workshop": 503,
    "not-readable": 503,
    "not-saved": 503,
    "file-not-saved": 503,
    "not-deleted": 503,
    "partly-deleted": 503,
}
"""The HTTP status of a refusal; 400 for any other."""


class PlayBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request to play an action."""

    action: str
    version: int


class VersionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request that carries a version only."""

    version: int


class LessonBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request to go to another step of the lesson, or on to the race."""

    to: Literal["next", "back", "again", "race"]
    version: int


def api(service: GameActor, guard: Guard, streams: Streams, *, carries: bool) -> Blueprint:
    """Make the routes under `/api` that show the game and play it.

    Args:
        service: the game.
        guard: identifies the sender.
        streams: counts the open streams.
        carries: True if the board carries the runners of errands itself.
    """
    routes = Blueprint("api", __name__, url_prefix="/api")

    def draw(snapshot: Snapshot, seat: int | None, say: Speech) -> View:
        seen = without_errands(snapshot) if carries else snapshot
        return view(
            seen, seat, say, guard.held_by("phone"), guard.phones.board, guard.held_by("screen")
        )

    _reading(routes, service)
    _watching(routes, Views(service, draw, lambda: guard.phones.revision), guard, streams)
    _asking(routes, service, guard, draw)
    _acting(routes, service, guard)
    return routes


def _reading(routes: Blueprint, service: GameActor) -> None:
    @routes.get("/track")
    def get_track() -> Response:
        return as_json(track(service.snapshot, spoken()))

    @routes.get("/editions")
    def get_editions() -> Response:
        return as_json(editions(spoken(), service.snapshot.programs))

    @routes.get("/rules")
    def get_rules() -> Response:
        return as_json(rulebook(service.snapshot, spoken()))


def _watching(routes: Blueprint, views: Views, guard: Guard, streams: Streams) -> None:
    def mine(token: str | None, seat: int) -> Mine:
        def of(snapshot: Snapshot) -> bool:
            seats = snapshot.seating
            return (
                seat < len(seats.players)
                and seat not in seats.carried
                and guard.holds(token, seats.players[seat].name)
            )

        return of

    @routes.get("/watch")
    def get_watch() -> Response:
        return as_json(views.read(None, spoken()))

    @routes.get("/watch/live")
    def get_watch_live() -> Response:
        return streams.respond(views.events(None, spoken()))

    @routes.get("/seats/<int:seat>")
    def get_seat(seat: int) -> Response:
        person = guard.seat(seat)
        try:
            return as_json(views.read(seat, spoken(), mine(person.token, seat)))
        except LookupError as error:  # untested: the game ends between these lines
            raise Refusal("no-such-seat", NO_SEAT) from error

    @routes.get("/seats/<int:seat>/live")
    def get_seat_live(seat: int) -> Response:
        person = guard.seat(seat)
        return streams.respond(
            views.events(seat, spoken(), mine(person.token, seat)), guard.name(seat)
        )


def _asking(
    routes: Blueprint,
    service: GameActor,
    guard: Guard,
    draw: Callable[[Snapshot, int | None, Speech], View],
) -> None:
    @routes.get("/watch/answers")
    def get_watch_answers() -> Response:
        return as_json(answers(draw(service.snapshot, None, spoken()), spoken()))

    @routes.get("/seats/<int:seat>/answers")
    def get_answers(seat: int) -> Response:
        guard.seat(seat)
        try:
            return as_json(answers(draw(service.snapshot, seat, spoken()), spoken()))
        except LookupError as error:  # untested: the game ends between these lines
            raise Refusal("no-such-seat", NO_SEAT) from error

    @routes.get("/seats/<int:seat>/why/<int:square>")
    def get_why(seat: int, square: int) -> Response:
        guard.seat(seat)
        try:
            return as_json(why_not(service.snapshot, seat, square, spoken()))
        except LookupError as error:
            raise Refusal("no-such-seat", NO_SEAT_OR_SQUARE) from error


def _acting(routes: Blueprint, service: GameActor, guard: Guard) -> None:
    def carry_out(command: Command) -> Response:
        return as_json(Played(ok=True, version=service.submit(command)))

    @routes.post("/seats/<int:seat>/play")
    def post_play(seat: int) -> Response:
        guard.seat(seat)
        wanted = body(PlayBody)
        return carry_out(Play(seat, wanted.action, wanted.version))

    @routes.post("/seats/<int:seat>/take-back")
    def post_take_back(seat: int) -> Response:
        guard.seat(seat)
        return carry_out(TakeBack(seat, body(VersionBody).version))

    @routes.post("/confirm")
    def post_confirm() -> Response:
        guard.player()
        return carry_out(Confirm(body(VersionBody).version))

    @routes.post("/lesson")
    def post_lesson() -> Response:
        guard.player()
        wanted = body(LessonBody)
        return carry_out(LessonTo(wanted.to, wanted.version))

    @routes.post("/rescued/seen")
    def post_rescued_seen() -> Response:
        guard.player()
        body(NothingBody)
        return carry_out(SeeRescue())

    @routes.post("/games")
    def post_game() -> Response:
        guard.host()
        wanted = replace(body(Setup), together=msgspec.UNSET)
        return carry_out(Begin(replace(wanted, seats=named_as_usual(wanted.seats, spoken()))))

    @routes.post("/games/again")
    def post_again() -> Response:
        guard.player()
        body(NothingBody)
        last = service.snapshot
        if last.phase != "over" or last.setup is None:
            raise Refusal("no-such-game", NOT_OVER)
        first = (last.setup.first + 1) % len(last.setup.seats)
        return carry_out(Begin(_once_more(last, first)))

    @routes.post("/games/abandon")
    def post_abandon() -> Response:
        guard.host()
        return carry_out(Abandon(body(VersionBody).version))


def _once_more(last: Snapshot, first: int) -> Setup:
    """Return the set-up of the next race: with the other board again, if this one invited it.

    Raises:
        Refusal: `not-offered`: the other board invites; `no-partners`: the boards are no longer
            paired.
    """
    assert last.setup is not None
    together = last.setup.together
    if last.together is None or together is msgspec.UNSET or last.together.role == "alone":
        return replace(last.setup, first=first, together=msgspec.UNSET)
    if last.together.other.state == "unpaired":
        raise Refusal("no-partners", UNPAIRED, (), board=last.together.other_name)
    if last.together.role == "guest":
        raise Refusal("not-offered", OTHER_BEGINS, (), board=last.together.other_name)
    again = replace(together, race=secrets.token_hex(RACE_BYTES))
    return replace(last.setup, first=first, together=again)


def refused(refusal: Refusal, say: Speech, *, hedgehog: bool = False) -> RefusedAnswer:
    """Return the answer to a request that was refused.

    Args:
        refusal: the refusal, with its reasons.
        say: the language of the answer.
        hedgehog: True if the edition has a hedgehog in place of the tortoise.
    """
    return RefusedAnswer(ok=False, error=worded(refusal, say, hedgehog=hedgehog))
