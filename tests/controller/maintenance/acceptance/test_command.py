"""`hareboard board accept`, with a simulated board and without one."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli import cli
from tests.support.acceptance.boards import I2C_TEXT, SCANNER_TEXT, SPI_TEXT

ONE_TEXT = """\
name = "One"
[squares]
count = 1
columns = 1
[[readers.bus]]
transport = "spi"
select = "lines"
pins = ["GPIO5"]
squares = "1"
[tags]
red = { base = "04 A1 B2 C3 D4 E5 F6", crown = "04 5B 6E 8F 90 A1 B2" }
"""


def _accept(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["board", "accept", *map(str, arguments)])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A board file."""
    path = tmp_path / "board.toml"
    path.write_text(SPI_TEXT, "utf-8")
    return path


@pytest.mark.long
def test_a_rehearsal_packs_a_bundle_that_is_judged_again(file: Path) -> None:
    bundle = file.with_name("out.tar.gz")
    said = _accept(file, "--rehearse", "--soak", "0.05", "--bundle", bundle)
    assert said.exit_code == 0, said.output
    assert said.output.startswith("A rehearsal on a simulated board")
    assert "No fault was found." in said.output
    assert file.read_text("utf-8") == SPI_TEXT
    again = _accept("--replay", bundle)
    assert again.exit_code == 0, again.output
    assert "The same verdict as in out.tar.gz." in again.output


@pytest.mark.long
def test_a_fault_can_be_rehearsed(file: Path) -> None:
    said = _accept(file, "--fault", "broken-antenna", "--soak", "0.05")
    assert said.exit_code == 1, said.output
    assert "The board has an antenna that reads nothing." in said.output
    assert "Square 2: The chip feels no antenna" in said.output
    [packed] = file.parent.glob("*.tar.gz")  # the next one, a few seconds later, is another file
    assert re.fullmatch(r"board-\d{4}-\d\d-\d\d-\d{6}\.accept\.tar\.gz", packed.name)


def test_a_computer_without_such_pins_says_so(file: Path) -> None:
    said = _accept(file)
    assert said.exit_code == 1
    assert said.output.startswith("Error: ")


def test_mistakes_of_the_board_file_are_listed(file: Path) -> None:
    file.write_text(I2C_TEXT.replace("stride", "strid"), "utf-8")
    said = _accept(file, "--rehearse")
    assert said.exit_code == 1
    assert "strid" in said.output


def test_an_example_is_to_be_copied_first() -> None:
    said = _accept("prototype-2x2", "--rehearse")
    assert said.exit_code == 1
    assert "hareboard board show prototype-2x2 > prototype-2x2.toml" in said.output


def test_that_the_bundle_has_no_place_is_said_before_anything_is_measured(file: Path) -> None:
    said = _accept(file, "--bundle", file.parent / "missing" / "out.tar.gz")
    assert said.exit_code == 1
    assert "name a place for it with --bundle" in said.output


def test_a_file_or_a_bundle_must_be_named() -> None:
    assert "Missing argument 'FILE'" in _accept().output


def test_a_co_processor_that_is_missing_is_named(file: Path) -> None:
    port = str(file.with_name("nothing"))
    file.write_text(SCANNER_TEXT.replace("/dev/ttyACM0", port), "utf-8")
    said = _accept(file)
    assert said.exit_code == 1
    assert f"There is no co-processor at {port}" in said.output


@pytest.mark.long
def test_a_board_with_a_co_processor_can_be_rehearsed(file: Path) -> None:
    file.write_text(SCANNER_TEXT, "utf-8")
    bundle = file.with_name("out.tar.gz")
    said = _accept(file, "--fault", "dead-chip", "--soak", "0.05", "--bundle", bundle)
    assert said.exit_code == 1, said.output
    assert "The board has a chip that never answers." in said.output
    assert "The same verdict as in out.tar.gz." in _accept("--replay", bundle).output


def test_a_board_file_that_is_no_text_is_refused(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00")
    said = _accept(file, "--rehearse")
    assert said.exit_code == 1
    assert f"{file} cannot be read: " in said.output


def test_one_square_is_rehearsed_and_packed(file: Path) -> None:
    """The quickest: no lights, no buttons."""
    file.write_text(ONE_TEXT, "utf-8")
    bundle = file.with_name("out.tar.gz")
    said = _accept(file, "--rehearse", "--soak", "0.01", "--bundle", bundle)
    assert "No fault was found." in said.output
    assert f"{bundle}: all measurements, without private data." in said.output
    assert said.exit_code == 0


@pytest.mark.long
def test_a_bundle_that_cannot_be_written_is_told(file: Path) -> None:
    file.write_text(ONE_TEXT, "utf-8")
    bundle = file.with_name("long" * 100)
    said = _accept(file, "--rehearse", "--soak", "0.01", "--bundle", bundle)
    assert said.exit_code == 1
    assert said.output.endswith(f"Error: {bundle} cannot be written: File name too long.\n")
