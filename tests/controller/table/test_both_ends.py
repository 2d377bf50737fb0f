"""Which end of a runner counts where a reader sees both."""

from controller.game.pieces import Tag
from controller.table.tracker import Tracker
from hardware.ports import Sighting, Uid

BASE, CROWN = Uid("04aa01"), Uid("04aa02")
TAGS = {BASE: Tag("red", "base"), CROWN: Tag("red", "crown")}


def told(*sightings: tuple[float, int, Uid, bool]) -> list[tuple[int | None, bool]]:
    """Square and side of the runner after each sighting: time, square, tag, seen or missed."""
    tracker, spots = Tracker(TAGS), []
    for at_s, square, uid, seen in sightings:
        tracker = tracker.see(Sighting(square, uid, seen, at_s))
        spot = tracker.placement.spot("red")
        spots.append((spot.square, spot.face_down))
    return spots


def test_a_runner_that_was_turned_over_lies_also_while_its_crown_flickers() -> None:
    spots = told(
        (1.0, 5, BASE, True),
        (2.0, 5, CROWN, True),
        (2.0, 5, BASE, False),
        (3.0, 5, CROWN, False),
    )
    assert spots == [(5, False), (5, False), (5, True), (5, True)]


def test_the_end_that_counted_elsewhere_counts_on_the_square_of_the_other() -> None:
    spots = told(
        (1.0, 6, CROWN, True),
        (2.0, 5, BASE, True),
        (3.0, 6, BASE, True),
        (3.0, 5, BASE, False),
    )
    assert spots == [(6, True), (5, False), (5, False), (6, False)]
