"""Text from others that is shown as it is."""

import pytest

from controller.plain_text import is_plain, plain, plain_lines


@pytest.mark.parametrize(
    "text", ["", "Ann", "Zoë  Müller", "مریم‌السادات", "👩‍🚀", "a\u00a0b", "\ue000"]
)
def test_what_shows_is_kept(text: str) -> None:
    assert is_plain(text)
    assert plain(text) == text


@pytest.mark.parametrize(
    "letter",
    ["\x1b", "\n", "\r", "\t", "\x00", "\x9b", "\u2028", "\u202e", "\u2066", "\u200f", "\ud800"],
)
def test_what_does_not_show_is_replaced(letter: str) -> None:
    assert not is_plain(f"A{letter}B")
    assert plain(f"A{letter}B") == "A\N{REPLACEMENT CHARACTER}B"


def test_several_lines_stay_lines() -> None:
    assert plain_lines("PIN 12\x1b[2J\r\nBen ▄█\n") == "PIN 12�[2J�\nBen ▄█\n"
