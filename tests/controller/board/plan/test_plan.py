"""`hareboard board plan`: pins, addresses, currents, parts, and the drawing."""

from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from controller.board import parse_board, read_board
from controller.board.electronics.design import circuit_of
from controller.board.examples import example_names, example_path
from controller.board.file.lights import strip_way
from controller.board.plan.bill import bill, demand
from controller.board.plan.connections import (
    HEADER,
    PICO_HEADER,
    blocks,
    co_processors,
    header_pin,
    pin_uses,
    port_uses,
)
from controller.board.plan.needs import needs
from controller.board.plan.picture import picture
from controller.board.plan.report import plan_text
from controller.board.plan.strip_route import links, stays
from controller.cli import cli
from hardware.sensing.plan import Direction
from hardware.sensing.settings import Place
from tests.support.board.broken import (
    CO_PROCESSOR,
    CO_PROCESSORS,
    DECODER,
    GOOD,
    LIT,
    SERIAL,
    SPI_LIT,
)

SVG = "{http://www.w3.org/2000/svg}"


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["board", "plan", *map(str, words)])


def test_the_header_has_each_gpio_once_and_no_supply_pin_among_them() -> None:
    supply = {1, 2, 4, 6, 9, 14, 17, 20, 25, 30, 34, 39}
    assert sorted({*HEADER, *supply}) == list(range(1, 41))
    assert len(HEADER) == 28
    assert (HEADER[2], HEADER[17], HEADER[18], HEADER[21]) == (3, 11, 12, 40)


def test_a_pico_has_each_gp_once_at_its_edge_and_no_other_pin_among_them() -> None:
    ground, others = {3, 8, 13, 18, 23, 28, 33, 38}, {30, 35, 36, 37, 39, 40}
    there = [pin for pin in PICO_HEADER if pin is not None]
    assert sorted({*there, *ground, *others}) == list(range(1, 41))
    assert len(PICO_HEADER) == 29
    assert [at for at, pin in enumerate(PICO_HEADER) if pin is None] == [23, 24, 25]
    assert [header_pin(f"GP{at}") for at in (0, 16, 22, 26, 28)] == [1, 21, 29, 31, 34]


@pytest.mark.parametrize("name", example_names())
def test_every_pin_is_listed_once_and_every_square_hangs_on_one_outlet(name: str) -> None:
    board = read_board(example_path(name))
    for port in (None, *co_processors(board)):
        pins = [use.where for use in pin_uses(board, port)]
        assert len(pins) == len(set(pins))
        assert all(pin.startswith("GPIO" if port is None else "GP") for pin in pins)
    hung = [square for block in blocks(board) for square in block.squares if square is not None]
    assert sorted(hung) == sorted(board.settings.places)


def test_pins_and_ports_say_what_they_are_for() -> None:
    board = parse_board(LIT, "b.toml")
    assert [(use.where, use.what) for use in pin_uses(board)] == [
        ("GPIO2", "“i2c-2”: data (SDA)"),
        ("GPIO3", "“i2c-2”: clock (SCL)"),
        ("GPIO17", "button “confirm”, to ground"),
        ("GPIO18", "data of the lights, by a level shifter"),
        ("GPIO27", "button “take-back”, to ground"),
    ]
    assert [(use.where, use.what) for use in port_uses(board)] == [
        ("/dev/ttyUSB0", "reader of square 1"),
    ]


