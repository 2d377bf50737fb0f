"""The health check for supervisors: `/healthz`."""

from typing import Any

from flask import Blueprint

from controller.bootstrap.watchdog import Watchdog
from controller.maintenance.calibration import CalibrationActor
from controller.table.actor import GameActor


def health(owner: GameActor | CalibrationActor, watch: Watchdog | None) -> Blueprint:
    """Make the route `/healthz`: 503 with the reason if a needed thread has died or hangs.

    Args:
        owner: the actor that owns the board.
        watch: the watchdog of the other threads; None if there is none.
    """
    routes = Blueprint("health", __name__)

    @routes.get("/healthz")
    def get_health() -> tuple[dict[str, Any], int]:
        if not owner.alive:
            return {"alive": False, "reason": repr(owner.failure or "stopped")}, 503
        trouble = None if watch is None else watch.trouble
        if trouble is not None:
            return {"alive": False, "reason": trouble}, 503
        return {"alive": True}, 200

    return routes
