"""Bare contacts of buttons at a co-processor."""

from types import SimpleNamespace

from hardware.ports import ButtonName
from hardware.presses import ButtonSettings
from hardware.scanner.buttons import ScannerContacts
from hardware.scanner.messages import ContactChanged


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
