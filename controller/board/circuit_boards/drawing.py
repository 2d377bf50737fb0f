"""Drawings of the assembly's steps with circuit boards: boards with their parts, and cables."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from controller.board.circuit_boards.cabling import Cable, Cabling
from controller.board.circuit_boards.placement import PlacedBoard, PlacedPart
from controller.board.circuit_boards.split import BoardCopy
from controller.board.electronics.circuit import Circuit, Terminal
from controller.board.electronics.output.drawings.board_map import BoardMap
from controller.board.electronics.output.drawings.paper import (
    LINE,
    LIT,
    LIT_PAPER,
    MARGIN,
    PALE,
    WIRE_INK,
    Spot,
    StepPaper,
    text_width,
)
from controller.board.file.form import Board
from controller.board.plan.ink import INK, PAPER

DOTS: Final = 5.4
"""Units of a drawing for each millimetre of a circuit board."""
SMALL_DOTS: Final = 3.0
COPPER: Final = "#c8963c"
GREEN: Final = "#e4efe2"
ASIDE: Final = 24.0
HOME: Final = 92.0
PIN: Final = 20.0
LEAST_MM: Final = 1.2
"""Smallest size of a text on a part, in millimetres of the board."""
BOLD: Final = 1.15
"""Width of bold letters beside that of others."""
SHUNT_PINS: Final = 2
"""Pins of the shunts' header for each row."""


def ordered_drawing(boards: Sequence[PlacedBoard]) -> str:
    """Show the outlines of the boards to order, with their sizes."""
    paper = StepPaper("The circuit boards to order")
    x = float(MARGIN)
    for board in boards:
        width, height = board.size
        said = f"{board.design.name}: {len(board.design.copies)} to make, {width:g} x {height:g} mm"
        paper.text((x, MARGIN + 12), said, bold=True)
        draw_board(paper, board, (x, MARGIN + 1.5 * LINE), SMALL_DOTS)
        x += max(width * SMALL_DOTS, text_width(said)) + ASIDE
    return paper.finished()


def board_drawing(board: PlacedBoard, about: Collection[str] = ()) -> str:
    """Show a board with the places and values of its parts.

    Args:
        board: the board.
        about: references of the parts that the step is about; empty for all.
    """
    paper = StepPaper(board.title)
    draw_board(paper, board, (MARGIN, MARGIN), DOTS, about)
    return paper.finished()


def draw_board(
    paper: StepPaper,
    board: PlacedBoard,
    at: Spot,
    dots: float,
    about: Collection[str] = (),
    shunt: Collection[Terminal] = (),
) -> None:
    """Draw a board from above, its parts as boxes with reference and value."""
    width, height = board.size

    def spot(x: float, y: float) -> Spot:
        return at[0] + x * dots, at[1] + (height - y) * dots

    paper.box(at, (width * dots, height * dots), fill=GREEN)
    for x, y in board.holes:
        paper.circle(spot(x, y), 1.6 * dots)
    for part in board.parts:
        left, low, right, high = part.courtyard
        lit = part.ref in about
        size = ((right - left) * dots, (high - low) * dots)
        look = (LIT_PAPER, LIT) if lit else (PAPER, PALE)
        paper.box(spot(left, high), size, fill=look[0], stroke=look[1], round_=2)
    for pad in board.pads:
        paper.circle(spot(*pad.at), 0.35 * dots, fill=COPPER, stroke=COPPER, width=0.5)
    ones = (pad for pad in board.pads if pad.terminal.number == "1")
    corners = ((x - 0.6 * dots, y - 0.6 * dots) for x, y in (spot(*pad.at) for pad in ones))
    paper.boxes(corners, 1.2 * dots, fill="none", width=1)
    shunted = [spot(*pad.at) for pad in board.pads if pad.terminal in shunt]
    if shunted:
        paper.line(*shunted, stroke=LIT, width=1.6 * dots)
    for part in board.parts:
        _label(paper, board, part, spot, dots)
    for name in board.names:
        if name.text == "+":
            paper.text(spot(*name.at), name.text, size=2.0 * dots, bold=True, anchor="middle")
    x, y = spot(*board.title_at)
    paper.text((x, y), board.title, size=1.9 * dots, anchor="middle")


