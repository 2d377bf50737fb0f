"""How long a chip on SPI has to be selected before a command, learned from its failures."""

from typing import Final

WAKES_TO_LEARN: Final = 3
"""Wakes in a row without a command that was heard at once, after which a chip counts as slow."""
COMMANDS_TO_FORGET: Final = 500
"""Commands heard by a slow chip after which one is tried at once again."""
MOST_TO_FORGET: Final = 16 * COMMANDS_TO_FORGET
"""The most: after each such try in vain it takes twice as many."""


class SelectPatience:
    """Chooses the pause between selecting a chip and its command.

    Most chips hear a command at once; some need one or two milliseconds (dotnet/iot, issue 583),
    which would hold up every other reader of the bus. A chip is woken after each failure: one
    that hears only what comes slowly is told by that.

    Args:
        usual_s: pause before a command.
        slow_s: pause that wakes a chip, and that a slow one is given.
    """

    def __init__(self, usual_s: float, slow_s: float) -> None:
        self._usual_s = usual_s
        self._slow_s = max(usual_s, slow_s)
        self._wakes = 0
        self._heard = 0
        self._to_forget = COMMANDS_TO_FORGET
        self._waking = False
        self._at_once = False

    def wake(self) -> None:
        """Note that the chip is to be woken by its next command."""
        self._waking = True
        self._wakes += 1

    def next_s(self) -> float:
        """Return the pause before the next command."""
        slow = self._wakes >= WAKES_TO_LEARN
        self._at_once = not (slow or self._waking)
        self._waking = False
        return self._usual_s if self._at_once else self._slow_s

    def heard(self) -> None:
        """Note that the chip has answered the command."""
        if self._at_once:
            self._wakes = 0
            self._to_forget = COMMANDS_TO_FORGET
        elif self._wakes >= WAKES_TO_LEARN:
            self._heard += 1
            if self._heard >= self._to_forget:
                self._heard = 0
                self._to_forget = min(2 * self._to_forget, MOST_TO_FORGET)
                self._wakes = WAKES_TO_LEARN - 1
