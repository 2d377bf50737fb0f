"""What a board file says of co-processors: their readers, lights and buttons."""

import pytest

from controller.board import Board, parse_board
from controller.board.examples import example_path
from controller.board.file.form import read_board
from controller.board.file.pins import PICO, PICO_WIRES
from controller.board.file.scanners import MOST_SCANNER_LIGHTS
from controller.board.file.squares import MOST_SQUARES
from controller.board.plan.bill import bill, demand
from controller.board.plan.needs import needs, outlets
from controller.board.plan.report import summary
from hardware.lights.settings import ScannerDriver
from hardware.presses import ButtonSettings
from hardware.scanner import words
from hardware.sensing.settings import (
    DecoderSelect,
    LineSelect,
    ScannerPort,
    ShiftRegisterSelect,
    SpiPins,
)
from tests.support.board.broken import CO_PROCESSOR, CO_PROCESSORS

NINE = CO_PROCESSOR.replace("count = 4\ncolumns = 2", "count = 9\ncolumns = 3").replace(
    "count = 4\n", ""
)
READERS = CO_PROCESSOR.split("[lights]")[0]
DECODER_OF_64 = DecoderSelect(
    ("GP2", "GP3", "GP4"),
    ("GP5", "GP6", "GP7"),
    "GP8",
    {
        square: (row, column if row % 2 == 0 else 7 - column)
        for row in range(8)
        for column, square in enumerate(range(8 * row + 1, 8 * row + 9))
    },
)


def scanners(board: Board) -> list[ScannerPort]:
    return [bus for bus in board.buses if isinstance(bus, ScannerPort)]


def read(text: str, right: str = "", wrong: str = "") -> ScannerPort:
    """The one co-processor of a board, after something was replaced."""
    assert right in text
    (found,) = scanners(parse_board(text.replace(right, wrong, 1), "b.toml"))
    return found


def test_readers_are_wired_as_usual_if_nothing_is_said_of_it() -> None:
    select = LineSelect({1: "GP2", 2: "GP3", 3: "GP4", 4: "GP5"})
    assert read(CO_PROCESSOR) == ScannerPort("scanner-1", "/dev/ttyACM0", select)


@pytest.mark.parametrize(
    ("squares", "pins"),
    [
        ('["4-1"]', {4: "GP2", 3: "GP3", 2: "GP4", 1: "GP5"}),
        ('[4, "-", 2, 1, "-", "-", "-", 3]', {4: "GP2", 2: "GP4", 1: "GP5", 3: "GP9"}),
        ('[["1-4"]]', {1: "GP2", 2: "GP3", 3: "GP4", 4: "GP5"}),
    ],
)
def test_the_order_of_the_squares_is_the_usual_wiring(squares: str, pins: dict[int, str]) -> None:
    assert read(CO_PROCESSOR, '"1-4"', squares).select == LineSelect(pins)


@pytest.mark.parametrize(
    ("squares", "lines"),
    [
        ('"1-9"', {square: divmod(square - 1, 8) for square in range(1, 10)}),
        (
            '["9-2", "-", "-", 1]',
            {**{square: (0, 9 - square) for square in range(2, 10)}, 1: (1, 2)},
        ),
        (
            '[["1-4"], ["8-6", 5], [9]]',
            {
                **{square: (0, square - 1) for square in (1, 2, 3, 4)},
                **{square: (1, 8 - square) for square in (5, 6, 7, 8)},
                9: (2, 0),
            },
        ),
    ],
)
def test_more_than_eight_readers_are_usually_on_decoders(
    squares: str, lines: dict[int, tuple[int, int]]
) -> None:
    select = read(NINE, '"1-4"', squares).select
    assert select == DecoderSelect(("GP2", "GP3", "GP4"), ("GP5", "GP6", "GP7"), "GP8", lines)


@pytest.mark.parametrize("squares", ['["1-8", "-"]', '[["1-8"], ["-"]]'])
def test_a_free_place_counts_as_one_of_the_usual_wiring(squares: str) -> None:
    text = NINE.replace("columns = 3", "columns = 3\nwithout_reader = 9")
    assert isinstance(read(text, '"1-4"', squares).select, DecoderSelect)


