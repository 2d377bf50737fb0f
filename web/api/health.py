"""The health check for supervisors: `/healthz`."""

from typing import TYPE_CHECKING

from flask import Blueprint, Response

from controller.bootstrap.watchdog import Watchdog
from controller.table.actor import GameActor
from web.server.answers import as_json
from web.views.shapes.building import Health

if TYPE_CHECKING:
    from controller.maintenance.acceptance.run import AcceptanceRun
    from controller.maintenance.calibration.actor import CalibrationActor


def health(
    actor: "GameActor | CalibrationActor | AcceptanceRun", watch: Watchdog | None
) -> Blueprint:
    """Make the route `/healthz`: 503 with the reason if a needed thread has died or hangs.

    Args:
        actor: owns the board.
        watch: the watchdog of the other threads; None if there is none.
    """
    routes = Blueprint("health", __name__)

    @routes.get("/healthz")
    def get_health() -> Response:
        trouble = None if watch is None else watch.trouble
        if not actor.alive:
            trouble = repr(actor.failure or "stopped")
        if trouble is not None:
            return as_json(Health(alive=False, reason=trouble), 503)
        return as_json(Health(alive=True))

    return routes
