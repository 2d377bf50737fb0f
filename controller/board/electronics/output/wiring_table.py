"""The complete wiring of a board as a page of tables: modules, branches, every net."""

from collections.abc import Iterator
from itertools import groupby

from controller.board.electronics.calculation.branches import branches, feed_gauge, supply_a
from controller.board.electronics.circuit import Circuit
from controller.board.electronics.layout import WireLayout
from controller.board.file.form import Board
from hardware.modules.catalogue import modules


def wiring_page(circuit: Circuit, layout: WireLayout, board: Board) -> str:
    """Return the wiring of a board in Markdown. Equal boards give equal texts."""
    lines = [f"# Wiring: {circuit.name}", "", "## Parts", *_parts(circuit)]
    fuses = list(_branches(circuit, layout, board))
    lines += ["", "## Fuses and wires of the supply", *fuses] if len(fuses) > 2 else []
    return "\n".join([*lines, "", "## Connections", *_nets(circuit)]) + "\n"


def _parts(circuit: Circuit) -> Iterator[str]:
    yield "| part | is | on | for |"
    yield "|---|---|---|---|"
    for part in circuit.parts.values():
        if part.data.kind not in ("light", "reader"):
            yield f"| {part.ref} | {part.named} | {part.where} | {part.what} |"
    for kind in ("reader", "light"):
        parts = circuit.of_kind(kind)
        for key, group in groupby(parts, key=lambda part: part.module):
            refs = [part.ref for part in group]
            what = "the readers of squares" if kind == "reader" else "lights, in their order"
            squares = ", ".join(
                str(part.square) for part in parts if kind == "reader" and part.square is not None
            )
            span = refs[0] if len(refs) == 1 else f"{refs[0]} to {refs[-1]}"
            yield f"| {span} | {modules()[key].name} | their squares | {what} {squares} |"


def _branches(circuit: Circuit, layout: WireLayout, board: Board) -> Iterator[str]:
    yield "| fuse | feeds | current | rating, time-lag | wire | voltage drop |"
    yield "|---|---|---|---|---|---|"
    for each in branches(circuit, layout, board):
        wire = f"{each.gauge.mm2:g} mm² (AWG {each.gauge.awg})"
        yield (
            f"| {each.fuse} | {each.name} | {each.amperes:.2f} A | {each.rating} | {wire} | "
            f"{each.drop_v:.2f} V |"
        )
    gauge = feed_gauge(board)
    for supply in circuit.of_kind("supply"):
        yield (
            f"| none | all fuses from {supply.ref}, and ground back to it | {supply_a(board):g} A "
            f"| | {gauge.mm2:g} mm² (AWG {gauge.awg}) | |"
        )


def _nets(circuit: Circuit) -> Iterator[str]:
    """List every net with its pins; each row is one net."""
    yield "| net | joins |"
    yield "|---|---|"
    for net, there in circuit.nets.items():
        pins = []
        for ref, own in groupby(there, key=lambda each: each.ref):
            numbers = [
                each.number
                if each.number == circuit.pin_name(each)
                else f"{each.number} ({circuit.pin_name(each)})"
                for each in own
            ]
            pins.append(f"{ref} {', '.join(numbers)}")
        yield f"| {net} | {'; '.join(pins)} |"
