"""What a strip of lights needs of a computer, by its driver: the pin of its data, an SPI bus."""

from controller.board.file.pins import SPI_WIRES
from hardware.lights.settings import Driver, HelperDriver, ScannerDriver, SpiDriver


def data_pin_of(driver: Driver) -> str:
    """Return the pin of the strip's data: of the co-processor, if it hangs there."""
    match driver:
        case HelperDriver(gpio=gpio):
            return f"GPIO{gpio}"
        case SpiDriver(number=number):
            return SPI_WIRES[number].mosi
        case ScannerDriver(pin=pin):
            return pin


def spi_of(driver: Driver) -> int | None:
    """Return the number of the SPI bus that lights have for themselves; None if they need none."""
    match driver:
        case HelperDriver():
            return 0 if data_pin_of(driver) == SPI_WIRES[0].mosi else None
        case SpiDriver(number=number):
            return number
        case ScannerDriver():
            return None