def test_pins_are_told_for_each_co_processor() -> None:
    text = f'{CO_PROCESSORS}[lights]\ndriver = "scanner"\nport = "/dev/ttyACM0"\n'
    board = parse_board(f'{text}[buttons]\nconfirm = "GPIO17"\n', "b.toml")
    used = {
        port: [(use.where, use.what) for use in pin_uses(board, port)]
        for port in (None, *co_processors(board))
    }
    assert used == {
        None: [("GPIO17", "button “confirm”, to ground")],
        "/dev/ttyACM0": [
            ("GP2", "“scanner-1”: select of square 2"),
            ("GP4", "“scanner-1”: select of square 1"),
            ("GP16", "“scanner-1”: data from the readers (MISO)"),
            ("GP18", "“scanner-1”: clock of all readers (SCK)"),
            ("GP19", "“scanner-1”: data to the readers (MOSI)"),
            ("GP22", "data of the lights, by a level shifter"),
        ],
        "socket://localhost:7000": [
            ("GP2", "“scanner-2”: registers, clock (SRCLK)"),
            ("GP3", "“scanner-2”: registers, data (SER)"),
            ("GP4", "“scanner-2”: registers, latch (RCLK)"),
            ("GP10", "“scanner-2”: clock of all readers (SCK)"),
            ("GP11", "“scanner-2”: data to the readers (MOSI)"),
            ("GP12", "“scanner-2”: data from the readers (MISO)"),
            ("GP26", "“scanner-2”: reset of all readers (RSTPDN)"),
        ],
    }
    assert [(use.where, use.what) for use in port_uses(board)] == [
        ("/dev/ttyACM0", "co-processor “scanner-1”"),
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
    needed = demand(parse_board(LIT, "b.toml"))
    assert (needed.readers, needed.lights, needed.computer) == (218, 1000, 1200)
    assert needed.all_ma == 2418
    assert needed.supply_a == 4  # 2418 mA are 80 % of 3023 mA


def test_an_amplifier_takes_its_pins_of_a_raspberry_pi() -> None:
    text = example_path("pico-64").read_text("utf-8") + "\n[voice]\ni2s = true\n"
    board = parse_board(text, "b.toml")
    assert [use.where for use in pin_uses(board)] == ["GPIO18", "GPIO19", "GPIO20", "GPIO21"]
    assert (1, "Raspberry Pi") in bill(board)
    assert not needs(board).nothing
    assert not needs(board).pins, "hareboard itself opens none of them"
    assert not circuit_of(board).of_kind("computer"), "its circuit is that of the Pico"


def test_a_computer_that_is_only_looked_at_through_a_port_feeds_itself() -> None:
    needed = demand(parse_board(SERIAL, "b.toml"))
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
        ("co-processors-64", {"RP2040 board, as co-processor": 8, "button": 4}),
        ("pico-64", {"RP2040 board, as co-processor": 1, "74HC138 decoder": 9}),
        ("prototype-2x2", {"PN532 reader with its antenna": 4, "power supply, 5 V, 3 A": 1}),
        ("desk-usb", {"USB serial adapter, 3.3 V": 1, "computer": 1}),
    ],
)
def test_the_parts_are_counted(name: str, parts: dict[str, int]) -> None:
    found = {what: count for count, what in bill(read_board(example_path(name)))}
    assert parts.items() <= found.items()


def test_tags_are_counted_as_the_file_has_them() -> None:
    assert (3, "NFC tag, NTAG213") in bill(parse_board(LIT, "b.toml"))
    assert any(count == 12 and "crown" in what for count, what in bill(parse_board(GOOD, "b")))


def test_a_long_address_takes_more_decoders_than_one() -> None:
    pins = '["GPIO5", "GPIO16", "GPIO17", "GPIO18"]'
    text = DECODER.replace('row_pins = ["GPIO5"]', f"row_pins = {pins}")
    parts = {what: count for count, what in bill(parse_board(text, "b.toml"))}
    assert parts["74HC138 decoder"] == 2 + 2  # two of 16 row lines are in use, on one decoder


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
    assert len(list(svg.iter(f"{SVG}circle"))) == lights
    assert set(map(str, range(lights))) <= set(words)


def test_a_square_without_a_reader_says_so() -> None:
    text = GOOD.replace("columns = 2", "columns = 2\nwithout_reader = 4")
    assert drawn(text.replace('"1-4"', '"1-3"'))[1].count("no reader") == 1


def test_what_people_write_does_not_break_the_drawing() -> None:
    _, words = drawn(GOOD.replace('"A board"', '"A <board> & more"'))
    assert words[0] == "A <board> & more"


def of_class(svg: ET.Element, kind: str) -> list[ET.Element]:
    return [path for path in svg.iter(f"{SVG}path") if path.get("class") == kind]


