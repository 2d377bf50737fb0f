"""The language of light."""

from itertools import pairwise
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from controller.table.lighting import LIGHTS, Meaning, frame, moves, period

MOMENTS = st.floats(0, 1e6)


def test_every_meaning_has_a_light() -> None:
    assert set(LIGHTS) == set(get_args(Meaning))


def test_no_two_meanings_share_colour_or_movement_and_period() -> None:
    looks = [(light.movement, light.period_s) for light in LIGHTS.values()]
    assert len(set(looks)) == len(looks), "told apart without colour"
    assert len({light.colour for light in LIGHTS.values()}) == len(LIGHTS)


@given(
    st.dictionaries(st.integers(1, 64), st.sampled_from(get_args(Meaning))),
    MOMENTS,
)
def test_a_frame_is_a_colour_a_square_and_dark_where_nothing_is_meant(
    lights: dict[int, Meaning], now_s: float
) -> None:
    shown = frame(lights, 64, now_s)
    assert len(shown) == 64
    assert all(0 <= value <= 255 for colour in shown for value in colour)
    assert {square for square, colour in enumerate(shown, 1) if colour != (0, 0, 0)} == set(lights)
    assert shown == frame(lights, 64, now_s)


def test_a_steady_light_needs_no_second_frame() -> None:
    assert not moves({5: "may-go"})
    assert frame({5: "may-go"}, 64, 1.0) == frame({5: "may-go"}, 64, 2.7)
    assert moves({5: "may-go", 6: "errand"})


def test_one_round_of_a_light_closes_smoothly_or_blinks() -> None:
    for light in LIGHTS.values():
        levels = [max(colour) for colour in period(light)]
        steps = [abs(after - before) for before, after in pairwise([*levels, levels[0]])]
        if light.movement in ("breathe", "quick", "steady"):
            assert max(steps) < 60
        else:
            assert max(steps) > 100
