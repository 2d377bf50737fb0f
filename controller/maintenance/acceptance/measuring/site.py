"""An open board, as an acceptance measures it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from controller.game.pieces import Tags
from hardware.bench_ports import ButtonContacts, ReaderBench
from hardware.clock import Clock
from hardware.ports import SquareLights


class WireLog(Protocol):
    """A recording of the wires to readers (docs/traces.md)."""

    @property
    def text(self) -> str:
        """What has been recorded."""
        ...

    def end(self) -> None:
        """Record no more."""
        ...


@dataclass(frozen=True)
class Site:
    """An open board.

    Attributes:
        bench: its readers.
        clock: its time.
        squares: number of squares of its lights.
        lights: its lights; None if it has none.
        sags: returns True if the supply is too low now.
        contacts: its buttons; None if it has none, or their contacts cannot be seen.
        tags: the runner and end of each tag, as far as known.
        wires: the recording of the wires; None if there is none.
    """

    bench: ReaderBench
    clock: Clock
    squares: int
    lights: SquareLights | None = None
    sags: Callable[[], bool] = lambda: False
    contacts: ButtonContacts | None = None
    tags: Tags = field(default_factory=dict)
    wires: WireLog | None = None
