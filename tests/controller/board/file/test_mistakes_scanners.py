"""Every mistake in a board file is told: those of readers at co-processors."""

from pathlib import Path

import pytest

from tests.support.board.broken import CO_PROCESSOR, CO_PROCESSORS, GOOD, problems, told

PORT = 'port = "/dev/ttyACM0"\nsquares'
SQUARES = 'squares = "1-4"'
WIRES = 'reset_pin = "GP26"\nsck_pin = "GP10"\nmosi_pin = "GP11"\nmiso_pin = "GP12"\n'
ON_PI = '[[readers.bus]]\ntransport = "uart"\nport = "/dev/ttyUSB0"\nsquare = 4\n[lights]'


@pytest.mark.parametrize(
    ("text", "right", "wrong", "sentence"),
    [
        # Readers
        (
            CO_PROCESSOR,
            PORT,
            "squares",
            "b.toml, line 7: [[readers.bus]] port: is missing.",
        ),
        (
            CO_PROCESSOR,
            PORT,
            'port = "scanner"\nsquares',
            (
                "b.toml, line 9: [[readers.bus]] port: “scanner” is no serial port: write its "
                "path, like “/dev/hareboard-scanner”, or an address, like "
                "“socket://localhost:7000”."
            ),
        ),
        (
            CO_PROCESSORS,
            "socket://localhost:7000",
            "/dev/ttyACM0",
            (
                "b.toml, line 13: [[readers.bus]] port: /dev/ttyACM0 is already used by the bus "
                "in line 7."
            ),
        ),
        (
            CO_PROCESSORS,
            "socket://localhost:7000",
            "/dev/serial0",
            (
                "b.toml, line 13: [[readers.bus]] port: the firmware speaks over USB: name the "
                "port that the co-processor has there."
            ),
        ),
        (
            CO_PROCESSOR,
            SQUARES,
            f"{SQUARES}\nbaud = 9600",
            (
                "b.toml, line 11: there is no key “baud” in [[readers.bus]] with transport = "
                "“scanner” and without “select”."
            ),
        ),
        (
            CO_PROCESSOR,
            SQUARES,
            f"{SQUARES}\nexceptions = {{ 1 = [0, 0] }}",
            (
                "b.toml, line 11: there is no key “exceptions” in [[readers.bus]] with transport "
                "= “scanner” and without “select”."
            ),
        ),
        (
            CO_PROCESSOR,
            SQUARES,
            f'{SQUARES}\nselect = "usual"',
            (
                "b.toml, line 11: [[readers.bus]] select: “usual” is not “lines”, “decoder” or "
                "“shift-register”."
            ),
        ),
        (
            CO_PROCESSOR,
            f"{SQUARES}\n",
            "",
            (
                "b.toml, line 7: [[readers.bus]] squares: is missing: say which square's reader "
                "is wired to which, in their order."
            ),
        ),
        (
            CO_PROCESSOR,
            '"1-4"',
            '["1-4", 2]',
            "b.toml, line 10: [[readers.bus]] squares: square 2 is listed twice for scanner-1.",
        ),
        (
            CO_PROCESSOR,
            '"1-4"',
            f'["1-4"{61 * ", 0"}]'.replace("0", '"-"'),
            (
                "b.toml, line 10: [[readers.bus]] squares: these need 65, but a co-processor has "
                "only 64."
            ),
        ),
        (
            CO_PROCESSOR,
            '"1-4"',
            '[["1-4", "-", "-", "-", "-", "-"]]',
            "b.toml, line 10: [[readers.bus]] squares: list 1 has 9 squares, but a row line has 8.",
        ),
        (
            CO_PROCESSORS,
            '"4-3"',
            '"4-2"',
            (
                "b.toml, line 23: [[readers.bus]] squares: square 2 already has a reader, on "
                "“scanner-1”."
            ),
        ),
        (
            CO_PROCESSOR,
            SQUARES,
            f"clock_hz = 5_000_001\n{SQUARES}",
            (
                "b.toml, line 10: [[readers.bus]] clock_hz: 5000001 is not a whole number from "
                "10000 to 5000000 (5 MHz)."
            ),
        ),
        # Its pins
        *(
            (
                CO_PROCESSOR,
                SQUARES,
                f'reset_pin = "{pin}"\n{SQUARES}',
                (
                    f"b.toml, line 10: [[readers.bus]] reset_pin: “{pin}” is not a pin of a "
                    "co-processor: write “GP0” to “GP22” or “GP26” to “GP28”."
                ),
            )
            for pin in ("GPIO20", "D20", "GP23", "GP25", "GP29", "20")
        ),
        (
            GOOD,
            "GPIO5",
            "GP5",
            (
                "b.toml, line 10: [[readers.bus]] pins: “GP5” is not a pin: write “GPIO0” to "
                "“GPIO27”."
            ),
        ),
        (
            CO_PROCESSOR,
            SQUARES,
            f'select = "lines"\npins = "GP5"\n{SQUARES}',
            (
                "b.toml, line 11: [[readers.bus]] pins: this should be a list of 1 to 64 pins, "
                'like ["GP5"].'
            ),
        ),
        (
            CO_PROCESSOR,
            SQUARES,
            f'select = "lines"\npins = ["GP2", "GP3", "GP18", "GP4"]\n{SQUARES}',
            (
                "b.toml, line 11: [[readers.bus]] pins: GP18 is already used by sck_pin, left out "
                "in line 7."
            ),
        ),
        (
            CO_PROCESSOR,
            SQUARES,
            f'reset_pin = "GP5"\n{SQUARES}',
            (
                "b.toml, line 7: [[readers.bus]] select: left out, the wiring is the usual one, "
                "for which GP5 is needed; but that is already used by reset_pin in line 10."
            ),
        ),
        # The two hardware SPI
        (
            CO_PROCESSOR,
            SQUARES,
            f'sck_pin = "GP17"\n{SQUARES}',
            (
                "b.toml, line 10: [[readers.bus]] sck_pin: GP17 of an RP2040 cannot be the clock "
                "(SCK): write “GP2”, “GP6”, “GP18”, “GP22”, “GP10”, “GP14” or “GP26”."
            ),
        ),
        (
            CO_PROCESSOR,
            SQUARES,
            f'miso_pin = "GP12"\n{SQUARES}',
            (
                "b.toml, line 10: [[readers.bus]] miso_pin: GP12 belongs to SPI 1 of the RP2040, "
                "and the clock, GP18, to SPI 0: write “GP0”, “GP4”, “GP16” or “GP20”, or take "
                "another sck_pin."
            ),
        ),
        (
            CO_PROCESSORS,
            'data_pin = "GP3"',
            'data_pin = "GP27"',
            (
                "b.toml, line 19: [[readers.bus]] data_pin: GP27 cannot feed the registers: SPI 0 "
                "of the RP2040 does, for SPI 1 has the readers. Write “GP3”, “GP7” or “GP19”."
            ),
        ),
        (
            CO_PROCESSORS,
            'clock_pin = "GP2"',
            'clock_pin = "GP5"',
            (
                "b.toml, line 20: [[readers.bus]] clock_pin: GP5 cannot feed the registers: SPI 0 "
                "of the RP2040 does, for SPI 1 has the readers. Write “GP2”, “GP6”, “GP18” or "
                "“GP22”."
            ),
        ),
        (
            CO_PROCESSORS,
            'clock_pin = "GP2"',
            'clock_pin = "GP99"',
            (
                "b.toml, line 20: [[readers.bus]] clock_pin: “GP99” is not a pin of a "
                "co-processor: write “GP0” to “GP22” or “GP26” to “GP28”."
            ),
        ),
        # Both kinds
        (
            CO_PROCESSOR,
            f"{SQUARES}\n[lights]",
            f'squares = "1-3"\n{ON_PI}',
            (
                "b.toml, line 12: [[readers.bus]] transport: “uart” does not go together with "
                "“scanner” in line 8: either all readers of a board are on co-processors, or none "
                "is. Wire all in one of the two ways."
            ),
        ),
        (
            CO_PROCESSORS,
            'sck_pin = "GP10"',
            'sck_pin = "GP99"',
            (
                "b.toml, line 15: [[readers.bus]] sck_pin: “GP99” is not a pin of a "
                "co-processor: write “GP0” to “GP22” or “GP26” to “GP28”."
            ),
        ),
    ],
)
def test_a_mistake_is_told_and_no_other(
    tmp_path: Path, text: str, right: str, wrong: str, sentence: str
) -> None:
    assert told(tmp_path, text, right, wrong) == [sentence]


