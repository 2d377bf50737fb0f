"""Reads the section [lights]: driver, strip, budget."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Annotated, Final, Literal, get_args

import msgspec

from controller.board.file.pins import SPI_1_SELECT, SPI_WIRES, Claims
from controller.board.file.scanners import MOST_SCANNER_LIGHTS, co_processor
from controller.board.file.squares import UNUSED, Layout, check_way, listed, listed_squares
from controller.plural import counted, numbers, verb
from controller.toml import Limits, TomlSection
from controller.toml.mistakes import quoted, shown
from controller.toml.shapes import as_text
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
from hardware.sensing.plan import Corner, Direction
from hardware.sensing.settings import Place, Supply

MOST_LIGHTS: Final = 512
MOST_PER_SQUARE: Final = 32
PWM_PINS: Final = (12, 13, 18, 19)
PCM_PIN: Final = 21
SPI_PIN: Final = 10
HELPER_PINS: Final = (*PWM_PINS, PCM_PIN, SPI_PIN)
LAST_DMA: Final = 14
CARD_DMA: Final = 5
MOST_BUDGET_MA: Final = 100_000
HELPER_MA: Final = 4000
"""The most that the lights' helper allows, unless it is told otherwise: its `MOST_MA`."""
COMPUTER_MA: Final = 1200
"""Current of a Raspberry Pi 4; a planning value."""
USUAL: Final = LightSettings(squares={}, count=0, driver=HelperDriver())
USUAL_PIN: Final = f"GPIO{HelperDriver().gpio}"
USUAL_SCANNER_PIN: Final = ScannerDriver("").pin
NOT_PI_5: Final = "The lights' driver “ws281x” does not run on a Raspberry Pi 5: there, "
ANALOGUE_SOUND: Final = (
    "Analogue sound and lights on {pin} disturb each other: put “dtparam=audio=off” into "
    "config.txt."
)
FIXED_CLOCK: Final = (
    "Lights on {pin} depend on a fixed core clock: put “core_freq=250” into config.txt "
    "(on a Raspberry Pi 4 “core_freq=500” and “core_freq_min=500”, on a 5 nothing)."
)
SPI_1_HAS_GAPS: Final = (
    "Lights on SPI 1 are for a Raspberry Pi 5: up to a 4 that bus pauses between bytes, and "
    "builders saw wrong colours; there, take SPI 0 or driver = “ws281x”."
)
"""Its buffer is short, and it has no DMA. Source: rpi_ws281x PR 400 (with a fixed core clock),
Adafruit_CircuitPython_NeoPixel_SPI issue 26."""


_ColourMa = Annotated[float, Limits(1, 100, " mA")]


def _path(value: object) -> str:
    if as_text(value).startswith("/"):
        return as_text(value)
    raise ValueError(f"{shown(value)} is no path that begins with “/”.")


class CurrentKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of [lights.currents]."""

    red_ma: _ColourMa = USUAL.currents.red_ma
    green_ma: _ColourMa = USUAL.currents.green_ma
    blue_ma: _ColourMa = USUAL.currents.blue_ma
    dark_ma: Annotated[float, Limits(0, 10, " mA")] = USUAL.currents.dark_ma


class LightKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of [lights], without those of its driver."""

    driver: object
    colour_order: ColourOrder = USUAL.order
    gamma: Annotated[float, Limits(1, 4)] = USUAL.gamma
    brightness: Annotated[float, Limits(0.01, 1)] = USUAL.brightness
    budget_ma: Annotated[int, Limits(1, MOST_BUDGET_MA, " mA")] = USUAL.budget_ma
    undervoltage: Annotated[float, Limits(0, 1)] = USUAL.undervoltage
    currents: CurrentKeys = CurrentKeys()
    count: Annotated[int, Limits(1, MOST_LIGHTS)] | None = None
    per_square: Annotated[int, Limits(1, MOST_PER_SQUARE)] = 1
    order: Literal["track", Layout] = "track"
    corner: Corner | None = None
    direction: Direction | None = None
    first: Annotated[int, Limits(0, MOST_LIGHTS)] = 0
    squares: object = None
    without_light: object = None


class HelperKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of a strip that `rpi_ws281x` drives."""

    pin: object = USUAL_PIN
    dma: Annotated[int, Limits(0, LAST_DMA)] = HelperDriver().dma
    socket: Annotated[str, _path] = HelperDriver().socket


class SpiLightKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of a strip on the data wire of an SPI bus."""

    number: Annotated[int, Limits(min(SPI_WIRES), max(SPI_WIRES))] = SpiDriver().number


class ScannerLightKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of a strip on a pin of a co-processor."""

    port: str | None = None
    pin: object = USUAL_SCANNER_PIN


DriverKeys = HelperKeys | SpiLightKeys | ScannerLightKeys
DRIVERS: Final[Mapping[str, type[DriverKeys]]] = {
    "ws281x": HelperKeys,
    "spi": SpiLightKeys,
    "scanner": ScannerLightKeys,
}


def read_lights(table: TomlSection, supply: Supply | None, claims: Claims) -> LightSettings | None:
    """Read the lights of a board; None if something about them is wrong.

    Args:
        table: section of the lights.
        supply: power supply of the board, if the file has one.
        claims: squares of the board, and pins and ports that are used already.
    """
    before = table.mistakes
    found = table.read_variant(LightKeys, "driver", DRIVERS, by_default=True)
    if found is None:
        return None
    keys, driver_keys = found
    clear = table.mistakes == before
    driver = _driver(table, driver_keys, claims)
    order = _strip(table, keys, claims, clear=clear)
    settings = LightSettings(
        squares=MappingProxyType(lights_of(order)),
        count=len(order) if keys.count is None else keys.count,
        driver=driver,
        order=keys.colour_order,
        gamma=keys.gamma,
        brightness=keys.brightness,
        currents=LightCurrents(**msgspec.structs.asdict(keys.currents)),
        budget_ma=keys.budget_ma,
        undervoltage=keys.undervoltage,
    )
    if claims.squares and table.mistakes == before:
        _check_count(table, settings)
        _check_budget(table, settings, supply, claims)
    return settings


def _driver(table: TomlSection, keys: DriverKeys, claims: Claims) -> Driver:
    """Return the driver of the strip, and claim its pins."""
    match keys:
        case HelperKeys():
            return _helper(table, keys, claims)
        case SpiLightKeys():
            _alone(table, claims, keys.number)
            if keys.number == 1:
                claims.advise(SPI_1_HAS_GAPS)
            else:
                claims.advise(FIXED_CLOCK.format(pin=SPI_WIRES[keys.number].mosi))
            return SpiDriver(keys.number)
        case ScannerLightKeys():
            unclear = keys.port is None and "port" in table
            port = None if unclear else co_processor(table, keys.port, claims)
            own = claims.of_co_processor(port)
            pin = own.pin_or_usual(table, "pin", USUAL_SCANNER_PIN)
            return ScannerDriver(port or "", pin)


def _helper(table: TomlSection, keys: HelperKeys, claims: Claims) -> Driver:
    pin = claims.pin_or_usual(table, "pin", USUAL_PIN)
    if keys.dma == CARD_DMA:
        table.refuse(
            "dma",
            f"channel {CARD_DMA} belongs to the memory card, which lights there would corrupt; "
            f"{HelperDriver().dma} is usual.",
        )
    gpio = int(pin.removeprefix("GPIO") or -1)
    if pin and gpio not in HELPER_PINS:
        words = quoted([f"GPIO{each}" for each in HELPER_PINS])
        table.refuse("pin", f"{pin} cannot drive lights: write {words}.")
    if gpio == SPI_PIN:
        _alone(table, claims, 0)
        claims.advise(FIXED_CLOCK.format(pin=pin))
    if gpio in PWM_PINS:
        claims.advise(ANALOGUE_SOUND.format(pin=pin))
    claims.advise(NOT_PI_5 + _on_pi_5(claims))
    return HelperDriver(gpio, keys.dma, keys.socket)


def _on_pi_5(claims: Claims) -> str:
    """Name the driver that a Raspberry Pi 5 has for a strip, besides these readers."""
    free = [number for number, wires in SPI_WIRES.items() if not claims.is_used(wires.sck)]
    if 0 in free:
        return "take driver = “spi”."
    if 1 in free:
        return (
            "take driver = “spi” with number = 1, whose data is on GPIO20, and keep "
            f"{SPI_1_SELECT} to GPIO21 free for it."
        )
    return "take a co-processor, since both SPI buses have readers."


def _alone(table: TomlSection, claims: Claims, number: int) -> None:
    """Claim all wires of an SPI bus: lights read all data on it as colours."""
    wires = SPI_WIRES[number]
    key = "pin" if "pin" in table else "driver"
    line = table.line(key)
    taken = (SPI_1_SELECT,) if number == 1 else ()
    for pin in (wires.sck, wires.mosi, wires.miso, *taken):
        other = claims.claim("pin", pin, f"the lights in line {line}")
        if other is not None and not other.startswith(f"pin in line {line}"):
            table.refuse(
                key,
                f"lights have to be alone on SPI {number}, and {pin} is already used by {other}.",
            )


def _strip(table: TomlSection, keys: LightKeys, claims: Claims, *, clear: bool) -> list[int | None]:
    """Return the square over each light; None for a light under no square.

    The number of lights is compared only if the keys are clear.
    """
    before, squares = table.mistakes, claims.squares
    dark = listed(table, "without_light", squares)
    order = (
        _listed(table, squares, dark) if "squares" in table else _laid(table, keys, squares, dark)
    )
    count = len(order) if keys.count is None else keys.count
    if table.mistakes > before or not squares or not clear:
        return order
    if count > MOST_LIGHTS:
        table.refuse("", f"{count} lights are too many; {MOST_LIGHTS} is the most.")
    elif count < len(order):
        table.refuse("count", f"{count} are too few: the squares need {len(order)}.")
    several = count >= len(order) + len(set(squares) - dark)
    if several and "squares" not in table and "per_square" not in table:
        claims.advise(
            f"The squares need {counted(len(order), 'light')} and the strip has {count}, so its "
            "end stays dark: if there are several under each square, say so with “per_square”."
        )
    return order


def lights_of(order: Sequence[int | None]) -> dict[int, tuple[int, ...]]:
    """Return the lights under each square, given the square over each light."""
    lights: dict[int, tuple[int, ...]] = {}
    for light, square in enumerate(order):
        if square is not None:
            lights[square] = (*lights.get(square, ()), light)
    return lights


def _listed(table: TomlSection, squares: Mapping[int, Place], dark: set[int]) -> list[int | None]:
    """Read the square over each light from the list in the file."""
    for key in ("order", "corner", "direction", "per_square", "first"):
        if key in table:
            table.refuse(key, "“squares” already says where each light is; leave one of them out.")
    before = table.mistakes
    order = listed_squares(table, "squares", squares)
    there = {square for square in order if square is not UNUSED}
    lacking = set(squares) - there - dark
    if lacking and table.mistakes == before:
        one = len(lacking) == 1
        table.refuse(
            "squares",
            f"square{'' if one else 's'} {numbers(lacking)} {'has' if one else 'have'} no light: "
            "list where it is, or say so with “without_light”.",
        )
    if there & dark:
        table.refuse("without_light", f"{numbers(there & dark)}: there is a light in “squares”.")
    return order


def _laid(
    table: TomlSection, keys: LightKeys, squares: Mapping[int, Place], dark: set[int]
) -> list[int | None]:
    """Compute the square over each light of a strip that follows a layout or the track."""
    if table.value("order") in (None, "track"):
        for key in ("corner", "direction"):
            if key in table:
                words = quoted(get_args(Layout))
                table.refuse(key, f"the strip follows the track; with it belongs order = {words}.")
        way = sorted(squares)
    else:
        found = check_way(table, "order", keys.order, keys.corner, keys.direction)
        if found is None or keys.order == "track":
            return []
        way = strip_way(squares, *found, turning=keys.order == "serpentine")
    lit = [square for square in way if square not in dark]
    if squares and not lit:
        table.refuse("without_light", "no square is left that has a light.")
    return [UNUSED] * keys.first + [square for square in lit for _ in range(keys.per_square)]


def strip_way(
    places: Mapping[int, Place], corner: Corner, direction: Direction, *, turning: bool
) -> list[int]:
    """List all squares of a board, line after line.

    Args:
        places: place of each square.
        corner: corner where the order begins.
        direction: direction of the first line: along a row, or a column.
        turning: True if every second line runs back; else all begin on the same side.
    """
    down = 1 if corner.startswith("top") else -1
    right = 1 if corner.endswith("left") else -1
    by_rows = direction in ("left", "right")

    def spot(square: int) -> tuple[int, int]:
        place = places[square]
        row, column = down * place.row, right * place.column
        return (row, column) if by_rows else (column, row)

    way: list[int] = []
    lines: Iterable[tuple[int, Iterable[int]]] = groupby(
        sorted(places, key=spot), key=lambda square: spot(square)[0]
    )
    for number, (_, line) in enumerate(lines):
        squares = list(line)
        way += reversed(squares) if turning and number % 2 else squares
    return way


def _check_count(table: TomlSection, lights: LightSettings) -> None:
    """Compare the number of lights with the most that the driver drives."""
    count, driver = lights.count, lights.driver
    key = "count" if "count" in table else "driver"
    if isinstance(driver, SpiDriver) and count > MOST_SPI_LIGHTS:
        table.refuse(
            key,
            f"{count} lights are too many for SPI, which drives {MOST_SPI_LIGHTS} without a pause: "
            "take fewer, or driver = “ws281x”.",
        )
    if isinstance(driver, ScannerDriver) and count > MOST_SCANNER_LIGHTS:
        table.refuse(
            key,
            f"{count} lights are too many for a co-processor, which drives {MOST_SCANNER_LIGHTS}: "
            "take fewer.",
        )


def _check_budget(
    table: TomlSection, lights: LightSettings, supply: Supply | None, claims: Claims
) -> None:
    """Compare the lights' budget with the least current they take, and with the supply."""
    budget_ma, count = lights.budget_ma, lights.count
    dark_ma = count * lights.currents.dark_ma
    if budget_ma < dark_ma:
        table.refuse(
            "budget_ma" if "budget_ma" in table else "",
            f"{budget_ma} mA is too little: {counted(count, 'light')} {verb(count, 'take')} "
            f"{dark_ma:g} mA even when dark.",
        )
    if isinstance(lights.driver, HelperDriver) and budget_ma > HELPER_MA:
        claims.advise(
            f"The lights' helper allows {HELPER_MA} mA and refuses {budget_ma} mA: start it with "
            f"“--most-ma {budget_ma}” (sudo systemctl edit hareboard-lights)."
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
