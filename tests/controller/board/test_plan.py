"""`hareboard board plan`: pins, addresses, currents, parts, and the drawing."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from controller.board import parse_board, read_board
from controller.board.bill import bill, demand
from controller.board.connections import HEADER, blocks, pin_uses, port_uses
from controller.board.drawing import plan_text
from controller.board.examples import example_names, example_path
from controller.board.picture import picture
from controller.cli import cli
from tests.controller.board.broken import DECODER, GOOD, LIT, SERIAL, SPI_LIT

SVG = "{http://www.w3.org/2000/svg}"


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["board", "plan", *map(str, words)])


def test_the_header_has_each_gpio_once_and_no_supply_pin_among_them() -> None:
    supply = {1, 2, 4, 6, 9, 14, 17, 20, 25, 30, 34, 39}
    assert sorted({*HEADER, *supply}) == list(range(1, 41))
    assert len(HEADER) == 28
    assert (HEADER[2], HEADER[17], HEADER[18], HEADER[21]) == (3, 11, 12, 40)


@pytest.mark.parametrize("name", example_names())
def test_every_pin_is_listed_once_and_every_square_hangs_on_one_outlet(name: str) -> None:
    board = read_board(example_path(name))
    pins = [use.where for use in pin_uses(board)]
    assert len(pins) == len(set(pins))
    hung = [square for block in blocks(board) for square in block.squares if square is not None]
    assert sorted(hung) == sorted(board.settings.places)


def test_pins_and_ports_say_what_they_are_for() -> None:
    board = parse_board(LIT, "b.toml")
    assert [(use.where, use.what) for use in pin_uses(board)] == [
        ("GPIO17", "button “confirm”, to ground"),
        ("GPIO18", "data of the lights, by a level shifter"),
        ("GPIO27", "button “take-back”, to ground"),
    ]
    assert [(use.where, use.what) for use in port_uses(board)] == [
        ("/dev/ttyUSB0", "reader of square 1"),
        ("socket://localhost:7000", "co-processor “scanner-2”"),
    ]


def test_the_bus_of_lights_takes_all_its_wires() -> None:
    by_spi = parse_board(SPI_LIT, "b.toml")
    by_helper = parse_board(LIT.replace("GPIO18", "GPIO10"), "b.toml")
    for board in (by_spi, by_helper):
        taken = [use.where for use in pin_uses(board) if "lights" in use.what]
        assert taken == ["GPIO9", "GPIO10", "GPIO11"]


def test_the_port_of_the_pi_takes_its_pins() -> None:
    board = parse_board(SERIAL.replace("ttyUSB0", "serial0"), "b.toml")
    assert [use.where for use in pin_uses(board)] == ["GPIO14", "GPIO15"]


def test_outlets_that_are_left_free_are_shown_free() -> None:
    text = DECODER.replace('[["1-2"], ["4-3"]]', '[["-", 2], [1, 3]]').replace(
        "columns = 2", "columns = 2\nwithout_reader = 4"
    )
    found = [(block.named, block.squares) for block in blocks(parse_board(text, "b.toml"))]
    assert found == [("“spi-1”, row line 0", (None, 2)), ("“spi-1”, row line 1", (1, 3))]


def test_lights_and_computer_are_in_the_sum_and_the_supply_bears_it() -> None:
    needed = demand(parse_board(LIT, "b.toml"), fields=2)
    assert (needed.readers, needed.lights, needed.computer) == (292, 1000, 1200)
    assert needed.all_ma == 2492
    assert needed.supply_a == 4  # 2492 mA are 80 % of 3115 mA


def test_a_computer_that_is_only_looked_at_through_a_port_feeds_itself() -> None:
    needed = demand(parse_board(SERIAL, "b.toml"), fields=1)
    assert (needed.computer, needed.all_ma) == (0, 110)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        (
            "spi-decoder-64",
            {"PN532 reader with its antenna": 64, "74HC138 decoder": 9, "WS2812B light": 64},
        ),
        ("i2c-multiplexers-64", {"TCA9548A multiplexer": 8, "WS2812B light": 128, "button": 2}),
        ("spi-shift-register-64", {"74HC595 shift register": 8}),
        ("co-processors-64", {"RP2040 board, as co-processor": 8}),
        ("prototype-2x2", {"PN532 reader with its antenna": 4, "power supply, 5 V, 3 A": 1}),
        ("desk-usb", {"USB serial adapter, 3.3 V": 1, "computer": 1}),
    ],
)
def test_the_parts_are_counted(name: str, parts: dict[str, int]) -> None:
    found = {what: count for count, what in bill(read_board(example_path(name)), fields=8)}
    assert parts.items() <= found.items()


def test_tags_are_counted_as_the_file_has_them() -> None:
    assert (3, "NFC tag, NTAG213") in bill(parse_board(LIT, "b.toml"), fields=1)
    assert any(count == 12 and "crown" in what for count, what in bill(parse_board(GOOD, "b"), 1))


def test_a_long_address_takes_more_decoders_than_one() -> None:
    pins = '["GPIO5", "GPIO16", "GPIO17", "GPIO18"]'
    text = DECODER.replace('row_pins = ["GPIO5"]', f"row_pins = {pins}")
    parts = {what: count for count, what in bill(parse_board(text, "b.toml"), fields=1)}
    assert parts["74HC138 decoder"] == 3 + 2  # 16 row lines, two of them in use


@pytest.mark.parametrize("name", example_names())
def test_a_plan_has_no_two_empty_lines_and_none_at_its_end(name: str) -> None:
    text = plan_text(read_board(example_path(name)), 80)
    assert "\n\n\n" not in text
    assert text == text.strip()


def drawn(text: str) -> tuple[ET.Element, list[str]]:
    """A drawing, and everything that is written in it."""
    svg = ET.fromstring(picture(parse_board(text, "b.toml")))
    return svg, [each.text or "" for each in svg.iter(f"{SVG}text")]


@pytest.mark.parametrize("name", example_names())
def test_every_square_is_drawn_with_its_number_phase_and_reader(name: str) -> None:
    text = example_path(name).read_text("utf-8")
    board = parse_board(text, "b.toml")
    svg, words = drawn(text)
    cells = [
        [each.text for each in cell.iter(f"{SVG}text")]
        for cell in svg.findall(f"{SVG}g/{SVG}g[@transform]")
    ]
    assert sorted(int(cell[0] or "") for cell in cells) == sorted(board.squares)
    assert all(len(cell) == 4 for cell in cells)
    assert board.name in words
    lights = board.lights.count if board.lights is not None else 0
    assert len(list(svg.iter(f"{SVG}circle"))) == max(0, lights - 1)


def test_a_square_without_a_reader_says_so() -> None:
    text = GOOD.replace("columns = 2", "columns = 2\nwithout_reader = 4")
    assert drawn(text.replace('"1-4"', '"1-3"'))[1].count("no reader") == 1


def test_what_people_write_does_not_break_the_drawing() -> None:
    _, words = drawn(GOOD.replace('"A board"', '"A <board> & more"'))
    assert words[0] == "A <board> & more"


def test_a_wire_between_pieces_of_the_strip_is_dotted_and_the_strip_is_not() -> None:
    by_rows = LIT.replace('pin = "GPIO18"', 'pin = "GPIO18"\norder = "rows"')
    along, across = (
        [path.get("stroke-dasharray") for path in drawn(text)[0].iter(f"{SVG}path")]
        for text in (LIT, by_rows)
    )
    assert along == [None, None, None, None]
    assert across == [None, "2 4", None, None]


def test_the_drawing_goes_into_a_file_or_is_printed(tmp_path: Path) -> None:
    printed = run("prototype-2x2", "--svg", "-")
    written = run("prototype-2x2", "--svg", tmp_path / "b.svg")
    assert (printed.exit_code, written.exit_code, written.stdout) == (0, 0, "")
    assert printed.stdout == (tmp_path / "b.svg").read_text("utf-8")


def test_a_drawing_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    result = run("prototype-2x2", "--svg", tmp_path / "none" / "b.svg")
    assert result.exit_code == 1
    assert "b.svg cannot be written: No such file or directory." in result.stderr
