"""Bare contacts of buttons at a co-processor."""

from types import SimpleNamespace

import pytest

from hardware.ports import ButtonName
from hardware.presses import ButtonSettings
from hardware.scanner.buttons import ScannerContacts
from hardware.scanner.messages import ContactChanged
from tests.support.scanner.whole import WholeBoard


def test_contacts_are_told_while_they_are_watched_and_only_those_of_buttons() -> None:
    contacts = ScannerContacts(
        ButtonSettings({"confirm": "GP10", "take-back": "GP11"}),
        SimpleNamespace(),  # type: ignore[arg-type]  # it only notes them
    )
    told: list[tuple[ButtonName, bool, float]] = []
    contacts.changed(ContactChanged(1, True, 0), 1.0)
    assert contacts.watch(lambda *each: told.append(each)) == {"confirm": False, "take-back": True}
    contacts.changed(ContactChanged(0, True, 0), 2.0)
    contacts.changed(ContactChanged(2, True, 0), 3.0)  # of a wiring with more buttons
    contacts.stop()
    contacts.changed(ContactChanged(0, False, 0), 4.0)
    assert told == [("confirm", True, 2.0)]


@pytest.mark.parametrize("again", [False, True], ids=["at the start", "connected again"])
def test_a_button_that_is_pressed_already_counts_after_its_release(again: bool) -> None:
    board = WholeBoard(2)
    if again:
        board.run_until(lambda: board.is_whole, 2.0)
        board.host.restart("is silent")
    board.press(down=True)
    board.run(5.0)
    board.press(down=False)
    board.run(0.5)
    assert board.pressed == []
    board.tap()
    assert [each.held for each in board.pressed] == [False]