def test_all_of_the_wiring_may_be_said() -> None:
    first, second = scanners(parse_board(CO_PROCESSORS, "b.toml"))
    assert first == ScannerPort("scanner-1", "/dev/ttyACM0", LineSelect({2: "GP2", 1: "GP4"}))
    assert second == ScannerPort(
        "scanner-2",
        "socket://localhost:7000",
        ShiftRegisterSelect("GP3", "GP2", "GP4", 1, {4: 0, 3: 1}),
        SpiPins("GP10", "GP11", "GP12"),
        reset_pin="GP26",
    )


def test_a_pin_of_a_co_processor_is_called_by_its_usual_name_however_it_is_written() -> None:
    found = read(
        CO_PROCESSOR,
        'squares = "1-4"',
        'select = "decoder"\nrow_pins = ["gp07"]\ncolumn_pins = [" GP6 "]\nenable_pin = "Gp28"\n'
        "exceptions = { 1 = [0, 0], 2 = [1, 1], 3 = [1, 0], 4 = [0, 1] }\nclock_hz = 2_000_000",
    )
    lines = {1: (0, 0), 2: (1, 1), 3: (1, 0), 4: (0, 1)}
    assert found.select == DecoderSelect(("GP7",), ("GP6",), "GP28", lines)
    assert found.clock_hz == 2_000_000


@pytest.mark.parametrize(
    ("sck", "mosi", "miso"),
    [
        (sck, mosi, miso)
        for spi in (0, 1)
        for sck in PICO_WIRES["sck_pin"][spi]
        for mosi in PICO_WIRES["mosi_pin"][spi]
        for miso in PICO_WIRES["miso_pin"][spi]
    ],
)
def test_the_wires_may_be_any_pins_of_one_hardware_spi(sck: str, mosi: str, miso: str) -> None:
    free = iter(sorted({f"GP{number}" for number in range(23)} - {sck, mosi, miso}))
    pins = ", ".join(f'"{next(free)}"' for _ in range(4))
    wires = f'sck_pin = "{sck}"\nmosi_pin = "{mosi}"\nmiso_pin = "{miso}"'
    text = f'{READERS}select = "lines"\npins = [{pins}]\n{wires}\n'
    assert read(text).pins == SpiPins(sck, mosi, miso)
    assert {PICO.name(pin) for pin in (sck, mosi, miso)} == {sck, mosi, miso}


def test_lights_hang_on_the_only_co_processor_there_is_or_on_the_one_that_is_named() -> None:
    lights = parse_board(CO_PROCESSOR, "b.toml").lights
    assert lights is not None
    assert lights.driver == ScannerDriver("/dev/ttyACM0", "GP22")
    text = f'{CO_PROCESSORS}[lights]\ndriver = "scanner"\nport = "socket://localhost:7000"\n'
    lights = parse_board(f'{text}pin = "GP18"\n', "b.toml").lights
    assert lights is not None
    assert lights.driver == ScannerDriver("socket://localhost:7000", "GP18")


def test_a_co_processor_drives_so_many_lights() -> None:
    lights = parse_board(CO_PROCESSOR.replace("count = 4\n[but", "count = 300\n[but"), "b").lights
    assert lights is not None
    assert lights.count == 300


def test_a_co_processor_has_room_for_so_many_lights_and_readers() -> None:
    assert (MOST_SCANNER_LIGHTS, MOST_SQUARES) == (words.MOST_LIGHTS, words.MOST_READERS)


def test_buttons_are_pins_of_a_co_processor_if_they_say_which() -> None:
    on_it = parse_board(CO_PROCESSOR, "b.toml").buttons
    assert on_it == ButtonSettings({"confirm": "GP10"}, port="/dev/ttyACM0")
    keys = 'port = "/dev/ttyACM0"\nconfirm = "GP10"'
    on_pi = parse_board(CO_PROCESSOR.replace(keys, 'confirm = "D10"\npull = "down"'), "b").buttons
    assert on_pi == ButtonSettings({"confirm": "GPIO10"}, pull_up=False)


