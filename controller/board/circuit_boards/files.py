"""Every file of a board's circuit boards, by its name."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from controller.board.circuit_boards.building import building_of
from controller.board.circuit_boards.hub import hub_board
from controller.board.circuit_boards.layers import RoutedBoard, layer_files
from controller.board.circuit_boards.lists import board_parts_csv, copies_csv, places_csv
from controller.board.circuit_boards.placement import PlacedBoard, placed
from controller.board.circuit_boards.pour import ground_groups
from controller.board.circuit_boards.reading import read_back
from controller.board.circuit_boards.routing import Router, UnroutableError
from controller.board.circuit_boards.rules import BoardRules, width_for_mm
from controller.board.circuit_boards.split import BoardDesign, row_boards
from controller.board.electronics.calculation.branches import SupplyBranch, branches
from controller.board.electronics.design import circuit_of
from controller.board.electronics.layout import wired_by_hand
from controller.board.file.form import Board

LEAST_FEED_MM: Final = 1.0
"""Least width of tracks that bear the supply's current."""
MOST_TIES: Final = 8
"""How often ground that is in pieces is joined by tracks; these may cut it elsewhere."""
NONE: Final = """\
No circuit board can be made for this board file. A row board needs readers on SPI whose rows of at
most eight each have one decoder (74HC138) and one buffer chip; with shift registers, multiplexers
or several co-processors there is none. Wire it by hand: electronics/assembly.html. The examples
spi-decoder-64 (Raspberry Pi) and pico-64 (Pico) have circuit boards.
"""
NO_HUB: Final = """\
hub: none for this board file, which has more than one computer or bus of rows. Wire the hub by
electronics/wiring.md.
"""
NO_LISTS: Final = """\
assembly, cables and parts: none with circuit boards, because some of this board is on none of them.
electronics/ has them for wiring by hand.
"""
ORDER: Final = """\
Circuit boards of this board file. Each folder is one design: give its .gbr and .drl files to a
manufacturer, as two layers, 1.6 mm thick, copper 35 µm. parts.csv has its parts, places.csv where
they are, copies.csv what differs from one board of the design to the next.
"""
BUILD: Final = """\
Build with them by assembly.html (or assembly.txt), which has every step; cables.csv has the cables,
parts.csv (or parts.txt) everything to buy, calculation.txt rise times, fuses and gauges. The files
of the same names in electronics/ are for wiring by hand: do not mix the two.
"""
HUBS: Final[Mapping[str, str]] = {
    "hub": (
        "It is for a Raspberry Pi on a ribbon of forty wires; a Pico does not fit, the example "
        "pico-64\nhas the hub for one."
    ),
    "hub-pico": (
        "It is for a Raspberry Pi Pico on sockets; a Raspberry Pi does not fit, the example "
        "spi-decoder-64\nhas the hub for one."
    ),
}
"""Computer of each hub, by its placement."""


@dataclass(frozen=True, slots=True)
class MadeBoard:
    """A circuit board with its files.

    Attributes:
        design: the board.
        placed: the board with its parts in their places.
        files: text of each layer and of the holes, by its name.
        errors: breaches of design rules; empty if it can be ordered.
    """

    design: BoardDesign
    placed: PlacedBoard
    files: Mapping[str, str]
    errors: tuple[str, ...]


def circuit_board_files(board: Board) -> Iterator[tuple[str, str]]:
    """Yield name and text of each file. Equal boards give equal texts.

    A board that breaks a design rule, or whose tracks find no way, is not written; README.txt
    says why.
    """
    fuses = {each.fuse: each for each in _branches(board)}
    ratings = {ref: each.rating for ref, each in fuses.items()}
    designs = designs_of(board)
    said = [ORDER if designs else NONE]
    whole = []
    for design in designs:
        try:
            made = make_board(design, feed_of(design, fuses))
        except UnroutableError as error:
            said.append(f"{design.name}: not made. {error}")
            continue
        if made.errors:  # untested: no known board file leads here
            said += [f"{design.name}: not made.", *made.errors]
            continue
        width, height = made.placed.size
        said.append(
            f"{design.name}: {len(design.copies)} to make, {width:g} x {height:g} mm. Read back: "
            f"{len(design.circuit.nets)} nets as in the circuit, no design rule broken."
        )
        if design.kind in HUBS:
            said.append(HUBS[design.kind])
        whole.append(design.name)
        for name, text in made.files.items():
            yield f"{design.name}/{name}", text
        yield f"{design.name}/parts.csv", board_parts_csv(design, ratings)
        yield f"{design.name}/places.csv", places_csv(made.placed)
        yield f"{design.name}/copies.csv", copies_csv(design, ratings)
    if designs and designs[-1].name != "hub":
        said.append(NO_HUB)
    building = building_of(board)
    if building is not None and set(whole) == {design.name for design in designs}:
        said.append(BUILD)
        yield from building.files()
    elif designs:
        said.append(NO_LISTS)
    yield "README.txt", "\n".join(said).rstrip() + "\n"


def designs_of(board: Board) -> tuple[BoardDesign, ...]:
    """Return the circuit boards of a board."""
    circuit = circuit_of(board)
    rows = row_boards(circuit)
    hub = hub_board(circuit, rows)
    return rows if hub is None else (*rows, hub)


def make_board(design: BoardDesign, feed_a: float) -> MadeBoard:
    """Place, route, write, read back and check a circuit board.

    Args:
        design: the board.
        feed_a: rating of the fuse behind which its supply runs.

    Raises:
        UnroutableError: a net found no way.
    """
    there = placed(design, design.kind)
    router = Router(there, max(LEAST_FEED_MM, width_for_mm(feed_a)))
    tracks, vias = router.routed()
    for _ in range(MOST_TIES):
        groups = ground_groups(there, tracks, vias)
        if len(groups) == 1:
            break
        tracks, vias = router.tied(groups)
    files = layer_files(RoutedBoard(there, tracks, vias))
    return MadeBoard(design, there, files, BoardRules(there, read_back(files), feed_a).errors())


def feed_of(design: BoardDesign, fuses: Mapping[str, SupplyBranch]) -> float:
    """Return the current that the fuses of a board let through together, of its copies the most."""
    return max(
        sum(fuses[part].let_through_a for part in copy.parts.values() if part in fuses)
        for copy in design.copies
    )


def _branches(board: Board) -> tuple[SupplyBranch, ...]:
    circuit = circuit_of(board)
    return branches(circuit, wired_by_hand(circuit, board), board)