def _label(
    paper: StepPaper,
    board: PlacedBoard,
    part: PlacedPart,
    spot: Callable[[float, float], Spot],
    dots: float,
) -> None:
    """Write reference and value of a part into its box; the reference alone if both do not fit."""
    left, low, right, high = part.courtyard
    data = board.design.circuit.parts[part.ref]
    value = data.value or ("" if data.data.kind == "connector" else data.data.name)
    wide, tall = (right - left) * dots, (high - low) * dots
    for said in (f"{part.ref} {value}".strip(), part.ref):
        size = min(2.0 * dots, tall * 0.8, wide / (BOLD * text_width(said, 1)))
        if size >= LEAST_MM * dots:
            break
    # The pads of an electrolytic capacitor stay in sight: one of them is +.
    up = 0.8 if data.module == "electrolytic" else 0.5
    x, y = spot((left + right) / 2, low + up * (high - low))
    paper.text((x, y + size / 3), said, size=size, bold=True, anchor="middle", halo=True)


def row_drawing(
    circuit: Circuit, board: Board, cabling: Cabling, copy: BoardCopy, placed: PlacedBoard
) -> str:
    """Show a row's readers, its board with shunt and plugs, and the wires of a reader's cable."""
    paper = StepPaper(f"Row board of {copy.name}")
    cables = cabling.of_row("reader", copy)
    squares = [circuit.parts[ref].square or 0 for ref in copy.readers.values()]
    there = BoardMap(paper, board, (MARGIN + HOME, MARGIN))
    there.squares(squares)
    there.readers(squares)
    home = (MARGIN + HOME / 2, there.middle(squares[0])[1])
    there.chain(squares, home, INK)
    paper.box((MARGIN, home[1] - 13), (HOME - 8, 26), fill=LIT_PAPER, stroke=LIT)
    said = "row board" if copy.row is None else f"ROW{copy.row}"
    paper.text((MARGIN + (HOME - 8) / 2, home[1] + 4), said, anchor="middle", bold=True)
    right = MARGIN + HOME + there.width + ASIDE
    _cable(paper, circuit, cables[0], copy, (right, MARGIN))
    low = MARGIN + max(there.height, 9.5 * PIN) + LINE
    paper.text((MARGIN, low - 4), "Seen from above. A cable of its own for each reader.")
    low += LINE / 2
    first = SHUNT_PINS * (copy.row or 0) + 1
    shunt = [Terminal("JP1", f"{number}") for number in (first, first + 1)]
    draw_board(paper, placed, (MARGIN, low), DOTS, ("JP1", "J9", "J10", "F1"), shunt)
    return paper.finished()


def _cable(paper: StepPaper, circuit: Circuit, cable: Cable, copy: BoardCopy, at: Spot) -> None:
    """Draw the wires of a reader's cable, from the connector's pins to those of the module."""
    x, y = at
    reader = circuit.parts[next(iter(copy.readers.values()))]
    order = list(
        dict.fromkeys(name for pins in reader.data.pins.values() for name in pins.values())
    )
    used = [name for name in order if name in {wire.end for wire in cable.wires}]
    paper.text((x, y + 12), "Cable of each reader", bold=True)
    paper.text((x, y + 12 + LINE), "J1 to J8, pin 1 square")
    paper.text((x + 220, y + 12 + LINE), reader.data.name)
    top = y + 12 + 1.6 * LINE
    high = PIN * (len(cable.wires) + 0.3)
    paper.box((x, top), (90, high))
    paper.box((x + 220, top), (100, high))
    for row, wire in enumerate(cable.wires):
        start = top + PIN * (row + 0.65)
        end = top + PIN * (used.index(wire.end) + 0.65)
        ways = ((x + 90, start), (x + 105, start), (x + 205, end), (x + 220, end))
        paper.line(*ways, width=5)
        paper.line(*ways, width=3, stroke=WIRE_INK[wire.colour])
        paper.text((x + 84, start + 4), f"{row + 1} {wire.start}", size=11, anchor="end")
        paper.text((x + 226, end + 4), wire.end, size=11)


def hub_plugs(cabling: Cabling, kinds: Iterable[str]) -> tuple[str, ...]:
    """Return the hub's connectors of some kinds of cables."""
    found = (
        end.rpartition(": ")[2]
        for kind in kinds
        for cable in cabling.of_kind(kind)
        for end in (cable.start, cable.end)
        if end.startswith("hub: ")
    )
    return tuple(dict.fromkeys(found))
