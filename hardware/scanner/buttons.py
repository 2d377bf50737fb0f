"""Buttons at the pins of a co-processor."""

from collections.abc import Callable, Mapping

from hardware.ports import BoardEvent, ButtonName
from hardware.presses import ButtonSettings, Contact, Edge
from hardware.scanner.coprocessor import Coprocessor
from hardware.scanner.messages import (
    ContactChanged,
)


class ScannerButtons:
    """Follows `hardware.ports.Buttons`; works while the board's readers are started.

    Args:
        settings: their wiring.
        device: the co-processor of their pins.
    """

    def __init__(self, settings: ButtonSettings, device: Coprocessor) -> None:
        self._names: tuple[ButtonName, ...] = tuple(settings.pins)
        self._settings = settings
        self._device = device
        self._contacts: dict[ButtonName, Contact] = {}
        self._emit: Callable[[BoardEvent], None] | None = None

    def start(self, emit: Callable[[BoardEvent], None]) -> None:
        """Report presses to `emit` from now on, from the board's thread."""
        self._emit = emit
        self.forget()
        self._device.contacts = self

    def stop(self) -> None:
        """Stop reporting. Does nothing when stopped already."""
        self._device.contacts = None
        self._emit = None

    def changed(self, contact: ContactChanged, at_s: float) -> None:
        """Take in a contact that has closed or opened."""
        if contact.button < len(self._names):
            self.pass_time(at_s)
            name = self._names[contact.button]
            self._contacts[name].change(Edge(name, contact.closed, at_s))

    def forget(self) -> None:
        """Forget the states of the contacts: closed ones will be reported again."""
        self._contacts = {name: Contact(name, self._settings, closed=False) for name in self._names}

    def pass_time(self, now_s: float) -> float | None:
        """Report the presses made by now; return the time of the next call, None for never."""
        presses = [each.pass_time(now_s) for each in self._contacts.values()]
        for press in sorted(filter(None, presses), key=lambda press: press.at_s):
            if (emit := self._emit) is not None:
                emit(press)
        return min(
            (due_s for each in self._contacts.values() if (due_s := each.due_s) is not None),
            default=None,
        )


class ScannerContacts:
    """The bare contacts of buttons at a co-processor. Follows `bench_ports.ButtonContacts`.

    It tells changes of one contact that are three milliseconds apart, or more.

    Args:
        settings: their wiring.
        device: the co-processor of their pins.
    """

    def __init__(self, settings: ButtonSettings, device: Coprocessor) -> None:
        self._names: tuple[ButtonName, ...] = tuple(settings.pins)
        self._closed: dict[ButtonName, bool] = {}
        self._changed: Callable[[ButtonName, bool, float], None] | None = None
        self.forget()
        device.contacts = self

    def watch(
        self, changed: Callable[[ButtonName, bool, float], None]
    ) -> Mapping[ButtonName, bool]:
        """Report every change from now on."""
        self._changed = changed
        return dict(self._closed)

    def stop(self) -> None:
        """Stop reporting. Does nothing when stopped already."""
        self._changed = None

    def changed(self, contact: ContactChanged, at_s: float) -> None:
        """Take in a contact that has closed or opened."""
        if contact.button < len(self._names):
            name = self._names[contact.button]
            self._closed[name] = contact.closed
            if (changed := self._changed) is not None:
                changed(name, contact.closed, at_s)

    def forget(self) -> None:
        """Forget the states of the contacts: closed ones will be reported again."""
        self._closed = dict.fromkeys(self._names, False)

    def pass_time(self, _now_s: float) -> None:
        """Do nothing: contacts are reported as they change."""
