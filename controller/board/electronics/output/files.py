"""Every file of a board's electronics, by its name."""

import re
import unicodedata

from controller.board.electronics.calculation.figures import calculated
from controller.board.electronics.design import circuit_of
from controller.board.electronics.layout import wired_by_hand
from controller.board.electronics.output.assembly import assembly
from controller.board.electronics.output.assembly_pages import assembly_html, assembly_text
from controller.board.electronics.output.netlist import netlist
from controller.board.electronics.output.parts_list import parts_csv, parts_text, parts_to_buy
from controller.board.electronics.output.schematic import schematics
from controller.board.electronics.output.wire_list import listed_wires, wires_csv
from controller.board.electronics.output.wiring_table import wiring_page
from controller.board.file.form import Board

BOARD_FILE = "my-board.toml"
"""Name of the board file in the commands of the assembly, as in the guide."""


def electronics_files(board: Board) -> dict[str, str]:
    """Return the text of each file. Equal boards give equal texts."""
    circuit = circuit_of(board)
    layout = wired_by_hand(circuit, board)
    parts = parts_to_buy(circuit, layout, board)
    steps = assembly(circuit, layout, board, BOARD_FILE)
    figures = [
        f"{'MARGINAL  ' if each.marginal else ''}{each.sentence}" for each in calculated(board)
    ]
    return {
        "netlist.net": netlist(circuit),
        **{
            f"schematic-{at:02}-{_plain(title)}.svg": svg
            for at, (title, svg) in enumerate(schematics(circuit).items(), start=1)
        },
        "parts.csv": parts_csv(parts),
        "parts.txt": parts_text(parts),
        "wires.csv": wires_csv(listed_wires(circuit, layout, board)),
        "wiring.md": wiring_page(circuit, layout, board),
        "assembly.html": assembly_html(f"Assembly by hand: {board.name}", steps),
        "assembly.txt": assembly_text(steps),
        "calculation.txt": "\n".join(figures) + "\n",
    }


def _plain(title: str) -> str:
    """Return a title as part of a file's name: small letters, digits and hyphens."""
    ascii_only = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "-", ascii_only.lower()).strip("-") or "sheet"
