"""The file of a theme: what is said of a colour that is none."""

import re
from pathlib import Path

import pytest

from controller.light.themes import FOLDER, read_theme
from controller.toml.mistakes import BadFile


@pytest.mark.parametrize("colour", ['"red"', '"#12345"', '"#1234567"', "255"])
def test_a_colour_that_is_none_is_named_with_its_line(tmp_path: Path, colour: str) -> None:
    file = tmp_path / "ours.toml"
    shipped = (FOLDER / "garden.toml").read_text("utf-8")
    file.write_text(re.sub(r'^turn = ".*"', f"turn = {colour}", shipped, flags=re.M), "utf-8")
    with pytest.raises(BadFile, match=r"write it like “#ff8800”") as refused:
        read_theme(file)
    assert "line 6" in str(refused.value)