def test_a_pin_is_used_once_on_each_co_processor() -> None:
    text = (
        f'{CO_PROCESSORS}[lights]\ndriver = "scanner"\nport = "/dev/ttyACM0"\n'
        '[buttons]\nport = "socket://localhost:7000"\nconfirm = "GP22"\n'
    )
    board = parse_board(text, "b.toml")
    assert board.lights is not None
    assert board.buttons is not None
    assert board.lights.driver == ScannerDriver("/dev/ttyACM0", "GP22")
    assert board.buttons.pins == {"confirm": "GP22"}


def test_the_supply_need_not_feed_a_computer_that_drives_no_lights() -> None:
    text = CO_PROCESSOR.replace("supply_ma = 5000", "supply_ma = 5000, reserve_ma = 1000")
    assert parse_board(text, "b.toml").advice == ()
    (advice,) = parse_board(text.replace("1000", "900"), "b.toml").advice
    assert advice == (
        "The lights may take 1000 mA, and “reserve_ma” keeps only 900 mA for everything but "
        "readers."
    )


def test_a_board_on_co_processors_asks_nothing_of_the_computer_but_its_ports() -> None:
    needed = needs(parse_board(CO_PROCESSOR, "b.toml"))
    assert needed.nothing
    assert not needed.buttons
    assert (needed.spi, needed.pins, needed.socket, needed.strip_spi) == (
        (),
        frozenset(),
        None,
        None,
    )
    assert needed.ports == ("/dev/ttyACM0",)
    assert needed.co_processors == {"/dev/ttyACM0"}


def test_buttons_on_the_computer_need_its_pins_even_beside_a_co_processor() -> None:
    keys = 'port = "/dev/ttyACM0"\nconfirm = "GP10"'
    needed = needs(parse_board(CO_PROCESSOR.replace(keys, 'confirm = "GPIO17"'), "b.toml"))
    assert (needed.pins, needed.buttons, needed.nothing) == (
        frozenset({"GPIO17"}),
        True,
        False,
    )


def test_where_a_reader_hangs_is_told_with_its_co_processor() -> None:
    found = outlets(parse_board(CO_PROCESSORS, "b.toml"))
    assert {square: str(outlet) for square, outlet in found.items()} == {
        2: "“scanner-1”, select GP2",
        1: "“scanner-1”, select GP4",
        4: "“scanner-2”, register 0, output 0",
        3: "“scanner-2”, register 0, output 1",
    }
    assert (found[1].port, found[4].port) == ("/dev/ttyACM0", "socket://localhost:7000")


def test_the_parts_are_those_of_a_board_without_a_raspberry_pi() -> None:
    board = parse_board(CO_PROCESSOR, "b.toml")
    assert demand(board).computer == 0
    parts = {what: count for count, what in bill(board)}
    assert parts["RP2040 board, as co-processor"] == 1
    assert parts["74AHCT125 level shifter, for the data of the lights"] == 1
    assert parts["computer with USB: no Raspberry Pi is needed"] == 1
    assert not any("Raspberry Pi, up to 4" in what for what in parts)


def test_readers_on_co_processors_are_not_fed_by_usb() -> None:
    parts = [what for _, what in bill(parse_board(CO_PROCESSORS, "b.toml"))]
    assert "74HC595 shift register" in parts
    assert "power supply, 5 V, 0.5 A" in parts


def test_a_summary_names_the_co_processor_of_the_lights() -> None:
    assert summary(parse_board(CO_PROCESSOR, "b.toml")).endswith(
        "4 readers on 1 co-processor, read in 4 phases of at most 1 field; 4 lights driven by the "
        "co-processor “scanner-1”; 1 button"
    )


def test_one_pico_carries_a_board_of_sixty_four() -> None:
    board = read_board(example_path("pico-64"))
    (bus,) = scanners(board)
    assert bus.select == DECODER_OF_64
    assert bus.reset_pin == "GP20"
    assert board.lights is not None
    assert board.buttons is not None
    assert board.lights.driver == ScannerDriver(bus.port)
    assert board.buttons.port == bus.port
    assert needs(board).nothing


def test_eight_co_processors_are_wired_alike() -> None:
    board = read_board(example_path("co-processors-64"))
    for row, bus in enumerate(scanners(board)):
        assert bus.select == LineSelect({8 * row + at: f"GP{at + 1}" for at in range(1, 9)})
    assert len(board.buses) == 8
    assert needs(board).nothing