def test_one_clock_on_the_other_spi_is_told_for_each_wire(tmp_path: Path) -> None:
    assert told(tmp_path, CO_PROCESSOR, SQUARES, f'sck_pin = "GP14"\n{SQUARES}') == [
        (
            f"b.toml, line 7: [[readers.bus]] {key}: {pin} belongs to SPI 0 of the RP2040, and the "
            f"clock, GP14, to SPI 1: write {words}, or take another sck_pin."
        )
        for key, pin, words in (
            ("mosi_pin", "GP19", "“GP11”, “GP15” or “GP27”"),
            ("miso_pin", "GP16", "“GP8”, “GP12” or “GP28”"),
        )
    ]


def test_registers_are_told_to_be_on_the_spi_that_readers_are_not_on(tmp_path: Path) -> None:
    assert told(tmp_path, CO_PROCESSORS, WIRES, "") == [
        (
            f"b.toml, line {line}: [[readers.bus]] {key}: {pin} cannot feed the registers: SPI 1 "
            f"of the RP2040 does, for SPI 0 has the readers. Write {words}."
        )
        for line, key, pin, words in (
            (15, "data_pin", "GP3", "“GP11”, “GP15” or “GP27”"),
            (16, "clock_pin", "GP2", "“GP10”, “GP14” or “GP26”"),
        )
    ]


def test_readers_on_both_sides_are_told_once_however_many_buses_there_are(tmp_path: Path) -> None:
    more = '[[readers.bus]]\ntransport = "scanner"\nport = "/dev/ttyACM{}"\nsquares = {}\n'
    text = GOOD.replace('"1-4"', '"1-2"') + more.format(0, 3) + more.format(1, 4)
    assert problems(tmp_path, text) == [
        (
            "b.toml, line 13: [[readers.bus]] transport: “scanner” does not go together with “spi” "
            "in line 8: either all readers of a board are on co-processors, or none is. Wire all "
            "in one of the two ways."
        )
    ]


@pytest.mark.parametrize("port", ["", 'port = "ttyACM0"'])
def test_what_hangs_on_a_co_processor_whose_port_is_wrong_is_no_second_mistake(
    tmp_path: Path, port: str
) -> None:
    (said,) = told(tmp_path, CO_PROCESSOR, PORT, f"{port}\nsquares")
    assert said.startswith(f"b.toml, line {9 if port else 7}: [[readers.bus]] port: ")
