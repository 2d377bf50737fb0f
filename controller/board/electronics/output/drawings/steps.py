"""What is drawn for each step of the assembly by hand."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from controller.board.electronics.calculation.branches import SupplyBranch, feed_gauge
from controller.board.electronics.circuit import HUB, Circuit, CircuitPart, Terminal
from controller.board.electronics.layout import WireLayout
from controller.board.electronics.output.drawings.board_map import STRIP_PITCH, BoardMap
from controller.board.electronics.output.drawings.paper import (
    LINE,
    LIT,
    LIT_PAPER,
    MARGIN,
    WIRE_INK,
    Spot,
    StepPaper,
)
from controller.board.electronics.output.drawings.parts import (
    ASIDE,
    draw_pinned,
    draw_small,
)
from controller.board.electronics.output.wire_list import colour_of
from controller.board.file.form import Board

UNDER: Final = 16.0
FRAME: Final = 10.0
HOME: Final = 92.0
"""Width of the place of a group's electronics, left of the board."""
SMALL_KINDS: Final = ("passive", "transistor")
MARKS: Final = ("1", "2", "3")
WIDEST: Final = 1100.0
"""Parts side by side are not wider than this together."""
THICK: Final = 2.2
"""Width of a line for each square millimetre of a wire's root."""


def plan_drawing(board: Board) -> str:
    """Show the board: numbers of squares, readers, lights in their order."""
    paper = StepPaper(f"{board.name} from above")
    there = BoardMap(paper, board, (MARGIN, MARGIN))
    there.squares()
    there.readers(board.settings.places)
    there.lights()
    said = "Seen from above. Box: reader. Red dot: light."
    paper.text((MARGIN, MARGIN + there.height + UNDER), said)
    return paper.finished()


def simulator_drawing(board: Board) -> str:
    """Show the board on a screen, with runners."""
    paper = StepPaper("The board on a screen")
    there = BoardMap(paper, board, (MARGIN + FRAME, MARGIN + FRAME))
    size = (there.width + 2 * FRAME, there.height + 2 * FRAME)
    paper.box((MARGIN, MARGIN), size, fill="#ffffff", width=4, round_=10)
    there.squares()
    for square, mark in zip(list(board.squares)[1::2], MARKS, strict=False):
        there.runner(square, mark)
    middle, low = MARGIN + size[0] / 2, MARGIN + size[1]
    paper.line((middle, low), (middle, low + 14), width=4)
    paper.line((middle - 40, low + 14), (middle + 40, low + 14), width=4)
    return paper.finished()


def supply_drawing(circuit: Circuit, board: Board, branches: Sequence[SupplyBranch]) -> str:
    """Show the supply, a fuse for each branch, ground, and where to hold the meter."""
    paper = StepPaper("Supply, fuses and branches")
    supplies = circuit.of_kind("supply")
    source = supplies[0].ref if supplies else "pins 2, 4"
    top, bus = float(MARGIN), 178.0
    high = LINE * 1.6
    paper.box((MARGIN, top), (96, 44), fill=LIT_PAPER)
    paper.text((MARGIN + 48, top + 18), source, bold=True, anchor="middle")
    paper.text((MARGIN + 48, top + 35), "5 V", anchor="middle")
    paper.line((MARGIN + 96, top + 22), (bus, top + 22), width=3, stroke=WIRE_INK["red"])
    ends = [top + 22 + high * at for at in range(len(branches))]
    paper.line((bus, ends[0]), (bus, ends[-1]), width=3, stroke=WIRE_INK["red"])
    _meter(paper, (140, top + 22), "V")
    for y, each in zip(ends, branches, strict=True):
        wide = THICK * 2 * each.gauge.mm2**0.5
        paper.line((bus, y), (bus + 150, y), width=wide, stroke=WIRE_INK["red"])
        paper.box((bus + 24, y - 7), (52, 14))
        paper.line((bus + 24, y), (bus + 76, y), width=1)
        rated = f"{each.fuse}, {each.fuse_a:g} A" if each.fuse_a else each.fuse
        paper.text((bus + 82, y - 4), rated, size=11, bold=True)
        said = f"{each.name}: {each.gauge.mm2:g} mm² (AWG {each.gauge.awg})"
        paper.text((bus + 196, y + 4), said)
    _meter(paper, (bus + 172, ends[-1]), "Ω")
    low = ends[-1]
    if supplies:
        low += high
        paper.line((MARGIN + 20, top + 44), (MARGIN + 20, low), width=3, stroke=WIRE_INK["black"])
        paper.line((MARGIN + 20, low), (bus + 150, low), width=3, stroke=WIRE_INK["black"])
        gauge = feed_gauge(board)
        said = f"ground of all, and 5 V before the fuses: {gauge.mm2:g} mm² (AWG {gauge.awg})"
        paper.text((bus + 196, low + 4), said)
    low += 2.2 * LINE
    paper.text((MARGIN, low), "Every fuse out. V: 5 V between here and ground.")
    said = "Supply off. Ω: no connection between here and ground, on each branch."
    paper.text((MARGIN, low + LINE), said)
    return paper.finished()


