"""Every mistake in a board file is told: those of decoders, shift registers and multiplexers."""

from pathlib import Path

import pytest

from tests.support.board.broken import DECODER, GOOD, MULTIPLEXER, REGISTER, told


@pytest.mark.parametrize(
    ("text", "right", "wrong", "sentence"),
    [
        (
            DECODER,
            '[["1-2"], ["4-3"]]',
            '[["1-3"], [4]]',
            (
                "b.toml, line 13: [[readers.bus]] squares: list 1 has 3 squares, but a row line "
                "has 2."
            ),
        ),
        (
            DECODER.replace("count = 4", "count = 5"),
            '[["1-2"], ["4-3"]]',
            '"1-5"',
            (
                "b.toml, line 13: [[readers.bus]] squares: these need 5, but 2 row lines times "
                "2 column lines are only 4."
            ),
        ),
        (
            DECODER,
            '[["1-2"], ["4-3"]]',
            '"1-3"\nexceptions = { 4 = [1, 0] }',
            (
                "b.toml, line 14: [[readers.bus]] exceptions: row line 1, column line 0 has the "
                "reader of square 3 already; square 4 needs another."
            ),
        ),
        (
            DECODER,
            '[["1-2"], ["4-3"]]',
            '"1-3"\nexceptions = { 4 = [2, 0] }',
            (
                "b.toml, line 14: [[readers.bus]] exceptions: square 4: [2, 0] is nothing a "
                "reader can be wired to here: write [row line 0 to 1, column line 0 to 1]."
            ),
        ),
        (
            DECODER,
            '[["1-2"], ["4-3"]]',
            '"1-4"\nexceptions = { 5 = [1, 1] }',
            (
                "b.toml, line 14: [[readers.bus]] exceptions: 5 is no square of this board: the "
                "squares are 1 to 4."
            ),
        ),
        (
            DECODER,
            '[["1-2"], ["4-3"]]',
            '"1-4"\nexceptions = { five = [1, 1] }',
            ("b.toml, line 14: [[readers.bus]] exceptions: “five” is not the number of a square."),
        ),
        (
            DECODER,
            '[["1-2"], ["4-3"]]',
            '"1-4"\nexceptions = 4',
            (
                "b.toml, line 14: [[readers.bus]] exceptions: 4 should be like { 17 = [row line "
                "0 to 1, column line 0 to 1] }."
            ),
        ),
        (
            DECODER,
            'enable_pin = "GPIO13"\n',
            "",
            "b.toml, line 7: [[readers.bus]] enable_pin: is missing.",
        ),
        (REGISTER, "registers = 1\n", "", "b.toml, line 7: [[readers.bus]] registers: is missing."),
        (
            REGISTER,
            '"1-4"',
            '"1-3"\nexceptions = { 4 = 8 }',
            (
                "b.toml, line 15: [[readers.bus]] exceptions: square 4: 8 is nothing a reader "
                "can be wired to here: write an output, 0 to 7."
            ),
        ),
        (
            REGISTER,
            '"1-4"',
            '"1-3"\nexceptions = { 4 = 2 }',
            (
                "b.toml, line 15: [[readers.bus]] exceptions: output 2 has the reader of square "
                "3 already; square 4 needs another."
            ),
        ),
        (
            REGISTER,
            '"1-4"',
            '["-", "-", "-", "-", "-", "1-4"]',
            ("b.toml, line 14: [[readers.bus]] squares: these need 9, but 1 register has only 8."),
        ),
        (
            MULTIPLEXER,
            "0x77",
            "0x78",
            (
                "b.toml, line 9: [[readers.bus]] multiplexers: 0x78 is not the address of a "
                "multiplexer: 0x70 to 0x77."
            ),
        ),
        (
            MULTIPLEXER,
            "0x77",
            "0x70",
            "b.toml, line 9: [[readers.bus]] multiplexers: 0x70 is listed twice.",
        ),
        (
            MULTIPLEXER,
            "[0x70, 0x77]",
            "0x70",
            (
                "b.toml, line 9: [[readers.bus]] multiplexers: this should be a list of "
                "addresses, like [0x70, 0x71]."
            ),
        ),
        (
            MULTIPLEXER,
            "multiplexers = [0x70, 0x77]\n",
            "",
            (
                "b.toml, line 9: [[readers.bus]] squares: all PN532 have one I2C address, so "
                "only one can be on the bus itself: list the “multiplexers” between."
            ),
        ),
        (
            MULTIPLEXER,
            '[["1-2"], ["4-3"]]',
            '"1-3"\nexceptions = { 4 = [0x70, 0] }',
            (
                "b.toml, line 11: [[readers.bus]] exceptions: channel 0 of multiplexer 0x70 has "
                "the reader of square 1 already; square 4 needs another."
            ),
        ),
        (
            MULTIPLEXER,
            '[["1-2"], ["4-3"]]',
            '"1-3"\nexceptions = { 4 = [0x71, 0] }',
            (
                "b.toml, line 11: [[readers.bus]] exceptions: square 4: [113, 0] is nothing a "
                "reader can be wired to here: write [address, channel 0 to 7], with an address "
                "of “multiplexers”."
            ),
        ),
        (
            MULTIPLEXER,
            'transport = "i2c"',
            'transport = "i2c"\nreset_pin = "GPIO2"',
            (
                "b.toml, line 8: [[readers.bus]] transport: GPIO2 belongs to I2C 1, and is "
                "already used by reset_pin in line 9."
            ),
        ),
        (
            DECODER,
            '[["1-2"], ["4-3"]]',
            '"1-3"\nexceptions = { 4 = 3 }',
            (
                "b.toml, line 14: [[readers.bus]] exceptions: square 4: 3 is nothing a reader "
                "can be wired to here: write [row line 0 to 1, column line 0 to 1]."
            ),
        ),
        (
            DECODER,
            'row_pins = ["GPIO5"]\n',
            "",
            "b.toml, line 7: [[readers.bus]] row_pins: is missing.",
        ),
        (
            GOOD,
            'pins = ["GPIO5", "GPIO6", "GPIO13", "GPIO26"]\n',
            "",
            "b.toml, line 7: [[readers.bus]] pins: is missing.",
        ),
    ],
)
def test_a_mistake_is_told(
    tmp_path: Path, text: str, right: str, wrong: str, sentence: str
) -> None:
    assert sentence in told(tmp_path, text, right, wrong)
