"""From sightings to a placement."""

import pytest

from controller.table.pieces import Tag
from controller.table.tracker import Spot, Tracker
from hardware.ports import Sighting, Uid

BASE, CROWN, OTHER, CARD = Uid("04aa01"), Uid("04aa02"), Uid("04bb01"), Uid("deadbeef")
TAGS = {BASE: Tag("red", "base"), CROWN: Tag("red", "crown"), OTHER: Tag("blue", "base")}


class Story:
    """Sightings a tenth of a second apart."""

    def __init__(self) -> None:
        self.tracker = Tracker(TAGS, departure_misses=3)
        self.now_s = 0.0

    def seen(self, uid: Uid, square: int) -> None:
        self._see(uid, square, seen=True)

    def missed(self, uid: Uid, square: int, times: int = 1) -> None:
        for _ in range(times):
            self._see(uid, square, seen=False)

    def _see(self, uid: Uid, square: int, *, seen: bool) -> None:
        self.now_s += 0.1
        self.tracker.see(Sighting(square, uid, seen, self.now_s))

    @property
    def red(self) -> Spot:
        return self.tracker.placement.spot("red")


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


def test_a_crown_seen_from_below_is_a_runner_face_down(story: Story) -> None:
    story.seen(CROWN, 5)
    assert (story.red.square, story.red.face_down) == (5, True)


def test_a_runner_turned_over_is_seen_turned_at_once(story: Story) -> None:
    story.seen(BASE, 5)
    story.seen(CROWN, 5)
    assert story.red.face_down
    story.missed(BASE, 5, times=3)
    assert story.red.face_down
    story.seen(BASE, 5)
    assert not story.red.face_down


def test_unknown_tags_are_strangers_and_never_runners(story: Story) -> None:
    story.seen(CARD, 7)
    assert story.tracker.placement.strangers == {7}
    assert story.tracker.placement.spots == {}
    story.missed(CARD, 7, times=3)
    assert story.tracker.placement.strangers == frozenset()


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
