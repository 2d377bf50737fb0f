"""Writes docs/wiring: the complete wiring of every example board.

Usage: .venv/bin/python -m tools.wiring
"""

from pathlib import Path
from typing import Final

from controller.board.electronics.design import circuit_of
from controller.board.electronics.layout import wired_by_hand
from controller.board.electronics.output.wiring_table import wiring_page
from controller.board.examples import example_names, example_path
from controller.board.file.form import read_board

FOLDER: Final = Path(__file__).parents[1] / "docs" / "wiring"


def pages() -> dict[str, str]:
    """Return the text of each page by the name of its file."""
    found = {}
    for name in example_names():
        board = read_board(example_path(name))
        circuit = circuit_of(board)
        found[f"{name}.md"] = wiring_page(circuit, wired_by_hand(circuit, board), board)
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, text in pages().items():
        (FOLDER / file).write_text(text, "utf-8")
