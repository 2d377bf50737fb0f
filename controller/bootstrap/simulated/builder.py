"""A simulated person at a simulated board, who answers the questions of an acceptance."""

import random
from collections.abc import Callable
from typing import Final

from controller.maintenance.acceptance.measuring.questions import Ask, PressButton, Put, Question
from controller.maintenance.acceptance.measuring.tasks import Measurement, Task
from hardware.clock import Clock
from hardware.ports import RGB
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.world import World

LOOKS: Final = 3
"""Times the board may look for the runner before the person says that it is there."""
HAND_S: Final = (1.0, 3.0)
"""Shortest and longest time of a hand's work."""
LOOK_S: Final = 0.05
"""Time between two looks of the board: that of a terminal."""
NAMES: Final = ("red", "green", "blue")
DIM: Final = 30


class SimulatedBuilder:
    """Carries one runner, presses buttons and looks at the lights. Follows `Builder`.

    Args:
        world: of the runner and the buttons.
        strip: the lights.
        clock: the world's time, which work takes.
        rng: decides how long it takes.
        piece: the runner's name.
    """

    def __init__(
        self, world: World, strip: SimulatedStrip, clock: Clock, rng: random.Random, piece: str
    ) -> None:
        self._world = world
        self._strip = strip
        self._clock = clock
        self._rng = rng
        self._piece = piece
        self._seen: list[int] = []
        strip.watch(self._look)

    def begin(self, task: Task) -> None:
        """Do nothing."""

    def note_work(self) -> None:
        """Do nothing."""

    def note_time(self, seconds: float) -> None:
        """Do nothing."""

    def take(self, measurement: Measurement) -> None:
        """Do nothing."""

    def ask(self, question: Question, ready: Callable[[], bool] | None = None) -> str:
        """Do what is asked for, or say what is to be seen."""
        self._work(ready)
        match question:
            case Put():
                face_down = question.way == "upside down"
                self._world.put(self._piece, question.square, face_down=face_down)
                self._world.place(self._piece, question.spot, question.height_mm)
                any(ready() for _ in range(LOOKS) if ready is not None)
                return ""
            case PressButton(button=button, times=times):
                for _ in range(times):
                    self._world.press(button)
                    self._clock.sleep(self._rng.uniform(0.2, 0.5))
                return ""
            case Ask(about="order"):
                seen, self._seen = self._seen, []
                return "yes" if seen == sorted(seen) else "no"
            case Ask(about="dark"):
                return " ".join(map(str, self._dark()))
            case Ask(about="lit"):
                return str(next(iter(self._lit()), 0))
            case Ask():
                return self._colour()

    def _work(self, ready: Callable[[], bool] | None) -> None:
        """Take the time of a hand's work; meanwhile the board looks whether it is done."""
        until_s = self._clock.now_s() + self._rng.uniform(*HAND_S)
        while (left_s := until_s - self._clock.now_s()) > 0:
            self._clock.sleep(min(left_s, LOOK_S))
            if ready is not None:
                ready()

    def _lit(self) -> list[int]:
        return [square for square, rgb in self._squares() if max(rgb) > DIM]

    def _dark(self) -> list[int]:
        return [square for square, rgb in self._squares() if max(rgb) <= DIM]

    def _colour(self) -> str:
        lit = [rgb for _, rgb in self._squares() if max(rgb) > DIM]
        if not lit:
            return "other"
        return NAMES[lit[0].index(max(lit[0]))] if sum(lit[0]) < 2 * max(lit[0]) else "other"

    def _squares(self) -> list[tuple[int, RGB]]:
        return list(enumerate(self._strip.colours, start=1))

    def _look(self) -> None:
        """Remember the order in which single squares are lit."""
        lit = self._lit()
        if len(lit) == 1 and lit != self._seen[-1:]:
            self._seen += lit
