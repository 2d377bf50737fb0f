"""One of everything that can be said, and how it is written."""

from hardware.ports import Pressed, ReaderChanged, Reading
from hardware.trace import Said, read_trace
from tests.hardware.traces.stage import BLUE, RED

MARK = '{"hareboard_trace": 1}\n'
EVERYTHING: tuple[Said, ...] = (
    Reading(5, 0.0187, (RED,)),
    Reading(8, 0.0188),
    Reading(9, 0.0533, failure="no-reply"),
    Reading(6, 0.0911, (RED, BLUE), alone=True),
    ReaderChanged(9, "suspect", 1.2083),
    Pressed("confirm", 4.04),
    Pressed("take-back", 5.5, held=True),
)
TEXT = MARK + (
    '{"at_s": 0.0187, "square": 5, "uids": ["0401b500000001"]}\n'
    '{"at_s": 0.0188, "square": 8, "uids": []}\n'
    '{"at_s": 0.0533, "square": 9, "failure": "no-reply"}\n'
    '{"at_s": 0.0911, "square": 6, "uids": ["0401b500000001", "0404b500000001"], "alone": true}\n'
    '{"at_s": 1.2083, "square": 9, "reader": "suspect"}\n'
    '{"at_s": 4.04, "button": "confirm"}\n'
    '{"at_s": 5.5, "button": "take-back", "held": true}\n'
)


def read(text: str) -> tuple[Said, ...]:
    """What a trace says."""
    return tuple(read_trace(text.splitlines(keepends=True)))
