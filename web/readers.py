"""How the readers of the board are, for builders and for `hareboard doctor`."""

from typing import Any

from flask import Blueprint

from controller.wiring import Opened
from hardware.clock import Clock
from hardware.ports import ReaderHealth


def readers(board: Opened, clock: Clock) -> Blueprint:
    """The route `/api/readers`."""
    routes = Blueprint("readers", __name__)

    @routes.get("/api/readers")
    def get_readers() -> dict[str, Any]:
        now_s = clock.now_s()
        return {
            "board": board.file.name if board.file is not None else None,
            "readers": [reader(health, now_s) for health in board.sensing.readers()],
        }

    return routes


def reader(health: ReaderHealth, now_s: float) -> dict[str, Any]:
    """How one reader is.

    Args:
        health: what the board says.
        now_s: the board's time now.
    """
    last_s = health.last_good_s
    return {
        "square": health.square,
        "state": health.state,
        "age_s": None if last_s is None else round(max(0.0, now_s - last_s), 2),
        "good": health.good,
        "failed": health.failed,
        "resets": health.resets,
        "trouble": health.trouble,
    }
