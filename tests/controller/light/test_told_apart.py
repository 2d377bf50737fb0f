"""Every meaning is told apart from every other by its movement, and by its colour.

The rule, for every two meanings, in every theme and for every colour vision:

1. Movement alone: whenever two people begin to look, over one long glance, the brightness of the
   two lights differs by `MOVEMENT_APART` or more (root mean square, of full brightness).
2. Colour alone, both at full brightness: `COLOUR_APART` or more in CIELAB, where 2.3 can just be
   seen; with normal vision twice that.
3. Where the colours are nearer than `COLOUR_PLAINLY_APART` for some vision, the movement
   does more: `MOVEMENT_PLAINLY_APART`.

At night colours are dim and nearer to each other, so there movement has to tell them apart.
"""

from functools import cache
from itertools import combinations, pairwise
from math import sqrt
from typing import Final

import pytest

from controller.light.frames import level, period_s
from controller.light.look import Look
from controller.light.meanings import MEANINGS, Light, Meaning, meanings
from controller.light.themes import load_theme, theme_ids
from hardware.ports import RGB
from tools.colour_vision import VISIONS, difference, lightness

MOVEMENT_APART = 0.2
MOVEMENT_PLAINLY_APART = 0.3
MOVEMENT_APART_AT_NIGHT = 0.15
COLOUR_APART = 10.0
COLOUR_PLAINLY_APART = 20.0
CLEARLY_APART = 25.0
CLEARLY_LIGHTER = 8.0

GLANCE_S = 7.0
LOOKS_A_SECOND = 12
BEGINNINGS = 12

FRAMES_A_SECOND = 30
A_FLASH = 0.1
"""Less of a change of brightness is no flash (WCAG 2.3.1)."""
FLASHES_A_SECOND = 3

PAIRS: Final = tuple(combinations(MEANINGS, 2))
TOGETHER: Final[tuple[tuple[Meaning, ...], ...]] = (
    ("turn", "may-go", "may-go-earns", "may-go-by-phone", "reader-fault", "tap"),
    ("understood", "errand", "wrong-place", "belongs-here", "reader-fault"),
    ("wrong-place", "may-go", "may-go-earns"),
    ("put-here", "checked", "doubtful"),
)
DAY, NIGHT = Look(), Look(night=True)


def seen(light: Light, look: Look, beginning: int) -> list[float]:
    """The brightness of a light in one glance."""
    start_s = period_s(light, look) * beginning / BEGINNINGS
    steps = range(round(GLANCE_S * LOOKS_A_SECOND))
    return [level(light, look, start_s + step / LOOKS_A_SECOND) for step in steps]


@cache
def movement_apart(one: Meaning, other: Meaning, *, night: bool = False) -> float:
    look = NIGHT if night else DAY
    first, second = (
        [seen(meanings()[meaning], look, beginning) for beginning in range(BEGINNINGS)]
        for meaning in (one, other)
    )
    return min(
        sqrt(sum((a - b) ** 2 for a, b in zip(left, right, strict=True)) / len(left))
        for left in first
        for right in second
    )


def colour_apart(theme: str, one: Meaning, other: Meaning) -> float:
    """For the vision that finds it hardest."""
    colours = load_theme(theme).colours
    return min(difference(colours[one], colours[other], vision) for vision in VISIONS)


def test_every_two_meanings_move_differently() -> None:
    assert {pair for pair in PAIRS if movement_apart(*pair) < MOVEMENT_APART} == set()


def test_every_two_meanings_move_differently_at_night() -> None:
    near = {pair for pair in PAIRS if movement_apart(*pair, night=True) < MOVEMENT_APART_AT_NIGHT}
    assert near == set()


@pytest.mark.parametrize("theme", theme_ids())
def test_every_two_meanings_differ_in_colour_for_every_vision(theme: str) -> None:
    colours = load_theme(theme).colours
    assert {pair for pair in PAIRS if colour_apart(theme, *pair) < COLOUR_APART} == set()
    normal = {(a, b): difference(colours[a], colours[b]) for a, b in PAIRS}
    assert {pair for pair, apart in normal.items() if apart < 2 * COLOUR_APART} == set()


@pytest.mark.parametrize("theme", theme_ids())
def test_where_colours_are_near_the_movement_does_more(theme: str) -> None:
    near = {pair for pair in PAIRS if colour_apart(theme, *pair) < COLOUR_PLAINLY_APART}
    assert {pair for pair in near if movement_apart(*pair) < MOVEMENT_PLAINLY_APART} == set()


def test_the_clear_theme_is_plain_to_every_vision() -> None:
    assert {pair for pair in PAIRS if colour_apart("clear", *pair) < CLEARLY_APART} == set()


def test_in_the_clear_theme_lights_shown_together_differ_in_lightness() -> None:
    light = {m: lightness(colour) for m, colour in load_theme("clear").colours.items()}
    together = {pair for group in TOGETHER for pair in combinations(group, 2)}
    assert {(a, b) for a, b in together if abs(light[a] - light[b]) < CLEARLY_LIGHTER} == set()


@pytest.mark.parametrize("theme", theme_ids())
def test_no_background_is_taken_for_a_meaning(theme: str) -> None:
    chosen = load_theme(theme)
    background: RGB = chosen.background
    apart = {meaning: difference(background, each) for meaning, each in chosen.colours.items()}
    assert {meaning for meaning, each in apart.items() if each < COLOUR_APART} == set()


@pytest.mark.parametrize("meaning", MEANINGS)
def test_nothing_flashes_more_than_three_times_a_second(meaning: Meaning) -> None:
    light = meanings()[meaning]
    steps = round(FRAMES_A_SECOND * 2 * max(light.period_s, 1.0))
    levels = [level(light, DAY, step / FRAMES_A_SECOND) for step in range(steps)]
    rises = rises_of(levels)
    for start in range(steps - FRAMES_A_SECOND):
        inside = [at for at in rises if start <= at < start + FRAMES_A_SECOND]
        assert len(inside) <= FLASHES_A_SECOND


def rises_of(levels: list[float]) -> list[int]:
    """When the brightness has risen by a flash's worth after it had fallen by as much."""
    rises = []
    lowest = highest = levels[0]
    rising = False
    for at, now in enumerate(levels):
        lowest, highest = min(lowest, now), max(highest, now)
        if not rising and now - lowest >= A_FLASH:
            rising, highest = True, now
            rises.append(at)
        elif rising and highest - now >= A_FLASH:
            rising, lowest = False, now
    return rises


@pytest.mark.parametrize("meaning", MEANINGS)
def test_a_light_moves_smoothly_at_thirty_frames_a_second(meaning: Meaning) -> None:
    light = meanings()[meaning]
    steps = round(FRAMES_A_SECOND * light.period_s * 2) + 1
    levels = [level(light, DAY, step / FRAMES_A_SECOND) for step in range(steps)]
    jumps = [abs(b - a) for a, b in pairwise(levels)]
    assert max(jumps) < 0.5, "no light is at its brightest one frame after its darkest"
    assert max(levels) > 0.95
    assert min(levels) >= 0


@pytest.mark.parametrize("meaning", MEANINGS)
def test_night_is_slower_and_softer(meaning: Meaning) -> None:
    light = meanings()[meaning]

    def span(look: Look) -> float:
        levels = [level(light, look, period_s(light, look) * step / 50) for step in range(50)]
        return max(levels) - min(levels)

    assert period_s(light, NIGHT) > period_s(light, DAY)
    assert span(NIGHT) < span(DAY) or light.movement == "steady"
