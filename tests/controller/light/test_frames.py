"""A frame is a pure function of what is meant, of the look and of time."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game.editions.mistakes import BadRules
from controller.light.frames import (
    LEAST_BRIGHTNESS,
    NIGHT_BRIGHTNESS,
    frame,
    frames_per_s,
    one_round,
    period_s,
)
from controller.light.look import Look
from controller.light.meanings import MEANINGS, Meaning, meanings
from controller.light.themes import DARK, load_theme, theme_ids
from hardware.lights.settings import LightSettings, SpiDriver
from hardware.lights.wired import duties
from hardware.ports import RGB
from tests.support.tiers import sample

SQUARES = 64
DIMMEST = 2
"""Of 255: what a light gives at its brightest is seen in a dark room."""
LIGHTS = st.dictionaries(st.integers(1, SQUARES), st.sampled_from(MEANINGS))
MOMENTS = st.floats(0, 1e6)
LOOKS = st.builds(
    Look,
    theme=st.sampled_from(theme_ids()),
    brightness=st.floats(0, 1),
    night=st.booleans(),
    test=st.booleans(),
)


@given(LIGHTS, LOOKS, MOMENTS)
def test_a_frame_is_a_colour_a_square_and_the_same_at_the_same_moment(
    lights: dict[int, Meaning], look: Look, now_s: float
) -> None:
    shown = frame(lights, look, SQUARES, now_s)
    assert len(shown) == SQUARES
    assert all(0 <= value <= 255 for colour in shown for value in colour)
    assert shown == frame(lights, look, SQUARES, now_s)


@given(LIGHTS, MOMENTS)
def test_it_is_dark_where_nothing_is_meant_and_nowhere_else(
    lights: dict[int, Meaning], now_s: float
) -> None:
    shown = frame(lights, Look(), SQUARES, now_s)
    assert {square for square, colour in enumerate(shown, 1) if colour != DARK} == set(lights)


def test_a_background_lights_every_square_where_nothing_is_meant() -> None:
    shown = frame({2: "may-go"}, Look("lantern"), 3, 0.0)
    background = load_theme("lantern").background
    assert shown == (background, load_theme("lantern").colours["may-go"], background)
    assert background != DARK


@given(LIGHTS, LOOKS, MOMENTS)
def test_no_light_is_brighter_than_asked_for(
    lights: dict[int, Meaning], look: Look, now_s: float
) -> None:
    most = NIGHT_BRIGHTNESS if look.night else 1.0
    most = LEAST_BRIGHTNESS + (most - LEAST_BRIGHTNESS) * look.brightness
    shown = frame(lights, look, SQUARES, now_s)
    assert max(max(colour) for colour in shown) <= round(255 * most)


@pytest.mark.parametrize("night", [False, True])
@pytest.mark.parametrize("theme", sample(2, theme_ids()))
def test_the_dimmest_lights_still_say_something(theme: str, *, night: bool) -> None:
    """After gamma a light has few steps left: of its colour, its movement, and over the rest."""
    look = Look(theme, brightness=0.0, night=night)
    ground = max(_duties(frame({}, look, 1, 0.0)))
    for meaning in MEANINGS:
        peaks = [max(_duties((colour,))) for colour in one_round(meaning, look)]
        # A board that waits shows one light and nothing else.
        least = 1 if meaning == "waiting" else max(DIMMEST, 2 * ground)
        assert max(peaks) >= least, meaning


def _duties(colours: Sequence[RGB]) -> RGB:
    settings = LightSettings({1: (0,)}, 1, SpiDriver())
    return duties(colours, settings)[0]


def test_night_is_warm() -> None:
    day = frame({1: "put-here"}, Look(), 1, 0.5)[0]
    night = frame({1: "put-here"}, Look(night=True), 1, 0.5 * 1.25)[0]
    assert night[0] / night[2] > 1.8 * day[0] / day[2]
    assert night[1] / night[2] > 1.4 * day[1] / day[2]


@pytest.mark.parametrize("meaning", MEANINGS)
@pytest.mark.parametrize("look", [Look(), Look(night=True)], ids=["day", "night"])
def test_a_light_is_never_quite_dark_by_its_movement(meaning: Meaning, look: Look) -> None:
    steps = 60
    rounds = [step * period_s(meanings()[meaning], look) / steps for step in range(steps)]
    assert all(frame({1: meaning}, look, 1, at_s)[0] != DARK for at_s in rounds)


def test_a_steady_light_needs_no_second_frame() -> None:
    assert not frames_per_s({5: "may-go"}, Look())
    assert frame({5: "may-go"}, Look(), 64, 1.0) == frame({5: "may-go"}, Look(), 64, 2.7)
    assert frames_per_s({5: "may-go", 6: "errand"}, Look())
    assert not frames_per_s({}, Look())
    assert frames_per_s({}, Look(test=True))


@given(LIGHTS, LOOKS, MOMENTS, st.floats(0, 100))
def test_what_does_not_move_stays_the_same(
    lights: dict[int, Meaning], look: Look, now_s: float, later_s: float
) -> None:
    if not frames_per_s(lights, look):
        later = frame(lights, look, SQUARES, now_s + later_s)
        assert frame(lights, look, SQUARES, now_s) == later


@pytest.mark.parametrize("meaning", MEANINGS)
def test_one_round_of_a_light_closes(meaning: Meaning) -> None:
    frames = one_round(meaning, Look(test=True))
    brightest = [max(colour) for colour in (*frames, frames[0])]
    full = max(load_theme("garden").colours[meaning])
    assert 0.97 * full < max(brightest) <= full
    steps = [abs(after - before) for before, after in pairwise(brightest)]
    assert max(steps) <= 110, "the legend shows the movement, the test pattern or not"


def test_there_is_no_such_theme() -> None:
    with pytest.raises(BadRules, match="There is no theme “gardn”; did you mean “garden”"):
        frame({1: "turn"}, Look("gardn"), 1, 0.0)
