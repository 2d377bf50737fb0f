"""The budget of the lights, in milliamperes."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hardware.lights.budget import capped, draw_ma
from hardware.lights.settings import LightCurrents
from hardware.ports import RGB

CURRENTS = LightCurrents(red_ma=20, green_ma=15, blue_ma=10, dark_ma=1)
BYTES = st.integers(0, 255)
FRAMES = st.lists(st.tuples(BYTES, BYTES, BYTES), max_size=80)
COLOUR_MA = st.floats(0.1, 60)
ALL_CURRENTS = st.builds(LightCurrents, COLOUR_MA, COLOUR_MA, COLOUR_MA, st.floats(0, 3))


def test_a_frame_draws_what_its_colours_take_and_every_light_a_little() -> None:
    assert draw_ma([], CURRENTS) == 0
    assert draw_ma([(0, 0, 0)] * 4, CURRENTS) == 4
    assert draw_ma([(255, 0, 0), (0, 51, 0), (0, 0, 0)], CURRENTS) == 20 + 3 + 3


def test_a_frame_within_the_budget_stays_as_it_is() -> None:
    frame = ((255, 0, 0), (0, 255, 0))
    assert capped(frame, CURRENTS, 37) == frame


def test_all_lights_are_darkened_alike() -> None:
    frame = ((200, 100, 0), (0, 40, 20), (255, 255, 255))
    half = draw_ma(frame, CURRENTS) / 2 + 1.5
    assert capped(frame, CURRENTS, half) == ((99, 49, 0), (0, 19, 9), (127, 127, 127))


@pytest.mark.parametrize("budget_ma", [0, 1, 2])
def test_less_than_dark_lights_take_is_dark(budget_ma: int) -> None:
    assert capped([(9, 9, 9)] * 2, CURRENTS, budget_ma) == ((0, 0, 0),) * 2


@given(FRAMES, ALL_CURRENTS, st.floats(0, 5000))
@example([(255, 255, 255)] * 64, LightCurrents(), 1000)
@example([(254, 2, 2)] * 2, LightCurrents(), 22.0)
def test_no_frame_ever_draws_more_than_the_budget(
    frame: list[RGB], currents: LightCurrents, budget_ma: float
) -> None:
    shown = capped(frame, currents, budget_ma)
    dark_ma = len(frame) * currents.dark_ma
    assert draw_ma(shown, currents) <= max(budget_ma, dark_ma)
    assert all(
        now <= before
        for light, told in zip(shown, frame, strict=True)
        for now, before in zip(light, told, strict=True)
    )


@given(FRAMES, ALL_CURRENTS, st.floats(0, 5000))
def test_no_more_of_the_budget_is_left_unused_than_rounding_takes(
    frame: list[RGB], currents: LightCurrents, budget_ma: float
) -> None:
    shown = capped(frame, currents, budget_ma)
    if shown != tuple(frame) and budget_ma > len(frame) * currents.dark_ma:
        a_step_ma = (currents.red_ma + currents.green_ma + currents.blue_ma) / 255
        a_share_ma = draw_ma(frame, currents) / 30_000
        lost_ma = budget_ma - draw_ma(shown, currents)
        assert lost_ma <= len(frame) * a_step_ma + a_share_ma
