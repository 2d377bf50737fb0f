"""Every mistake in a board file is told: those of the lights."""

from pathlib import Path

import pytest

from controller.board import parse_board, read_board
from controller.board.examples import example_path
from controller.board.file.lights import HELPER_MA
from hardware.lights.helper import MOST_MA
from tests.support.board.broken import LIT, SERIAL, SPI_LIT, told

DRIVER = 'driver = "ws281x"'
PIN = 'pin = "GPIO18"'


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        (DRIVER + "\n", "", "b.toml, line 16: [lights] driver: is missing."),
        (
            '"ws281x"',
            '"ws2812"',
            (
                "b.toml, line 17: [lights] driver: “ws2812” is not “ws281x”, “spi” or “scanner”; "
                "did you mean “ws281x”?"
            ),
        ),
        (
            '"ws281x"',
            '"spi"',
            "b.toml, line 18: there is no key “pin” in [lights] with driver = “spi”.",
        ),
        (
            "GPIO18",
            "GPIO22",
            (
                "b.toml, line 18: [lights] pin: GPIO22 cannot drive lights: write “GPIO12”, "
                "“GPIO13”, “GPIO18”, “GPIO19”, “GPIO21” or “GPIO10”."
            ),
        ),
        (
            'take_back = "GPIO27"',
            'take_back = "D18"',
            "b.toml, line 23: [buttons] take_back: GPIO18 is already used by pin in line 18.",
        ),
        (
            PIN,
            PIN + "\ndma = 5",
            (
                "b.toml, line 19: [lights] dma: channel 5 belongs to the memory card, which "
                "lights there would corrupt; 10 is usual."
            ),
        ),
        (
            PIN,
            PIN + '\nsocket = "lights"',
            "b.toml, line 19: [lights] socket: “lights” is no path that begins with “/”.",
        ),
        (
            PIN,
            PIN + "\nper_square = 0",
            "b.toml, line 19: [lights] per_square: 0 is not a whole number from 1 to 32.",
        ),
        (
            PIN,
            PIN + "\nper_square = 2\ncount = 7",
            "b.toml, line 20: [lights] count: 7 are too few: the squares need 8.",
        ),
        (
            PIN,
            PIN + '\norder = "snake"',
            (
                "b.toml, line 19: [lights] order: “snake” is not “track”, “serpentine”, “rows” "
                "or “columns”."
            ),
        ),
        (
            PIN,
            PIN + '\ncorner = "top-left"',
            (
                "b.toml, line 19: [lights] corner: the strip follows the track; with it belongs "
                "order = “serpentine”, “rows” or “columns”."
            ),
        ),
        (
            PIN,
            PIN + '\norder = "rows"\ndirection = "left"',
            (
                "b.toml, line 20: [lights] direction: “left” is not possible with the order "
                "“rows” from the corner “top-left”; write “right”."
            ),
        ),
        (
            PIN,
            PIN + '\nsquares = "1-4"\norder = "rows"',
            (
                "b.toml, line 20: [lights] order: “squares” already says where each light is; "
                "leave one of them out."
            ),
        ),
        (
            PIN,
            PIN + '\nsquares = ["1-2", "-", 5, 4]',
            (
                "b.toml, line 19: [lights] squares: 5 is no square of this board: the squares "
                "are 1 to 4."
            ),
        ),
        (
            PIN,
            PIN + '\nsquares = ["2-1", "-", 2]',
            (
                "b.toml, line 19: [lights] squares: squares 3, 4 have no light: list where it "
                "is, or say so with “without_light”."
            ),
        ),
        (
            PIN,
            PIN + '\nsquares = "1-4"\nwithout_light = [1]',
            "b.toml, line 20: [lights] without_light: 1: there is a light in “squares”.",
        ),
        (
            PIN,
            PIN + '\nwithout_light = "1-4"',
            "b.toml, line 19: [lights] without_light: no square is left that has a light.",
        ),
        (
            PIN,
            PIN + "\nfirst = 512",
            "b.toml, line 16: [lights]: 516 lights are too many; 512 is the most.",
        ),
        (
            PIN,
            PIN + '\ncolour_order = "RBGW"',
            (
                "b.toml, line 19: [lights] colour_order: “RBGW” is not “RGB”, “RBG”, “GRB”, "
                "“GBR”, “BRG” or “BGR”; did you mean “RBG”?"
            ),
        ),
        (
            PIN,
            PIN + "\ngamma = 0.45",
            "b.toml, line 19: [lights] gamma: 0.45 is not a number from 1 to 4.",
        ),
        (
            PIN,
            PIN + "\nbrightness = 80",
            "b.toml, line 19: [lights] brightness: 80 is not a number from 0.01 to 1.",
        ),
        (
            PIN,
            PIN + "\nundervoltage = -1",
            "b.toml, line 19: [lights] undervoltage: -1 is not a number from 0 to 1.",
        ),
        (
            PIN,
            PIN + "\nbudget_ma = 3",
            (
                "b.toml, line 19: [lights] budget_ma: 3 mA is too little: 4 lights take 4 mA "
                "even when dark."
            ),
        ),
        (
            "dark_ma = 1",
            "dark_ma = 300",
            "b.toml, line 20: [lights.currents] dark_ma: 300 is not a number from 0 to 10 mA.",
        ),
        (
            "dark_ma = 1",
            "red_ma = 0",
            "b.toml, line 20: [lights.currents] red_ma: 0 is not a number from 1 to 100 mA.",
        ),
        (
            "dark_ma = 1",
            "white_ma = 60",
            "b.toml, line 20: there is no key “white_ma” in [lights.currents].",
        ),
        (
            PIN,
            PIN + "\nbudget = 300",
            (
                "b.toml, line 19: there is no key “budget” in [lights] with driver = “ws281x”; "
                "did you mean “budget_ma”?"
            ),
        ),
    ],
)
def test_a_mistake_is_told(tmp_path: Path, right: str, wrong: str, sentence: str) -> None:
    assert told(tmp_path, LIT, right, wrong) == [sentence]


