"""Buttons at the pins of a co-processor."""

import logging
from collections.abc import Callable, Mapping
from typing import Final

from hardware.ports import BoardEvent, ButtonName
from hardware.presses import ButtonSettings, Contact, Edge
from hardware.scanner.coprocessor import Coprocessor
from hardware.scanner.messages import (
    ContactChanged,
)

AT_ONCE_S: Final = 0.05
"""Time in which a co-processor that has become ready reports the contacts that are closed."""

_LOG: Final = logging.getLogger(__name__)


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
        self._unheard: set[ButtonName] = set()
        self._under_way: set[ButtonName] = set()
        self._ready_s = 0.0
        self._emit: Callable[[BoardEvent], None] | None = None

    def start(self, emit: Callable[[BoardEvent], None]) -> None:
        """Report presses to `emit` from now on, from the board's thread."""
        self._emit = emit
        self._under_way.clear()
        self.forget(self._ready_s)
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
            is_first = name in self._unheard
            self._unheard.discard(name)
            at_once = is_first and at_s <= self._ready_s + AT_ONCE_S
            goes_on = name in self._under_way
            self._under_way.discard(name)
            if at_once and contact.closed and not goes_on:
                self._contacts[name] = Contact(name, self._settings, closed=True)
                _LOG.warning(
                    "Button “%s” at the co-processor at %s is pressed already. It is ignored until "
                    "it is released; if nobody touches it, look at its wires.",
                    name,
                    self._device.name,
                )
            else:
                self._contacts[name].change(Edge(name, contact.closed, at_s))

    def forget(self, now_s: float) -> None:
        """Forget the states of the contacts.

        Those reported at once are held, or stuck, unless their press had begun before.
        """
        self._under_way |= {name for name, each in self._contacts.items() if each.is_under_way}
        self._contacts = {name: Contact(name, self._settings, closed=False) for name in self._names}
        self._unheard, self._ready_s = set(self._names), now_s

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
        self.forget(0.0)
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

    def forget(self, _now_s: float) -> None:
        """Forget the states of the contacts: closed ones will be reported again."""
        self._closed = dict.fromkeys(self._names, False)

    def pass_time(self, _now_s: float) -> None:
        """Do nothing: contacts are reported as they change."""
