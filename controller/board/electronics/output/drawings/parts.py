"""Parts as they lie before the builder: chips and headers with their pins, small parts below."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from controller.board.electronics.circuit import Circuit, CircuitPart, Terminal
from controller.board.electronics.output.drawings.joints import joined, spread
from controller.board.electronics.output.drawings.paper import (
    LINE,
    LIT_PAPER,
    SIZE,
    WIRE_INK,
    Spot,
    StepPaper,
    text_width,
)
from controller.board.electronics.output.wire_list import colour_of
from controller.board.plan.ink import INK, PAPER

PIN: Final = 17.0
"""From one pin to the next."""
LEG: Final = 10.0
CHIP: Final = 118.0
HEADER: Final = 138.0
SMALL: Final = 11.0
ZIGZAG: Final = ("raspberry-pi",)
"""Headers whose odd pins are on the left."""
LEAD: Final = {"1": "", "2": "", "+": "+ ", "-": ""}
"""Before what a pin of these names joins; before others their name."""
ASIDE: Final = 24.0
"""Between two parts side by side."""


@dataclass(frozen=True, slots=True)
class LabelledPin:
    """A pin of a part: number, name, what it joins, colour of its wire; empty if nothing."""

    number: str
    name: str
    joins: str
    colour: str


def draw_pinned(paper: StepPaper, circuit: Circuit, refs: Sequence[str], at: Spot) -> Spot:
    """Draw a part with all pins, seen from above; equal parts are drawn once.

    Args:
        paper: where it is drawn.
        circuit: its circuit.
        refs: references of the equal parts.
        at: upper left corner.

    Returns:
        Width and height.
    """
    part = circuit.parts[refs[0]]
    left, right = _sides(circuit, refs)
    body = HEADER if part.data.kind in ("computer", "co-processor") else CHIP
    before = max((text_width(pin.joins, SMALL) for pin in left), default=0.0)
    after = max((text_width(pin.joins, SMALL) for pin in right), default=0.0)
    x, y = at[0] + before + LEG + 6, at[1] + LINE + 4
    said = f"{spread(refs)} {part.named}"
    paper.text((x, at[1] + SIZE), said, bold=True)
    height = PIN * (max(len(left), len(right)) + 0.5)
    paper.box((x, y), (body, height), fill=PAPER)
    if left and part.module not in ZIGZAG:
        paper.line(*((x + body / 2 + dx, y + dy) for dx, dy in ((-7, 0), (-4, 5), (4, 5), (7, 0))))
    for pins, leftward in ((left, True), (right, False)):
        for row, pin in enumerate(pins):
            edge, way = (x, -1) if leftward else (x + body, 1)
            _pin(paper, pin, (edge, y + PIN * (row + 0.75)), way)
    wide = before + 2 * LEG + 12 + max(body + after, text_width(said) - LEG)
    return wide, LINE + 4 + height


def _pin(paper: StepPaper, pin: LabelledPin, at: Spot, way: int) -> None:
    (x, y), used = at, pin.joins != ""
    inside, outside = ("start", "end") if way < 0 else ("end", "start")
    name = f"{pin.number} {pin.name}" if pin.number.isdigit() else pin.name
    grey = INK if used else "#a09a90"
    paper.text((x - way * 5, y + 4), name, size=SMALL, anchor=inside, fill=grey)
    if used:
        paper.line((x, y), (x + way * LEG, y), width=5)
        paper.line((x, y), (x + way * LEG, y), stroke=WIRE_INK[pin.colour], width=3)
        paper.text((x + way * (LEG + 4), y + 4), pin.joins, size=SMALL, anchor=outside)


def _sides(circuit: Circuit, refs: Sequence[str]) -> tuple[list[LabelledPin], list[LabelledPin]]:
    """Return the pins on the left and on the right, from top to bottom."""
    data = circuit.parts[refs[0]].data
    names = {number: name for pins in data.pins.values() for number, name in pins.items()}
    counted = all(number.isdigit() for number in names)
    order = [str(at) for at in range(1, max(map(int, names)) + 1)] if counted else list(names)
    pins = [_drawn(circuit, refs, number, names) for number in order]
    if circuit.parts[refs[0]].module in ZIGZAG:
        return pins[::2], pins[1::2]
    if not counted:
        return [], pins
    half = -(-len(pins) // 2)
    return pins[:half], pins[half:][::-1]


def _drawn(
    circuit: Circuit, refs: Sequence[str], number: str, names: Mapping[str, str]
) -> LabelledPin:
    nets = [net for ref in refs if (net := circuit.net_of(Terminal(ref, number))) is not None]
    name = names.get(number, "")
    if not nets:
        return LabelledPin(number, name, "", "")
    only = "" if len(nets) == len(refs) else f"{refs[0]}: "
    said = f"{only}{joined(circuit, nets, refs)}"
    return LabelledPin(number, name, said, colour_of(circuit, nets[0]))


def draw_small(paper: StepPaper, circuit: Circuit, parts: Sequence[CircuitPart], at: Spot) -> Spot:
    """List small parts, each with its symbol and what its pins join; return width and height."""
    (x, y), wide = at, 0.0
    for part in parts:
        _symbol(paper, part, (x, y))
        ends = []
        for pins in part.data.pins.values():
            for number, name in pins.items():
                net = circuit.net_of(Terminal(part.ref, number))
                if net is not None:
                    end = joined(circuit, [net], [part.ref])
                    ends.append((number, LEAD.get(name, f"{name}: ") + end))
        said = " — ".join(end for _, end in sorted(ends))
        head = f"{part.ref} {part.named}"
        paper.text((x + 48, y + 12), head, size=SMALL, bold=True)
        paper.text((x + 48 + 130, y + 12), said, size=SMALL)
        wide = max(wide, 178 + text_width(said, SMALL))
        y += LINE + 2
    return wide, y - at[1]


def _symbol(paper: StepPaper, part: CircuitPart, at: Spot) -> None:
    x, y = at[0], at[1] + 8
    match part.module:
        case "resistor":
            paper.line((x, y), (x + 40, y))
            paper.box((x + 9, y - 5), (22, 10), fill=LIT_PAPER)
        case "capacitor" | "electrolytic":
            paper.line((x, y), (x + 17, y))
            paper.line((x + 23, y), (x + 40, y))
            for side in (17, 23):
                paper.line((x + side, y - 7), (x + side, y + 7))
            if part.module == "electrolytic":
                paper.text((x + 6, y - 2), "+", size=SMALL)
        case _:
            for leg in (10, 20, 30):
                paper.line((x + leg, y), (x + leg, y + 9))
            paper.box((x + 4, y - 8), (32, 9), fill=LIT_PAPER)
