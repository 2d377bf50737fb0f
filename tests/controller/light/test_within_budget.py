"""Whatever the game says and however people want it: the lights never take more than they may."""

import random
from collections.abc import Sequence

import pytest

from controller.light.frames import frame
from controller.light.look import Look
from controller.light.meanings import MEANINGS, Meaning
from controller.light.themes import theme_ids
from hardware.clock import ManualClock
from hardware.lights.budget import draw_ma
from hardware.lights.settings import HelperDriver, LightCurrents, LightSettings
from hardware.lights.wired import RECOVERED_S, WiredLights, duties
from hardware.ports import RGB
from tests.support.tiers import few_or

SQUARES = 64


class Meter:
    """A strip that measures what it takes."""

    def __init__(self, settings: LightSettings) -> None:
        self.lights = settings.count
        self._currents = settings.currents
        self.taken_ma = 0.0

    def show(self, shown: Sequence[RGB]) -> None:
        self.taken_ma = draw_ma(shown, self._currents)

    def keep(self) -> None:
        pass

    def close(self) -> None:
        self.show([(0, 0, 0)] * self.lights)


def strip(
    lights_a_square: int, currents: LightCurrents, budget_ma: int, gamma: float
) -> LightSettings:
    count = SQUARES * lights_a_square
    return LightSettings(
        squares={
            square: tuple(range((square - 1) * lights_a_square, square * lights_a_square))
            for square in range(1, SQUARES + 1)
        },
        count=count,
        driver=HelperDriver(),
        gamma=gamma,
        currents=currents,
        budget_ma=budget_ma,
    )


def random_snapshot(rng: random.Random) -> dict[int, Meaning]:
    lit = rng.sample(range(1, SQUARES + 1), rng.randint(0, SQUARES))
    kinds = rng.sample(MEANINGS, rng.randint(1, 4))
    return {square: rng.choice(kinds) for square in lit}


def random_look(rng: random.Random) -> Look:
    return Look(
        theme=rng.choice(theme_ids()),
        brightness=rng.choice((1.0, rng.random())),
        night=rng.random() < 0.2,
        test=rng.random() < 0.05,
    )


@pytest.mark.parametrize(
    "settings",
    [
        strip(1, LightCurrents(), 1000, 2.2),
        strip(1, LightCurrents(), 150, 1.0),
        strip(1, LightCurrents(9.0, 8.5, 8.0, 0.6), 400, 2.2),
        strip(2, LightCurrents(20.0, 12.5, 30.0, 1.0), 700, 2.8),
        strip(1, LightCurrents(dark_ma=0.0), 1, 1.0),
    ],
    ids=[
        "usual",
        "little-and-no-gamma",
        "thrifty-lights",
        "two-lights-a-square",
        "next-to-nothing",
    ],
)
@pytest.mark.parametrize("snapshots", few_or(300, 20_000))
def test_any_snapshots_stay_within_five_budgets(settings: LightSettings, snapshots: int) -> None:
    rng, clock = random.Random(settings.budget_ma), ManualClock()
    meter, sagging = Meter(settings), False
    lights = WiredLights(meter, settings, SQUARES, clock, lambda: sagging)
    sagged_s, wanted_too_much = -RECOVERED_S, 0
    for _ in range(snapshots):
        now_s = clock.advance(rng.uniform(1.0, 3.0))
        sagging = rng.random() < 0.02
        if sagging:
            sagged_s = now_s
        colours = frame(random_snapshot(rng), random_look(rng), SQUARES, now_s)
        lights.show(colours)
        low = now_s < sagged_s + RECOVERED_S
        budget_ma = settings.budget_ma * (settings.undervoltage if low else 1.0)
        assert meter.taken_ma <= budget_ma or meter.taken_ma == draw_dark(settings)
        wanted_too_much += draw_ma(duties(colours, settings), settings.currents) > budget_ma
    assert wanted_too_much > snapshots / 100, "a budget that is never reached proves nothing"


def draw_dark(settings: LightSettings) -> float:
    """What the strip takes when it shows nothing: no budget can make that less."""
    return draw_ma([(0, 0, 0)] * settings.count, settings.currents)
