"""Reads the section [readers]: stride, timing, supply."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.board.file.sheet import BoardSheet
from controller.board.file.squares import MOST_SQUARES
from hardware.sensing.plan import current_ma, most_fields
from hardware.sensing.settings import ArraySettings, Place, Supply, Timing

KEYS: Final = (
    *("stride", "max_fields", "retries", "attention", "idle_after_s", "idle_pause_ms"),
    *("guard_ms", "timing", "supply", "bus"),
)
TIMES: Final = ("ack_ms", "field_rise_ms", "try_ms", "activation_ms", "slack_ms", "poll_ms")
SUPPLY_KEYS: Final = ("supply_ma", "load", "reserve_ma", "field_ma", "idle_ma")
USUAL: Final = ArraySettings(places={})
USUAL_SUPPLY: Final = Supply(supply_ma=0)
MOST_RETRIES: Final = 254
"""255 means to retry for ever: an empty square would never answer. Source: UM0701-02, 7.3.1."""
MOST_ATTENTION: Final = 100
LONGEST_MS: Final = 1000
LONGEST_PAUSE_MS: Final = 60_000
LONGEST_IDLE_S: Final = 86_400
MOST_MA: Final = 100_000
NO_SUPPLY: Final = (
    "Nothing is said of the power supply: with a section [readers.supply] it is checked that it "
    "bears the readers."
)


def read_readers(
    sheet: BoardSheet, places: Mapping[int, Place]
) -> tuple[ArraySettings | None, Supply | None]:
    """Read the readers' settings and supply; None for those that are wrong."""
    sheet.allow(KEYS)
    stride = sheet.whole("stride", 1, MOST_SQUARES, USUAL.stride)
    retries = sheet.whole("retries", 0, MOST_RETRIES, USUAL.retries)
    attention = sheet.whole("attention", 1, MOST_ATTENTION, USUAL.attention)
    idle_after_s = sheet.number(
        "idle_after_s", 0, LONGEST_IDLE_S, USUAL.idle_after_s, " (a day), in seconds"
    )
    idle_pause_s = _seconds(sheet, "idle_pause_ms", 0, LONGEST_PAUSE_MS, USUAL.idle_pause_s)
    supply = _supply(sheet)
    max_fields = _max_fields(sheet, supply, len(places))
    timing = _timing(sheet)
    if (
        stride is None
        or retries is None
        or attention is None
        or idle_after_s is None
        or idle_pause_s is None
        or max_fields is None
        or timing is None
    ):
        return None, supply
    settings = ArraySettings(
        places=MappingProxyType(dict(places)),
        stride=stride,
        max_fields=max_fields,
        retries=retries,
        attention=attention,
        idle_after_s=idle_after_s,
        idle_pause_s=idle_pause_s,
        timing=timing,
    )
    return settings, supply


def _seconds(
    sheet: BoardSheet, key: str, low_ms: float, high_ms: float, usual_s: float
) -> float | None:
    """Read a time in milliseconds; return it in seconds."""
    if key not in sheet:
        return usual_s
    given_ms = sheet.number(key, low_ms, high_ms, usual_s * 1000, ", in milliseconds")
    return None if given_ms is None else given_ms / 1000


def _timing(sheet: BoardSheet) -> Timing | None:
    usual = USUAL.timing
    guard_s = _seconds(sheet, "guard_ms", 0, LONGEST_MS, usual.guard_s)
    given: dict[str, float | None] = {"guard_s": guard_s}
    section = sheet.section("timing", needed=False)
    if section is not None:
        section.allow(TIMES)
        for key in TIMES:
            name = f"{key.removesuffix('_ms')}_s"
            given[name] = _seconds(section, key, 0.01, LONGEST_MS, getattr(usual, name))
    found = {name: value for name, value in given.items() if value is not None}
    return Timing(**found) if len(found) == len(given) else None


def _supply(sheet: BoardSheet) -> Supply | None:
    section = sheet.section("supply", needed=False)
    if section is None:
        return None
    section.allow(SUPPLY_KEYS)
    unit = " mA"
    supply_ma = section.whole("supply_ma", 100, MOST_MA, unit=unit)
    load = section.number("load", 0.1, 1, USUAL_SUPPLY.load)
    reserve_ma = section.whole("reserve_ma", 0, MOST_MA, USUAL_SUPPLY.reserve_ma, unit)
    field_ma = section.whole("field_ma", 1, 1000, USUAL_SUPPLY.field_ma, unit)
    idle_ma = section.whole("idle_ma", 0, 1000, USUAL_SUPPLY.idle_ma, unit)
    if field_ma is not None and idle_ma is not None and idle_ma >= field_ma:
        section.refuse(
            "idle_ma" if "idle_ma" in section else "field_ma",
            f"a reader takes more with its field on ({field_ma} mA) than with it off "
            f"({idle_ma} mA).",
        )
        return None
    if supply_ma is None or load is None or reserve_ma is None:
        return None
    if field_ma is None or idle_ma is None:
        return None
    supply = Supply(supply_ma, load, reserve_ma, field_ma, idle_ma)
    if supply.budget_ma <= 0:
        section.refuse("reserve_ma", f"nothing is left for the readers: {budget_words(supply)}.")
        return None
    return supply


def _max_fields(sheet: BoardSheet, supply: Supply | None, readers: int) -> int | None:
    """Return the most fields on at once: the given number, or the most the supply bears."""
    given = sheet.whole("max_fields", 1, MOST_SQUARES, USUAL.max_fields)
    if supply is None or not readers:
        return given
    field_ma, idle_ma = supply.field_ma, supply.idle_ma
    most = most_fields(supply.budget_ma, readers, field_ma, idle_ma)
    if most == 0:
        idle = readers * idle_ma
        need_ma = current_ma(readers, 1, field_ma, idle_ma)
        said = (
            f"{readers} idle readers already take {idle} mA"
            if idle > supply.budget_ma
            else f"{readers} readers, one field on, take {need_ma} mA"
        )
        sheet.refuse(
            "supply", f"{said} of {supply.budget_ma} mA that are left: {budget_words(supply)}."
        )
        return None
    if "max_fields" not in sheet:
        return most
    if given is not None and given > most:
        need_ma = current_ma(readers, min(given, readers), field_ma, idle_ma)
        sheet.refuse(
            "max_fields",
            f"{min(given, readers)} fields among {readers} readers take {need_ma} mA of "
            f"{supply.budget_ma} mA that are left ({budget_words(supply)}); {most} is the most.",
        )
        return None
    return given


def budget_words(supply: Supply) -> str:
    """Word the origin of the readers' current budget for a sentence."""
    return (
        f"{supply.load:.0%} of {supply.supply_ma} mA less {supply.reserve_ma} mA for everything "
        "else"
    )
