"""Every mistake in a board file is told: those of buttons, tags and pages."""

from pathlib import Path

import pytest

from controller.board import parse_board
from tests.support.board.broken import GOOD, LIT, told

BOTH = 'confirm = "GPIO17"\ntake_back = "GPIO27"\n'
CONFIRM = 'confirm = "GPIO17"'
BLUE = 'blue = { base = "04:a1:b2:c3:d4:e5:f7" }'


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        (
            BOTH,
            "",
            (
                "b.toml, line 21: [buttons]: no button is named: write “confirm”, “take_back”, "
                "“carrot_draw” or “carrot_pay”, or leave the section out."
            ),
        ),
        (
            "GPIO27",
            "GPIO17",
            "b.toml, line 23: [buttons] take_back: GPIO17 is already used by confirm in line 22.",
        ),
        (
            '"GPIO17"',
            "17",
            "b.toml, line 22: [buttons] confirm: 17 is not a pin: write “GPIO0” to “GPIO27”.",
        ),
        (
            "take_back",
            "takeback",
            ("b.toml, line 23: there is no key “takeback” in [buttons]; did you mean “take_back”?"),
        ),
        (
            CONFIRM,
            CONFIRM + '\npull = "left"',
            "b.toml, line 23: [buttons] pull: “left” is not “up” or “down”.",
        ),
        (
            CONFIRM,
            CONFIRM + "\ndebounce_ms = 501",
            (
                "b.toml, line 23: [buttons] debounce_ms: 501 is not a number from 0 to 500, in "
                "milliseconds."
            ),
        ),
        (
            CONFIRM,
            CONFIRM + "\nhold_s = 0.1",
            "b.toml, line 23: [buttons] hold_s: 0.1 is not a number from 0.5 to 10, in seconds.",
        ),
        (
            "blue =",
            "bleu =",
            "b.toml, line 26: there is no key “bleu” in [tags]; did you mean “blue”?",
        ),
        (
            BLUE,
            'blue = "04a1b2c3d4e5f7"',
            (
                "b.toml, line 26: [tags] blue: “04a1b2c3d4e5f7” should be like "
                '{ base = "04a1b2c3d4e5f6" }.'
            ),
        ),
        (
            BLUE,
            'blue = { crown = "04a1b2c3d4e5f7" }',
            "b.toml, line 26: [tags.blue] base: is missing: the UID of the tag under the runner.",
        ),
        (
            BLUE,
            'blue = { base = "04 a1 b2 c3 d4 e5 f6" }',
            (
                "b.toml, line 26: [tags.blue] base: 04a1b2c3d4e5f6 is already the base of red in "
                "line 25: every tag has a UID of its own."
            ),
        ),
        (
            BLUE,
            'blue = { base = "04a1b2c3d4" }',
            (
                "b.toml, line 26: [tags.blue] base: “04a1b2c3d4” is no UID: 4, 7 or 10 bytes in "
                "hexadecimal, in quotes, like “04 A1 B2 C3 D4 E5 F6”."
            ),
        ),
        (
            BLUE,
            "blue = { base = 12345678 }",
            (
                "b.toml, line 26: [tags.blue] base: 12345678 is no UID: 4, 7 or 10 bytes in "
                "hexadecimal, in quotes, like “04 A1 B2 C3 D4 E5 F6”."
            ),
        ),
        (
            "port = 8080",
            "port = 0",
            "b.toml, line 28: [web] port: 0 is not a whole number from 1 to 65535.",
        ),
        (
            "port = 8080",
            'host = "300.1.1.1"',
            (
                "b.toml, line 28: [web] host: “300.1.1.1” is no address to listen on: “0.0.0.0” "
                "lets phones in, “127.0.0.1” only this computer."
            ),
        ),
        (
            "port = 8080",
            "metrics = 1",
            "b.toml, line 28: [web] metrics: 1 is neither true nor false.",
        ),
        (
            "port = 8080",
            'proxy = "caddy"',
            "b.toml, line 28: [web] proxy: “caddy” is no address such as “127.0.0.1”.",
        ),
        (
            "port = 8080",
            'hots = "::"',
            "b.toml, line 28: there is no key “hots” in [web]; did you mean “host”?",
        ),
        (
            'squares = "4-2"',
            'squares = ["4-2", 1]',
            (
                "b.toml, line 15: [[readers.bus]] squares: square 1 already has a reader, on "
                "“uart-1”."
            ),
        ),
    ],
)
def test_a_mistake_is_told(tmp_path: Path, right: str, wrong: str, sentence: str) -> None:
    assert told(tmp_path, LIT, right, wrong) == [sentence]


def test_a_button_is_not_at_a_pin_that_the_raspberry_pi_pulls_the_other_way(tmp_path: Path) -> None:
    buttons = f'{GOOD}[buttons]\nconfirm = "GPIO3"\n'
    parse_board(buttons, "b.toml")
    (said,) = told(tmp_path, f'{buttons}pull = "down"\n', "", "")
    assert said == (
        "b.toml, line 13: [buttons] confirm: a resistor on the Raspberry Pi pulls GPIO3 up, so "
        "with “pull” = “down” it would always be pressed: take another pin."
    )
