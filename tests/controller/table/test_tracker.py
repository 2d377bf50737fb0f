"""From sightings to a placement."""

import pytest

from controller.table.tracker import Spot, Tracker
from hardware.ports import Sighting, Uid
from tests.support.table.tracked import BASE, CARD, CROWN, OTHER, TAGS, Story


@pytest.fixture
def story() -> Story:
    return Story()


def test_a_known_tag_counts_at_its_first_sighting(story: Story) -> None:
    story.seen(BASE, 5)
    assert (story.red.square, story.red.face_down) == (5, False)


def test_a_tag_missed_twice_is_still_there(story: Story) -> None:
    story.seen(BASE, 5)
    story.missed(BASE, 5, times=2)
    assert story.red.square == 5


def test_a_tag_missed_three_times_is_gone(story: Story) -> None:
    story.seen(BASE, 5)
    story.missed(BASE, 5, times=3)
    assert story.red.square is None


def test_misses_count_only_in_a_row(story: Story) -> None:
    story.seen(BASE, 5)
    for _ in range(10):
        story.missed(BASE, 5, times=2)
        story.seen(BASE, 5)
    assert story.red.square == 5


def test_a_tag_that_turns_up_elsewhere_is_gone_from_where_it_was_at_once(story: Story) -> None:
    story.seen(BASE, 5)
    story.missed(BASE, 5)
    story.seen(BASE, 9)
    assert story.red.square == 9


def test_a_tag_seen_by_two_readers_stays_where_it_was(story: Story) -> None:
    story.seen(BASE, 5)
    story.seen(BASE, 6)
    assert story.red.square == 5
    story.missed(BASE, 6)
    assert story.red.square == 5
    assert story.red.since_s == pytest.approx(0.1), "the neighbour's mistake restarts nothing"


def test_a_tag_seen_by_two_readers_has_moved_once_the_old_one_misses_it(story: Story) -> None:
    story.seen(BASE, 5)
    story.seen(BASE, 6)
    story.missed(BASE, 5)
    assert story.red.square == 6


def test_a_tag_seen_by_two_new_readers_stays_where_it_was_even_if_it_is_long_missed_there(
    story: Story,
) -> None:
    for square in (5, 6, 7):
        story.seen(BASE, square)
    story.missed(BASE, 5, times=3)
    assert story.red == Spot(5, since_s=0.1)
    story.missed(BASE, 6)
    assert story.red == Spot(7, since_s=story.now_s)


def test_a_crown_seen_from_below_is_a_runner_face_down(story: Story) -> None:
    story.seen(CROWN, 5)
    assert (story.red.square, story.red.face_down) == (5, True)


def test_of_two_tags_on_the_board_the_one_that_stays_counts(story: Story) -> None:
    story.seen(BASE, 5)
    story.seen(CROWN, 5)
    story.missed(CROWN, 5, times=3)
    assert story.red == Spot(5, since_s=0.1)


def test_of_two_tags_seen_in_the_same_moment_the_one_that_was_there_before_counts() -> None:
    tracker = Tracker(TAGS)
    tracker = tracker.see(Sighting(5, BASE, True, 1.0))
    before = tracker.placement.spot("red")
    for uid in (BASE, CROWN):
        tracker = tracker.see(Sighting(5, uid, True, 2.0))
    assert tracker.placement.spot("red") == before == Spot(5, since_s=1.0)


def test_unknown_tags_are_strangers_and_never_runners(story: Story) -> None:
    story.seen(CARD, 7)
    assert story.tracker.placement.strangers == {7}
    assert story.tracker.placement.spots == {}
    story.missed(CARD, 7, times=3)
    assert story.tracker.placement.strangers == frozenset()


def test_a_stranger_that_came_first_hides_no_runner(story: Story) -> None:
    story.seen(CARD, 7)
    story.seen(BASE, 5)
    assert story.tracker.placement.strangers == {7}
    assert story.red.square == 5


