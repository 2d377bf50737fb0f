"""A chip that hears a command only some time after it was selected is given that time."""

from hardware.pn532.patience import (
    COMMANDS_TO_FORGET,
    MOST_TO_FORGET,
    WAKES_TO_LEARN,
    SelectPatience,
)


def test_a_command_is_sent_at_once_unless_it_has_to_wake_the_chip() -> None:
    patience = SelectPatience(0.0, 0.0025)
    assert patience.next_s() == 0.0
    patience.wake()
    assert [patience.next_s() for _ in range(3)] == [0.0025, 0.0, 0.0]


def test_a_chip_that_hears_nothing_at_once_is_given_time_from_then_on() -> None:
    patience = SelectPatience(0.0, 0.0025)
    for _ in range(WAKES_TO_LEARN):
        patience.wake()
        patience.next_s()
        patience.heard()
    assert {patience.next_s() for _ in range(100)} == {0.0025}


def test_failures_between_commands_that_were_heard_at_once_teach_nothing() -> None:
    patience = SelectPatience(0.0, 0.0025)
    for _ in range(5 * WAKES_TO_LEARN):
        patience.wake()
        patience.next_s()
        patience.next_s()
        patience.heard()
    assert patience.next_s() == 0.0


def test_after_many_commands_one_is_tried_at_once() -> None:
    patience = SelectPatience(0.0, 0.0025)
    for _ in range(WAKES_TO_LEARN):
        patience.wake()
        patience.next_s()
    for _ in range(COMMANDS_TO_FORGET):
        patience.heard()
    assert patience.next_s() == 0.0
    patience.wake()
    assert [patience.next_s() for _ in range(2)] == [0.0025, 0.0025], "it was still slow"


def test_after_a_try_in_vain_the_next_one_comes_twice_as_late() -> None:
    patience = SelectPatience(0.0, 0.0025)
    for _ in range(WAKES_TO_LEARN - 1):
        patience.wake()
        patience.next_s()
    heard = []
    for _ in range(7):
        patience.wake()  # the one that was tried at once was not heard
        heard.append(0)
        while patience.next_s() > 0.0:
            patience.heard()
            heard[-1] += 1
    most = MOST_TO_FORGET
    assert heard == [500, 1000, 2000, 4000, most, most, most]
    patience.heard()  # now it was
    for _ in range(WAKES_TO_LEARN):
        patience.wake()
        patience.next_s()
    for _ in range(COMMANDS_TO_FORGET):
        patience.heard()
    assert patience.next_s() == 0.0


def test_the_usual_pause_may_be_the_longer_one() -> None:
    patience = SelectPatience(0.005, 0.0025)
    patience.wake()
    assert patience.next_s() == patience.next_s() == 0.005
