"""Tags that come into view: which are known, and how many of them."""

import pytest

from hardware.ports import Reading, Sighting, Uid
from hardware.sightings import FOUND_S, MISSES, MOST_KNOWN, SPARE_MISSES, Sightings

MISSES_REPORTED = MISSES + SPARE_MISSES


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


A, B = Uid("0000000a"), Uid("0000000b")


def told(
    sightings: Sightings, square: int, *uids: Uid, alone: bool = False
) -> list[tuple[Uid, bool]]:
    """The tags of which a reading of a square reports something, and whether they are seen."""
    said = sightings.take(Reading(square, 0.0, uids, alone=alone))
    return [(each.uid, each.seen) for each in said]


def test_a_square_that_is_forgotten_has_nothing_and_keeps_nobody_elsewhere() -> None:
    sightings = Sightings()
    told(sightings, 1, A)
    assert told(sightings, 1, A) == [(A, True)]
    sightings.forget(1)
    assert sightings.on(1) == frozenset()
    assert told(sightings, 2, A) == [(A, True)], "no square has it that is still read"


def test_a_tag_read_once_before_a_square_was_forgotten_is_new_again() -> None:
    sightings = Sightings()
    told(sightings, 1, A)
    sightings.forget(1)
    assert sightings.unconfirmed == frozenset()
    assert told(sightings, 1, A) == []
    assert told(sightings, 1, A) == [(A, True)]


def test_a_square_that_is_forgotten_is_in_doubt_no_more() -> None:
    sightings = Sightings()
    for uid in (A, B):
        told(sightings, 1, uid)
        told(sightings, 1, uid, *(A,))
    assert told(sightings, 2, A, B) == []
    assert sightings.doubted == {1, 2}
    sightings.forget(1)
    assert sightings.doubted == {2}
    sightings.forget(2)
    assert sightings.doubted == frozenset()


def crosstalk() -> Sightings:
    """A tag rests on square 1, and square 2 reads it as well."""
    sightings = Sightings()
    for _ in range(2):
        told(sightings, 1, A)
    assert told(sightings, 2, A) == []
    assert sightings.doubted == {1, 2}
    return sightings


def test_what_two_squares_read_is_not_believed_however_often_both_do() -> None:
    sightings = crosstalk()
    for _ in range(3):
        assert told(sightings, 2, A) == told(sightings, 1, A) == []
    assert told(sightings, 3, A) == []
    assert sightings.doubted == {1, 2, 3}


def test_a_tag_is_where_it_is_read_with_no_field_but_that_square_s() -> None:
    sightings = crosstalk()
    assert told(sightings, 2, A, alone=True) == [(A, True)]
    assert sightings.doubted == {1}
    assert told(sightings, 1, alone=True) == [(A, False)]
    assert sightings.doubted == frozenset()
    assert sightings.on(2) == {A}


def test_a_tag_that_is_not_read_alone_was_its_neighbour_s() -> None:
    sightings = crosstalk()
    assert told(sightings, 2, alone=True) == []
    assert sightings.doubted == {1}
    assert told(sightings, 1, A, alone=True) == []
    assert sightings.doubted == frozenset()
    assert sightings.on(1) == {A}
    assert sightings.on(2) == frozenset()


def test_a_square_that_already_misses_a_tag_has_had_its_say() -> None:
    sightings = Sightings()
    for _ in range(2):
        told(sightings, 1, A)
    assert told(sightings, 1) == [(A, False)]
    assert told(sightings, 2, A) == []
    assert sightings.doubted == {2}


def test_a_tag_that_is_gone_from_its_square_may_come_anywhere() -> None:
    """It is believed at once: reading it alone would take longer than the hand did."""
    sightings = Sightings()
    for _ in range(2):
        told(sightings, 1, A)
    for _ in range(MISSES):
        told(sightings, 1)
    assert told(sightings, 2, A) == [(A, True)]
    assert sightings.doubted == frozenset()


def test_a_reading_that_misses_a_tag_is_a_say_too() -> None:
    sightings = crosstalk()
    assert told(sightings, 1) == [(A, False)]
    assert sightings.doubted == {2}


def test_a_tag_in_doubt_hides_no_other() -> None:
    sightings = Sightings()
    for _ in range(2):
        told(sightings, 1, A)
        told(sightings, 3, B)
    sightings.forget(3)
    assert told(sightings, 2, A, B) == [(B, True)]


def test_each_reading_that_misses_a_tag_says_so_until_its_square_forgets_it() -> None:
    sightings = Sightings()
    for _ in range(2):
        told(sightings, 1, A)
    for missed in range(MISSES_REPORTED):
        assert sightings.on(1) == ({A} if missed < MISSES else frozenset()), missed
        assert told(sightings, 1) == [(A, False)]
    assert sightings.on(1) == frozenset()
    assert told(sightings, 1) == []
    assert told(sightings, 2, A) == [(A, True)], "it is nowhere else"


