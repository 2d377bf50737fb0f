"""Questions to the person at the board, and who answers them."""

from collections.abc import Callable
from typing import Literal, Protocol

import msgspec

from controller.maintenance.acceptance.measuring.tasks import Measurement, Spot, Task, Way
from hardware.ports import ButtonName


class Put(msgspec.Struct, frozen=True):
    """Put the runner there, then answer anything; the board goes on by itself if it sees it."""

    square: int
    spot: Spot = "centre"
    height_mm: int = 0
    way: Way = "upright"


class PressButton(msgspec.Struct, frozen=True):
    """Press this button so many times; anything goes on without."""

    button: ButtonName
    times: int


class Ask(msgspec.Struct, frozen=True):
    """Tell what is to be seen.

    Attributes:
        about: `order`: did the lights run along the track, `yes` or `no`; `dark`: squares that do
            not shine, in numbers; `lit`: the square that is lit, empty for the one named, 0 for
            none; `colour`: red, green, blue or other.
        square: the square asked about.
    """

    about: Literal["order", "dark", "lit", "colour"]
    square: int = 0


Question = Put | PressButton | Ask


class Builder(Protocol):
    """The person at the board."""

    def ask(self, question: Question, ready: Callable[[], bool] | None = None) -> str:
        """Return the answer; empty if `ready` was True before there was one.

        Args:
            question: the question.
            ready: called again and again while waiting.
        """
        ...

    def begin(self, task: Task) -> None:
        """Note that a task begins."""
        ...

    def note_work(self) -> None:
        """Note that a task goes on: called again and again within it."""
        ...

    def note_time(self, seconds: float) -> None:
        """Note that a soak has gone on for so long: called again and again within it."""
        ...

    def take(self, measurement: Measurement) -> None:
        """Note what a task has measured."""
        ...
