"""What every kind of buttons does: one suite, over pins of gpiozero's and the simulated world."""

import queue
import random
import threading
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from gpiozero.pins.mock import MockFactory

from controller.bootstrap.simulated.emulated_pi import emulate
from hardware.buttons import GpioButtons
from hardware.clock import MonotonicClock
from hardware.ports import BoardEvent, ButtonName, Buttons, Pressed
from hardware.presses import ButtonSettings
from hardware.scanner.board import ScannerBoard
from hardware.scanner.buttons import ScannerButtons
from hardware.scanner.messages import (
    ContactChanged,
)
from hardware.sensing.settings import ArraySettings, Place, ScannerPort, usual_select
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.world import BUTTONS, World
from tests.support.scanner.devices import EmulatedScanner, reach
from tests.support.waiting import PATIENCE_S, until

AGES_S: Final = 1000.0
PINS: Final[dict[ButtonName, str]] = {
    "confirm": "GPIO17",
    "take-back": "GPIO22",
    "carrot-draw": "GPIO23",
    "carrot-pay": "GPIO27",
}
SCANNER_PINS: Final[dict[ButtonName, str]] = {
    "confirm": "GP10",
    "take-back": "GP11",
    "carrot-draw": "GP12",
    "carrot-pay": "GP13",
}


class OnPins:
    """Pins that a finger pulls to ground."""

    uncertain_s = 0.0

    def __init__(self) -> None:
        self._factory = MockFactory()
        self.buttons: Buttons = self._over(AGES_S)

    def _over(self, hold_s: float) -> Buttons:
        settings = ButtonSettings(PINS, debounce_s=0.0, hold_s=hold_s)
        return GpioButtons(settings, MonotonicClock(), self._factory)

    def tap(self, button: ButtonName) -> None:
        pin = self._factory.pin(PINS[button])
        pin.drive_low()
        pin.drive_high()

    def hold(self, button: ButtonName, heard: Callable[[], None]) -> None:
        pin = self._factory.pin(PINS[button])
        pin.drive_low()
        heard()
        pin.drive_high()

    def impatient(self) -> None:
        """Make a long press short enough to wait for."""
        self.buttons = self._over(0.02)

    def close(self) -> None:
        """Pins need no closing."""


class InTheWorld:
    """The buttons of the simulated world."""

    uncertain_s = 0.0

    def __init__(self) -> None:
        self._world = World(64, ())
        self.buttons: Buttons = SimulatedButtons(self._world, MonotonicClock())

    def tap(self, button: ButtonName) -> None:
        self._world.press(button)

    def hold(self, button: ButtonName, heard: Callable[[], None]) -> None:
        self._world.press(button, held=True)
        heard()

    def impatient(self) -> None:
        """A long press takes no time here."""

    def close(self) -> None:
        """Nor does the world."""


