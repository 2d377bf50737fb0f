"""Settings of the lights, as a board file has them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

ColourOrder = Literal["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"]
"""Order of a light's three bytes on the wire; WS2812B: GRB (datasheet, "composition of data")."""

SOCKET: Final = "/run/hareboard-lights/socket"

MOST_SPI_LIGHTS: Final = 160
"""Most lights an SPI bus drives: 24 bytes each, after a reset of 240, have to fit into the
4096 bytes that spidev sends in one go; in a pause lights take what follows for a new frame."""


@dataclass(frozen=True, slots=True)
class LightCurrents:
    """Current of one light, in milliamperes, each colour fully on; planning values.

    Attributes:
        red_ma: its red.
        green_ma: its green.
        blue_ma: its blue.
        dark_ma: its controller, all the time.
    """

    red_ma: float = 20.0
    green_ma: float = 20.0
    blue_ma: float = 20.0
    dark_ma: float = 1.0


@dataclass(frozen=True, slots=True)
class HelperDriver:
    """The strip hangs on a helper process, which drives it by `rpi_ws281x`.

    Attributes:
        gpio: the data pin by its GPIO number: 12, 13, 18, 19 (PWM), 21 (PCM), 10 (SPI).
        dma: its DMA channel; never 5 on a Raspberry Pi 3, it corrupts the card.
        socket: path at which the helper listens.
    """

    gpio: int = 18
    dma: int = 10
    socket: str = SOCKET


@dataclass(frozen=True, slots=True)
class SpiDriver:
    """The strip hangs alone on the data wire of an SPI bus, as on a Raspberry Pi 5.

    Attributes:
        number: 0: data on GPIO10; 1: GPIO20.
    """

    number: int = 0


@dataclass(frozen=True, slots=True)
class ScannerDriver:
    """The strip hangs on a pin of a co-processor.

    Attributes:
        port: the co-processor's, as in the board file's bus.
        pin: its data pin, `GP22`.
    """

    port: str
    pin: str = "GP22"


Driver = HelperDriver | SpiDriver | ScannerDriver


@dataclass(frozen=True, slots=True)
class LightSettings:
    """The lights of a board.

    Attributes:
        squares: the lights of each square that has any, by their places on the strip from 0.
        count: number of lights of the strip, those under no square too; they stay dark.
        driver: their driver.
        order: the order of a light's colours on the wire.
        gamma: exponent from a colour as the eye sees it to its duty; 1 for none.
        brightness: highest brightness to be shown, 0 to 1, before budget.
        currents: of one light.
        budget_ma: current all lights together may take.
        undervoltage: the share of the budget that is left while the supply sags, 0 to 1.
    """

    squares: Mapping[int, tuple[int, ...]]
    count: int
    driver: Driver
    order: ColourOrder = "GRB"
    gamma: float = 2.2
    brightness: float = 1.0
    currents: LightCurrents = field(default_factory=LightCurrents)
    budget_ma: int = 1000
    undervoltage: float = 0.5
