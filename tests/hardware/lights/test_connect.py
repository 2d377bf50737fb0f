"""From the settings of a board file to a strip."""

import sys
from types import SimpleNamespace

import pytest

from hardware.clock import ManualClock
from hardware.errors import NotConnected
from hardware.lights.client import HelperStrip
from hardware.lights.connect import open_strip
from hardware.lights.settings import HelperDriver, LightSettings, ScannerDriver, SpiDriver


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


def test_a_strip_on_a_co_processor_is_opened_with_its_readers() -> None:
    settings = LightSettings({}, 7, ScannerDriver("here", "GP22"))
    with pytest.raises(ValueError, match="together with its readers"):
        open_strip(settings, ManualClock())


def test_a_bus_that_cannot_be_opened_says_where_to_look(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_clock: int, MOSI: int) -> None:  # noqa: N803 - as busio has it
        raise OSError(2, f"no bus at {MOSI}")

    monkeypatch.setitem(sys.modules, "board", SimpleNamespace(D10=10, D11=11))
    monkeypatch.setitem(sys.modules, "busio", SimpleNamespace(SPI=refuse))
    with pytest.raises(NotConnected, match=r"SPI bus 0.* no bus at 10\. Is SPI switched on"):
        open_strip(LightSettings({}, 7, SpiDriver(0)), ManualClock())


def test_without_its_libraries_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hardware.lights.spi", None)
    with pytest.raises(NotConnected, match=r"pip install 'hareboard\[pi\]'"):
        open_strip(LightSettings({}, 7, SpiDriver(0)), ManualClock())


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
