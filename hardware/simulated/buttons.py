"""The buttons beside the simulated board."""

from collections.abc import Callable

from hardware.clock import Clock
from hardware.ports import BoardEvent, ButtonName, Pressed
from hardware.simulated.world import World


class SimulatedButtons:
    """Reports the buttons pressed in the simulated world.

    Args:
        world: of the buttons.
        clock: stamps them.
    """

    def __init__(self, world: World, clock: Clock) -> None:
        self._world = world
        self._clock = clock
        self._emit: Callable[[BoardEvent], None] | None = None
        self._unwatch: Callable[[], None] | None = None

    def start(self, emit: Callable[[BoardEvent], None]) -> None:
        """Report to `emit` from now on, from the pressing thread."""
        self._emit = emit
        self._unwatch = self._world.on_press(self._pressed)

    def stop(self) -> None:
        """Stop reporting. Does nothing when stopped already."""
        if self._unwatch is not None:
            self._unwatch()
            self._unwatch = None
        self._emit = None

    def _pressed(self, button: ButtonName, *, held: bool) -> None:
        if self._emit is not None:
            self._emit(Pressed(button, self._clock.now_s(), held))
