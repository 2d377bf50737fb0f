"""The order of assembly of a board with circuit boards, each step with a check and a drawing."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from controller.board.circuit_boards.cabling import COMPUTER_RIBBON, RIBBON, Cabling
from controller.board.circuit_boards.drawing import (
    board_drawing,
    hub_plugs,
    ordered_drawing,
    row_drawing,
)
from controller.board.circuit_boards.feeding import Feeding
from controller.board.circuit_boards.placement import PlacedBoard
from controller.board.circuit_boards.split import BoardCopy, BoardDesign
from controller.board.electronics.circuit import HUB, Circuit
from controller.board.electronics.layout import wired_by_hand
from controller.board.electronics.output.assembly import (
    KEEPS_SUPPLY,
    ONE_BY_ONE,
    STILL_MISSING,
    AssemblyStep,
    assembly,
    on_the_board,
    prepared,
    reader_setting,
    readers_of,
    tag_shown,
)
from controller.board.file.form import Board
from controller.plural import counted

CHECK_BOARDS: Final = "--circuit-boards"
"""Option of `hareboard board check` for a board with circuit boards."""
PIN_1: Final = (
    "Square pads are pin 1: the notch of a chip; + of an electrolytic capacitor; C of a BC547 (C, "
    "B, E from the left, its flat side towards you and its legs down). The print says so, too."
)
FED_BY_HUB: Final = "It feeds the Raspberry Pi: plug in no other supply."
METER: Final = "no hareboard command sees this: "


class BoardAssembly:
    """The steps that build a board with circuit boards.

    Args:
        circuit: its circuit.
        board: the board.
        cabling: its cables.
        feeding: how it is fed.
        placed: its circuit boards with their parts in their places, by name of the design.
    """

    def __init__(
        self,
        circuit: Circuit,
        board: Board,
        cabling: Cabling,
        feeding: Feeding,
        placed: Sequence[PlacedBoard],
    ) -> None:
        self._circuit = circuit
        self._board = board
        self._cabling = cabling
        self._feeding = feeding
        self._placed = {each.design.name: each for each in placed}
        self._hub = self._placed[cabling.hub.name]

    def steps(self, file: str) -> tuple[AssemblyStep, ...]:
        """Return the steps.

        Args:
            file: path or name of its board file, for the commands.
        """
        layout = wired_by_hand(self._circuit, self._board)
        hand = {each.title: each for each in assembly(self._circuit, layout, self._board, file)}
        plan = hand["Check the plan"]
        found = [
            replace(plan, check=f"hareboard board check {file} {CHECK_BOARDS} --figures"),
            hand["Play on the board without hardware"],
            self._order(file),
            *(self._solder(design) for design in self._designs()),
            self._computer(file),
            *(self._row(*row, file) for row in self._cabling.rows),
        ]
        if "Lights" in hand:
            found.append(self._lights(hand["Lights"]))
        if "Buttons" in hand:
            found.append(self._buttons(hand["Buttons"]))
        return (*found, hand["Acceptance"])

    def _designs(self) -> tuple[BoardDesign, ...]:
        rows = dict.fromkeys(design.name for design, _ in self._cabling.rows)
        return (self._cabling.hub, *(self._placed[name].design for name in rows))

    def _order(self, file: str) -> AssemblyStep:
        designs = self._designs()
        return AssemblyStep(
            "Order the circuit boards",
            tuple(
                f"Zip the .gbr and .drl files of circuit-boards/{design.name} and order "
                f"{counted(len(design.copies), 'board')}: two layers, 1.6 mm, copper 35 µm."
                for design in designs
            ),
            f"hareboard board make {file} --out build-files --only circuit-boards",
            "README.txt says of each design that it was read back and breaks no design rule. No "
            "command sees what comes by post: a ruler shows the sizes in the drawing; the parts of "
            "parts.csv fit the holes.",
            ordered_drawing([self._placed[design.name] for design in designs]),
        )

    def _solder(self, design: BoardDesign) -> AssemblyStep:
        copies = f" ({len(design.copies)} times)" if len(design.copies) > 1 else ""
        plug = "J2" if design is self._cabling.hub else "J10"
        return AssemblyStep(
            f"Solder: {design.name}{copies}",
            (
                *_parts_said(design),
                PIN_1,
                "Solder low parts first, and put no fuse into its holder yet.",
            ),
            "",
            f"{METER}a meter shows no connection between 5V and GND of {plug}, and none between "
            "3V3 and GND of the ribbon's header.",
            board_drawing(self._placed[design.name]),
        )

    def _computer(self, file: str) -> AssemblyStep:
        ribbons = self._cabling.of_kind(COMPUTER_RIBBON)
        feeds = [each for each in self._cabling.of_kind("feed") if each.to_where == HUB]
        work = []
        if ribbons:
            work.append(
                "Plug the ribbon of forty wires into the Raspberry Pi and into A1, pin 1 to pin 1, "
                f"at most {ribbons[0].length_m:g} m. {FED_BY_HUB if feeds else KEEPS_SUPPLY}"
            )
        else:
            work.append("Plug the Pico into A1, its pin 1 where the pad is square, and into USB.")
        gauge = self._feeding.feed_gauge
        work += [
            f"Wire J2 to {each.start} by {gauge.mm2:g} mm² (AWG {gauge.awg}), "
            f"{each.length_m:.2f} m."
            for each in feeds
        ]
        parts = self._cabling.hub.copies[0].parts
        rated = {each.fuse: each for each in self._feeding.branches}
        work += [
            f"Put a fuse of {rated[whole].rating}, time-lag, into {ref}: {rated[whole].name}."
            for ref, whole in parts.items()
            if whole in rated
        ]
        work += prepared(self._circuit)
        called, file = on_the_board(self._circuit, file)
        plugs = [*hub_plugs(self._cabling, (COMPUTER_RIBBON, "feed")), "A1"]
        plugs += [ref for ref, whole in parts.items() if whole in rated]
        return AssemblyStep(
            "Hub and computer",
            tuple(work),
            f"{called} doctor {file}",
            STILL_MISSING,
            board_drawing(self._hub, plugs),
        )

    def _row(self, design: BoardDesign, copy: BoardCopy, file: str) -> AssemblyStep:
        rated = {each.fuse: each for each in self._feeding.branches}
        (fuse,) = (rated[whole] for whole in copy.parts.values() if whole in rated)
        gauge = self._feeding.feed_gauge
        (feed,) = self._cabling.of_row("feed", copy)
        readers = [self._circuit.parts[ref] for ref in copy.readers.values()]
        squares = [part.square or 0 for part in readers]
        ribbon = next(each for each in self._cabling.of_kind(RIBBON) if each.to_where == copy.name)
        first = len(self._cabling.rows) > 1 and copy is self._cabling.rows[0][1]
        work = (
            *((ONE_BY_ONE,) if first else ()),
            (
                f"Set the shunt of JP1 to ROW{copy.row}; put a fuse of {fuse.fuse_a:g} A, "
                "time-lag, into F1."
            ),
            (
                f"Press a socket onto the ribbon of twenty wires, {ribbon.length_m:.2f} m behind "
                f"{ribbon.start}, and plug it into J9, pin 1 to pin 1."
            ),
            (
                f"Wire J10 to {feed.start} by {gauge.mm2:g} mm² (AWG {gauge.awg}), "
                f"{feed.length_m:.2f} m."
            ),
            f"Set the {readers_of(squares)} to {reader_setting(self._circuit, readers)}.",
            f"Make a cable for each reader of {fuse.gauge.mm2:g} mm² (AWG {fuse.gauge.awg}), its "
            "wires by the names of the pins: "
            + ", ".join(
                f"{each.start.rpartition(': ')[2]} to square {part.square} {each.length_m:.2f} m"
                for each, part in zip(self._cabling.of_row("reader", copy), readers, strict=True)
            )
            + ".",
        )
        called, file = on_the_board(self._circuit, file)
        return AssemblyStep(
            f"Row board: {copy.name}",
            work,
            f"{called} watch pn532://{file} --seconds 20",
            tag_shown(squares),
            row_drawing(self._circuit, self._board, self._cabling, copy, self._placed[design.name]),
        )

    def _lights(self, hand: AssemblyStep) -> AssemblyStep:
        first = self._cabling.of_kind("lights")[0]
        wires = "5V to VDD, DATA to DIN, GND to GND"
        gauge = self._feeding.wire(first)
        said = (
            f"Wire J3 of the hub to the first light, {wires}, {first.length_m:.2f} m; all of 5 V "
            f"and ground by {gauge.mm2:g} mm² (AWG {gauge.awg})."
        )
        return replace(hand, work=(said, *hand.work))

    def _buttons(self, hand: AssemblyStep) -> AssemblyStep:
        said = tuple(
            f"Wire {each.start.rpartition(': ')[2]} of the hub to {each.to_where}, "
            f"{each.length_m:.2f} m."
            for each in self._cabling.of_kind("button")
        )
        plugs = hub_plugs(self._cabling, ("button",))
        return replace(hand, work=said, drawing=board_drawing(self._hub, plugs))


def _parts_said(design: BoardDesign) -> Iterator[str]:
    """List the parts of a board, equal ones together."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for part in design.circuit.parts.values():
        value = part.value if part.module != "fuse" else ""
        groups[f"{part.data.name}, {value}" if value else part.data.name].append(part.ref)
    for what, refs in groups.items():
        yield f"{', '.join(refs)}: {what}."