def test_runners_do_not_disturb_each_other(story: Story) -> None:
    story.seen(BASE, 5)
    story.seen(OTHER, 5)
    story.missed(BASE, 5, times=3)
    assert story.tracker.placement.spot("blue").square == 5


def test_strangers_that_come_and_go_are_forgotten(story: Story) -> None:
    for number in range(1000):
        uid = Uid(f"08{number:06x}")
        story.seen(uid, 7)
        story.missed(uid, 7, times=3)
    assert story.tracker.remembered == 0


# Touched or not


@pytest.mark.parametrize("misses", [1, 2])
def test_flicker_touches_nothing(story: Story, misses: int) -> None:
    story.seen(BASE, 5)
    before = story.red
    for _ in range(5):
        story.missed(BASE, 5, times=misses)
        story.seen(BASE, 5)
        assert story.red == before


def test_a_runner_that_was_gone_has_been_touched(story: Story) -> None:
    story.seen(BASE, 5)
    before = story.red
    story.missed(BASE, 5, times=3)
    story.seen(BASE, 5)
    assert story.red.square == 5
    assert story.red != before


def test_a_runner_that_was_elsewhere_has_been_touched(story: Story) -> None:
    story.seen(BASE, 5)
    before = story.red
    story.missed(BASE, 5)
    story.seen(BASE, 6)
    story.missed(BASE, 6)
    story.seen(BASE, 5)
    assert story.red.square == 5
    assert story.red != before


def test_a_runner_turned_over_and_back_has_been_touched(story: Story) -> None:
    story.seen(BASE, 5)
    before = story.red
    story.seen(CROWN, 5)
    story.missed(BASE, 5, times=3)
    story.seen(BASE, 5)
    story.missed(CROWN, 5, times=3)
    assert not story.red.face_down
    assert story.red != before


@pytest.mark.parametrize("misses", [1, 2])
def test_a_runner_face_down_flickers_like_any_other(story: Story, misses: int) -> None:
    story.seen(BASE, 5)
    story.seen(CROWN, 5)
    story.missed(BASE, 5, times=3)
    before = story.red
    story.missed(CROWN, 5, times=misses)
    assert story.red == before
    story.seen(CROWN, 5)
    assert story.red == before


def test_a_tag_that_was_just_missed_wavers(story: Story) -> None:
    story.seen(BASE, 5)
    assert not story.tracker.wavers("red")
    story.missed(BASE, 5)
    assert story.tracker.wavers("red")
    story.seen(BASE, 5)
    assert not story.tracker.wavers("red")


def test_a_tag_that_two_readers_see_wavers(story: Story) -> None:
    story.seen(BASE, 5)
    story.seen(BASE, 6)
    assert story.tracker.wavers("red")
    story.missed(BASE, 6)
    assert not story.tracker.wavers("red")


def test_a_tag_that_two_readers_see_is_between_them_one_that_flickers_is_not(story: Story) -> None:
    story.seen(BASE, 5)
    story.missed(BASE, 5)
    assert not story.tracker.is_between("red")
    story.seen(BASE, 5)
    story.seen(BASE, 6)
    assert story.tracker.is_between("red")
    story.missed(BASE, 6)
    assert not story.tracker.is_between("red")


def test_a_runner_that_no_reader_sees_wavers_between_none(story: Story) -> None:
    assert (story.tracker.wavers("red"), story.tracker.is_between("red")) == (True, False)
    story.seen(BASE, 5)
    story.missed(BASE, 5, times=3)
    tracker = story.tracker
    assert (tracker.wavers("red"), tracker.is_between("red")) == (True, False)


# Readers that are out


def test_who_stood_where_a_reader_is_out_is_believed_there_and_seen_by_nobody(
    story: Story,
) -> None:
    story.seen(BASE, 5)
    before = story.red
    story.out(5)
    assert story.red == before
    assert not story.tracker.placement.sees("red")
    assert story.tracker.placement.unread == {5}


