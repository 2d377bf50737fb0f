"""From colours by square to the duties of a strip."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import ManualClock
from hardware.errors import HardwareError
from hardware.lights.budget import draw_ma
from hardware.lights.settings import HelperDriver, LightSettings
from hardware.lights.wired import WiredLights, duties
from hardware.ports import RGB, SquareLights
from hardware.simulated.strip import SimulatedStrip

WHITE, DARK = (255, 255, 255), (0, 0, 0)
BYTES = st.integers(0, 255)
COLOURS = st.tuples(BYTES, BYTES, BYTES)


def settings(squares: Mapping[int, tuple[int, ...]], count: int) -> LightSettings:
    return LightSettings(squares, count, HelperDriver(), gamma=1.0, budget_ma=5000)


TWO = settings({1: (0,), 2: (1,)}, 2)


class Weak:
    """A power supply that sags when it is told to."""

    def __init__(self) -> None:
        self.sagging = False
        self.looks = 0

    def sags(self) -> bool:
        self.looks += 1
        return self.sagging


def test_colours_go_to_the_lights_under_their_squares_and_others_stay_dark() -> None:
    wired = settings({1: (4, 1), 2: (0,)}, 6)
    red, blue = (255, 0, 0), (0, 0, 255)
    assert duties([red, blue, WHITE], wired) == (blue, red, DARK, DARK, red, DARK)


def test_brightness_is_a_ceiling_to_the_eye() -> None:
    assert duties([(255, 128, 0)] * 2, replace(TWO, brightness=0.5))[0] == (128, 64, 0)
    assert duties([WHITE] * 2, replace(TWO, brightness=0.5, gamma=2.0))[0] == (64, 64, 64)
    assert duties([WHITE] * 2, replace(TWO, brightness=0.0)) == (DARK, DARK)


def test_gamma_darkens_what_is_not_fully_on_and_leaves_no_colour_out() -> None:
    assert duties([(255, 127, 0), (20, 3, 1)], replace(TWO, gamma=2.2)) == (
        (255, 55, 0),
        (1, 1, 1),
    )


@given(st.lists(COLOURS, min_size=12, max_size=12))
def test_the_eye_sees_the_colours_that_were_asked_for(colours: list[RGB]) -> None:
    wired = LightSettings(
        {square: (12 - square, 23 - square) for square in range(1, 12)} | {12: (23,)},
        24,
        HelperDriver(),
        budget_ma=5000,
    )
    strip = SimulatedStrip(12, wired.squares, wired.count)
    WiredLights(strip, wired, 12, ManualClock(), Weak().sags).show(colours)
    for asked, seen in zip(colours, strip.colours, strict=True):
        for want, see in zip(asked, seen, strict=True):
            # Duties are whole numbers: dark colours come out in coarse steps.
            assert abs(want - see) <= (20 if want < 64 else 2)


@pytest.mark.parametrize(
    ("squares", "wrong"),
    [
        ({1: (0,), 2: (2,)}, "light 2 of a strip of 2"),
        ({1: (0,), 2: (0,)}, "light 0 lies under square 1 and under 2"),
        ({3: (0,)}, "square 3, on a board of 2"),
        ({0: (0,)}, "square 0, on a board of 2"),
    ],
)
def test_wiring_that_fits_neither_strip_nor_squares_is_refused(
    squares: dict[int, tuple[int, ...]], wrong: str
) -> None:
    with pytest.raises(ValueError, match=wrong):
        WiredLights(SimulatedStrip(2), settings(squares, 2), 2, ManualClock(), Weak().sags)


def test_a_strip_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="a strip of 3 lights, wired as 2"):
        WiredLights(SimulatedStrip(3), TWO, 2, ManualClock(), Weak().sags)


@pytest.mark.parametrize("colours", [[], [WHITE], [WHITE] * 3, [WHITE, (0, 0, 256)]])
def test_what_is_not_one_colour_a_square_is_refused(colours: list[RGB]) -> None:
    strip = SimulatedStrip(2)
    lights = WiredLights(strip, TWO, 2, ManualClock(), Weak().sags)
    with pytest.raises(ValueError, match="square"):
        lights.show(colours)
    assert strip.frames == 0


def test_the_budget_caps_what_is_shown() -> None:
    strip = SimulatedStrip(2)
    tight = replace(TWO, budget_ma=62)
    WiredLights(strip, tight, 2, ManualClock(), Weak().sags).show([WHITE, WHITE])
    assert strip.duties == ((127, 127, 127),) * 2


class TestASupplyThatSags:
    def setup_method(self) -> None:
        self.clock = ManualClock()
        self.supply = Weak()
        self.strip = SimulatedStrip(2)
        self.settings = replace(TWO, budget_ma=122, undervoltage=0.5)
        self.lights = WiredLights(self.strip, self.settings, 2, self.clock, self.supply.sags)

    def draw_ma(self) -> float:
        return draw_ma(self.strip.duties, self.settings.currents)

    def test_gets_a_darker_frame_within_a_second_though_nothing_new_is_shown(self) -> None:
        self.lights.show([WHITE, WHITE])
        assert self.draw_ma() == 122
        self.supply.sagging = True
        self.clock.advance(1.0)
        self.lights.keep()
        assert 60 < self.draw_ma() <= 61
        assert self.lights.budget_ma == 61

    def test_gets_the_whole_budget_back_only_after_ten_seconds_without_sagging(self) -> None:
        self.supply.sagging = True
        self.lights.show([WHITE, WHITE])
        self.clock.advance(5.0)
        self.lights.keep()
        self.supply.sagging = False
        shown_at_s = []
        for _ in range(12):
            self.clock.advance(1.0)
            self.lights.keep()
            if self.draw_ma() == 122:
                shown_at_s.append(self.clock.now_s())
        assert shown_at_s[0] == 15.0
        assert self.strip.frames == 2

    def test_is_looked_at_about_once_a_second_however_many_frames_there_are(self) -> None:
        for _ in range(90):
            self.lights.show([WHITE, DARK])
            self.clock.advance(1 / 30)
        assert self.supply.looks == 3


def test_closing_closes_the_strip() -> None:
    strip = SimulatedStrip(2)
    lights: SquareLights = WiredLights(strip, TWO, 2, ManualClock(), Weak().sags)
    lights.show([WHITE, WHITE])
    lights.close()
    assert strip.duties == (DARK, DARK)


def test_it_says_what_is_drawn_of_what_was_taken() -> None:
    strip = SimulatedStrip(2)
    lights = WiredLights(strip, TWO, 2, ManualClock(), Weak().sags)
    dark_ma = lights.draw_ma
    lights.show([WHITE, DARK])
    assert lights.draw_ma == draw_ma(strip.duties, TWO.currents) > dark_ma
    strip.plug(out=True)
    with pytest.raises(HardwareError):
        lights.show([WHITE, WHITE])
    assert lights.draw_ma == draw_ma((WHITE, DARK), TWO.currents)
    lights.close()
    assert lights.draw_ma == dark_ma
