"""An open board, as an acceptance measures it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from controller.game.pieces import Tags
from hardware.bench_ports import ButtonContacts, ReaderBench
from hardware.clock import Clock
from hardware.ports import SquareLights


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
    """

    bench: ReaderBench
    clock: Clock
    squares: int
    lights: SquareLights | None = None
    sags: Callable[[], bool] = lambda: False
    contacts: ButtonContacts | None = None
    tags: Tags = field(default_factory=dict)
