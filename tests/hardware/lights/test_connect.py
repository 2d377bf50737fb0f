"""From the settings of a board file to a strip."""

import pytest

from hardware.clock import ManualClock
from hardware.errors import NotConnected
from hardware.lights.client import HelperStrip
from hardware.lights.connect import open_strip
from hardware.lights.settings import HelperDriver, LightSettings, SpiDriver


def test_a_strip_on_the_helper_is_connected_when_it_is_first_needed() -> None:
    strip = open_strip(LightSettings({}, 7, HelperDriver(socket="/nowhere/socket")), ManualClock())
    assert isinstance(strip, HelperStrip)
    assert strip.lights == 7
    with pytest.raises(NotConnected, match="nobody listens at /nowhere/socket"):
        strip.keep()


@pytest.mark.parametrize("number", [0, 1])
def test_a_strip_on_spi_needs_a_computer_with_pins(number: int) -> None:
    settings = LightSettings({}, 7, SpiDriver(number))
    with pytest.raises(NotConnected, match="it is no Raspberry Pi"):
        open_strip(settings, ManualClock())


def test_a_helper_that_failed_is_left_alone_for_a_while() -> None:
    clock = ManualClock()
    strip = HelperStrip(LightSettings({}, 1, HelperDriver(socket="/nowhere/socket")), clock)
    said = []
    for seconds in (0.0, 0.2, 0.1):
        clock.advance(seconds)
        with pytest.raises(NotConnected) as caught:
            strip.keep()
        said.append(str(caught.value))
    assert len(set(said)) == 1


def test_the_helpers_strip_is_for_the_helper() -> None:
    with pytest.raises(ValueError, match="is not for the lights helper"):
        HelperStrip(LightSettings({}, 1, SpiDriver()), ManualClock())
