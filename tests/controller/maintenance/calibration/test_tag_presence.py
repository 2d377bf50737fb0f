"""What readers read is counted, and garbled tags are not counted for ever."""

from controller.maintenance.calibration.tag_presence import MOST_READ, Presence
from hardware.ports import LightsChanged, Pressed, ReaderChanged, Reading, Sighting, Uid

TRUE = Uid("04a1b2c3d4e5f6")


def test_any_number_of_garbled_tags_takes_no_room_and_no_count_of_true_ones() -> None:
    presence = Presence()
    for number in range(3 * MOST_READ):
        presence.hear(Reading(1, number / 10, (TRUE, Uid(f"04{number:012x}"))))
    assert len(presence.reads) <= MOST_READ
    assert presence.reads[TRUE, 1] == 3 * MOST_READ


def test_what_lay_on_a_reader_that_fails_is_there_no_more() -> None:
    presence = Presence()
    for square in (1, 2):
        presence.take(Sighting(square, TRUE, True, 0.0))
    presence.note_what_lies()
    presence.take(ReaderChanged(1, "quarantined", 1.0))
    assert presence.blind == {1}
    assert presence.there == {(TRUE, 2)}
    presence.take(ReaderChanged(1, "back", 2.0))
    assert presence.blind == frozenset()
    presence.take(Sighting(1, TRUE, True, 3.0))
    assert presence.come == {(TRUE, 1)}, "it counts as having come anew"


def test_buttons_and_lights_say_nothing_of_what_lies_there() -> None:
    presence = Presence()
    presence.take(Sighting(1, TRUE, True, 0.0))
    presence.take(Pressed("confirm", held=False, at_s=1.0))
    presence.take(LightsChanged("The strip is away.", 1.0))
    assert presence.blind == frozenset()
    assert presence.there == {(TRUE, 1)}
