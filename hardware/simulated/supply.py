"""A power supply that can be made to sag."""

from collections.abc import Callable, Sequence
from math import inf


class SimulatedSupply:
    """The supply of the simulated board.

    Args:
        draws_ma: what each consumer takes now.

    Attributes:
        sagging: True if its voltage is too low, whatever it bears.
        limit_ma: current at which the voltage begins to be too low.
    """

    def __init__(self, draws_ma: Sequence[Callable[[], float]] = ()) -> None:
        self._draws_ma = draws_ma
        self.sagging = False
        self.limit_ma = inf

    def sags(self) -> bool:
        """Check whether the voltage is too low now."""
        return self.sagging or sum(draw_ma() for draw_ma in self._draws_ma) > self.limit_ma
