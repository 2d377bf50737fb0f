"""Bare contacts of the buttons, with every bounce: on pins, and simulated."""

from gpiozero.pins.mock import MockFactory

from hardware.buttons import GpioContacts
from hardware.clock import ManualClock
from hardware.ports import ButtonName
from hardware.presses import ButtonSettings
from hardware.simulated.buttons import SimulatedContacts
from hardware.simulated.world import World
from tests.support.hardware.jammed_pin import JammedPin

Change = tuple[ButtonName, bool, float]


class Heard(list[Change]):
    """Changes that were reported."""

    def __call__(self, button: ButtonName, closed: bool, at_s: float) -> None:
        self.append((button, closed, round(at_s, 3)))


def test_pins_report_every_edge_with_its_time() -> None:
    factory, clock, heard = MockFactory(), ManualClock(5.0), Heard()
    contacts = GpioContacts(ButtonSettings({"confirm": "GPIO17"}), clock, factory)
    assert contacts.watch(heard) == {"confirm": False}
    pin = factory.pin("GPIO17")
    for _ in range(2):
        pin.drive_low()
        clock.advance(0.002)
        pin.drive_high()
        clock.advance(0.5)
    contacts.stop()
    assert heard == [
        ("confirm", True, 5.0),
        ("confirm", False, 5.002),
        ("confirm", True, 5.502),
        ("confirm", False, 5.504),
    ]


def test_pins_report_a_contact_that_is_closed_at_first() -> None:
    factory = MockFactory(pin_class=JammedPin)
    contacts = GpioContacts(ButtonSettings({"confirm": "GPIO17"}), ManualClock(), factory)
    assert contacts.watch(Heard()) == {"confirm": True}
    contacts.stop()
    contacts.stop()


def test_simulated_contacts_bounce_stick_and_may_be_inverted() -> None:
    world, clock, heard = World(1, []), ManualClock(), Heard()
    contacts = SimulatedContacts(world, clock)
    contacts.bounces["confirm"] = (2, 0.01)
    contacts.stuck.add("take-back")
    contacts.inverted.add("carrot-pay")
    at_rest = contacts.watch(heard)
    assert {button for button, closed in at_rest.items() if closed} == {"take-back", "carrot-pay"}
    world.press("take-back")
    assert heard == []
    world.press("confirm")
    assert [closed for _, closed, _ in heard] == [True, False, True, False, True, False]
    heard.clear()
    contacts.bounces["carrot-pay"] = (0, 0.0)
    world.press("carrot-pay")
    assert [closed for _, closed, _ in heard] == [False, True]
    contacts.stop()
    world.press("confirm")
    assert len(heard) == 2
