"""The health check for supervisors: `/healthz`."""

from typing import Any

from flask import Blueprint

from controller.bootstrap.watchdog import Watchdog
from controller.maintenance.calibration import CalibrationActor
from controller.table.actor import GameActor


def health(owner: GameActor | CalibrationActor, watch: Watchdog | None) -> Blueprint:
    """The route `/healthz`: 503 with the reason if something that is needed has died or hangs.

    Args:
        owner: of the board.
        watch: knows whether everything else goes on; None if nobody does.
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
