"""Reads the section [readers]: stride, timing, supply."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final

import msgspec

from controller.board.file.pins import Claims
from controller.board.file.squares import MOST_SQUARES
from controller.plural import counted, verb
from controller.toml import Limits, TomlSection
from controller.toml.mistakes import quoted, shown
from controller.toml.shapes import as_text
from hardware.modules.catalogue import reader_names
from hardware.sensing.plan import current_ma, most_fields
from hardware.sensing.settings import ArraySettings, Place, Supply, Timing

USUAL: Final = ArraySettings(places={})
USUAL_SUPPLY: Final = Supply(supply_ma=0)
MOST_RETRIES: Final = 254
"""255 means to retry for ever: an empty square would never answer. Source: UM0701-02, 7.3.1."""
MOST_ATTENTION: Final = 100
MOST_ATTEMPTS: Final = 10
MOST_IN_A_ROW: Final = 20
"""Most failures until a reset, and most misses until a tag is gone."""
ANALOG_BYTES: Final = 11
"""Length of item 0x0A of RFConfiguration. Source: UM0701-02, 7.3.1."""
LONGEST_MS: Final = 1000
LONGEST_PAUSE_MS: Final = 60_000
LEAST_SWEEP_MS: Final = 100
LONGEST_SWEEP_MS: Final = 10_000
LONGEST_IDLE_S: Final = 86_400
MOST_MA: Final = 100_000
USUAL_MODULE: Final = reader_names()[0]
NO_SUPPLY: Final = (
    "Nothing is said of the power supply: with a section [readers.supply] it is checked that it "
    "bears the readers."
)


_Ms = Annotated[float, Limits(0.01, LONGEST_MS, ", in milliseconds")]
_MsOrNone = Annotated[float, Limits(0, LONGEST_MS, ", in milliseconds")]
USUAL_TIMING: Final = USUAL.timing


def _analog(value: object) -> bytes:
    given = re.sub(r"[\s:-]", "", value) if isinstance(value, str) else ""
    if re.fullmatch(rf"[0-9A-Fa-f]{{{2 * ANALOG_BYTES}}}", given):
        return bytes.fromhex(given)
    raise ValueError(
        f"{shown(value)} is not {ANALOG_BYTES} bytes in hexadecimal, in quotes, like "
        "“59 F4 3F 11 4D 85 61 6F 26 62 87”."
    )


def _module(value: object) -> str:
    if value in reader_names():
        return as_text(value)
    raise ValueError(f"{shown(value)} is no module that is known: write {quoted(reader_names())}.")


class TimingKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of [readers.timing]."""

    ack_ms: _Ms = USUAL_TIMING.ack_s * 1000
    field_rise_ms: _Ms = USUAL_TIMING.field_rise_s * 1000
    try_ms: _Ms = USUAL_TIMING.try_s * 1000
    activation_ms: _Ms = USUAL_TIMING.activation_s * 1000
    slack_ms: _Ms = USUAL_TIMING.slack_s * 1000
    poll_ms: _Ms = USUAL_TIMING.poll_s * 1000
    calm_ms: _MsOrNone = USUAL_TIMING.calm_s * 1000
    wake_ms: _MsOrNone = USUAL_TIMING.wake_s * 1000
    select_ms: _MsOrNone = USUAL_TIMING.select_s * 1000
    pause_ms: _MsOrNone = USUAL_TIMING.pause_s * 1000
    reset_ms: _Ms = USUAL_TIMING.reset_s * 1000
    after_reset_ms: _MsOrNone = USUAL_TIMING.after_reset_s * 1000


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
    lit_retries: Annotated[int, Limits(0, MOST_RETRIES)] = USUAL.lit_retries
    attention: Annotated[int, Limits(1, MOST_ATTENTION)] = USUAL.attention
    idle_after_s: Annotated[float, Limits(0, LONGEST_IDLE_S, " (a day), in seconds")] = (
        USUAL.idle_after_s
    )
    idle_pause_ms: Annotated[float, Limits(0, LONGEST_PAUSE_MS, ", in milliseconds")] = (
        USUAL.idle_pause_s * 1000
    )
    idle_sweep_ms: Annotated[
        float, Limits(LEAST_SWEEP_MS, LONGEST_SWEEP_MS, ", in milliseconds")
    ] = USUAL.idle_sweep_s * 1000
    guard_ms: Annotated[float, Limits(0, LONGEST_MS, ", in milliseconds")] = (
        USUAL.timing.guard_s * 1000
    )
    attempts: Annotated[int, Limits(1, MOST_ATTEMPTS)] = USUAL.attempts
    failures: Annotated[int, Limits(1, MOST_IN_A_ROW)] = USUAL.failures
    misses: Annotated[int, Limits(1, MOST_IN_A_ROW)] = USUAL.misses
    targets: Annotated[int, Limits(1, 2)] = USUAL.targets
    analog: Annotated[bytes, _analog] = USUAL.analog
    module: Annotated[str, _module] = USUAL_MODULE
    timing: TimingKeys = TimingKeys()
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
    times = {"guard_ms": keys.guard_ms, **msgspec.structs.asdict(keys.timing)}
    settings = ArraySettings(
        places=MappingProxyType(dict(places)),
        stride=keys.stride,
        max_fields=_max_fields(table, keys.max_fields, supply, len(places)),
        retries=keys.retries,
        lit_retries=keys.lit_retries,
        attention=keys.attention,
        idle_after_s=keys.idle_after_s,
        idle_pause_s=keys.idle_pause_ms / 1000,
        idle_sweep_s=keys.idle_sweep_ms / 1000,
        attempts=keys.attempts,
        failures=keys.failures,
        misses=keys.misses,
        targets=keys.targets,
        analog=keys.analog,
        timing=Timing(**{f"{key.removesuffix('_ms')}_s": ms / 1000 for key, ms in times.items()}),
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
