"""Contacts that bounce, are held, are stuck, or are not there, on gpiozero's mock pins."""

import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.buttons import GpioButtons
from hardware.clock import ManualClock, MonotonicClock
from hardware.errors import NotConnected
from hardware.ports import BoardEvent, ButtonName, Pressed
from hardware.presses import ButtonSettings
from tests.support.hardware.jammed_pin import JammedPin
from tests.support.waiting import until

DEBOUNCE_S: Final = 0.03
HOLD_S: Final = 1.5
MS: Final = 0.001
PINS: Final[dict[ButtonName, str]] = {"confirm": "GPIO17", "take-back": "GPIO22"}


class Rig:
    """Two buttons on mock pins, and a clock that stands still."""

    def __init__(self, *, pull_up: bool = True, pin_class: type[Any] = MockPin) -> None:
        self.clock = ManualClock(100.0)
        self.factory = MockFactory(pin_class=pin_class)
        self.heard: list[BoardEvent] = []
        self.due_s: float | None = None
        settings = ButtonSettings(PINS, pull_up=pull_up, debounce_s=DEBOUNCE_S, hold_s=HOLD_S)
        self._closes_high = not pull_up
        self.buttons = GpioButtons(settings, self.clock, self.factory)
        self.buttons.connect(self.heard.append)

    def close(self, button: ButtonName = "confirm") -> None:
        self._drive(button, high=self._closes_high)

    def open(self, button: ButtonName = "confirm") -> None:
        self._drive(button, high=not self._closes_high)

    def _drive(self, button: ButtonName, *, high: bool) -> None:
        pin = self.factory.pin(PINS[button])
        if high:
            pin.drive_high()
        else:
            pin.drive_low()
        self.due_s = self.buttons.pass_time()

    def wait(self, seconds: float) -> None:
        """Let time pass, the buttons being asked whenever they want to be."""
        end_s = self.clock.now_s() + seconds
        while (due_s := self.buttons.pass_time()) is not None and due_s <= end_s:
            self.clock.advance(max(due_s - self.clock.now_s(), 0))
        self.clock.advance(max(end_s - self.clock.now_s(), 0))
        self.due_s = self.buttons.pass_time()

    def press(self, button: ButtonName = "confirm", seconds: float = 0.1) -> None:
        self.close(button)
        self.wait(seconds)
        self.open(button)
        self.wait(2 * DEBOUNCE_S)

    @property
    def presses(self) -> list[tuple[ButtonName, bool]]:
        return [(each.button, each.held) for each in self.heard if isinstance(each, Pressed)]


@pytest.fixture
def rig() -> Iterator[Rig]:
    rig = Rig()
    yield rig
    rig.buttons.stop()


def test_a_short_press_is_reported_when_it_is_let_go(rig: Rig) -> None:
    rig.close()
    rig.wait(0.2)
    assert rig.heard == []
    rig.open()
    rig.wait(DEBOUNCE_S)
    assert rig.heard == [Pressed("confirm", 100.2)]


def test_a_button_that_closes_to_the_supply_is_pulled_down() -> None:
    rig = Rig(pull_up=False)
    assert rig.factory.pin("GPIO17").pull == "down"
    rig.press()
    assert rig.presses == [("confirm", False)]
    rig.buttons.stop()


def test_who_stops_at_the_first_of_two_presses_hears_no_other(rig: Rig) -> None:
    heard: list[BoardEvent] = []

    def stop(event: BoardEvent) -> None:
        heard.append(event)
        rig.buttons.stop()

    rig.buttons.stop()
    rig.buttons.connect(stop)
    rig.close("take-back")
    rig.clock.advance(MS)
    rig.close("confirm")
    rig.clock.advance(HOLD_S)
    assert rig.buttons.pass_time() is None
    assert heard == [Pressed("take-back", 100.0 + HOLD_S, held=True)]


# Bounces


def test_contacts_that_bounce_make_one_press(rig: Rig) -> None:
    for _ in range(2):
        for _ in range(5):
            rig.close()
            rig.wait(3 * MS)
            rig.open()
            rig.wait(2 * MS)
        rig.close()
        rig.wait(0.2)
        for _ in range(5):
            rig.open()
            rig.wait(3 * MS)
            rig.close()
            rig.wait(2 * MS)
        rig.open()
        rig.wait(0.2)
    assert rig.presses == [("confirm", False)] * 2


def test_a_disturbance_is_no_press_and_leaves_nothing_held(rig: Rig) -> None:
    rig.close()
    rig.wait(DEBOUNCE_S - MS)
    rig.open()
    rig.wait(10 * HOLD_S)
    assert rig.heard == []


def test_a_contact_that_fails_for_a_moment_does_not_end_a_long_press(rig: Rig) -> None:
    rig.close()
    rig.wait(HOLD_S - 10 * MS)
    rig.open()
    rig.wait(20 * MS)
    assert rig.heard == [], "while it is open it is not held"
    rig.close()
    rig.wait(HOLD_S)
    rig.open()
    rig.wait(HOLD_S)
    assert rig.presses == [("confirm", True)]


# Long presses


def test_a_long_press_is_reported_once_when_its_time_has_come(rig: Rig) -> None:
    rig.close()
    rig.wait(HOLD_S - MS)
    assert rig.heard == []
    rig.wait(MS)
    assert rig.heard == [Pressed("confirm", 100 + HOLD_S, held=True)]
    rig.wait(10 * HOLD_S)
    rig.open()
    rig.wait(HOLD_S)
    assert len(rig.heard) == 1


def test_just_short_of_a_long_press_is_a_short_one(rig: Rig) -> None:
    rig.press(seconds=HOLD_S - MS)
    assert rig.presses == [("confirm", False)]