def test_a_wire_between_pieces_of_the_strip_is_dotted_and_the_strip_is_not() -> None:
    by_rows = LIT.replace('pin = "GPIO18"', 'pin = "GPIO18"\norder = "rows"')
    along, across = drawn(LIT)[0], drawn(by_rows)[0]
    assert (len(of_class(along, "strip")), len(of_class(along, "wire"))) == (3, 0)
    assert (len(of_class(across, "strip")), len(of_class(across, "wire"))) == (2, 1)
    assert of_class(across, "wire")[0].get("stroke-dasharray") == "2 4"
    assert all(path.get("stroke-dasharray") is None for path in of_class(across, "strip"))


@pytest.mark.parametrize("name", example_names())
@pytest.mark.parametrize("per_square", [1, 2])
@pytest.mark.parametrize("order", ["track", "serpentine", "rows", "columns"])
def test_no_two_lines_of_the_strip_lie_on_each_other(
    name: str, per_square: int, order: str
) -> None:
    places = read_board(example_path(name)).squares
    direction: Direction = "down" if order == "columns" else "right"
    way = strip_way(places, "top-left", direction, turning=order == "serpentine")
    if order == "track":
        way = sorted(places)
    lights = {
        square: tuple(range(at * per_square, (at + 1) * per_square))
        for at, square in enumerate(way)
    }
    found = stays(lights, places)
    ways = [stay.spots for stay in found] + [link.corners for link in links(found)]
    pieces = [tuple(sorted(pair)) for spots in ways for pair in pairwise(spots)]
    for (a, b), (c, d) in combinations(pieces, 2):
        for fixed, free in ((0, 1), (1, 0)):
            if a[fixed] == b[fixed] == c[fixed] == d[fixed]:
                assert min(b[free], d[free]) <= max(a[free], c[free])


def test_lights_in_a_row_that_runs_left_are_drawn_from_right_to_left() -> None:
    board = parse_board(LIT.replace('pin = "GPIO18"', 'pin = "GPIO18"\nper_square = 2'), "b.toml")
    assert board.lights is not None
    found = {stay.lights[0]: stay for stay in stays(board.lights.squares, board.squares)}
    assert found[0].spots[0][0] < found[0].spots[1][0]  # square 1, to the right
    assert found[4].spots[0][0] > found[4].spots[1][0]  # square 3, to the left
    assert found[2].way_out[0] == found[4].way_in[0] > found[4].spots[0][0]


def test_lights_in_a_column_are_drawn_one_above_the_other() -> None:
    lights = {1: (0, 1), 2: (2, 3)}
    below, above = stays(lights, {1: Place(1, 0), 2: Place(0, 0)})
    assert not below.across
    heights = [y for stay in (below, above) for _, y in stay.spots]
    assert heights == sorted(heights, reverse=True)


def test_many_lights_under_a_square_are_numbered_at_both_ends() -> None:
    svg, words = drawn(LIT.replace('pin = "GPIO18"', 'pin = "GPIO18"\nper_square = 12'))
    assert len(list(svg.iter(f"{SVG}circle"))) == 48
    assert {"0", "11", "12", "23", "24", "35", "36", "47"} <= set(words)
    assert not {"13", "22", "30"} & set(words)


def test_the_drawing_says_where_the_data_of_the_strip_comes_in_and_where_it_ends() -> None:
    svg, words = drawn(LIT)
    assert "data from GPIO18" in words
    assert "end" in words
    assert len(of_class(svg, "arrow")) == 4


def test_the_pins_of_a_bus_are_under_the_drawing() -> None:
    said = " ".join(drawn(DECODER)[1]).replace("\N{NO-BREAK SPACE}", " ")
    assert "GPIO11 (pin 23) clock of all readers (SCK)" in said
    assert "GPIO13 (pin 33) enable, low for one reader" in said


