"""Tags that come into view: which are known, and how many of them."""

from hardware.ports import Reading, Sighting, Uid
from hardware.sightings import MOST_KNOWN, Sightings


def seen_in(sightings: Sightings, uid: Uid, times: int) -> list[bool]:
    """Whether a tag is sighted in each of so many readings; then it is taken away for good."""
    found = []
    for _ in range(times):
        said = sightings.take(Reading(1, 0.0, (uid,)))
        found.append(any(isinstance(each, Sighting) and each.seen for each in said))
    sightings.forget(1)
    return found


def test_a_tag_that_is_new_is_believed_when_it_is_read_again() -> None:
    sightings = Sightings()
    assert seen_in(sightings, Uid("00000001"), 2) == [False, True]
    assert seen_in(sightings, Uid("00000001"), 1) == [True]


def test_so_many_are_known_and_the_oldest_are_forgotten() -> None:
    sightings = Sightings()
    uids = [Uid(f"{number:08x}") for number in range(MOST_KNOWN)]
    for uid in uids:
        seen_in(sightings, uid, 2)
    assert seen_in(sightings, uids[0], 1) == [True]
    seen_in(sightings, Uid("ffffffff"), 2)
    assert seen_in(sightings, uids[0], 1) == [True]
    assert seen_in(sightings, uids[1], 2) == [False, True]
