"""The simulated person says what is to be seen of the lights."""

import random

import pytest

from controller.bootstrap.simulated.builder import SimulatedBuilder
from controller.maintenance.acceptance.measuring.questions import Ask
from hardware.clock import ManualClock
from hardware.ports import RGB
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.world import World

DARK: RGB = (0, 0, 0)
WHITE: RGB = (255, 255, 255)


@pytest.mark.parametrize(
    ("colours", "lit", "colour"),
    [
        ((DARK, DARK), "0", "other"),
        ((DARK, (255, 0, 0)), "2", "red"),
        ((WHITE, DARK), "1", "other"),
    ],
)
def test_what_is_lit_is_told(colours: tuple[RGB, RGB], lit: str, colour: str) -> None:
    strip = SimulatedStrip(2)
    builder = SimulatedBuilder(World(2, []), strip, ManualClock(), random.Random(1), "red")
    strip.show(colours)
    assert builder.ask(Ask("lit", 1)) == lit
    assert builder.ask(Ask("colour")) == colour
