"""Buttons on the pins of a Raspberry Pi, by way of gpiozero.

gpiozero tells of every edge of a contact; what is a press is decided here. Its own debouncing is
left off: each way of reaching the pins does it differently, and that of its mock pins not at all.
gpiozero and lgpio are imported when the pins are opened, for not every computer has them.
"""

import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any, Final

from hardware.clock import Clock
from hardware.errors import NotConnected
from hardware.ports import BoardEvent, ButtonName
from hardware.presses import ButtonSettings, Contact, Edge

MOST_EDGES: Final = 256
"""Most edges that wait; a contact that chatters longer loses some, but not its last state."""
AT_REST_S: Final = 1.0
STOP_S: Final = 1.0

_LOG: Final = logging.getLogger(__name__)


class GpioButtons:
    """Buttons beside the board. Follows `hardware.ports.Buttons`.

    A short press is reported when the button is let go, a long one while it is still held. A
    button that is pressed from the start is not reported before it has been let go.

    Args:
        settings: their wiring.
        clock: stamps them.
        factory: a pin factory of gpiozero's; unless given, lgpio's, which works on every
            Raspberry Pi.
        on_edge: called at every change of a contact, in the thread of the pins.

    Attributes:
        turns: number of checks for presses.
        failure: the error that ended the thread early.
    """

    def __init__(
        self,
        settings: ButtonSettings,
        clock: Clock,
        factory: Any = None,
        on_edge: Callable[[Edge], None] | None = None,
    ) -> None:
        self._on_edge = on_edge
        self._settings = settings
        self._clock = clock
        self._factory = factory
        self._edges: queue.Queue[Edge | None] = queue.Queue(MOST_EDGES)
        self._devices: dict[ButtonName, Any] = {}
        self._missed = False
        self._contacts: dict[ButtonName, Contact] = {}
        self._open = contextlib.ExitStack()
        self._emit: Callable[[BoardEvent], None] | None = None
        self._running = False
        self._thread: threading.Thread | None = None
        self.turns = 0
        self.failure: BaseException | None = None

    def start(self, emit: Callable[[BoardEvent], None]) -> None:
        """Report presses to `emit` from now on, in a thread of its own.

        Raises:
            NotConnected: this computer has no pins, or one of them cannot be used.
        """
        self.connect(emit)
        self._running = True
        self.failure = None
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()

    def connect(self, emit: Callable[[BoardEvent], None]) -> None:
        """Open the pins; the caller calls `pass_time`: for virtual time.

        Raises:
            NotConnected: this computer has no pins, or one of them cannot be used.
        """
        with contextlib.ExitStack() as opened:
            factory = self._factory
            if factory is None:
                factory = opened.enter_context(contextlib.closing(_lgpio_factory()))
            contacts, devices = {}, {}
            for button, pin in self._settings.pins.items():
                device = opened.enter_context(
                    contextlib.closing(self._device(button, pin, factory))
                )
                device.when_activated = partial(self._closes, button)
                device.when_deactivated = partial(self._opens, button)
                stuck = bool(device.is_active)
                if stuck:
                    _LOG.warning(
                        "Button “%s” (%s) is pressed already. It is ignored until it is "
                        "released; if nobody touches it, look at its wires.",
                        button,
                        pin,
                    )
                devices[button] = device
                contacts[button] = Contact(button, self._settings, closed=stuck)
            self._open = opened.pop_all()
        self._contacts, self._devices = contacts, devices
        self._emit = emit

    def pass_time(self) -> float | None:
        """Report the presses made by now.

        Returns:
            The latest time of the next call, in the clock's seconds; None if not before
            a button is pressed.
        """
        with contextlib.suppress(queue.Empty):
            while True:
                self._take(self._edges.get_nowait())
        self._look_at_what_was_missed()
        self._report(self._clock.now_s())
        return min(
            (due_s for each in self._contacts.values() if (due_s := each.due_s) is not None),
            default=None,
        )

    def closed(self) -> dict[ButtonName, bool]:
        """Return whether each contact is closed now."""
        return {button: bool(device.is_active) for button, device in self._devices.items()}

    def stop(self) -> None:
        """Stop reporting, and release the pins. Does nothing when stopped already.

        A pin that cannot be released is logged; the others are released all the same.
        """
        try:
            self._open.close()
        except Exception as error:  # noqa: BLE001 - lgpio's errors have no other base
            _LOG.error(
                "A pin of the buttons cannot be released: %s. If it is in use when the board is "
                "opened again, restart the program.",
                error,
                exc_info=True,
            )
        if self._thread is not None:
            self._running = False
            with contextlib.suppress(queue.Full):
                self._edges.put_nowait(None)
            self._thread.join(STOP_S)
            self._thread = None
        self._emit = None
        self._contacts, self._devices = {}, {}
        self._edges = queue.Queue(MOST_EDGES)

    def _device(self, button: ButtonName, pin: str, factory: Any) -> Any:
        devices = _imported("gpiozero")
        try:
            return devices.DigitalInputDevice(
                pin, pull_up=self._settings.pull_up, pin_factory=factory
            )
        except Exception as error:  # lgpio's errors have no other base.
            raise NotConnected(
                f"Pin {pin} of the button “{button}” cannot be used: {error}. Is there such a "
                "pin, does another program or part of the board use it, and may you use pins "
                "(group gpio)?"
            ) from error

    # Called from the thread of the pins, which must not wait.

    def _closes(self, button: ButtonName) -> None:
        self._put(Edge(button, closed=True, at_s=self._clock.now_s()))

    def _opens(self, button: ButtonName) -> None:
        self._put(Edge(button, closed=False, at_s=self._clock.now_s()))

    def _put(self, edge: Edge) -> None:
        if self._on_edge is not None:
            self._on_edge(edge)
        try:
            self._edges.put_nowait(edge)
        except queue.Full:
            self._missed = True

    def _look_at_what_was_missed(self) -> None:
        """Take in the present state of the contacts after an overflow of edges."""
        if not self._missed:
            return
        self._missed = False
        now_s = self._clock.now_s()
        for button, device in self._devices.items():
            self._take(Edge(button, closed=bool(device.is_active), at_s=now_s))

    def _run(self) -> None:
        try:
            self._listen()
        except BaseException as error:
            self.failure = error
            raise

    def _listen(self) -> None:
        due_s = self.pass_time()
        while self._running:
            self.turns += 1
            left_s = AT_REST_S if due_s is None else max(due_s - self._clock.now_s(), 0)
            timeout_s = min(left_s, AT_REST_S)
            with contextlib.suppress(queue.Empty):
                self._take(self._edges.get(timeout=timeout_s))
            due_s = self.pass_time()

    def _take(self, edge: Edge | None) -> None:
        if edge is not None:
            self._report(edge.at_s)
            self._contacts[edge.button].change(edge)

    def _report(self, now_s: float) -> None:
        """Report every press made by now, the earliest first."""
        presses = [each.pass_time(now_s) for each in self._contacts.values()]
        for press in sorted(filter(None, presses), key=lambda press: press.at_s):
            if self._emit is not None:
                self._emit(press)


