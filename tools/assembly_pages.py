"""Writes docs/assembly: the assembly of every example board, with a drawing for each step.

A board with circuit boards has a second page for them. Usage:
.venv/bin/python -m tools.assembly_pages
"""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from controller.board.circuit_boards.building import building_of
from controller.board.electronics.design import circuit_of
from controller.board.electronics.layout import wired_by_hand
from controller.board.electronics.output.assembly import AssemblyStep, assembly
from controller.board.electronics.output.assembly_pages import assembly_markdown, drawing_name
from controller.board.electronics.output.files import BOARD_FILE
from controller.board.examples import example_names, example_path
from controller.board.file.form import read_board

FOLDER: Final = Path(__file__).parents[1] / "docs" / "assembly"


def pages(names: Iterable[str]) -> dict[str, str]:
    """Return the text of each page and drawing of these examples by its path in the folder."""
    found: dict[str, str] = {}
    for name in names:
        board = read_board(example_path(name))
        circuit = circuit_of(board)
        steps = assembly(circuit, wired_by_hand(circuit, board), board, BOARD_FILE)
        found |= _page(name, f"Assembly by hand: {name}", steps)
        building = building_of(board)
        if building is not None:
            title = f"Assembly with circuit boards: {name}"
            found |= _page(f"{name}-circuit-boards", title, building.steps())
    return found


def _page(name: str, title: str, steps: tuple[AssemblyStep, ...]) -> dict[str, str]:
    drawings = {
        f"{name}/{drawing_name(number)}": step.drawing for number, step in enumerate(steps, start=1)
    }
    return {f"{name}.md": assembly_markdown(title, name, steps), **drawings}


if __name__ == "__main__":
    shutil.rmtree(FOLDER, ignore_errors=True)
    for path, text in pages(example_names()).items():
        (FOLDER / path).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / path).write_text(text, "utf-8")
