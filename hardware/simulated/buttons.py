"""The buttons beside the simulated board."""

from collections.abc import Callable, Mapping
from typing import Final

from hardware.clock import Clock
from hardware.errors import NotConnected
from hardware.ports import BoardEvent, ButtonName, Pressed
from hardware.simulated.world import World

PRESSED_S: Final = 0.15
HELD_S: Final = 2.0


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


class SimulatedContacts:
    """The bare contacts of the buttons in the simulated world. Follows `ButtonContacts`.

    Args:
        world: of the buttons.
        clock: stamps the changes.

    Attributes:
        bounces: how often a contact opens again after it has closed, and the time of each in
            seconds, by button.
        stuck: buttons whose contact is always closed.
        inverted: buttons whose contact opens when they are pressed.
        taken: True while another program holds their pins.
    """

    def __init__(self, world: World, clock: Clock) -> None:
        self._world = world
        self._clock = clock
        self._changed: Callable[[ButtonName, bool, float], None] | None = None
        self._unwatch: Callable[[], None] | None = None
        self.bounces: dict[ButtonName, tuple[int, float]] = {}
        self.stuck: set[ButtonName] = set()
        self.inverted: set[ButtonName] = set()
        self.taken = False

    def watch(
        self, changed: Callable[[ButtonName, bool, float], None]
    ) -> Mapping[ButtonName, bool]:
        """Report every change from now on."""
        if self.taken:
            raise NotConnected("Another program uses the pins of the buttons.")
        self._changed = changed
        self._unwatch = self._world.on_press(self._pressed)
        closed = self.stuck | self.inverted
        return {button: button in closed for button in self._world.buttons}

    def stop(self) -> None:
        """Stop reporting. Does nothing when stopped already."""
        if self._unwatch is not None:
            self._unwatch()
            self._unwatch = None
        self._changed = None

    def _pressed(self, button: ButtonName, *, held: bool) -> None:
        if self._changed is None or button in self.stuck:
            return
        times, each_s = self.bounces.get(button, (1, 0.001))
        pressed = button not in self.inverted
        for _ in range(times):
            self._changed(button, pressed, self._clock.now_s())
            self._clock.sleep(each_s)
            self._changed(button, not pressed, self._clock.now_s())
            self._clock.sleep(each_s)
        self._changed(button, pressed, self._clock.now_s())
        self._clock.sleep(HELD_S if held else PRESSED_S)
        self._changed(button, not pressed, self._clock.now_s())
