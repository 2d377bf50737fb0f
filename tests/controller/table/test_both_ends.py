"""Which end of a runner counts where a reader sees both."""

import pytest

from controller.table.tracker import Spot, Tracker
from hardware.ports import Sighting, Uid
from tests.support.table.tracked import BASE, CROWN, OTHER, TAGS, Story


@pytest.fixture
def story() -> Story:
    return Story()


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


def test_a_crown_seen_from_below_now_and_then_turns_no_runner_over(story: Story) -> None:
    story.seen(BASE, 5)
    since_s = story.red.since_s
    for _ in range(20):
        story.seen(CROWN, 5)
        story.missed(CROWN, 5, times=3)
    assert story.red == Spot(5, False, since_s)


@pytest.mark.parametrize("through", [False, True], ids=["base_gone", "base_seen_through_it"])
def test_a_runner_turned_over_lies_once_its_base_was_missed_three_times(
    story: Story, *, through: bool
) -> None:
    story.seen(BASE, 5)
    story.seen(CROWN, 5)
    lies = []
    for _ in range(3):
        story.missed(BASE, 5)
        lies.append(story.red.face_down)
        if through:
            story.seen(BASE, 5)
    story.seen(BASE, 5)
    assert [*lies, story.red.face_down] == [False, False, True, True]


def test_a_runner_turned_up_again_stands_though_its_crown_is_seen_through_it(story: Story) -> None:
    story.seen(CROWN, 5)
    story.seen(BASE, 5)
    for _ in range(3):
        assert story.red.face_down
        story.missed(CROWN, 5)
        story.seen(CROWN, 5)
    assert not story.red.face_down


def test_a_weak_base_turns_no_runner_over_while_its_crown_is_missed_as_well(story: Story) -> None:
    story.seen(BASE, 5)
    since_s = story.red.since_s
    story.seen(CROWN, 5)
    for _ in range(10):
        story.missed(BASE, 5, times=2)
        story.missed(CROWN, 5)
        story.seen(BASE, 5)
        story.seen(CROWN, 5)
    assert story.red == Spot(5, False, since_s)


def test_misses_of_a_base_whose_crown_is_not_seen_turn_no_runner_over(story: Story) -> None:
    story.seen(BASE, 5)
    story.seen(CROWN, 5)
    story.missed(CROWN, 5, times=3)
    for _ in range(3):
        story.missed(BASE, 5)
        story.seen(BASE, 5)
    story.missed(BASE, 5)
    story.seen(CROWN, 5)
    assert not story.red.face_down


def test_misses_of_a_base_on_another_square_turn_no_runner_over(story: Story) -> None:
    story.seen(BASE, 5)
    story.seen(CROWN, 5)
    for square in (5, 7):
        story.seen(BASE, square)
        story.seen(CROWN, square)
        story.missed(BASE, 5, times=2)
        story.seen(BASE, square)
    assert (story.red.square, story.red.face_down) == (7, False)


def test_a_runner_that_is_turned_over_where_only_one_end_is_seen_lies_at_once() -> None:
    tracker = Tracker(TAGS).see(Sighting(5, BASE, True, 1.0))
    lies = []
    for uid, seen in ((CROWN, True), (BASE, False)):
        tracker = tracker.see(Sighting(5, uid, seen, 2.0))
        lies.append(tracker.placement.spot("red").face_down)
    assert lies == [False, True]


def test_of_two_ends_that_come_at_once_the_base_counts(story: Story) -> None:
    for uid in (CROWN, BASE):
        story.tracker = story.tracker.see(Sighting(5, uid, True, 1.0))
    assert (story.red.square, story.red.face_down) == (5, False)


def test_a_runner_set_down_elsewhere_is_not_turned_over_by_its_crown(story: Story) -> None:
    story.seen(BASE, 5)
    story.seen(CROWN, 5)
    for uid in (BASE, CROWN):
        story.missed(uid, 5)
    for uid in (BASE, CROWN):
        story.seen(uid, 7)
    assert (story.red.square, story.red.face_down) == (7, False)


def test_a_runner_whose_base_was_missed_before_its_crown_was_seen_was_turned_over(
    story: Story,
) -> None:
    story.seen(OTHER, 5)
    story.seen(BASE, 5)
    story.missed(BASE, 5)
    story.seen(CROWN, 5)
    assert story.red.face_down


def test_a_runner_set_up_again_may_be_turned_over_again(story: Story) -> None:
    for lower, upper, lies in ((CROWN, BASE, False), (BASE, CROWN, True)):
        story.seen(lower, 5)
        story.missed(lower, 5)
        story.seen(upper, 5)
        assert story.red.face_down is lies


def test_misses_on_the_square_before_do_not_count_on_the_next(story: Story) -> None:
    story.seen(BASE, 5)
    story.seen(CROWN, 5)
    story.missed(BASE, 5, times=2)
    story.seen(BASE, 6)
    story.seen(CROWN, 6)
    story.missed(BASE, 6)
    story.missed(CROWN, 5)
    assert (story.red.square, story.red.face_down) == (6, False)


@pytest.mark.parametrize(("first", "second"), [(BASE, CROWN), (CROWN, BASE)])
def test_of_two_ends_seen_on_two_squares_at_a_time_the_first_counts(
    first: Uid, second: Uid
) -> None:
    lies = first == CROWN
    assert told((1.0, 5, first, True), (1.0, 9, second, True)) == [(5, lies), (5, lies)]
