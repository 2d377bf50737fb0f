"""The tables of docs/hardware-notes.md: each test that they name is there."""

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
TEXT: Final = (ROOT / "docs" / "hardware-notes.md").read_text("utf-8")
SECTION: Final = TEXT.split("## What was wrong, and the test of each")[1].split("\n## ")[0]
ROWS: Final = [line for line in SECTION.splitlines() if line.startswith("| ")][1:]
CODE: Final = re.compile(r"`([^`]+)`")


@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
def test_every_test_that_a_row_names_is_there(row: str) -> None:
    files: list[str] = []
    named = 0
    for name in CODE.findall(row.split("|", 2)[2]):
        if name.endswith(".py"):
            found = [str(path) for path in (ROOT / "tests").rglob(Path(name).name)]
            files = [path for path in found if path.endswith(name.removeprefix("tests/"))]
            assert files, name
        else:
            texts = [Path(path).read_text("utf-8") for path in files]
            tests = [line for text in texts for line in text.splitlines() if "def test_" in line]
            assert any(name in line for line in tests), name
        named += 1
    assert named


def test_there_is_a_row_for_each_defect() -> None:
    assert len(ROWS) == 11
