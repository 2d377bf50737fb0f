"""`hareboard board make`: which files are written, and what is said of what cannot be."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.board.make.order import Maker
from web.commands import make


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(make.make_command, [*map(str, words)])


def written(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_a_small_board_gets_every_kind_of_file(tmp_path: Path) -> None:
    result = run("prototype-2x2", "--out", tmp_path, "--paper", "letter", "--language", "de")
    assert result.exit_code == 0
    made = written(tmp_path)
    assert "electronics/netlist.net" in made
    if find_spec("OCP") is None:
        assert "Left out: solids needs OCP" in result.stderr
    else:
        assert result.stderr == ""
        assert {"solids/runner-base.step", "solids/coil-jig.stl"} <= made
    others = ("electronics/", "solids/")
    assert {path for path in made if not path.startswith(others)} == {
        "artwork/surface-painted.pdf",
        "artwork/surface-painted-letter.pdf",
        "artwork/surface-bare.pdf",
        "artwork/surface-bare-letter.pdf",
        "sheets/runners-letter.pdf",
        "sheets/hare-cards-letter.pdf",
        "sheets/carrots-letter.pdf",
        "sheets/lettuces-letter.pdf",
        "sheets/race-cards-letter.pdf",
        "sheets/table-card-letter.pdf",
        "sheets/wire-labels-letter.pdf",
        "circuit-boards/README.txt",
        "cutting/surface.dxf",
        "cutting/surface.svg",
        "cutting/carrier.dxf",
        "cutting/carrier.svg",
    }


def test_the_help_lists_each_kind_on_a_line_of_its_own() -> None:
    lines = run("--help").stdout.splitlines()
    at = next(at for at, line in enumerate(lines) if line.endswith("Kinds of files, for --only:"))
    names = [line.split(":")[0].strip() for line in lines[at + 1 : at + 1 + len(make.MAKERS)]]
    assert names == [maker.name for maker in make.MAKERS]


def test_only_one_kind_is_made_if_asked(tmp_path: Path) -> None:
    result = run("prototype-2x2", "--out", tmp_path, "--only", "cutting")
    assert result.stdout.splitlines()[0] == "cutting: 4 files"
    assert {path.split("/")[0] for path in written(tmp_path)} == {"cutting"}


def test_a_missing_library_is_named_with_its_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = Maker("cutting", "plans", lambda order: iter(()), ("no_such_library",), "make")
    monkeypatch.setattr(make, "MAKERS", (lacking,))
    said = (
        "cutting needs no_such_library: install hareboard with its extra, pip install -e '.[make]"
    )
    left_out = run("prototype-2x2", "--out", tmp_path)
    assert (left_out.exit_code, said in left_out.stderr) == (0, True)
    asked = run("prototype-2x2", "--out", tmp_path, "--only", "cutting")
    assert (asked.exit_code, said in asked.stderr) == (1, True)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "cutting").write_text("a file", "utf-8")
    result = run("prototype-2x2", "--out", tmp_path, "--only", "cutting")
    assert (result.exit_code, "cannot be written" in result.stderr) == (1, True)


def test_a_board_that_is_not_there_is_told(tmp_path: Path) -> None:
    result = run("spi-decode", "--out", tmp_path)
    assert (result.exit_code, "There is no file or example" in result.stderr) == (1, True)
