"""The makers that need no words or drawings of the pages."""

# ruff: noqa: PLC0415 - libraries are imported by the maker that needs them

from collections.abc import Iterator
from typing import Final

from controller.board.make.order import MadeFile, Maker, Order


def _cutting(order: Order) -> Iterator[MadeFile]:
    from controller.board.make.cutting import cutting_files

    return cutting_files(order)


def _solids(order: Order) -> Iterator[MadeFile]:
    from controller.board.make.cad import solid_files

    return solid_files(order)


def _circuit_boards(order: Order) -> Iterator[MadeFile]:
    from controller.board.circuit_boards.files import circuit_board_files

    for name, text in circuit_board_files(order.board):
        yield MadeFile(f"circuit-boards/{name}", text.encode("utf-8"))


def _electronics(order: Order) -> Iterator[MadeFile]:
    from controller.board.electronics.output.files import electronics_files

    for name, text in electronics_files(order.board).items():
        yield MadeFile(f"electronics/{name}", text.encode("utf-8"))


MAKERS: Final[tuple[Maker, ...]] = (
    Maker(
        "cutting",
        "cutting and drilling plans of surface and carrier, as DXF and SVG",
        _cutting,
        ("ezdxf",),
    ),
    Maker(
        "solids",
        "base and crown of a runner and a jig for readers, as STEP and STL",
        _solids,
        ("OCP",),
        "cad",
    ),
    Maker(
        "electronics",
        "netlist, schematic, parts, wires, assembly and calculation of the electronics",
        _electronics,
    ),
    Maker(
        "circuit-boards",
        "row board and hub, circuit boards to order: Gerber, drill, parts, places",
        _circuit_boards,
        ("gerber_writer", "gerbonara", "shapely"),
    ),
)
