"""A light strip that can be looked at."""

from collections.abc import Callable, Sequence

from hardware.ports import RGB


class SimulatedStrip:
    """One light under each square of the simulated board.

    Attributes:
        colours: what is shown now, square 1 first.
        frames: how many times `show` has been called.
    """

    def __init__(self, squares: int) -> None:
        self._dark: tuple[RGB, ...] = ((0, 0, 0),) * squares
        self.colours = self._dark
        self.frames = 0
        self._watchers: list[Callable[[], None]] = []

    @property
    def lights(self) -> int:
        """How many lights it has."""
        return len(self._dark)

    def show(self, colours: Sequence[RGB]) -> None:
        """Show one colour a square."""
        if len(colours) != len(self._dark):
            raise ValueError(f"{len(colours)} colours for a strip of {len(self._dark)} lights")
        for square, colour in enumerate(colours, start=1):
            if not all(0 <= value <= 255 for value in colour):
                raise ValueError(f"light {square}: {colour} is not a colour of 0 to 255")
        self.colours = tuple(colours)
        self.frames += 1
        for watcher in tuple(self._watchers):
            watcher()

    def keep(self) -> None:
        """Nothing to be done: it shows what it was told last."""

    def close(self) -> None:
        """Go dark."""
        self.show(self._dark)

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Be called after every frame; returns how to stop."""
        self._watchers.append(changed)
        return lambda: self._watchers.remove(changed)
