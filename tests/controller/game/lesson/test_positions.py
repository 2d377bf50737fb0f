"""Squares of a lesson by name, on any track."""

import pytest

from controller.game.editions.rulesets import make_ruleset
from controller.game.lesson.positions import square_named

TRACK = make_ruleset(seats=4).track


@pytest.mark.parametrize(
    ("name", "square"),
    [
        ("START", 0),
        ("HOME", 64),
        ("HOME - 1", 63),
        ("carrot 1", 2),
        ("carrot 1 + 2", 4),
        ("lettuce last", 57),
        ("carrot 40", None),
        ("START - 1", None),
        ("HOME + 1", None),
    ],
)
def test_a_name_is_a_square_if_the_track_has_it(name: str, square: int | None) -> None:
    assert square_named(name, TRACK) == square


@pytest.mark.parametrize("name", ["", "carrot", "carrot first", "cabbage 1", "HOME - x"])
def test_other_names_are_mistakes(name: str) -> None:
    with pytest.raises(ValueError, match="names no square of a lesson"):
        square_named(name, TRACK)
