"""Lists of a circuit board: parts to buy, their places, and the copies to make."""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping

from controller.board.circuit_boards.placement import PlacedBoard
from controller.board.circuit_boards.split import BoardDesign
from controller.board.electronics.circuit import CircuitPart


def board_parts_csv(design: BoardDesign, fuses: Mapping[str, str]) -> str:
    """Return the parts of one board as CSV.

    Args:
        design: the board.
        fuses: rating of each fuse, by its reference in the whole circuit.
    """
    groups: defaultdict[tuple[str, str], list[CircuitPart]] = defaultdict(list)
    for part in design.circuit.parts.values():
        groups[part.module, _value(design, part, fuses)].append(part)
    rows = []
    for (_, value), parts in groups.items():
        data = parts[0].data
        rows.append(
            (
                len(parts),
                " ".join(part.ref for part in parts),
                data.name,
                value,
                "; ".join(data.sold_as),
                "; ".join(data.instead if data.kind == "connector" else data.instead_on_board),
                data.footprint,
                data.note,
            )
        )
    head = ("quantity", "references", "part", "value", "sold as", "instead", "footprint", "note")
    return _csv(head, rows)


def places_csv(board: PlacedBoard) -> str:
    """Return the place of each part as CSV: the middle of its pads, from the lower left corner."""
    rows = []
    for part in board.parts:
        pads = [pad.at for pad in board.pads if pad.terminal.ref == part.ref]
        x = (min(at[0] for at in pads) + max(at[0] for at in pads)) / 2
        y = (min(at[1] for at in pads) + max(at[1] for at in pads)) / 2
        data = board.design.circuit.parts[part.ref]
        rows.append(
            (part.ref, data.named, data.data.footprint, f"{x:.3f}", f"{y:.3f}", part.angle, "top")
        )
    head = ("reference", "value", "footprint", "x mm", "y mm", "angle", "side")
    return _csv(head, rows)


def copies_csv(design: BoardDesign, fuses: Mapping[str, str]) -> str:
    """Return the boards to make as CSV: shunt, readers, and references in the whole circuit."""
    rows = []
    for copy in design.copies:
        readers = " ".join(f"{ref}={reader}" for ref, reader in sorted(copy.readers.items()))
        parts = " ".join(f"{ref}={part}" for ref, part in copy.parts.items())
        rated = " ".join(fuses[part] for part in copy.parts.values() if part in fuses)
        shunt = "" if copy.row is None else f"ROW{copy.row}"
        rows.append((copy.name, shunt, rated, readers, parts))
    return _csv(("board", "shunt", "fuse", "connector=reader", "here=schematic"), rows)


def _value(design: BoardDesign, part: CircuitPart, fuses: Mapping[str, str]) -> str:
    if part.module != "fuse":
        return part.value
    return " or ".join(dict.fromkeys(fuses[copy.parts[part.ref]] for copy in design.copies))


def _csv(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()