class OnScanner:
    """Pins of an emulated co-processor that runs the firmware, in threads of its own."""

    def __init__(self) -> None:
        port = ScannerPort("one", "/dev/one", usual_select([1]))
        wires = ButtonSettings(SCANNER_PINS)
        array = ArraySettings({1: Place(0, 0)})
        world, clock = World(1, ()), MonotonicClock()
        chips = emulate(world, array.places, clock, random.Random(1)).chips
        self._scanner = EmulatedScanner(port, array, chips, clock, None, buttons=wires, op_s=None)
        self._board = ScannerBoard(array, reach([self._scanner]), clock)
        self._scanner.firmware.start()
        self._board.start(lambda _: None)
        until(lambda: self._scanner.host.state == "ready", "it is ready")
        self.buttons: Buttons = self._over(AGES_S)

    def _over(self, hold_s: float) -> Buttons:
        settings = ButtonSettings(SCANNER_PINS, debounce_s=0.0, hold_s=hold_s)
        return ScannerButtons(settings, self._scanner.host)

    @property
    def uncertain_s(self) -> float:
        """Largest error of its clock, as the host knows it by now."""
        return self._scanner.host.ticks.uncertain_s

    def _pull(self, button: ButtonName, *, low: bool) -> None:
        """As slow as a finger: a contact is looked at between two others."""
        number = int(SCANNER_PINS[button].removeprefix("GP"))
        told = threading.Event()
        host = self._scanner.host
        before = host.contacts

        class Told:
            def changed(self, contact: ContactChanged, at_s: float) -> None:
                if before is not None:
                    before.changed(contact, at_s)
                told.set()

            def pass_time(self, now_s: float) -> float | None:
                return None if before is None else before.pass_time(now_s)

            def forget(self, now_s: float) -> None:
                if before is not None:
                    before.forget(now_s)

        host.contacts = Told()
        self._scanner.device.pull(number, low=low)
        assert told.wait(PATIENCE_S)
        host.contacts = before

    def tap(self, button: ButtonName) -> None:
        self._pull(button, low=True)
        self._pull(button, low=False)

    def hold(self, button: ButtonName, heard: Callable[[], None]) -> None:
        self._pull(button, low=True)
        heard()
        self._pull(button, low=False)

    def impatient(self) -> None:
        """Make a long press short enough to wait for."""
        self.buttons = self._over(0.02)

    def close(self) -> None:
        self._board.stop()
        self._scanner.firmware.stop()


Fingers = OnPins | InTheWorld | OnScanner


class Ear:
    """Hears what buttons report, from whatever thread."""

    def __init__(self) -> None:
        self._heard: queue.Queue[BoardEvent] = queue.Queue()

    def __call__(self, event: BoardEvent) -> None:
        self._heard.put(event)

    def next(self) -> tuple[ButtonName, bool]:
        event = self._heard.get(timeout=PATIENCE_S)
        assert isinstance(event, Pressed)
        return event.button, event.held

    @property
    def silent(self) -> bool:
        return self._heard.empty()


@pytest.fixture(params=[OnPins, InTheWorld, OnScanner])
def fingers(request: pytest.FixtureRequest) -> Iterator[Fingers]:
    made = request.param()
    yield made
    made.buttons.stop()
    made.close()


@pytest.fixture
def ear() -> Ear:
    return Ear()


def test_every_button_is_reported_as_itself(fingers: Fingers, ear: Ear) -> None:
    fingers.buttons.start(ear)
    for button in BUTTONS:
        fingers.tap(button)
    assert [ear.next() for _ in BUTTONS] == [(button, False) for button in BUTTONS]


def test_a_press_is_stamped_with_the_time_of_the_board(fingers: Fingers, ear: Ear) -> None:
    clock = MonotonicClock()
    events: queue.Queue[BoardEvent] = queue.Queue()
    fingers.buttons.start(events.put)
    before_s = clock.now_s() - fingers.uncertain_s
    fingers.tap("confirm")
    event = events.get(timeout=PATIENCE_S)
    assert before_s <= event.at_s <= clock.now_s()


def test_a_long_press_is_reported_while_it_is_held_and_letting_go_says_nothing(
    fingers: Fingers, ear: Ear
) -> None:
    heard: list[tuple[ButtonName, bool]] = []
    fingers.impatient()
    fingers.buttons.start(ear)
    for button in BUTTONS:
        fingers.hold(button, lambda: heard.append(ear.next()))
    assert heard == [(button, True) for button in BUTTONS]
    assert ear.silent


def test_stopped_buttons_report_nothing_and_start_again(fingers: Fingers, ear: Ear) -> None:
    fingers.buttons.start(ear)
    fingers.buttons.stop()
    fingers.buttons.stop()
    fingers.tap("confirm")
    again = Ear()
    fingers.buttons.start(again)
    fingers.tap("take-back")
    assert again.next() == ("take-back", False)
    assert ear.silent


def test_buttons_that_were_never_started_stop(fingers: Fingers) -> None:
    fingers.buttons.stop()
