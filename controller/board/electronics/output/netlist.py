"""Writes a circuit as a netlist in KiCad's format, which its board editor reads.

Source: KiCad 6, netlist format, version E. An s-expression; strings are quoted.
"""

from collections.abc import Iterator
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from controller.board.electronics.circuit import Circuit, CircuitPart
from hardware.modules.catalogue import PinKind, modules

PIN_TYPES: Final[dict[PinKind, str]] = {"supply": "power_in"}
"""KiCad's names of pin kinds, where they differ from ours."""


def netlist(circuit: Circuit) -> str:
    """Return a circuit as a KiCad netlist. Equal circuits give equal texts."""
    return "\n".join(_lines(circuit)) + "\n"


def _lines(circuit: Circuit) -> Iterator[str]:
    yield '(export (version "E")'
    yield f'  (design (source {_quoted(circuit.name)}) (tool "hareboard"))'
    yield "  (components"
    for part in circuit.parts.values():
        yield from _component(part)
    yield "  )"
    yield "  (libparts"
    for key in sorted({part.module for part in circuit.parts.values()}):
        yield from _library_part(key)
    yield "  )"
    yield "  (nets"
    for code, (net, there) in enumerate(circuit.nets.items(), start=1):
        yield f"    (net (code {_quoted(str(code))}) (name {_quoted(net)})"
        for each in there:
            pin = f"(ref {_quoted(each.ref)}) (pin {_quoted(each.number)})"
            function = f"(pinfunction {_quoted(circuit.pin_name(each))})"
            kind = f"(pintype {_quoted(_type(circuit.pin_kind(each)))})"
            yield f"      (node {pin} {function} {kind})"
        yield "    )"
    yield "  )"
    yield ")"


def _component(part: CircuitPart) -> Iterator[str]:
    yield f"    (comp (ref {_quoted(part.ref)})"
    yield f"      (value {_quoted(part.named)})"
    yield f"      (footprint {_quoted(part.data.footprint)})"
    yield f"      (fields (field (name {_quoted('Use')}) {_quoted(part.what)}))"
    library = f"(lib {_quoted('hareboard')}) (part {_quoted(part.module)})"
    yield f"      (libsource {library} (description {_quoted(part.data.name)}))"
    sheet = _quoted(f"/{part.sheet}/")
    yield f"      (sheetpath (names {sheet}) (tstamps {_quoted(f'/{_stamp(part.sheet)}/')}))"
    yield f"      (tstamps {_quoted(_stamp(part.ref))}))"


def _library_part(key: str) -> Iterator[str]:
    yield f"    (libpart (lib {_quoted('hareboard')}) (part {_quoted(key)})"
    yield "      (pins"
    for kind, pins in modules()[key].pins.items():
        for number, name in pins.items():
            what = f"(num {_quoted(number)}) (name {_quoted(name)})"
            yield f"        (pin {what} (type {_quoted(_type(kind))}))"
    yield "      ))"


def _type(kind: PinKind) -> str:
    return PIN_TYPES.get(kind, kind)


def _stamp(name: str) -> str:
    """Return an identifier that is the same for a name each time."""
    return str(uuid5(NAMESPACE_URL, f"hareboard:{name}"))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
