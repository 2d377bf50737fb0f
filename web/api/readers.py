"""The health of the readers, for builders and for `hareboard doctor`."""

from typing import Final

import msgspec
from flask import Blueprint, Response

from controller.bootstrap import Opened
from controller.maintenance.doctor import ReaderReport
from hardware.clock import Clock
from hardware.ports import ReaderHealth, ReaderState
from web.server.answers import as_json
from web.views.shapes.building import ReadersAnswer, ReaderSeen

READER_STATES: Final[dict[ReaderState, tuple[str, str]]] = {
    "healthy": ("Healthy", "It answers whenever it is asked."),
    "suspect": ("Suspect", "It has failed lately, and is still read."),
    "resetting": ("Resetting", "It fails again and again, and is being reset."),
    "quarantined": (
        "Quarantined",
        "A reset did not help: its square is not read. It is tried again after a pause.",
    ),
    "back": ("Back", "It answers again, and is watched for a while."),
    "absent": ("No reader", "This square has none: what stands here is told by phone."),
}
"""Title and meaning of each reader state: for builders, in English."""

TAG_QUALITIES = {
    "good": "Reads well",
    "weak": "Weak: often missed",
    "garbled": "Garbled: sometimes read wrong",
    "moving": "Moving: in reach half the time",
}

NO_CHIPS = (
    "This board senses the runners directly: it has no chips that could fail. Those of a sim:// "
    "board can."
)
TRACE_ONLY = (
    "These readers say again what was recorded: they do not see the runners here, and nothing "
    "can be made to go wrong."
)


def readers(board: Opened, clock: Clock) -> Blueprint:
    """Make the route `/api/readers`."""
    routes = Blueprint("readers", __name__)

    @routes.get("/api/readers")
    def get_readers() -> Response:
        now_s = clock.now_s()
        answer = ReadersAnswer(
            board=board.file.name if board.file is not None else None,
            readers=tuple(reader(health, now_s) for health in board.sensing.readers()),
        )
        return as_json(answer)

    return routes


def reader(health: ReaderHealth, now_s: float) -> ReaderSeen:
    """Return the state of one reader.

    Args:
        health: the reader's health, as the board reports it.
        now_s: the board's time now, in seconds.
    """
    return msgspec.convert(ReaderReport.of(health, now_s), ReaderSeen, from_attributes=True)
