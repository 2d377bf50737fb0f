"""Meanings and themes are data: what is wrong with a file is said so that it can be mended."""

import tomllib
from pathlib import Path

import pytest

from controller.game.editions.mistakes import BadRules
from controller.light import meanings as shipped_meanings
from controller.light.meanings import MEANINGS, meanings, read_meanings
from controller.light.themes import FOLDER, load_theme, read_theme, theme_ids

GOOD_MEANINGS = shipped_meanings.SHIPPED.read_text("utf-8")
GOOD_THEME = (FOLDER / "lantern.toml").read_text("utf-8")


def problems_of_meanings(tmp_path: Path, text: str) -> tuple[str, ...]:
    path = tmp_path / "meanings.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BadRules) as caught:
        read_meanings(path)
    return caught.value.problems


def problems_of_theme(tmp_path: Path, text: str) -> tuple[str, ...]:
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BadRules) as caught:
        read_theme(path)
    return caught.value.problems


def test_every_meaning_has_its_words_and_its_movement() -> None:
    assert set(meanings()) == set(MEANINGS)
    assert list(meanings()) == list(tomllib.loads(GOOD_MEANINGS)), "in the order of the file"
    titles = [light.title for light in meanings().values()]
    assert len(set(titles)) == len(titles)
    assert all(light.text.endswith(".") for light in meanings().values())


def test_every_shipped_theme_can_be_read() -> None:
    assert {"garden", "clear", "lantern"} <= set(theme_ids())
    for theme in theme_ids():
        assert set(load_theme(theme).colours) == set(MEANINGS)


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        (
            "[errand]",
            "[erand]",
            "meanings.toml: there is no key “erand”; did you mean “errand”?",
        ),
        ("[errand]", "[errand2]", "meanings.toml: errand: is missing."),
        (
            'movement = "bell"',
            'movement = "bel"',
            "meanings.toml: [errand] movement: there is no movement “bel”; did you mean “bell”?",
        ),
        (
            "period_s = 2.0",
            "periods = 2.0",
            "meanings.toml: there is no key “periods” in [errand]; did you mean “period_s”?",
        ),
        (
            "period_s = 2.0",
            "period_s = 0",
            "meanings.toml: [errand] period_s: 0 is not a number of seconds above 0, 10 at most.",
        ),
        ('title = "An errand"', "", "meanings.toml: [errand] title: is missing."),
    ],
)
def test_a_wrong_meaning_is_named(tmp_path: Path, before: str, after: str, problem: str) -> None:
    assert before in GOOD_MEANINGS
    assert problem in problems_of_meanings(tmp_path, GOOD_MEANINGS.replace(before, after))


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        (
            "doubtful =",
            "doubtfull =",
            "mine.toml: there is no key “doubtfull” in [colours]; did you mean “doubtful”?",
        ),
        ("doubtful =", "doubtfull =", "mine.toml: [colours] doubtful: is missing."),
        (
            '"#5a7428"',
            '"green"',
            "mine.toml: [colours] may-go: “green” is not a colour: write it like “#ff8800”.",
        ),
        (
            '"#5a7428"',
            "[1, 2, 3]",
            "mine.toml: [colours] may-go: [1, 2, 3] is not a colour: write it like “#ff8800”.",
        ),
        (
            "background =",
            "backround =",
            "mine.toml: there is no key “backround”; did you mean “background”?",
        ),
        ('name = "Lantern"', "", "mine.toml: name: is missing."),
        (
            '"#1c0f04"',
            '"dark"',
            "mine.toml: background: “dark” is not a colour: write it like “#ff8800”.",
        ),
    ],
)
def test_a_wrong_theme_is_named(tmp_path: Path, before: str, after: str, problem: str) -> None:
    assert before in GOOD_THEME
    assert problem in problems_of_theme(tmp_path, GOOD_THEME.replace(before, after))
