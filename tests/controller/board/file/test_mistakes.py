"""Every mistake in a board file is told, with its line."""

import re
from pathlib import Path

import pytest

from controller.board import BadFile, read_board
from controller.board.examples import example_path
from tests.support.board.broken import (
    CO_PROCESSOR,
    CO_PROCESSORS,
    DECODER,
    DRAWN,
    GOOD,
    MULTIPLEXER,
    REGISTER,
    SERIAL,
    SUPPLY,
    problems,
)


@pytest.mark.parametrize(
    "text",
    [
        *(GOOD, DECODER, REGISTER, MULTIPLEXER, SERIAL, DRAWN, SUPPLY),
        *(CO_PROCESSOR, CO_PROCESSORS),
    ],
)
def test_the_files_that_are_broken_below_are_right_before(tmp_path: Path, text: str) -> None:
    (tmp_path / "b.toml").write_text(text, "utf-8")
    assert read_board(tmp_path / "b.toml").name == "A board"


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = GOOD.replace("count = 4", "count = 0").replace("stride = 2", "stride = 0\nretry = 3")
    said = problems(tmp_path, text.replace('"lines"', '"line"'))
    assert said == [
        "b.toml, line 3: [squares] count: 0 is not a whole number from 1 to 64.",
        "b.toml, line 6: [readers] stride: 0 is not a whole number from 1 to 64.",
        "b.toml, line 7: there is no key “retry” in [readers]; did you mean “retries”?",
        (
            "b.toml, line 10: [[readers.bus]] select: “line” is not “lines”, “decoder” or "
            "“shift-register”; did you mean “lines”?"
        ),
    ]


def test_a_wrong_value_hides_no_mistake_elsewhere_in_its_section(tmp_path: Path) -> None:
    text = example_path("spi-decoder-64").read_text("utf-8")
    for right, wrong in (
        ("clock_hz = 1_000_000", "clock_hz = 5"),
        ('reset_pin = "GPIO25"', 'reset_pin = "GPIO26"'),
        ("budget_ma = 1000", "budget_ma = -1"),
        ('pin = "GPIO18"', 'pin = "GPIO19"'),
        ('confirm = "GPIO17"', 'confirm = "GPIO18"\nhold_s = 0'),
        ('take_back = "GPIO27"', 'take_back = "GPIO18"'),
    ):
        assert text.count(right) == 1
        text = text.replace(right, wrong)
    reasons = [re.sub(r"line \d+", "line", each) for each in problems(tmp_path, text)]
    assert reasons == [
        (
            "b.toml, line: [[readers.bus]] clock_hz: 5 is not a whole number from 10000 to 5000000 "
            "(5 MHz)."
        ),
        "b.toml, line: [[readers.bus]] enable_pin: GPIO26 is already used by reset_pin in line.",
        "b.toml, line: [lights] pin: GPIO19 is already used by column_pins in line.",
        "b.toml, line: [lights] budget_ma: -1 is not a whole number from 1 to 100000 mA.",
        "b.toml, line: [buttons] hold_s: 0 is not a number from 0.5 to 10, in seconds.",
        "b.toml, line: [buttons] take_back: GPIO18 is already used by confirm in line.",
    ]


def test_one_mistake_in_a_list_is_one_mistake(tmp_path: Path) -> None:
    assert problems(tmp_path, GOOD.replace('"1-4"', '[1, 2, 3, "four"]')) == [
        (
            "b.toml, line 11: [[readers.bus]] squares: “four” is neither a square, nor squares "
            'like "1-8", nor "-".'
        )
    ]


def test_a_mistake_elsewhere_does_not_count_squares_as_lacking_readers(tmp_path: Path) -> None:
    assert problems(tmp_path, GOOD.replace('"spi"', '"spy"')) == [
        (
            "b.toml, line 8: [[readers.bus]] transport: “spy” is not “spi”, “i2c”, “uart” or "
            "“scanner”; did you mean “spi”?"
        )
    ]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\xff\xfe\x00", "b.toml: it is not a text file in UTF-8."),
        (b"x = " + b"9" * 5000, "b.toml: a number is too long, or lists lie too deep"),
        (b"x = " + b"[" * 50_000 + b"]" * 50_000, "b.toml: a number is too long, or lists lie"),
        (b"x = [1,", "b.toml: Invalid value (at end of document)."),
        (b"", "b.toml: name: is missing."),
    ],
)
def test_a_file_that_is_no_board_file_is_told(tmp_path: Path, content: bytes, told: str) -> None:
    (tmp_path / "b.toml").write_bytes(content)
    with pytest.raises(BadFile) as caught:
        read_board(tmp_path / "b.toml")
    assert str(caught.value).startswith(told)


def test_what_is_not_toml_is_told_with_its_line(tmp_path: Path) -> None:
    (said,) = problems(tmp_path, GOOD.replace("[squares]", "[squares"))
    assert said.startswith("b.toml, line 2: ")
    assert said.endswith("(column 9).")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=re.escape("b.toml: it cannot be read: No such file")):
        read_board(tmp_path / "b.toml")


def test_a_board_on_which_no_square_has_a_reader_is_none(tmp_path: Path) -> None:
    text = SERIAL.replace("columns = 1", "columns = 1\nwithout_reader = 1")
    assert problems(tmp_path, text.replace("square = 1", 'square = "-"')) == [
        "b.toml, line 6: [readers] bus: no square has a reader; one at least is needed."
    ]


def test_a_bus_in_single_brackets_is_one_mistake(tmp_path: Path) -> None:
    assert problems(tmp_path, GOOD.replace("[[readers.bus]]", "[readers.bus]")) == [
        (
            "b.toml, line 7: [readers] bus: this is a section in single brackets: write "
            "[[readers.bus]] above the keys of each."
        )
    ]


@pytest.mark.parametrize("folder", [".", "/"])
def test_a_folder_without_a_name_is_told_apart_from_no_file(folder: str) -> None:
    with pytest.raises(BadFile) as caught:
        read_board(Path(folder))
    assert str(caught.value) == f"{folder}: it cannot be read: Is a directory."
