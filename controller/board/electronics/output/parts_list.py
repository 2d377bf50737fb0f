"""The list of parts to buy: quantities, obtainable names, alternatives, references."""

import csv
import io
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from controller.board.electronics.calculation.branches import SupplyBranch, branches, supply_a
from controller.board.electronics.circuit import Circuit, CircuitPart
from controller.board.electronics.layout import WireLayout
from controller.board.electronics.output.wire_list import listed_wires
from controller.board.file.form import Board
from controller.board.make.layout import HOLDER_WASHER_MM, lay_out
from controller.game.pieces import COLOURS
from hardware.modules.catalogue import modules

HOLDER_ON_BOARD: Final = "to solder, pins 22.6 mm apart: Stelvio-Kontek PTF78"
SPARE_WIRE: Final = 1.1
"""Wire to buy for each metre of the list."""


@dataclass(frozen=True, slots=True)
class PartToBuy:
    """A line of the list.

    Attributes:
        count: how many; metres of wire, rounded up.
        what: name and value.
        sold_as: names under which it is sold.
        instead: what does as well; may be empty.
        refs: references in the schematic; empty for wire, tags and the like.
        note: what a builder should know of it.
    """

    count: int
    what: str
    sold_as: str
    instead: str
    refs: str
    note: str


def parts_to_buy(circuit: Circuit, layout: WireLayout, board: Board) -> tuple[PartToBuy, ...]:
    """Return every part of a board with its wires, tags, wood and screws."""
    fed = branches(circuit, layout, board)
    return (
        *circuit_parts(circuit, board, fed),
        *_stripboards(circuit),
        *_wires(circuit, layout, board),
        *other_parts(circuit, board),
    )


def _stripboards(circuit: Circuit) -> Iterator[PartToBuy]:
    """What chips and resistors are soldered on by hand, and the sockets that chips stand in."""
    boards = {part.where for part in circuit.of_kind("passive")}
    if not boards:
        return
    yield PartToBuy(
        len(boards),
        "stripboard",
        "board with holes 2.54 mm apart and strips of copper",
        "board with single pads",
        "",
        "cut the strips between the pins of each chip; large enough for all parts of its place",
    )
    chips = [part for part in circuit.parts.values() if "DIP" in part.data.footprint]
    for name, there in groupby(sorted(chips, key=_pins), key=_pins):
        yield PartToBuy(
            len(list(there)),
            f"socket of {name} pins for a chip",
            "DIP socket, 7.62 mm wide",
            "none: solder the chip",
            "",
            "",
        )


def _pins(part: CircuitPart) -> int:
    """Return the number of pins in the name of a chip's footprint."""
    return int(part.data.footprint.split("DIP-")[1].split("_")[0])


def other_parts(circuit: Circuit, board: Board) -> Iterator[PartToBuy]:
    """List what is no part of the circuit: computer, tags, wood and screws."""
    yield from _computer(circuit, board)
    yield PartToBuy(
        len(board.tags) or 2 * len(COLOURS),
        "NFC tag NTAG213",
        "NTAG213 sticker, 25 mm",
        "NTAG215, NTAG216",
        "",
        "one in the base of a runner, one in its crown",
    )
    if len(board.squares) == 1:  # a reader on a desk
        return
    wood = lay_out(board)
    size = f"{wood.width:g} x {wood.height:g} mm"
    yield PartToBuy(
        1,
        f"plate for the surface, {size}, {board.measures.surface_mm:g} mm thick",
        "birch plywood",
        "acrylic glass",
        "",
        "cut by cutting/surface.dxf; no metal",
    )
    yield PartToBuy(
        1,
        f"plate for the carrier, {size}, as thick as a reader or more",
        "birch plywood",
        "fibreboard (MDF)",
        "",
        "cut by cutting/carrier.dxf; no metal",
    )
    holders = sum(len(square.holder_holes) for square in wood.squares.values())
    for count, size, what in (
        (len(wood.fixings), "M3", "to join surface and carrier"),
        (
            holders,
            "M2",
            f"to hold a reader by its edge, with a washer {HOLDER_WASHER_MM:g} mm wide",
        ),
    ):
        if count:
            yield PartToBuy(
                count,
                f"screw {size} with nut, {what}",
                f"nylon screw {size}",
                "brass",
                "",
                "no steel near the coils",
            )


