"""From contacts that open and close to presses: what bounces, what is short, what is long."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hardware.ports import ButtonName, Pressed

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """Wiring of the buttons; each of them may be left out.

    Attributes:
        pins: the pin of each button, as `GPIO17`; on a co-processor as `GP10`.
        pull_up: the button connects its pin to ground; False: to 3.3 V.
        debounce_s: a contact that opens or closes again sooner has bounced.
        hold_s: a press of at least this time is a long one.
        port: the co-processor whose pins they are; None for those of this computer.
    """

    pins: Mapping[ButtonName, str]
    pull_up: bool = True
    debounce_s: float = 0.03
    hold_s: float = 1.5
    port: str | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """A contact closed or opened."""

    button: ButtonName
    closed: bool
    at_s: float


class Contact:
    """One button: tells bounces from edges, and makes presses of the edges.

    Args:
        button: its name.
        settings: the times of bouncing and holding.
        closed: True if it is pressed already; that press is not reported.
    """

    def __init__(self, button: ButtonName, settings: ButtonSettings, *, closed: bool) -> None:
        self._button = button
        self._settings = settings
        self._now_closed = closed
        self._changed_s = float("-inf")
        self._closed = closed
        self._closed_s = float("-inf")
        self._told = closed

    def change(self, edge: Edge) -> None:
        """Take in an edge; time must have passed until then."""
        if edge.closed != self._now_closed:
            self._now_closed = edge.closed
            self._changed_s = edge.at_s

    @property
    def is_under_way(self) -> bool:
        """Whether there is a press of which nothing was told yet."""
        return self._closed and not self._told

    @property
    def due_s(self) -> float | None:
        """Time `pass_time` is due; None for never, unless an edge comes."""
        if self._now_closed != self._closed:
            return self._changed_s + self._settings.debounce_s
        if self._closed and not self._told:
            return self._closed_s + self._settings.hold_s
        return None

    def pass_time(self, now_s: float) -> Pressed | None:
        """Accept an edge that has not bounced; return the press that is due by now."""
        if (
            self._now_closed != self._closed
            and now_s >= self._changed_s + self._settings.debounce_s
        ):
            self._closed = self._now_closed
            if self._closed:
                self._closed_s = self._changed_s
                self._told = False
            elif not self._told:
                return Pressed(self._button, self._changed_s)
        if self._now_closed and self._closed and not self._told:
            held_s = self._closed_s + self._settings.hold_s
            if now_s >= held_s:
                self._told = True
                return Pressed(self._button, held_s, held=True)
        return None
