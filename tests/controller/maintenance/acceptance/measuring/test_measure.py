"""What of an interrupted acceptance holds."""

from controller.maintenance.acceptance.measuring.measure import resumed
from controller.maintenance.acceptance.measuring.tasks import Crossed, Log, Rated, Soaked, Walked

BEFORE: Log = (Soaked(seconds=1, counts={}),)
WALKED = Walked(square=1, seen={1: 4}, failed={}, looks=4)
MIDDLE = Rated(square=1, spot="centre", height_mm=0, hits=())
CROSSED = Crossed(square=1, distance=1, readings=12, strays={})
"""Belongs to the runner that stands there."""


def test_what_was_measured_of_the_last_square_is_made_again() -> None:
    assert resumed((*BEFORE, WALKED, MIDDLE, CROSSED)) == BEFORE


def test_once_something_else_has_been_measured_all_of_it_holds() -> None:
    log = (*BEFORE, WALKED, CROSSED, *BEFORE)
    assert resumed(log) == log
