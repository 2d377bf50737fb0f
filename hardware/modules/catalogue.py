"""Reads the data files of modules and parts beside it."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, Literal

import msgspec

Sure = Literal["sure", "likely", "weak", "assumed"]
"""Confidence in a figure, as in docs/hardware-notes.md; `assumed`: nobody documented it."""
PinKind = Literal[
    "bidirectional",
    "input",
    "open_collector",
    "output",
    "passive",
    "power_out",
    "supply",
    "tri_state",
]
"""Electrical kind of a pin, in KiCad's words; `supply` takes a supply or is ground."""
ModuleKind = Literal[
    "adapter",
    "buffer",
    "button",
    "co-processor",
    "computer",
    "connector",
    "decoder",
    "fuse",
    "level shifter",
    "light",
    "multiplexer",
    "passive",
    "reader",
    "shift register",
    "supply",
    "transistor",
]
ReaderRole = Literal[
    "GND", "MISO", "MOSI", "RSTPDN", "RXD", "SCK", "SCL", "SDA", "SS", "TXD", "VCC"
]
FigureName = Literal[
    "busy_ma",
    "field_ma",
    "gain",
    "i2c_pull_up_ohm",
    "idle_ma",
    "input_high_share",
    "input_pf",
    "logic_v",
    "most_mm2",
    "output_ohm",
    "pin_ma",
    "pulled_to_v",
    "reset_pull_down_ohm",
    "reset_pull_up_ohm",
    "saturation_v",
    "slowest_ns_per_v",
    "supply_max_v",
    "supply_min_v",
]
MODULE_FILES: Final = ("computers", "connectors", "discretes", "logic", "readers")


class ElectricalFigure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One figure of a module.

    Attributes:
        value: the figure, in the unit of its name.
        sure: confidence in it.
        source: the document, report or assumption it comes from.
    """

    value: float
    sure: Sure
    source: str


class Module(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A module or part that builders buy.

    Attributes:
        name: its name for people.
        kind: what it does on a board.
        pins: name of each pin by its number, by electrical kind.
        figures: its electrical figures.
        sold_as: names under which it is sold.
        instead: parts that do as well.
        instead_on_board: those of them that fit the footprint.
        note: what a builder should know of it.
        footprint: KiCad's footprint; empty for a module on wires.
        roles: of a reader, the number of the pin with each role.
    """

    name: str
    kind: ModuleKind
    pins: dict[PinKind, dict[str, str]]
    figures: dict[FigureName, ElectricalFigure]
    sold_as: tuple[str, ...]
    instead: tuple[str, ...] = ()
    instead_on_board: tuple[str, ...] = ()
    note: str = ""
    footprint: str = ""
    roles: dict[ReaderRole, str] = {}

    def figure(self, name: FigureName) -> float:
        """Return the value of a figure.

        Raises:
            KeyError: the module has no such figure.
        """
        return self.figures[name].value

    def pin_number(self, name: str) -> str:
        """Return the number of the first pin with this name.

        Raises:
            KeyError: it has none.
        """
        for numbers in self.pins.values():
            for number, called in numbers.items():
                if called == name:
                    return number
        raise KeyError(name)

    def pin_kind(self, number: str) -> PinKind:
        """Return the electrical kind of a pin."""
        return next(kind for kind, numbers in self.pins.items() if number in numbers)


class WireGauge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stranded wire: cross-section, nearest American gauge, resistance, most current."""

    mm2: float
    awg: int
    ohm_per_m: float
    most_a: float


class StrandedWires(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Stranded copper wires, from thin to thick, with sources of their figures."""

    pf_per_m: ElectricalFigure
    gauges: tuple[WireGauge, ...]
    resistance: str
    current: str


class RibbonWire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One wire of a ribbon: cross-section, American gauge, resistance with its source, current."""

    mm2: float
    awg: int
    ohm_per_m: float
    most_a: ElectricalFigure
    resistance: str


class FuseRatings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ratings of fuses, in amperes, and the share of a rating that may flow for long."""

    ratings_a: tuple[float, ...]
    ratings: str
    load: ElectricalFigure


class WireData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Data of wires, ribbons and fuses."""

    stranded: StrandedWires
    ribbon: RibbonWire
    fuses: FuseRatings


@cache
def modules() -> Mapping[str, Module]:
    """Return every module by its key."""
    found: dict[str, Module] = {}
    for file in MODULE_FILES:
        found |= msgspec.toml.decode(_text(file), type=dict[str, Module])
    return found


@cache
def wire_data() -> WireData:
    """Return the data of wires and fuses."""
    return msgspec.toml.decode(_text("wires"), type=WireData)


def reader_names() -> tuple[str, ...]:
    """List the keys of all reader modules, the most usual first."""
    return tuple(key for key, module in modules().items() if module.kind == "reader")


def _text(file: str) -> str:
    return (files(__package__) / f"{file}.toml").read_text("utf-8")