def test_a_long_press_is_one_even_if_nobody_looked_before_it_was_let_go(rig: Rig) -> None:
    rig.close()
    rig.clock.advance(HOLD_S + MS)
    rig.open()
    rig.wait(DEBOUNCE_S)
    assert rig.presses == [("confirm", True)]


# Several buttons


def test_buttons_do_not_disturb_each_other(rig: Rig) -> None:
    rig.close("confirm")
    rig.wait(0.5)
    rig.press("take-back")
    rig.wait(HOLD_S)
    rig.press("take-back")
    rig.open("confirm")
    rig.wait(HOLD_S)
    assert rig.presses == [("take-back", False), ("confirm", True), ("take-back", False)]


def test_nobody_has_to_be_asked_while_nothing_is_pressed(rig: Rig) -> None:
    assert rig.buttons.pass_time() is None
    rig.press()
    assert rig.due_s is None
    rig.press(seconds=2 * HOLD_S)
    assert rig.due_s is None


# Stuck


def test_a_button_stuck_from_the_start_says_nothing_until_it_was_let_go(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        rig = Rig(pin_class=JammedPin)
    assert "“confirm” (GPIO17) is pressed already" in caplog.text
    rig.wait(10 * HOLD_S)
    rig.open()
    rig.wait(HOLD_S)
    assert rig.heard == []
    rig.press()
    assert rig.presses == [("confirm", False)]
    rig.buttons.stop()


# Pins that cannot be used


def test_stopping_lets_go_of_the_pins(rig: Rig) -> None:
    rig.buttons.stop()
    with LED(17, pin_factory=rig.factory) as lamp:
        lamp.on()


def test_a_pin_that_complains_is_logged_and_the_others_are_let_go_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Stubborn(MockPin):  # type: ignore[misc] # gpiozero comes without types
        complained = False

        def close(self) -> None:
            super().close()
            if not self.complained:
                self.complained = True
                raise OSError("the line has gone")

    rig = Rig(pin_class=Stubborn)
    with caplog.at_level(logging.ERROR):
        rig.buttons.stop()
        rig.buttons.stop()
    (record,) = caplog.records
    assert "A pin of the buttons cannot be released: the line has gone" in record.getMessage()
    for pin in PINS.values():
        assert rig.factory.pin(pin).when_changed is None


def test_a_pin_in_use_is_named_and_the_others_are_let_go(rig: Rig) -> None:
    rig.buttons.stop()
    with LED(22, pin_factory=rig.factory):
        with pytest.raises(NotConnected, match="Pin GPIO22 of the button “take-back”"):
            rig.buttons.start(rig.heard.append)
        LED(17, pin_factory=rig.factory).close()


def test_a_pin_that_does_not_exist_is_named() -> None:
    buttons = GpioButtons(ButtonSettings({"carrot-pay": "GPIO77"}), ManualClock(), MockFactory())
    with pytest.raises(NotConnected, match="Pin GPIO77 of the button “carrot-pay”"):
        buttons.start(print)


@pytest.mark.skipif(
    Path("/dev/gpiochip0").exists(), reason="this computer may have pins that can be opened"
)
def test_a_laptop_is_told_what_it_lacks_and_stays_where_it_is() -> None:
    here = Path.cwd()
    buttons = GpioButtons(ButtonSettings(PINS), ManualClock())
    with pytest.raises(NotConnected, match=r"no Raspberry Pi.*hareboard\[pi\]"):
        buttons.start(print)
    assert Path.cwd() == here


def test_a_contact_that_chatters_on_unheard_is_as_it_was_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hardware.buttons.MOST_EDGES", 4)
    rig = Rig()
    pin = rig.factory.pin(PINS["confirm"])
    for _ in range(1000):
        pin.drive_low()
        pin.drive_high()
    pin.drive_low()
    rig.buttons.pass_time()
    rig.wait(2 * DEBOUNCE_S)
    rig.open()
    rig.wait(2 * DEBOUNCE_S)
    (press,) = rig.heard
    assert isinstance(press, Pressed)
    assert press.button == "confirm"


class TestPinsOfAComputer:
    """Those that lgpio finds."""

    def pins(self, monkeypatch: pytest.MonkeyPatch, factory: Any) -> None:
        module = SimpleNamespace(LGPIOFactory=factory)
        monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)

    def test_they_are_used(self, monkeypatch: pytest.MonkeyPatch) -> None:
        factory = MockFactory()
        self.pins(monkeypatch, lambda: factory)
        buttons = GpioButtons(ButtonSettings(PINS), ManualClock())
        buttons.start(print)
        assert factory.pin("GPIO17").pull == "up"
        buttons.stop()

    def test_pins_that_cannot_be_used_say_where_to_look(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse() -> None:
            raise OSError("can not open gpiochip")

        self.pins(monkeypatch, refuse)
        buttons = GpioButtons(ButtonSettings(PINS), ManualClock())
        with pytest.raises(NotConnected, match=r"can not open gpiochip.*group gpio"):
            buttons.start(print)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_ends_its_thread_is_kept() -> None:
    def fail(_: BoardEvent) -> None:
        raise ZeroDivisionError

    factory = MockFactory()
    settings = ButtonSettings(PINS, debounce_s=0.001, hold_s=0.002)
    buttons = GpioButtons(settings, MonotonicClock(), factory)
    buttons.start(fail)
    factory.pin("GPIO17").drive_low()
    until(lambda: buttons.failure is not None, "it has failed")
    assert isinstance(buttons.failure, ZeroDivisionError)
    buttons.stop()