def test_the_pins_of_a_co_processor_are_under_the_drawing() -> None:
    _, words = drawn(CO_PROCESSOR)
    assert "data from GP22" in words
    assert [word for word in words if word.startswith("GP")] == ["GP2", "GP3", "GP4", "GP5"]
    said = " ".join(words).replace("\N{NO-BREAK SPACE}", " ")
    assert "scanner-1: select pin, of the co-processor at /dev/ttyACM0; GP16 (pin 21) data" in said
    assert "data from GP22 (pin 29) of scanner-1;" in said
    said = " ".join(drawn(CO_PROCESSORS)[1])
    assert "scanner-2: shift register / output, both from 0, of the co-processor at socket:" in said


def cells(svg: ET.Element) -> dict[str, float]:
    """How far to the right each square is drawn."""
    return {
        next(cell.iter(f"{SVG}text")).text or "": float(
            (cell.get("transform") or "").removeprefix("translate(").split()[0]
        )
        for cell in svg.findall(f"{SVG}g/{SVG}g[@transform]")
    }


def test_from_below_left_and_right_change_places_and_it_is_said() -> None:
    board = parse_board(LIT, "b.toml")
    above, below = (
        ET.fromstring(picture(board, from_below=from_below)) for from_below in (False, True)
    )
    assert cells(above) == {"1": 0, "2": 136, "3": 136, "4": 0}
    assert cells(below) == {"1": 136, "2": 0, "3": 0, "4": 136}
    said = [[each.text or "" for each in svg.iter(f"{SVG}text")] for svg in (above, below)]
    assert any(text.startswith("Seen from above") for text in said[0])
    assert any(text.startswith("Seen from below") for text in said[1])


def test_the_drawing_goes_into_a_file_beside_the_plan_or_is_printed_alone(tmp_path: Path) -> None:
    printed = run("prototype-2x2", "--svg", "-")
    out = tmp_path / "b.svg"
    written = run("prototype-2x2", "--svg", out)
    assert (printed.exit_code, written.exit_code) == (0, 0)
    assert printed.stdout == out.read_text("utf-8")
    assert written.stdout == f"{run('prototype-2x2').stdout}\n{out}: the drawing.\n"


def test_a_view_from_below_needs_a_drawing() -> None:
    result = run("prototype-2x2", "--from-below")
    assert result.exit_code == 2
    assert "add --svg OUT" in result.stderr
    assert "Seen from below" in run("prototype-2x2", "--from-below", "--svg", "-").stdout


def test_a_drawing_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    result = run("prototype-2x2", "--svg", tmp_path / "none" / "b.svg")
    assert result.exit_code == 1
    assert "b.svg cannot be written: No such file or directory." in result.stderr


def test_a_reader_on_the_bus_itself_hangs_on_its_address() -> None:
    text = SERIAL[: SERIAL.index("transport")] + 'transport = "i2c"\nsquares = 1\n'
    (block,) = blocks(parse_board(text, "b.toml"))
    assert (block.squares, block.named) == ((1,), "“i2c-1”, on the bus itself")


def test_lights_on_the_computer_take_no_pin_of_a_co_processor() -> None:
    text = CO_PROCESSOR.split("[lights]")[0] + '[lights]\ndriver = "ws281x"\n'
    board = parse_board(text, "b.toml")
    (port,) = co_processors(board)
    assert not [use for use in pin_uses(board, port) if "lights" in use.what]
    assert [use.where for use in pin_uses(board)] == ["GPIO18"]


def test_a_strip_that_turns_from_a_row_into_a_column_turns_between_the_squares() -> None:
    places = {1: Place(0, 0), 2: Place(0, 1), 3: Place(1, 2), 4: Place(2, 2)}
    strip = stays({1: (0,), 2: (1,), 3: (2,), 4: (3,)}, places)
    assert [stay.across for stay in strip] == [True, True, False, False]
    turn = list(links(strip))[1]
    (x, y), (to_x, to_y) = strip[1].way_out, strip[2].way_in
    assert turn.corners == (strip[1].spots[0], (x, y), (x, to_y), (to_x, to_y), strip[2].spots[0])
    back = stays({4: (0,), 3: (1,), 2: (2,), 1: (3,)}, places)
    turn = list(links(back))[1]
    (x, y), (to_x, to_y) = back[1].way_out, back[2].way_in
    assert turn.corners == (back[1].spots[0], (x, y), (to_x, y), (to_x, to_y), back[2].spots[0])
