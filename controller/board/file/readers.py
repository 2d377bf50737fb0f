"""Reads the section [readers]: stride, timing, supply."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal

import msgspec

from controller.board.file.pins import Claims
from controller.board.file.squares import MOST_SQUARES
from controller.plural import counted, verb
from controller.toml import Limits, TomlSection
from hardware.sensing.plan import current_ma, most_fields
from hardware.sensing.settings import ArraySettings, Place, Supply, Timing

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


_Ms = Annotated[float, Limits(0.01, LONGEST_MS, ", in milliseconds")]
Time = Literal["ack_ms", "field_rise_ms", "try_ms", "activation_ms", "slack_ms", "poll_ms"]


class SupplyKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of [readers.supply]."""

    supply_ma: Annotated[int, Limits(100, MOST_MA, " mA")]
    load: Annotated[float, Limits(0.1, 1)] = USUAL_SUPPLY.load
    reserve_ma: Annotated[int, Limits(0, MOST_MA, " mA")] = USUAL_SUPPLY.reserve_ma
    field_ma: Annotated[int, Limits(1, 1000, " mA")] = USUAL_SUPPLY.field_ma
    idle_ma: Annotated[int, Limits(0, 1000, " mA")] = USUAL_SUPPLY.idle_ma


class ReaderKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of [readers]."""

    stride: Annotated[int, Limits(1, MOST_SQUARES)] = USUAL.stride
    max_fields: Annotated[int, Limits(1, MOST_SQUARES)] = USUAL.max_fields
    retries: Annotated[int, Limits(0, MOST_RETRIES)] = USUAL.retries
    attention: Annotated[int, Limits(1, MOST_ATTENTION)] = USUAL.attention
    idle_after_s: Annotated[float, Limits(0, LONGEST_IDLE_S, " (a day), in seconds")] = (
        USUAL.idle_after_s
    )
    idle_pause_ms: Annotated[float, Limits(0, LONGEST_PAUSE_MS, ", in milliseconds")] = (
        USUAL.idle_pause_s * 1000
    )
    guard_ms: Annotated[float, Limits(0, LONGEST_MS, ", in milliseconds")] = (
        USUAL.timing.guard_s * 1000
    )
    timing: dict[Time, _Ms | None] = {}
    supply: SupplyKeys | None = None
    bus: list[TomlSection] = []


def read_readers(
    table: TomlSection, places: Mapping[int, Place], claims: Claims
) -> tuple[ArraySettings, Supply | None]:
    """Read the readers' settings and supply; the usual ones if something is wrong."""
    if "supply" not in table:
        claims.advise(NO_SUPPLY)
    keys = table.read(ReaderKeys)
    if keys is None:
        return USUAL, None
    supply = _supply(table.inner("supply"), keys.supply)
    times = [("guard_ms", keys.guard_ms), *keys.timing.items()]
    settings = ArraySettings(
        places=MappingProxyType(dict(places)),
        stride=keys.stride,
        max_fields=_max_fields(table, keys.max_fields, supply, len(places)),
        retries=keys.retries,
        attention=keys.attention,
        idle_after_s=keys.idle_after_s,
        idle_pause_s=keys.idle_pause_ms / 1000,
        timing=Timing(
            **{f"{key.removesuffix('_ms')}_s": ms / 1000 for key, ms in times if ms is not None}
        ),
    )
    return settings, supply


def _supply(table: TomlSection | None, keys: SupplyKeys | None) -> Supply | None:
    """Return the supply; None if there is none or it cannot bear the readers."""
    if table is None or keys is None:
        return None
    supply = Supply(**msgspec.structs.asdict(keys))
    if keys.idle_ma >= keys.field_ma:
        table.refuse(
            "idle_ma" if "idle_ma" in table else "field_ma",
            f"a reader takes more with its field on ({keys.field_ma} mA) than with it off "
            f"({keys.idle_ma} mA).",
        )
    elif supply.budget_ma <= 0:
        table.refuse("reserve_ma", f"nothing is left for the readers: {budget_words(supply)}.")
    else:
        return supply
    return None


def _max_fields(table: TomlSection, given: int, supply: Supply | None, readers: int) -> int:
    """Return the most fields on at once: the given number, or the most the supply bears."""
    if supply is None or not readers:
        return given
    field_ma, idle_ma = supply.field_ma, supply.idle_ma
    most = most_fields(supply.budget_ma, readers, field_ma, idle_ma)
    if most == 0:
        idle = readers * idle_ma
        need_ma = current_ma(readers, 1, field_ma, idle_ma)
        said = (
            f"{counted(readers, 'idle reader')} already {verb(readers, 'take')} {idle} mA"
            if idle > supply.budget_ma
            else f"{counted(readers, 'reader')}, one field on, {verb(readers, 'take')} {need_ma} mA"
        )
        table.refuse(
            "supply", f"{said} of {supply.budget_ma} mA that are left: {budget_words(supply)}."
        )
    elif "max_fields" not in table:
        return most
    elif given > most:
        need_ma = current_ma(readers, min(given, readers), field_ma, idle_ma)
        table.refuse(
            "max_fields",
            f"{min(given, readers)} fields among {readers} readers take {need_ma} mA of "
            f"{supply.budget_ma} mA that are left ({budget_words(supply)}); {most} is the most.",
        )
    return given


def budget_words(supply: Supply) -> str:
    """Word the origin of the readers' current budget for a sentence."""
    return (
        f"{supply.load:.0%} of {supply.supply_ma} mA less {supply.reserve_ma} mA for everything "
        "else"
    )