def test_a_sighting_elsewhere_wins_at_once_over_a_reader_that_is_out(story: Story) -> None:
    story.seen(BASE, 5)
    story.out(5)
    story.seen(BASE, 9)
    assert story.red.square == 9
    assert story.tracker.placement.sees("red")


def test_the_other_tag_elsewhere_wins_as_well_and_for_good(story: Story) -> None:
    story.seen(BASE, 5)
    story.out(5)
    story.seen(CROWN, 9)
    assert (story.red.square, story.red.face_down) == (9, True)
    story.missed(CROWN, 9, times=3)
    assert story.red.square is None


def test_of_two_readers_that_see_a_tag_the_one_that_is_not_out_is_believed(story: Story) -> None:
    story.seen(BASE, 5)
    story.seen(BASE, 6)
    story.out(5)
    assert story.red == Spot(6, since_s=story.now_s)


def test_what_a_reader_that_is_back_sees_again_was_not_touched(story: Story) -> None:
    story.seen(BASE, 5)
    before = story.red
    story.out(5)
    story.seen(BASE, 5)
    story.back(5)
    assert story.red == before
    assert story.tracker.placement.sees("red")
    story.missed(BASE, 5, times=3)
    assert story.red.square is None


def test_what_a_reader_that_is_back_does_not_see_is_gone(story: Story) -> None:
    story.seen(BASE, 5)
    story.out(5)
    story.back(5)
    assert story.red == Spot(None, since_s=story.now_s)
    assert story.tracker.placement.unread == frozenset()
    story.seen(CROWN, 9)
    story.missed(CROWN, 9, times=3)
    assert story.red == Spot(None, since_s=story.now_s), "the newer of two tags that are gone"


def test_a_stranger_elsewhere_says_nothing_of_who_stood_where_a_reader_is_out(
    story: Story,
) -> None:
    story.seen(BASE, 5)
    before = story.red
    story.out(5)
    story.seen(CARD, 7)
    assert story.tracker.placement.strangers == {7}
    assert story.red == before


def test_a_stranger_where_a_reader_is_out_is_forgotten(story: Story) -> None:
    story.seen(CARD, 7)
    story.out(7)
    assert story.tracker.placement.strangers == frozenset()
    assert story.tracker.remembered == 0
    story.back(7)
    story.seen(CARD, 7)
    assert story.tracker.placement.strangers == {7}
    story.missed(CARD, 7)
    story.seen(CARD, 8)
    story.out(7)
    assert story.tracker.placement.strangers == {8}
    story.missed(CARD, 8, times=3)
    assert story.tracker.remembered == 0


def test_a_stranger_that_other_readers_see_as_well_is_no_longer_where_a_reader_is_out(
    story: Story,
) -> None:
    for square in (7, 8, 9):
        story.seen(CARD, square)
    story.out(7)
    assert story.tracker.placement.strangers == frozenset()
    story.missed(CARD, 9)
    assert story.tracker.placement.strangers == {8}


def test_a_stranger_is_where_the_last_of_several_readers_sees_it(story: Story) -> None:
    for square in (7, 8, 9):
        story.seen(CARD, square)
    story.out(7)
    story.out(8)
    assert story.tracker.placement.strangers == {9}


def test_who_stood_where_a_reader_is_out_is_unseen_whoever_was_seen_before_elsewhere(
    story: Story,
) -> None:
    story.seen(OTHER, 9)
    story.seen(BASE, 5)
    story.out(5)
    placement = story.tracker.placement
    assert (placement.sees("red"), placement.sees("blue")) == (False, True)


def test_a_runner_seen_elsewhere_says_nothing_of_another_whose_reader_is_out(
    story: Story,
) -> None:
    story.seen(OTHER, 7)
    story.out(7)
    story.seen(BASE, 5)
    placement = story.tracker.placement
    assert placement.spot("blue").square == 7
    assert placement.unseen == {"blue"}
