"""What a builder who orders the circuit boards needs besides: lists, assembly, calculation."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from controller.board.circuit_boards.assembly import BoardAssembly
from controller.board.circuit_boards.cabling import COMPUTER_RIBBON, RIBBON, Cabling, cables_csv
from controller.board.circuit_boards.feeding import Feeding, board_figures
from controller.board.circuit_boards.hub import hub_board
from controller.board.circuit_boards.placement import placed
from controller.board.circuit_boards.split import BoardDesign, row_boards
from controller.board.electronics.calculation.verdict import Calculated
from controller.board.electronics.circuit import Circuit, CircuitPart
from controller.board.electronics.design import circuit_of
from controller.board.electronics.output.assembly import AssemblyStep
from controller.board.electronics.output.assembly_pages import assembly_html, assembly_text
from controller.board.electronics.output.files import BOARD_FILE
from controller.board.electronics.output.parts_list import (
    SPARE_WIRE,
    PartToBuy,
    circuit_parts,
    other_parts,
    parts_csv,
    parts_text,
)
from controller.board.file.form import Board

SOCKETS: Final = ("reader-header", "button-header")
"""Connectors that a cable's socket is plugged on; its wires are soldered at the other end."""


class BoardBuilding:
    """How a board is built with circuit boards.

    Args:
        circuit: its circuit.
        board: the board.
        designs: its circuit boards, the hub last.
    """

    def __init__(self, circuit: Circuit, board: Board, designs: Sequence[BoardDesign]) -> None:
        self._circuit = circuit
        self._board = board
        self._designs = tuple(designs)
        self.cabling = Cabling(circuit, board, designs)
        self.feeding = Feeding(circuit, board, self.cabling)

    def figures(self) -> tuple[Calculated, ...]:
        """Return every figure of its electronics."""
        return tuple(board_figures(self._circuit, self._board, self.cabling, self.feeding))

    def steps(self, file: str = BOARD_FILE) -> tuple[AssemblyStep, ...]:
        """Return the steps of its assembly; `file` is the board file in the commands."""
        boards = [placed(design, design.kind) for design in self._designs]
        made = BoardAssembly(self._circuit, self._board, self.cabling, self.feeding, boards)
        return made.steps(file)

    def parts(self) -> tuple[PartToBuy, ...]:
        """Return every part to buy, circuit boards and cables among them."""
        return (
            *(
                PartToBuy(
                    len(design.copies),
                    f"circuit board: {design.name}",
                    "made by a manufacturer of circuit boards",
                    "",
                    "",
                    f"from the files in circuit-boards/{design.name}",
                )
                for design in self._designs
            ),
            *circuit_parts(self._circuit, self._board, self.feeding.branches, self._soldered()),
            *self._connectors(),
            *self._cables(),
            *other_parts(self._circuit, self._board),
        )

    def files(self) -> Iterator[tuple[str, str]]:
        """Yield name and text of each file."""
        cables = self.cabling.cables
        parts, steps = self.parts(), self.steps()
        gauges = {cable.end: self.feeding.gauge(cable) for cable in cables}
        figures = [
            f"{'MARGINAL  ' if each.marginal else ''}{each.sentence}" for each in self.figures()
        ]
        yield "parts.csv", parts_csv(parts)
        yield "parts.txt", parts_text(parts)
        yield "cables.csv", cables_csv(cables, gauges)
        yield "assembly.txt", assembly_text(steps)
        title = f"Assembly with circuit boards: {self._board.name}"
        yield "assembly.html", assembly_html(title, steps)
        yield "calculation.txt", "\n".join(figures) + "\n"

    def _soldered(self) -> frozenset[str]:
        """Return the parts of the circuit that are soldered onto circuit boards."""
        copies = (copy for design in self._designs for copy in design.copies)
        return frozenset(ref for copy in copies for ref in copy.parts.values())

    def _connectors(self) -> Iterator[PartToBuy]:
        """List the connectors on all boards, and the sockets that are plugged on them."""
        groups: Counter[str] = Counter()
        parts: dict[str, CircuitPart] = {}
        for design in self._designs:
            for part in design.circuit.parts.values():
                if part.data.kind == "connector":
                    groups[part.module] += len(design.copies)
                    parts[part.module] = part
        for module, count in groups.items():
            data = parts[module].data
            sold, instead = "; ".join(data.sold_as), "; ".join(data.instead)
            yield PartToBuy(count, data.name, sold, instead, "", data.note)
        for module in SOCKETS:
            if module in groups:
                pins = len(parts[module].data.pins["passive"])
                yield PartToBuy(
                    groups[module],
                    f"socket 1 x {pins} for a cable",
                    f"crimp housing 1 x {pins}, 2.54 mm, with contacts",
                    "ready-made jumper wires with single sockets",
                    "",
                    f"one on each {parts[module].data.name}",
                )

    def _cables(self) -> Iterator[PartToBuy]:
        """Sum the metres of ribbons, and of wires by gauge and colour."""
        ribbons: defaultdict[str, float] = defaultdict(float)
        metres: defaultdict[tuple[float, int, str], float] = defaultdict(float)
        for cable in self.cabling.cables:
            if cable.kind in (RIBBON, COMPUTER_RIBBON):
                ribbons[cable.kind] += cable.length_m
                continue
            gauge = self.feeding.wire(cable)
            for wire in cable.wires:
                metres[gauge.mm2, gauge.awg, wire.colour] += cable.length_m
        for kind, length in ribbons.items():
            sockets = 2 if kind == COMPUTER_RIBBON else len(self.cabling.rows) + 1
            yield PartToBuy(
                _metres(length),
                f"metres of {kind} wires with {sockets} sockets",
                "ribbon cable, 1.27 mm, and IDC sockets 2.54 mm",
                "",
                "",
                f"{length:.2f} m in all",
            )
        for (mm2, awg, colour), length in sorted(metres.items()):
            what = f"metres of stranded wire, {mm2:g} mm² (AWG {awg}), {colour}"
            yield PartToBuy(_metres(length), what, "hook-up wire", "the next thicker one", "", "")


def building_of(board: Board) -> BoardBuilding | None:
    """Return how a board is built with circuit boards; None if some of it is on none of them."""
    circuit = circuit_of(board)
    rows = row_boards(circuit)
    hub = hub_board(circuit, rows)
    on_rows = {reader for row in rows for copy in row.copies for reader in copy.readers.values()}
    if hub is None or on_rows != {part.ref for part in circuit.of_kind("reader")}:
        return None
    return BoardBuilding(circuit, board, (*rows, hub))


def _metres(length: float) -> int:
    return -(-int(length * SPARE_WIRE * 100) // 100)
