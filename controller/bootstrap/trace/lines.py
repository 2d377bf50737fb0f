"""Formats board events as lines for a terminal."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.game.pieces import Tags
from hardware.ports import (
    BoardEvent,
    LightsChanged,
    Pressed,
    ReaderChanged,
    ReaderState,
    Reading,
    Sighting,
    Uid,
)
from hardware.trace import FAILURES

STATES: Final[Mapping[ReaderState, str]] = MappingProxyType(
    {
        "healthy": "answers well",
        "suspect": "has failed",
        "resetting": "is gone, and is being reset",
        "quarantined": "is gone, and will be reset again later",
        "back": "is back, and is watched for a while",
        "absent": "is not meant to be there",
    }
)
"""Each state of a reader, in words."""
UID_WIDTH: Final = 14


def event_line(event: BoardEvent, began_s: float, tags: Tags) -> str:
    """Return the line of one event.

    Args:
        event: the event.
        began_s: the time that counts as zero.
        tags: the runner of each tag; all other tags are strangers.
    """
    match event:
        case Sighting():
            what = f"{event.uid:<{UID_WIDTH}}  {'seen' if event.seen else 'missed':<6}  "
            what += runner_of(event.uid, tags)
        case ReaderChanged():
            what = f"reader {event.state}: it {STATES[event.state]}"
        case Pressed():
            held = ", held" if event.held else ""
            return f"{_time(event.at_s - began_s)}  button     {event.button}{held}"
        case LightsChanged():
            return f"{_time(event.at_s - began_s)}  lights     {event.trouble or 'shine'}"
    return f"{_time(event.at_s - began_s)}  square {event.square:>2}  {what}"


def reading_line(reading: Reading, began_s: float) -> str:
    """Return the line of one reading."""
    if reading.failure is not None:
        what = f"failed: {FAILURES[reading.failure]}"
    else:
        what = f"reads {', '.join(reading.uids) or 'nothing'}"
    alone = ", with no other field on" if reading.alone else ""
    return f"{_time(reading.at_s - began_s)}  square {reading.square:>2}    {what}{alone}"


def runner_of(uid: Uid, tags: Tags) -> str:
    """Return the runner of a tag, in words."""
    tag = tags.get(uid)
    return "a stranger" if tag is None else f"{tag.colour} runner, {tag.end}"


def _time(at_s: float) -> str:
    return f"{at_s:>9.3f} s"