def test_a_square_is_undecided_until_a_tag_has_come_or_gone() -> None:
    sightings = Sightings()
    told(sightings, 1, A)
    assert sightings.undecided == {1}
    told(sightings, 1, A)
    assert sightings.undecided == frozenset()
    for _ in range(MISSES - 1):
        told(sightings, 1)
        assert sightings.undecided == {1}
    told(sightings, 1)
    assert sightings.undecided == frozenset()
    assert sightings.urgent == {1}


def test_every_report_names_square_tag_and_time() -> None:
    sightings = Sightings()
    told(sightings, 7, A, B)
    assert sightings.take(Reading(7, 20.0, (A, B))) == (
        Sighting(7, A, seen=True, at_s=20.0, found=True),
        Sighting(7, B, seen=True, at_s=20.0, found=True),
    )
    assert sightings.take(Reading(7, 21.0, (A,))) == (Sighting(7, B, seen=False, at_s=21.0),)


@pytest.mark.parametrize("leaves", ["missed", "forgotten"])
def test_a_square_that_a_tag_has_left_is_in_doubt_no_more(leaves: str) -> None:
    sightings = Sightings()
    for _ in range(2):
        told(sightings, 1, A)
    if leaves == "forgotten":
        sightings.forget(1)
    else:
        for _ in range(MISSES_REPORTED):
            told(sightings, 1)
    assert told(sightings, 2, A) == [(A, True)]
    assert told(sightings, 3, A) == []
    assert sightings.doubted == {2, 3}


def test_a_tag_that_left_one_of_two_squares_is_still_on_the_other() -> None:
    sightings = crosstalk()
    told(sightings, 2, A, alone=True)
    for _ in range(MISSES_REPORTED):
        told(sightings, 1)
    assert told(sightings, 3, A) == []
    assert sightings.doubted == {2, 3}


def found(sightings: Sightings, *uids: Uid, at_s: float) -> list[tuple[Uid, bool]]:
    """The tags that a reading of square 1 reports, and whether its first readings found them."""
    said = sightings.take(Reading(1, at_s, uids))
    return [(each.uid, each.found) for each in said if each.seen]


def test_a_tag_of_the_first_readings_was_found_there() -> None:
    sightings = Sightings()
    assert found(sightings, A, at_s=20.0) == []
    assert found(sightings, A, B, at_s=20.1) == [(A, True)]
    assert found(sightings, A, B, at_s=20.2) == [(B, True)]


def test_a_weak_tag_that_the_first_reading_missed_was_found_there_too() -> None:
    """Its runner was taken for one that moved there."""
    sightings = Sightings()
    assert found(sightings, at_s=20.0) == []
    assert found(sightings, A, at_s=20.3) == []
    assert found(sightings, at_s=20.6) == []
    assert found(sightings, A, at_s=20.9) == []
    assert found(sightings, A, at_s=21.2) == [(A, True)]


def test_a_tag_that_comes_back_was_not_found_there() -> None:
    sightings = Sightings()
    found(sightings, A, at_s=20.0)
    found(sightings, A, at_s=20.5)
    for _ in range(MISSES_REPORTED):
        found(sightings, at_s=22.0)
    assert found(sightings, A, at_s=23.0) == [(A, False)]


def test_a_tag_is_found_once_even_if_its_reader_was_out_meanwhile() -> None:
    sightings = Sightings()
    found(sightings, A, at_s=20.0)
    assert found(sightings, A, at_s=20.5) == [(A, True)]
    assert found(sightings, A, at_s=22.0) == []
    sightings.forget(1)
    assert found(sightings, A, at_s=23.0) == [(A, False)]


def test_each_square_has_first_readings_of_its_own() -> None:
    sightings = Sightings()
    assert found(sightings, at_s=20.0) == []
    for at_s in (25.0, 25.1):
        told_later = sightings.take(Reading(2, at_s, (A,)))
    assert told_later == (Sighting(2, A, seen=True, at_s=25.1, found=True),)


def test_a_tag_that_comes_later_was_not_found_there() -> None:
    sightings = Sightings()
    assert found(sightings, at_s=20.0) == []
    found(sightings, A, at_s=21.1)
    assert found(sightings, A, at_s=21.2) == [(A, False)]


def test_the_first_readings_end_after_their_time() -> None:
    for at_s, is_found in ((20.0 + FOUND_S, True), (20.1 + FOUND_S, False)):
        sightings = Sightings()
        assert found(sightings, at_s=20.0) == []
        found(sightings, A, at_s=at_s)
        assert found(sightings, A, at_s=at_s + 1) == [(A, is_found)]