READERS = """\
[[readers.bus]]
transport = "spi"
select = "lines"
pins = ["GPIO5"]
squares = "1"
"""
PORT = '[[readers.bus]]\ntransport = "uart"\nport = "/dev/ttyUSB0"\nsquare = 1\n'


def test_lights_have_their_spi_bus_to_themselves(tmp_path: Path) -> None:
    sentence = (
        "b.toml, line 18: [lights] driver: lights have to be alone on SPI 0, and {} is already "
        "used by SPI 0 in line 7."
    )
    assert told(tmp_path, SPI_LIT, PORT, READERS) == [
        sentence.format(pin) for pin in ("GPIO11", "GPIO10", "GPIO9")
    ]


def test_there_may_be_so_many_lights_on_spi_and_no_more(tmp_path: Path) -> None:
    parse_board(SPI_LIT.replace("number = 0", "per_square = 4\ncount = 160"), "b.toml")
    assert told(tmp_path, SPI_LIT, "number = 0", "per_square = 4\ncount = 161") == [
        (
            "b.toml, line 19: [lights] count: 161 lights are too many for SPI, which drives 160 "
            "without a pause: take fewer, or driver = “ws281x”."
        )
    ]


def test_one_light_is_told_in_the_singular(tmp_path: Path) -> None:
    text = f"{SERIAL}[lights]\n{DRIVER}\n{PIN}\nbudget_ma = 3\n[lights.currents]\ndark_ma = 4\n"
    assert told(tmp_path, text, "", "") == [
        (
            "b.toml, line 12: [lights] budget_ma: 3 mA is too little: 1 light takes 4 mA even "
            "when dark."
        )
    ]


def test_lights_have_the_bus_to_themselves_when_the_helper_drives_them_by_spi(
    tmp_path: Path,
) -> None:
    said = told(tmp_path, LIT.replace("GPIO18", "GPIO10"), PORT, READERS)
    assert said == [
        "b.toml, line 19: [lights] pin: GPIO10 is already used by SPI 0 in line 7.",
        *(
            f"b.toml, line 19: [lights] pin: lights have to be alone on SPI 0, and {pin} is "
            "already used by SPI 0 in line 7."
            for pin in ("GPIO11", "GPIO10", "GPIO9")
        ),
    ]


@pytest.mark.parametrize(
    ("text", "right", "wrong", "advice"),
    [
        (LIT, "", "", "Analogue sound and lights on GPIO18 disturb each other"),
        (LIT, "", "", "The lights' driver “ws281x” does not run on a Raspberry Pi 5"),
        (
            LIT,
            PORT,
            READERS,
            (
                "The lights' driver “ws281x” does not run on a Raspberry Pi 5: there, take driver "
                "= “spi” with number = 1, whose data is on GPIO20, and keep GPIO18 to GPIO21 free "
                "for it."
            ),
        ),
        (LIT, "GPIO18", "GPIO10", "Lights on GPIO10 depend on a fixed core clock"),
        (SPI_LIT, "", "", "Lights on GPIO10 depend on a fixed core clock"),
        (SPI_LIT, "number = 0", "number = 1", "Lights on SPI 1 are for a Raspberry Pi 5"),
        (
            LIT,
            PIN,
            PIN + "\nbudget_ma = 1500",
            (
                "The lights may take 1500 mA of the 2200 mA that “reserve_ma” keeps for "
                "everything but readers, which leaves 700 mA for the computer; a Raspberry Pi 4 "
                "takes 1200 mA."
            ),
        ),
        (
            LIT,
            PIN,
            PIN + "\nbudget_ma = 3000",
            "The lights may take 3000 mA of the 2200 mA that “reserve_ma” keeps",
        ),
        (
            LIT,
            PIN,
            PIN + "\nbudget_ma = 6000",
            "The lights' helper allows 4000 mA and refuses 6000 mA: start it with “--most-ma 6000”",
        ),
        (
            LIT,
            PIN,
            PIN + "\ncount = 8",
            (
                "The squares need 4 lights and the strip has 8, so its end stays dark: if there "
                "are several under each square, say so with “per_square”."
            ),
        ),
    ],
)
def test_what_often_goes_wrong_is_advised(text: str, right: str, wrong: str, advice: str) -> None:
    board = parse_board(text.replace(right, wrong, 1), "b.toml")
    assert any(each.startswith(advice) for each in board.advice)


def test_where_readers_have_both_spi_buses_a_co_processor_is_advised() -> None:
    (advice,) = (
        each
        for each in read_board(example_path("spi-shift-register-64")).advice
        if "Raspberry Pi 5" in each
    )
    assert advice.endswith("there, take a co-processor, since both SPI buses have readers.")


def test_what_the_helper_allows_is_what_the_file_says_of_it() -> None:
    assert HELPER_MA == MOST_MA


def test_lights_get_no_other_advice() -> None:
    assert len(parse_board(SPI_LIT, "b.toml").advice) == 1
    assert len(parse_board(LIT.replace("GPIO18", "GPIO21"), "b.toml").advice) == 1


def test_lights_are_on_an_spi_there_is(tmp_path: Path) -> None:
    assert told(tmp_path, SPI_LIT, "number = 0", "number = 9") == [
        "b.toml, line 18: [lights] number: 9 is not a whole number from 0 to 1."
    ]
