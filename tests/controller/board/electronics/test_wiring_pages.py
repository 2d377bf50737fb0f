"""docs/wiring is what the generator writes, and the guide links every page."""

import re

import pytest

from controller.board.electronics.output.files import electronics_files
from controller.board.examples import example_names, example_path
from controller.board.file.form import read_board
from hardware.modules.catalogue import reader_names
from tests.support.checkout import ROOT
from tools.wiring import FOLDER, pages

GUIDE = (ROOT / "docs" / "build-a-board.md").read_text("utf-8")


def test_each_example_has_its_page_and_no_other_is_there() -> None:
    """If not, run `.venv/bin/python -m tools.wiring`."""
    assert {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()} == pages()


@pytest.mark.parametrize("name", example_names())
def test_the_guide_links_the_wiring_of_each_example(name: str) -> None:
    assert f"](wiring/{name}.md)" in GUIDE


def test_the_guide_names_each_module() -> None:
    named = re.findall(r"^\| `([\w-]+)` \| .+ \| .+ \|$", GUIDE, re.MULTILINE)
    assert {*reader_names()} <= {*named}


def test_a_board_gets_its_own_page() -> None:
    board = read_board(example_path("prototype-2x2"))
    assert electronics_files(board)["wiring.md"] == pages()["prototype-2x2.md"]