class GpioContacts:
    """The bare contacts of the buttons on the pins. Follows `hardware.bench_ports.ButtonContacts`.

    Args:
        settings, clock, factory: as `GpioButtons`.
    """

    def __init__(self, settings: ButtonSettings, clock: Clock, factory: Any = None) -> None:
        self._open = partial(GpioButtons, settings, clock, factory)
        self._buttons: GpioButtons | None = None

    def watch(
        self, changed: Callable[[ButtonName, bool, float], None]
    ) -> Mapping[ButtonName, bool]:
        """Open the pins, and report every change."""
        buttons = self._open(lambda edge: changed(edge.button, edge.closed, edge.at_s))
        buttons.connect(lambda _: None)
        self._buttons = buttons
        return buttons.closed()

    def stop(self) -> None:
        """Release the pins."""
        if self._buttons is not None:
            self._buttons.stop()
            self._buttons = None


def _lgpio_factory() -> Any:
    """Return the pins of this computer.

    Not gpiozero's own choice: where lgpio fails it falls back to pins that do not work on a
    Pi 5. When it is imported, lgpio leaves a FIFO in the working directory, or goes to `LG_WD`
    for good and leaves it there; so it is made to do that elsewhere.
    """
    try:
        with TemporaryDirectory() as elsewhere, contextlib.chdir(elsewhere):
            module = _imported("gpiozero.pins.lgpio")
        return module.LGPIOFactory()
    except NotConnected:
        raise
    except Exception as error:  # lgpio's errors have no other base.
        raise NotConnected(
            f"The pins of this computer cannot be used: {error}. Is it a Raspberry Pi, and may "
            "you use its pins (group gpio)?"
        ) from error


def _imported(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise NotConnected(
            "This computer has no pins that buttons could be wired to: it is no Raspberry Pi, "
            f"or its libraries are not installed (pip install 'hareboard[pi]'): {error}"
        ) from error
