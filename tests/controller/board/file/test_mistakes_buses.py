"""Every mistake in a board file is told: those of buses and ports."""

from pathlib import Path

import pytest

from tests.support.board.broken import GOOD, SECOND_BUS, SERIAL, told

ON_THE_BUS = SERIAL[: SERIAL.index("transport")] + 'transport = "i2c"\nsquares = 1\n'


@pytest.mark.parametrize(
    ("text", "right", "wrong", "sentence"),
    [
        (
            f"{ON_THE_BUS}number = 1\n",
            "number = 1\n",
            'number = 1\nsda_pin = "GPIO23"\n',
            (
                "b.toml, line 9: [[readers.bus]] sda_pin: I2C 1 of a Raspberry Pi is GPIO2 (SDA) "
                "and GPIO3 (SCL): leave this out, or write “number = 3” for a software bus at any "
                "pins."
            ),
        ),
        (
            GOOD,
            GOOD[GOOD.index("[[") :],
            "",
            (
                "b.toml, line 5: [readers] bus: is missing: write [[readers.bus]] above the "
                "keys of each bus."
            ),
        ),
        (
            GOOD,
            "[[readers.bus]]",
            "[readers.bus]",
            (
                "b.toml, line 7: [readers] bus: this is a section in single brackets: write "
                "[[readers.bus]] above the keys of each."
            ),
        ),
        (
            GOOD,
            '"spi"',
            '"sip"',
            (
                "b.toml, line 8: [[readers.bus]] transport: “sip” is not “spi”, “i2c”, "
                "“uart” or “scanner”; did you mean “spi”?"
            ),
        ),
        (
            GOOD,
            '"lines"',
            '"decoders"',
            (
                "b.toml, line 9: [[readers.bus]] select: “decoders” is not “lines”, “decoder” "
                "or “shift-register”; did you mean “decoder”?"
            ),
        ),
        (
            GOOD,
            'select = "lines"',
            'select = "lines"\nclock_hz = 6_000_000',
            (
                "b.toml, line 10: [[readers.bus]] clock_hz: 6000000 is not a whole number from "
                "10000 to 5000000 (5 MHz)."
            ),
        ),
        (
            GOOD,
            'select = "lines"',
            'select = "lines"\nnumber = 2',
            "b.toml, line 10: [[readers.bus]] number: 2 is not a whole number from 0 to 1.",
        ),
        (
            GOOD,
            'select = "lines"',
            'select = "lines"\nport = "/dev/ttyUSB0"',
            (
                "b.toml, line 10: there is no key “port” in [[readers.bus]] with select = "
                "“lines”; did you mean “transport”?"
            ),
        ),
        (
            GOOD,
            'select = "lines"',
            'select = "lines"\nsck_pin = "GPIO1"',
            (
                "b.toml, line 10: [[readers.bus]] sck_pin: an SPI bus of a Raspberry Pi has its "
                "wires by its “number”: leave this out. 0 is SCK GPIO11, MOSI GPIO10, MISO GPIO9; "
                "1 is SCK GPIO21, MOSI GPIO20, MISO GPIO19."
            ),
        ),
        (
            GOOD.replace('"GPIO26"', '"GPIO18"'),
            'select = "lines"',
            'select = "lines"\nnumber = 1',
            ("b.toml, line 11: [[readers.bus]] pins: GPIO18 is already used by SPI 1 in line 7."),
        ),
        (
            GOOD,
            '"GPIO6"',
            '"GPIO5"',
            ("b.toml, line 10: [[readers.bus]] pins: GPIO5 is already used by pins in line 10."),
        ),
        (
            GOOD,
            '"GPIO6"',
            '"D9"',
            ("b.toml, line 10: [[readers.bus]] pins: GPIO9 is already used by SPI 0 in line 7."),
        ),
        (
            GOOD,
            '"GPIO6"',
            '"GPIO28"',
            (
                "b.toml, line 10: [[readers.bus]] pins: “GPIO28” is not a pin: write “GPIO0” to "
                "“GPIO27”."
            ),
        ),
        (
            GOOD,
            '["GPIO5", "GPIO6", "GPIO13", "GPIO26"]',
            '"GPIO5"',
            (
                "b.toml, line 10: [[readers.bus]] pins: this should be a list of 1 to 64 pins, "
                'like ["GPIO5"].'
            ),
        ),
        (
            GOOD,
            ', "GPIO26"',
            "",
            "b.toml, line 11: [[readers.bus]] squares: these need 4, but “pins” has only 3.",
        ),
        (
            GOOD,
            'squares = "1-4"\n',
            "",
            (
                "b.toml, line 7: [[readers.bus]] squares: is missing: say which square's reader "
                "is wired to which, in their order."
            ),
        ),
        (
            GOOD,
            '"1-4"',
            "[1, 2, 3,\n3]",
            "b.toml, line 11: [[readers.bus]] squares: square 3 is listed twice for spi-1.",
        ),
        (
            GOOD,
            '"1-4"',
            "[1, 2, 3,\n5]",
            (
                "b.toml, line 12: [[readers.bus]] squares: 5 is no square of this board: the "
                "squares are 1 to 4."
            ),
        ),
        (
            GOOD,
            '"1-4"',
            '[1, 2, 3, "four"]',
            (
                "b.toml, line 11: [[readers.bus]] squares: “four” is neither a square, nor "
                'squares like "1-8", nor "-".'
            ),
        ),
        (
            GOOD,
            '"1-4"',
            '"1-3"',
            (
                "b.toml, line 2: [squares]: square 4 has no reader: wire one on a bus, or say "
                "so with “without_reader”."
            ),
        ),
        (
            GOOD.replace("columns = 2", "columns = 2\nwithout_reader = 3"),
            '"1-4"',
            "1",
            (
                "b.toml, line 5: [squares] without_reader: squares 2, 4 have no reader: wire "
                "one on a bus, or say so with “without_reader”."
            ),
        ),
        (
            GOOD + SECOND_BUS,
            "",
            "",
            ("b.toml, line 16: [[readers.bus]] square: square 4 already has a reader, on “spi-1”."),
        ),
        (
            GOOD + SECOND_BUS.replace("two", "spi-1").replace("square = 4", "square = 5"),
            "",
            "",
            (
                "b.toml, line 13: [[readers.bus]] name: “spi-1” is already the name of the bus "
                "in line 7."
            ),
        ),
        (
            SERIAL,
            '"/dev/ttyUSB0"',
            '"ttyUSB0"',
            (
                "b.toml, line 7: [[readers.bus]] port: “ttyUSB0” is no serial port: write its "
                "path, like “/dev/ttyUSB0”, or an address, like “socket://localhost:7000”."
            ),
        ),
        (
            SERIAL,
            "square = 1",
            "square = 2",
            "b.toml, line 8: [[readers.bus]] square: 2 is not a whole number from 1 to 1.",
        ),
        (
            SERIAL,
            "square = 1",
            "squares = 1",
            (
                "b.toml, line 8: there is no key “squares” in [[readers.bus]] with transport = "
                "“uart”; did you mean “square”?"
            ),
        ),
        (
            SERIAL.replace("count = 1", "count = 2")
            + SECOND_BUS.replace("square = 4", "square = 2"),
            "",
            "",
            (
                "b.toml, line 12: [[readers.bus]] port: /dev/ttyUSB0 is already used by the bus "
                "in line 5."
            ),
        ),
        (
            ON_THE_BUS,
            "squares = 1\n",
            "",
            "b.toml, line 5: [[readers.bus]] squares: is missing.",
        ),
        (
            ON_THE_BUS,
            "squares = 1\n",
            "squares = 1\nexceptions = { 1 = [0x70, 0] }\n",
            (
                "b.toml, line 8: [[readers.bus]] exceptions: there are no “multiplexers” whose "
                "channels could be meant."
            ),
        ),
    ],
)
def test_a_mistake_is_told(
    tmp_path: Path, text: str, right: str, wrong: str, sentence: str
) -> None:
    assert sentence in told(tmp_path, text, right, wrong)


def test_an_i2c_bus_without_a_right_number_takes_no_pin(tmp_path: Path) -> None:
    wrong = 'squares = 1\nnumber = 100\n[buttons]\nconfirm = "GPIO2"\n'
    assert told(tmp_path, ON_THE_BUS, "squares = 1\n", wrong) == [
        "b.toml, line 8: [[readers.bus]] number: 100 is not a whole number from 0 to 99."
    ]
