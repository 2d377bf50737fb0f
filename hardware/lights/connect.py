"""Opens the strip of a board file, by its driver."""

from hardware.clock import Clock
from hardware.lights.blackout import GuardedStrip
from hardware.lights.client import HelperStrip
from hardware.lights.settings import HelperDriver, LightSettings, ScannerDriver, SpiDriver
from hardware.lights.spi_bus import open_spi
from hardware.ports import LightStrip


def open_strip(settings: LightSettings, clock: Clock) -> LightStrip:
    """Return the strip of a board; one on the helper connects at its first use.

    Raises:
        NotConnected: this computer has no such bus, or not now.
        ValueError: it hangs on a co-processor.
    """
    match settings.driver:
        case HelperDriver():
            return HelperStrip(settings, clock)
        case SpiDriver(number):
            strip = open_spi(number, settings.count, settings.order)
            return GuardedStrip(strip, number, settings.order)
        case ScannerDriver():
            raise ValueError("a strip on a co-processor is opened together with its readers")
