"""The files of `hareboard board make --only sheets`."""

from collections.abc import Iterator

from controller.board.make.order import MadeFile, Order
from web.artwork.sheets.cards import carrot_cards, hare_cards, lettuce_cards
from web.artwork.sheets.labels import cable_labels, wire_labels
from web.artwork.sheets.pieces import CutOut, sheets
from web.artwork.sheets.runners import runner_pieces
from web.artwork.sheets.table import race_cards, table_card


def sheet_pieces(order: Order) -> dict[str, tuple[CutOut, ...]]:
    """Return the pieces of each file, by its name; none where the edition has none."""
    return {
        "runners": runner_pieces(order),
        "hare-cards": hare_cards(order),
        "carrots": carrot_cards(order),
        "lettuces": lettuce_cards(order),
        "race-cards": race_cards(order),
        "table-card": table_card(order),
        "wire-labels": wire_labels(order),
        "cable-labels": cable_labels(order),
    }


def sheet_files(order: Order) -> Iterator[MadeFile]:
    """Yield the sheets as PDF at 1:1."""
    for name, pieces in sheet_pieces(order).items():
        if pieces:
            yield MadeFile(f"sheets/{name}-{order.paper}.pdf", sheets(pieces, order.paper))
