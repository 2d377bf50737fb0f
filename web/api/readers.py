"""The health of the readers, for builders and for `hareboard doctor`."""

from typing import Final

import msgspec
from flask import Blueprint, Response

from controller.bootstrap import Opened
from controller.maintenance.doctor.findings import ReaderReport
from hardware.clock import Clock
from hardware.ports import ReaderHealth, ReaderState
from web.languages.language import mark
from web.server.answers import as_json
from web.views.shapes.building import ReadersAnswer, ReaderSeen

READER_STATES: Final[dict[ReaderState, tuple[str, str]]] = {
    "healthy": (mark("Healthy"), mark("It answers whenever it's asked.")),
    "suspect": (mark("Suspect"), mark("It has failed lately, but its square is still read.")),
    "resetting": (mark("Resetting"), mark("It keeps failing and is being reset.")),
    "quarantined": (
        mark("Quarantined"),
        mark("A reset didn't help, so its square isn't read. After a pause, it gets another try."),
    ),
    "back": (mark("Working again"), mark("It answers again and is watched for a while.")),
    "absent": (
        mark("No reader"),
        mark("This square has no reader: play moves here on the phone."),
    ),
}
"""Title and meaning of each reader state."""

TAG_QUALITIES: Final = {
    "good": mark("Reads well"),
    "weak": mark("Weak: often missed"),
    "garbled": mark("Garbled: sometimes misread"),
    "moving": mark("Moving: in reach half the time"),
}

NO_CHIPS: Final = mark(
    "This board senses the runners directly, so it has no chips that could fail. A sim:// board "
    "has them."
)
TRACE_ONLY: Final = mark(
    "These readers replay a recording: they don't see the runners here, and you can't make them "
    "fail."
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