def _meter(paper: StepPaper, at: Spot, mark: str) -> None:
    paper.circle(at, 10)
    paper.text((at[0], at[1] + 4), mark, bold=True, anchor="middle")


def hub_drawing(circuit: Circuit) -> str:
    """Show the pins of the computer and of the chips beside it, and the small parts."""
    paper = StepPaper("Pins of the computer and of the chips beside it")
    there = [part for part in circuit.parts.values() if part.where == HUB]
    _parts(paper, circuit, there, (MARGIN, MARGIN))
    return paper.finished()


def readers_drawing(
    circuit: Circuit, layout: WireLayout, board: Board, readers: Sequence[CircuitPart]
) -> str:
    """Show where a group's readers are, how its wires run, and the pins of its parts."""
    squares = [part.square for part in readers if part.square is not None]
    home = readers[0].home
    paper = StepPaper(f"Readers of {readers[0].sheet}")
    there = BoardMap(paper, board, (MARGIN + HOME, MARGIN))
    there.squares(squares)
    there.readers(squares)
    power = circuit.net_of(Terminal(readers[0].ref, readers[0].data.roles["VCC"])) or ""
    order = list(_squares_along(layout, power)) or squares
    at = (MARGIN + HOME / 2, there.middle(order[0])[1])
    there.chain(order, at, WIRE_INK["red"])
    paper.box((MARGIN, at[1] - 13), (HOME - 8, 26), fill=LIT_PAPER, stroke=LIT)
    label = "hub" if home == HUB else "row board"
    paper.text((MARGIN + (HOME - 8) / 2, at[1] + 4), label, anchor="middle", bold=True)
    right = MARGIN + HOME + there.width + ASIDE
    refs = [part.ref for part in readers]
    _, high = draw_pinned(paper, circuit, refs, (right, MARGIN))
    low = MARGIN + max(there.height, high) + UNDER
    for said in _said_of_wires(circuit, readers):
        paper.text((MARGIN, low), said)
        low += LINE
    own = [part for part in circuit.parts.values() if part.where == home and home != HUB]
    _parts(paper, circuit, own, (MARGIN, low))
    return paper.finished()


def _squares_along(layout: WireLayout, net: str) -> Iterable[int]:
    """List the squares that wires of a net reach, in their order."""
    for wire in layout.of_net(net):
        if wire.to_where.startswith("square "):
            yield int(wire.to_where.removeprefix("square "))


def _said_of_wires(circuit: Circuit, readers: Sequence[CircuitPart]) -> Iterable[str]:
    """Tell which wires run from reader to reader, and which go to one reader each."""
    refs = {part.ref for part in readers}
    shared: list[str] = []
    single: list[str] = []
    # A pin may have two roles, and two names.
    for number in dict.fromkeys(readers[0].data.roles.values()):
        pin = Terminal(readers[0].ref, number)
        net = circuit.net_of(pin)
        if net is not None:
            several = len(refs.intersection(each.ref for each in circuit.nets[net])) > 1
            said = f"{circuit.pin_name(pin)} {colour_of(circuit, net)}"
            (shared if several else single).append(said)
    yield "Seen from above."
    if shared:
        yield f"From reader to reader: {', '.join(shared)}."
    yield f"One for each reader: {', '.join(single)}."


