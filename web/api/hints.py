"""Hints for the player to act, if the game was set up with them. See docs/api.md."""

from flask import Blueprint, Response

from controller.table.actor import GameActor
from web.access.guard import Guard
from web.pages.speaking import spoken
from web.server.answers import as_json


def hints(service: GameActor, guard: Guard) -> Blueprint:
    """Make the route of hints.

    Args:
        service: the game.
        guard: identifies the sender.
    """
    routes = Blueprint("hints", __name__, url_prefix="/api/seats")

    @routes.get("/<int:seat>/hints")
    def get_hints(seat: int) -> Response:
        from web.views.hints import hints_seen  # noqa: PLC0415 - few games have hints

        guard.seat(seat)
        version, state, found = service.hints(seat)
        return as_json(hints_seen(service.snapshot, version, state, found, spoken()))

    return routes
