"""Every mistake in a board file is told: those of lights and buttons at co-processors."""

from pathlib import Path

import pytest

from tests.support.board.broken import CO_PROCESSOR, CO_PROCESSORS, GOOD, problems, told

SQUARES = 'squares = "1-4"'
DRIVER = 'driver = "scanner"'
BUTTONS = 'port = "/dev/ttyACM0"\nconfirm'
LIT = f"{CO_PROCESSORS}[lights]\n{DRIVER}\n"
PRESSED = f'{CO_PROCESSORS}[buttons]\nport = "/dev/ttyACM0"\nconfirm = "GP10"\n'


@pytest.mark.parametrize(
    ("text", "right", "wrong", "sentence"),
    [
        # Lights
        (
            CO_PROCESSOR,
            DRIVER,
            f'{DRIVER}\nport = "/dev/ttyACM1"',
            (
                "b.toml, line 13: [lights] port: “/dev/ttyACM1” is no co-processor of this board: "
                "write “/dev/ttyACM0”."
            ),
        ),
        (
            CO_PROCESSOR,
            DRIVER,
            f"{DRIVER}\nport = 3",
            "b.toml, line 13: [lights] port: 3 is not a text with something in it.",
        ),
        (
            LIT,
            "",
            "",
            (
                "b.toml, line 24: [lights] port: is missing: there are several co-processors, "
                "“/dev/ttyACM0” or “socket://localhost:7000”."
            ),
        ),
        (
            f"{GOOD}[lights]\n{DRIVER}\n",
            "",
            "",
            (
                "b.toml, line 12: [lights]: no reader is on a co-processor, and nothing else can "
                "be without: write its port into a [[readers.bus]] with transport = “scanner” "
                "first."
            ),
        ),
        (
            CO_PROCESSOR,
            DRIVER,
            f'{DRIVER}\npin = "GPIO18"',
            (
                "b.toml, line 13: [lights] pin: “GPIO18” is not a pin of a co-processor: write "
                "“GP0” to “GP22” or “GP26” to “GP28”."
            ),
        ),
        (
            CO_PROCESSOR,
            DRIVER,
            f'{DRIVER}\npin = "GP3"',
            (
                "b.toml, line 13: [lights] pin: GP3 is already used by the usual wiring of "
                "“scanner-1”."
            ),
        ),
        (
            CO_PROCESSOR,
            SQUARES,
            f'sck_pin = "GP22"\n{SQUARES}',
            (
                "b.toml, line 12: [lights] pin: left out, it is GP22, which is already used by "
                "sck_pin in line 10."
            ),
        ),
        (
            CO_PROCESSOR,
            f"{DRIVER}\ncount = 4",
            f"{DRIVER}\ncount = 301",
            (
                "b.toml, line 13: [lights] count: 301 lights are too many for a co-processor, "
                "which drives 300: take fewer."
            ),
        ),
        (
            CO_PROCESSOR,
            DRIVER,
            f"{DRIVER}\ndma = 10",
            "b.toml, line 13: there is no key “dma” in [lights] with driver = “scanner”.",
        ),
        # Buttons
        (
            CO_PROCESSOR,
            BUTTONS,
            'port = "/dev/ttyACM1"\nconfirm',
            (
                "b.toml, line 15: [buttons] port: “/dev/ttyACM1” is no co-processor of this "
                "board: write “/dev/ttyACM0”."
            ),
        ),
        (
            CO_PROCESSOR,
            BUTTONS,
            "confirm",
            "b.toml, line 15: [buttons] confirm: “GP10” is not a pin: write “GPIO0” to “GPIO27”.",
        ),
        (
            CO_PROCESSOR,
            'confirm = "GP10"',
            'confirm = "GP22"',
            "b.toml, line 16: [buttons] confirm: GP22 is already used by pin, left out in line 11.",
        ),
        (
            PRESSED,
            'confirm = "GP10"',
            'confirm = "GP18"',
            (
                "b.toml, line 26: [buttons] confirm: GP18 is already used by sck_pin, left out in "
                "line 7."
            ),
        ),
        (
            f'{GOOD}[buttons]\nport = "/dev/ttyACM0"\nconfirm = "GP10"\n',
            "",
            "",
            (
                "b.toml, line 13: [buttons] port: no reader is on a co-processor, and nothing "
                "else can be without: write its port into a [[readers.bus]] with transport = "
                "“scanner” first."
            ),
        ),
    ],
)
def test_a_mistake_is_told_and_no_other(
    tmp_path: Path, text: str, right: str, wrong: str, sentence: str
) -> None:
    assert told(tmp_path, text, right, wrong) == [sentence]


def test_two_co_processors_at_one_port_are_one_mistake(tmp_path: Path) -> None:
    text = CO_PROCESSORS.replace("socket://localhost:7000", "/dev/ttyACM0")
    (said,) = problems(tmp_path, f'{text}[lights]\n{DRIVER}\nport = "/dev/ttyACM0"\n')
    assert "is already used by the bus in line 7" in said
