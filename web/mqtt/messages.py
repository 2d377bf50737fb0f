"""The shape of every message. `python -m tools.mqtt_schemas` writes their schemas into docs."""

from typing import Annotated, Literal

import msgspec

from web.views.shapes.basics import Count, Seat, Sentence, Shape, SquareAt
from web.views.shapes.view import View

Moment = Annotated[str, msgspec.Meta(description="A time, UTC, ISO 8601.")]


class StatusMessage(Shape, frozen=True):
    """Topic `status`: whether the board is there. The broker says `offline` when it is lost."""

    state: Literal["online", "offline"]


class TableMessage(Shape, frozen=True):
    """Topic `table`: what spectators see.

    `sequence` grows with every message since the program `started`. `begun_at` is when the race was
    begun: with the board's id it names the race for good; null in set-up. Unless `names` is true,
    colours stand for the names of people.
    """

    started: Moment
    sequence: Count
    board_name: str
    begun_at: Moment | None
    names: bool
    view: View


class EventMessage(Shape, frozen=True):
    """Topic `event`: what has just happened.

    `number` counts the actions of the game: the action played, or the last one left after one was
    taken back. A command that was refused has no number.
    """

    kind: Literal["begun", "played", "taken-back", "over", "refused"]
    number: Count | None
    seat: Seat | None
    sentence: Sentence


class HealthMessage(Shape, frozen=True):
    """Topic `health`: how readers, lights and computer are."""

    readers: Count
    readers_out: tuple[SquareAt, ...]
    trouble: Sentence | None
    temperature_c: float | None


class CommandMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Topic `command`: what the confirm button, the host and the page of the lights can do.

    `look` needs `brightness`, from 0 to 1, or `night`; the other commands need neither.
    """

    command: Literal["confirm", "take-back", "pause", "resume", "look"]
    brightness: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None
    night: bool | None = None