def _computer(circuit: Circuit, board: Board) -> Iterator[PartToBuy]:
    """List what plays: a computer, or what a Raspberry Pi needs, and cables to co-processors."""
    if circuit.of_kind("computer"):
        yield PartToBuy(
            1,
            "microSD card of 16 GB",
            "microSD card, class A1",
            "any larger one",
            "",
            "for the Raspberry Pi's system, the program and all games",
        )
        if not circuit.of_kind("supply"):
            yield PartToBuy(
                1,
                f"power supply, 5 V, {supply_a(board):g} A",
                "supply of the Raspberry Pi, with the plug of its model",
                "a stronger one",
                "",
                "the Raspberry Pi feeds the board by its pins 2 and 4",
            )
    else:
        instead = "Raspberry Pi with its supply"
        yield PartToBuy(1, "computer with USB", "laptop or PC", instead, "", "")
    picos = len(circuit.of_kind("co-processor"))
    if not picos:
        return
    yield PartToBuy(
        picos,
        "USB cable to a co-processor",
        "USB cable, A to micro B, for data",
        "another one whose ends fit computer and co-processor",
        "",
        "a cable for charging alone has no wires for data",
    )
    if picos > 1:
        yield PartToBuy(
            1,
            f"USB hub with {picos} ports",
            "USB hub with a supply of its own",
            "several that have as many together, or as many ports at the computer",
            "",
            "",
        )


def parts_csv(parts: tuple[PartToBuy, ...]) -> str:
    """Return the list as CSV, with a line of titles."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["quantity", "part", "sold as", "instead", "references", "note"])
    for part in parts:
        writer.writerow([part.count, part.what, part.sold_as, part.instead, part.refs, part.note])
    return out.getvalue()


def parts_text(parts: tuple[PartToBuy, ...]) -> str:
    """Return the list as text, for reading."""
    lines = []
    for part in parts:
        lines.append(f"{part.count:>4}  {part.what}")
        for title, said in (
            ("sold as", part.sold_as),
            ("instead", part.instead),
            ("mind", part.note),
            ("for", part.refs),
        ):
            if said:
                lines.append(f"      {title}: {said}")
    return "\n".join(lines) + "\n"


def circuit_parts(
    circuit: Circuit,
    board: Board,
    fed: Iterable[SupplyBranch],
    on_boards: Collection[str] = (),
) -> Iterator[PartToBuy]:
    """List the parts of a circuit, equal ones together, and the holders of its fuses.

    Args:
        circuit: the circuit.
        board: the board it belongs to.
        fed: its branches of the supply, each with the rating of its fuse.
        on_boards: references of parts whose footprint is on a circuit board.
    """
    values = _values(circuit, board, fed)
    groups: defaultdict[tuple[str, str], list[CircuitPart]] = defaultdict(list)
    for part in circuit.parts.values():
        groups[part.module, values.get(part.ref, part.value)].append(part)
    for (module, value), parts in groups.items():
        data = modules()[module]
        fitting = data.instead_on_board if parts[0].ref in on_boards else data.instead
        yield PartToBuy(
            len(parts),
            f"{data.name}, {value}" if value else data.name,
            "; ".join(data.sold_as),
            "; ".join(fitting),
            " ".join(part.ref for part in parts),
            data.note,
        )
    fuses = [part for part in circuit.parts.values() if part.module == "fuse"]
    for sold_as, there in (
        (HOLDER_ON_BOARD, [part for part in fuses if part.ref in on_boards]),
        ("with a cover", [part for part in fuses if part.ref not in on_boards]),
    ):
        if there:
            what, instead = "holder for a fuse 5 x 20 mm", "any other that fits there"
            yield PartToBuy(len(there), what, sold_as, instead, "", "")


def _values(circuit: Circuit, board: Board, fed: Iterable[SupplyBranch]) -> Mapping[str, str]:
    """Return the values that the circuit leaves to the calculation: fuses and the supply."""
    found = {each.fuse: each.rating for each in fed}
    amperes = f"{supply_a(board):g} A"
    return found | {part.ref: amperes for part in circuit.of_kind("supply")}


def _wires(circuit: Circuit, layout: WireLayout, board: Board) -> Iterator[PartToBuy]:
    """Sum the wires by gauge and colour."""
    metres: defaultdict[tuple[float, int, str], float] = defaultdict(float)
    for wire in listed_wires(circuit, layout, board):
        metres[wire.mm2, wire.awg, wire.colour] += wire.length_m
    for (mm2, awg, colour), length in sorted(metres.items()):
        yield PartToBuy(
            -(-int(length * SPARE_WIRE * 100) // 100),
            f"metres of stranded wire, {mm2:g} mm² (AWG {awg}), {colour}",
            "hook-up wire",
            "the next thicker one",
            "",
            "",
        )
