"""What readers read is counted, and garbled tags are not counted for ever."""

from controller.workshop.presence import MOST_READ, Presence
from hardware.ports import Reading, Uid

TRUE = Uid("04a1b2c3d4e5f6")


def test_any_number_of_garbled_tags_takes_no_room_and_no_count_of_true_ones() -> None:
    presence = Presence()
    for number in range(3 * MOST_READ):
        presence.hear(Reading(1, number / 10, (TRUE, Uid(f"04{number:012x}"))))
    assert len(presence.reads) <= MOST_READ
    assert presence.reads[TRUE, 1] == 3 * MOST_READ
