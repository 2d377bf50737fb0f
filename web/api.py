"""The API of the pages: views to read, commands to give. See docs/api.md."""

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, request
from werkzeug.exceptions import BadRequest, NotFound

from controller.commands import Abandon, Begin, Command, Confirm, Play, Refusal, TakeBack
from controller.service import Service
from controller.setup import Setup
from web.choices import editions
from web.live import HEARTBEAT_S, Streams, event
from web.views import track, view

_T = TypeVar("_T")


class PlayBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a phone sends to play an action."""

    action: str
    version: int


class VersionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a phone sends when there is nothing to choose."""

    version: int


def body(shape: type[_T]) -> _T:
    """The request's JSON in the shape it must have.

    Raises:
        BadRequest: it has another one; the message names the field.
    """
    try:
        return msgspec.json.decode(request.get_data(), type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRequest(f"The request is not understood: {error}.") from error


def api(service: Service, streams: Streams) -> Blueprint:
    """The routes under `/api` that every board has."""
    routes = Blueprint("api", __name__, url_prefix="/api")
    _reading(routes, service, streams)
    _acting(routes, service)
    return routes


def _reading(routes: Blueprint, service: Service, streams: Streams) -> None:
    @routes.get("/track")
    def get_track() -> dict[str, Any]:
        return track(service.snapshot)

    @routes.get("/editions")
    def get_editions() -> dict[str, Any]:
        return editions()

    @routes.get("/watch")
    def get_watch() -> dict[str, Any]:
        return view(service.snapshot)

    @routes.get("/watch/live")
    def get_watch_live() -> Response:
        return streams.respond(_views(service, None))

    @routes.get("/seats/<int:seat>")
    def get_seat(seat: int) -> dict[str, Any]:
        return _look(service, seat)

    @routes.get("/seats/<int:seat>/live")
    def get_seat_live(seat: int) -> Response:
        _look(service, seat)
        return streams.respond(_views(service, seat))


def _acting(routes: Blueprint, service: Service) -> None:
    def carry_out(command: Command) -> dict[str, Any]:
        return {"ok": True, "version": service.submit(command)}

    @routes.post("/seats/<int:seat>/play")
    def post_play(seat: int) -> dict[str, Any]:
        _look(service, seat)
        wanted = body(PlayBody)
        return carry_out(Play(seat, wanted.action, wanted.version))

    @routes.post("/seats/<int:seat>/take-back")
    def post_take_back(seat: int) -> dict[str, Any]:
        _look(service, seat)
        return carry_out(TakeBack(seat, body(VersionBody).version))

    @routes.post("/confirm")
    def post_confirm() -> dict[str, Any]:
        return carry_out(Confirm(body(VersionBody).version))

    @routes.post("/games")
    def post_game() -> dict[str, Any]:
        return carry_out(Begin(body(Setup)))

    @routes.post("/games/abandon")
    def post_abandon() -> dict[str, Any]:
        return carry_out(Abandon(body(VersionBody).version))


def _look(service: Service, seat: int) -> dict[str, Any]:
    """A seat's view of the newest snapshot.

    Raises:
        NotFound: the game has no such seat.
    """
    try:
        return view(service.snapshot, seat)
    except LookupError as error:
        raise NotFound(f"There is no seat {seat} in this game.") from error


def _views(service: Service, seat: int | None) -> Iterator[str]:
    """The newest view at every change, a heartbeat when nothing changes."""
    revision = -1
    while service.alive:
        snapshot = service.wait_for(revision, HEARTBEAT_S)
        if snapshot.revision == revision:
            yield event("heartbeat", {"revision": revision})
            continue
        try:
            seen = view(snapshot, seat)
        except LookupError:
            return  # The game is another one now, without this seat.
        yield event("view", seen)
        revision = snapshot.revision


def refused(refusal: Refusal) -> tuple[dict[str, Any], int]:
    """A refusal as JSON; 409 when the game has moved on, 503 when it cannot, else 400."""
    status = {
        "stale": 409,
        "service-stopped": 503,
        "in-workshop": 503,
        "not-saved": 503,
    }.get(refusal.code, 400)
    reasons = [{"code": each.code, "message": each.message} for each in refusal.reasons]
    error = {"code": refusal.code, "message": refusal.message, "reasons": reasons}
    return {"ok": False, "error": error}, status
