"""Colour vision: against values that others have published."""

import pytest

from hardware.ports import RGB
from tools.colour_vision import VISIONS, difference, lightness, seen


@pytest.mark.parametrize("value", [0, 128, 255])
def test_greys_look_the_same_to_everybody(value: int) -> None:
    for vision in VISIONS:
        grey = seen((value, value, value), vision)
        assert max(abs(part - value) for part in grey) <= 1


@pytest.mark.parametrize(
    ("colour", "expected"),
    [((0, 0, 0), 0.0), ((255, 255, 255), 100.0), ((255, 0, 0), 53.24), ((0, 0, 255), 32.30)],
)
def test_lightness_is_that_of_the_tables(colour: RGB, expected: float) -> None:
    assert lightness(colour) == pytest.approx(expected, abs=0.02)


def test_red_and_green_are_further_apart_for_those_who_see_both() -> None:
    red, green = (220, 60, 40), (110, 120, 30)
    normal = difference(red, green)
    assert normal > 60
    assert difference(red, green, "deuteranopia") < normal / 3
    assert difference(red, green, "protanopia") < normal / 2
    assert difference(red, green, "tritanopia") > normal / 2