def lights_drawing(board: Board) -> str:
    """Show the way of the strip, with the number of each light."""
    paper = StepPaper("The strip of lights")
    there = BoardMap(paper, board, (MARGIN, MARGIN), STRIP_PITCH)
    there.squares()
    there.strip()
    low = MARGIN + there.height + UNDER
    paper.text((MARGIN, low), "Seen from above. Arrows point from DOUT to the next DIN.")
    paper.text((MARGIN, low + LINE), "0 is D1, the first light.")
    return paper.finished()


def buttons_drawing(circuit: Circuit) -> str:
    """Show what each button joins, and the resistor beside its pin."""
    paper = StepPaper("Buttons")
    y = float(MARGIN) + 10
    for button in circuit.of_kind("button"):
        net, other = (circuit.net_of(Terminal(button.ref, number)) or "" for number in ("1", "2"))
        pins = [
            f"{each.ref} pin {each.number}"
            for each in circuit.nets[net]
            if circuit.parts[each.ref].data.kind in ("computer", "co-processor")
        ]
        pulls = [each.ref for each in circuit.nets[net] if each.ref.startswith("R")]
        said = f"{', '.join(pins)} ({net.rpartition('.')[2]}), with {', '.join(pulls)}"
        paper.text((MARGIN, y + 4), said)
        x = MARGIN + 250.0
        ink = WIRE_INK[colour_of(circuit, net)]
        paper.line((x, y), (x + 40, y), stroke=ink, width=3)
        paper.circle((x + 62, y), 15, fill=LIT_PAPER)
        paper.circle((x + 62, y), 8)
        far = WIRE_INK[colour_of(circuit, other)]
        paper.line((x + 84, y), (x + 124, y), stroke=far, width=3)
        for side in (x + 42, x + 82):
            paper.circle((side, y), 3)
        end = "ground" if not circuit.volts.get(other) else f"{circuit.volts[other]:g} V"
        paper.text((x + 130, y + 4), end)
        paper.text((x + 200, y + 4), f"{button.ref}: {button.what}", bold=True)
        y += 40
    return paper.finished()


def acceptance_drawing(board: Board) -> str:
    """Show every square ticked off."""
    paper = StepPaper("Every square is measured")
    there = BoardMap(paper, board, (MARGIN, MARGIN))
    there.squares(board.settings.places)
    there.ticks(board.settings.places)
    return paper.finished()


def _parts(paper: StepPaper, circuit: Circuit, parts: Sequence[CircuitPart], at: Spot) -> None:
    """Draw chips and headers side by side, and the small parts below them."""
    (x, y), tallest = at, 0.0
    pinned = [p for p in parts if p.data.kind not in (*SMALL_KINDS, "fuse", "supply")]
    for refs in _equal(pinned):
        # Drawn on a sheet of its own first: its width decides where it goes.
        wide, high = draw_pinned(StepPaper(""), circuit, refs, (0, 0))
        if x > at[0] and x + wide > WIDEST:
            x, y, tallest = at[0], y + tallest + UNDER, 0.0
        draw_pinned(paper, circuit, refs, (x, y))
        x, tallest = x + wide + ASIDE, max(tallest, high)
    small = [part for part in parts if part.data.kind in SMALL_KINDS]
    if small:
        draw_small(paper, circuit, small, (at[0], y + tallest + UNDER))


def _equal(parts: Sequence[CircuitPart]) -> Iterable[list[str]]:
    """List references of parts, the many co-processors of a board together."""
    for kind, group in groupby(parts, key=lambda part: part.data.kind):
        refs = [part.ref for part in group]
        yield from [refs] if kind == "co-processor" else [[ref] for ref in refs]
