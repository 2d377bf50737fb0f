"""Reads the section [lights]: driver, strip, budget."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, cast, get_args

from controller.board.file.claims import PICO, Claims
from controller.board.file.scanners import MOST_SCANNER_LIGHTS, co_processor
from controller.board.file.sheet import BoardSheet
from controller.board.file.strip import STRIP_KEYS, read_strip
from controller.board.file.wires import SPI_WIRES
from controller.game.editions.mistakes import either, shown
from hardware.lights.settings import (
    MOST_SPI_LIGHTS,
    ColourOrder,
    Driver,
    HelperDriver,
    LightCurrents,
    LightSettings,
    ScannerDriver,
    SpiDriver,
)
from hardware.sensing.settings import Place, Supply

DRIVER_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "ws281x": ("pin", "dma", "socket"),
    "spi": ("number",),
    "scanner": ("port", "pin"),
}
LIGHT_KEYS: Final = (
    *("driver", "colour_order", "gamma", "brightness", "budget_ma", "undervoltage", "currents"),
    *STRIP_KEYS,
)
CURRENT_KEYS: Final = ("red_ma", "green_ma", "blue_ma", "dark_ma")
PWM_PINS: Final = (12, 13, 18, 19)
PCM_PIN: Final = 21
SPI_PIN: Final = 10
HELPER_PINS: Final = (*PWM_PINS, PCM_PIN, SPI_PIN)
LAST_DMA: Final = 14
CARD_DMA: Final = 5
COLOUR_MA: Final = (1, 100)
DARK_MA: Final = (0, 10)
MOST_BUDGET_MA: Final = 100_000
COMPUTER_MA: Final = 1200
"""Current of a Raspberry Pi 4; a planning value."""
USUAL: Final = LightSettings(squares={}, count=0, driver=HelperDriver())
USUAL_PIN: Final = f"GPIO{HelperDriver().gpio}"
USUAL_SCANNER_PIN: Final = ScannerDriver("").pin
NOT_PI_5: Final = (
    "The lights' driver “ws281x” does not run on a Raspberry Pi 5: there, take driver = “spi”."
)
ANALOGUE_SOUND: Final = (
    "Analogue sound and lights on {pin} disturb each other: put “dtparam=audio=off” into "
    "config.txt."
)
FIXED_CLOCK: Final = (
    "Lights on GPIO10 depend on a fixed core clock: put “core_freq=250” into config.txt "
    "(on a Raspberry Pi 4 “core_freq=500” and “core_freq_min=500”)."
)


def read_lights(
    sheet: BoardSheet, squares: Mapping[int, Place], supply: Supply | None, claims: Claims
) -> LightSettings | None:
    """Read the lights of a board; None if something about them is wrong.

    Args:
        sheet: section of the lights.
        squares: squares of the board.
        supply: power supply of the board, if the file has one.
        claims: pins and ports that are used already.
    """
    kind = sheet.choice("driver", tuple(DRIVER_KEYS))
    if kind is None:
        sheet.allow((*LIGHT_KEYS, *(key for keys in DRIVER_KEYS.values() for key in keys)))
        driver = None
    else:
        sheet.allow((*LIGHT_KEYS, *DRIVER_KEYS[kind]), f" with driver = “{kind}”")
        read = {"ws281x": _helper, "spi": _spi, "scanner": _scanner}[kind]
        driver = read(sheet, claims)
    advice: list[str] = []
    strip = read_strip(sheet, squares, advice)
    for sentence in advice:
        claims.advise(sentence)
    order = sheet.choice("colour_order", get_args(ColourOrder), USUAL.order)
    gamma = sheet.number("gamma", 1, 4, USUAL.gamma)
    brightness = sheet.number("brightness", 0.01, 1, USUAL.brightness)
    undervoltage = sheet.number("undervoltage", 0, 1, USUAL.undervoltage)
    budget_ma = sheet.whole("budget_ma", 1, MOST_BUDGET_MA, USUAL.budget_ma, " mA")
    currents = _currents(sheet)
    if driver is None or strip is None or order is None or gamma is None:
        return None
    if brightness is None or undervoltage is None or budget_ma is None or currents is None:
        return None
    lights, count = strip
    _check_count(sheet, count, driver)
    found = LightSettings(
        squares=MappingProxyType(lights),
        count=count,
        driver=driver,
        order=cast(ColourOrder, order),
        gamma=gamma,
        brightness=brightness,
        currents=currents,
        budget_ma=budget_ma,
        undervoltage=undervoltage,
    )
    _check_budget(sheet, found, supply, claims)
    return found


def _helper(sheet: BoardSheet, claims: Claims) -> Driver | None:
    """Read a strip that `rpi_ws281x` drives."""
    given = sheet.value("pin") if "pin" in sheet else USUAL_PIN
    pin = claims.pin(sheet, "pin", given)
    gpio = None if pin is None else int(pin.removeprefix("GPIO"))
    if gpio is not None and gpio not in HELPER_PINS:
        words = either([f"“GPIO{each}”" for each in HELPER_PINS])
        sheet.refuse("pin", f"{pin} cannot drive lights: write {words}.")
        gpio = None
    if gpio == SPI_PIN:
        _alone(sheet, claims, 0)
        claims.advise(FIXED_CLOCK)
    if gpio in PWM_PINS:
        claims.advise(ANALOGUE_SOUND.format(pin=pin))
    claims.advise(NOT_PI_5)
    dma = sheet.whole("dma", 0, LAST_DMA, HelperDriver().dma)
    if dma == CARD_DMA:
        sheet.refuse(
            "dma",
            f"channel {CARD_DMA} belongs to the memory card, which lights there would corrupt; "
            f"{HelperDriver().dma} is usual.",
        )
        dma = None
    socket = sheet.text("socket", HelperDriver().socket)
    if socket is not None and not socket.startswith("/"):
        sheet.refuse("socket", f"{shown(socket)} is no path that begins with “/”.")
        socket = None
    if gpio is None or dma is None or socket is None:
        return None
    return HelperDriver(gpio, dma, socket)


def _spi(sheet: BoardSheet, claims: Claims) -> Driver | None:
    """Read a strip on the data wire of an SPI bus."""
    number = sheet.whole("number", min(SPI_WIRES), max(SPI_WIRES), SpiDriver().number)
    if number is None:
        return None
    _alone(sheet, claims, number)
    return SpiDriver(number)


def _scanner(sheet: BoardSheet, claims: Claims) -> Driver | None:
    """Read a strip on a pin of a co-processor."""
    port = co_processor(sheet, claims)
    own = claims.co_processors.get(port, Claims(PICO))
    pin = own.one_pin(sheet, "pin", USUAL_SCANNER_PIN)
    return None if port is None or pin is None else ScannerDriver(port, pin)


def _alone(sheet: BoardSheet, claims: Claims, number: int) -> None:
    """Claim all wires of an SPI bus: lights read all data on it as colours."""
    wires = SPI_WIRES[number]
    key = "pin" if "pin" in sheet else "driver"
    line = sheet.line(key)
    for pin in (wires.sck, wires.mosi, wires.miso):
        other = claims.claim("pin", pin, f"the lights in line {line}")
        if other is not None and not other.startswith(f"pin in line {line}"):
            sheet.refuse(
                key,
                f"lights have to be alone on SPI {number}, and {pin} is already used by {other}.",
            )


def _currents(sheet: BoardSheet) -> LightCurrents | None:
    section = sheet.section("currents", needed=False)
    if section is None:
        return LightCurrents()
    section.allow(CURRENT_KEYS)
    found = {
        key: section.number(
            key, *(DARK_MA if key == "dark_ma" else COLOUR_MA), getattr(LightCurrents(), key), " mA"
        )
        for key in CURRENT_KEYS
    }
    given = {key: value for key, value in found.items() if value is not None}
    return LightCurrents(**given) if len(given) == len(found) else None


def _check_count(sheet: BoardSheet, count: int, driver: Driver) -> None:
    """Compare the number of lights with the most that the driver drives."""
    key = "count" if "count" in sheet else "driver"
    if isinstance(driver, SpiDriver) and count > MOST_SPI_LIGHTS:
        sheet.refuse(
            key,
            f"{count} lights are too many for SPI, which drives {MOST_SPI_LIGHTS} without a pause: "
            "take fewer, or driver = “ws281x”.",
        )
    if isinstance(driver, ScannerDriver) and count > MOST_SCANNER_LIGHTS:
        sheet.refuse(
            key,
            f"{count} lights are too many for a co-processor, which drives {MOST_SCANNER_LIGHTS}: "
            "take fewer.",
        )


def _check_budget(
    sheet: BoardSheet, lights: LightSettings, supply: Supply | None, claims: Claims
) -> None:
    """Compare the lights' budget with the least current they take, and with the supply."""
    budget_ma, count = lights.budget_ma, lights.count
    dark_ma = count * lights.currents.dark_ma
    if budget_ma < dark_ma:
        sheet.refuse(
            "budget_ma" if "budget_ma" in sheet else "",
            f"{budget_ma} mA are too few: {count} lights take {dark_ma:g} mA even when they are "
            "dark.",
        )
    if supply is None:
        return
    left_ma = supply.reserve_ma - budget_ma
    if isinstance(lights.driver, ScannerDriver):
        if left_ma < 0:
            claims.advise(
                f"The lights may take {budget_ma} mA, and “reserve_ma” keeps only "
                f"{supply.reserve_ma} mA for everything but readers."
            )
    elif left_ma < COMPUTER_MA:
        claims.advise(
            f"The lights may take {budget_ma} mA of the {supply.reserve_ma} mA that “reserve_ma” "
            f"keeps for everything but readers, which leaves {max(left_ma, 0)} mA for the "
            f"computer; a Raspberry Pi 4 takes {COMPUTER_MA} mA."
        )
