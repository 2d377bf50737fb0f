"""`hareboard editions`: what is listed, shown and checked."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli import cli
from controller.game.editions.files import KINDS, SHIPPED
from controller.game.editions.rulesets import edition_ids, make_ruleset
from controller.game.rules import Options, new_game
from tests.controller.game.editions.conftest import Put
from tests.support.checkout import ROOT

GUIDE = ROOT / "docs" / "editions.md"
EXAMPLES = re.findall(
    r"`(\w+/[\w-]+\.toml)`\n```toml\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL
)


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["editions", *map(str, words)])


def check(path: Path) -> tuple[int, str, str]:
    """Exit status, and what was said here and there, as one line each."""
    result = run("check", path)
    return result.exit_code, " ".join(result.stdout.split()), result.stderr


# What there is


@pytest.mark.parametrize("words", [(), ("list",)])
def test_the_editions_are_listed_a_line_each_oldest_first(
    own: Path, words: tuple[str, ...]
) -> None:
    result = run(*words)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["intellect-1974", "1974", "Intellect", "1974"]
    assert {line.split()[0] for line in lines[:10]} == set(edition_ids())
    assert [line.split()[1] for line in lines[:10]] == sorted(
        line.split()[1] for line in lines[:10]
    )
    assert "parlett-2018       2018  Parlett 2018 (default)" in lines
    assert lines[-1] == f"Your own go into {own}."


def test_ones_own_are_listed_among_them_and_broken_ones_named(put: Put, parlett: str) -> None:
    put("editions/our-own.toml", parlett.replace("Parlett 2018", "Ours"))
    broken = put("editions/broken.toml", "name = 3")
    put("editions/abacus-2000.toml", parlett)
    put("decks/text-cards.toml", 'cards = ["show"]')
    text = run().stdout
    assert "our-own            2018  Ours (yours)" in text
    assert f"broken.toml: 5 mistakes; see “hareboard editions check {broken}”." in text
    assert "abacus-2000.toml: “abacus-2000” is a shipped edition" in text
    assert "Your own text-cards takes the place of the shipped deck." in text


def test_mistakes_are_counted_in_every_file_and_in_what_an_edition_refers_to(
    put: Put, parlett: str
) -> None:
    numbers = put("decks/text-cards.toml", 'cards = ["+5"]')
    track = put("tracks/odd.toml", 'squares = "CX"')
    table = put("tables/t.toml", "rows = []")
    deck = 'deck = "number-cards"\n'
    edition = put("editions/odd.toml", deck + parlett.replace('track = "B"', 'track = "odd"'))
    course = put("editions/course.toml", 'squares = "CL"')
    text = run().stdout
    for path, mistakes in (
        (edition, "2 mistakes"),
        (course, "6 mistakes"),
        (track, "1 mistake"),
        (numbers, "1 mistake"),
        (table, "1 mistake"),
    ):
        assert f"{path.name}: {mistakes}; see “hareboard editions check {path}”." in text
    assert "(yours)" not in text
    assert "takes the place" not in text


# What one means


@pytest.mark.parametrize("edition", edition_ids())
def test_each_edition_is_shown(edition: str) -> None:
    result = run("show", edition)
    assert result.exit_code == 0
    assert f"({edition})" in result.stdout.splitlines()[0]


def test_an_edition_there_is_not_is_told_with_the_nearest() -> None:
    result = run("show", "abacus2000")
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: There is no edition “abacus2000”; did you mean “abacus-2000”?\n"
    )


# Whether a file is fine


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*/*.toml")), ids=lambda path: path.stem)
def test_every_shipped_file_is_fine(path: Path) -> None:
    status, said, wrong = check(path)
    assert (status, wrong) == (0, "")
    assert said.startswith(f"{path.name} is fine: a")


def test_a_file_that_is_fine_is_said_to_be_what_it_is(put: Put, own: Path, tmp_path: Path) -> None:
    assert check(put("tracks/t.toml", 'squares = "CCL"'))[1] == (
        "t.toml is fine: a track of 3 squares and HOME at 4: 2 carrots, 1 lettuce."
    )
    assert check(put("decks/d.toml", 'cards = ["+5"]'))[1] == (
        "d.toml is fine: a deck of 1 card for number-cards. "
        'An edition takes it with deck = "d" above its sections.'
    )
    table = f"rows = {[['free'] * 6] * 2}"
    assert check(put("tables/die-table.toml", table))[1] == (
        "die-table.toml is fine: a table for rolls of 1 to 2. "
        "There it takes the place of the shipped table."
    )
    elsewhere = tmp_path / "t.toml"
    elsewhere.write_text('squares = "C"', "utf-8")
    assert check(elsewhere)[1] == (
        "t.toml is fine: a track of 1 square and HOME at 2: 1 carrot. "
        "There is no lettuce square: play on it with “lettuces” at 0. "
        f"To play with it, put it into {own / 'tracks'}."
    )


def test_every_mistake_is_told_on_a_line_of_its_own(put: Put) -> None:
    path = put("tracks/t.toml", 'squares = "CXY"\nnam = "T"')
    status, said, wrong = check(path)
    assert (status, said) == (1, "")
    assert wrong.splitlines() == [
        "t.toml, line 1: squares: square 2: there is no kind “X”.",
        "t.toml, line 1: squares: square 3: there is no kind “Y”.",
        "t.toml, line 2: there is no key “nam”; did you mean “name”?",
        f"Error: 3 mistakes in {path}.",
    ]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("t.toml", 'square = "C"', "there is no key “square”; did you mean “squares”?"),
        ("tracks/t.toml", 'course = "C"', "squares: is missing."),
        ("decks/t.toml", 'squares = "C"\ncards = ["show"]', "there is no key “squares”."),
        ("t.toml", 'name = "x"', "this is none of ours: an edition has [options], a track"),
        ("t.toml", "squares = ", "Invalid value (at end of document)."),
        ("t.toml", "[otions]", "there is no key “otions”; did you mean “options”?"),
        ("decks/text-cards.toml", 'cards = ["+5"]', "it cannot take the place of the shipped text"),
        ("tracks/B.toml", 'squares = "CL"', "“B” is a shipped track, which stays as it is"),
        ("tracks/a b.toml", 'squares = "CL"', "rename it."),
    ],
)
def test_a_mistake_is_told_whatever_it_is(put: Put, name: str, text: str, problem: str) -> None:
    status, said, wrong = check(put(name, text))
    assert (status, said) == (1, "")
    assert problem in wrong


def test_an_edition_is_checked_with_all_it_refers_to(put: Put, parlett: str) -> None:
    put("tracks/odd.toml", 'squares = "CX"')
    text = parlett.replace('track = "B"', 'track = "odd"')
    path = put("editions/x.toml", 'deck = "number-cards"\n' + text)
    status, _, wrong = check(path)
    assert status == 1
    assert wrong == (
        "x.toml: odd.toml, line 1: squares: square 2: there is no kind “X”.\n"
        "x.toml: deck: the cards of “number-cards” are for number-cards, not for text-cards.\n"
        f"Error: 2 mistakes in {path}.\n"
    )


def test_a_patch_too_small_for_some_is_remarked(put: Put, parlett: str) -> None:
    path = put("editions/x.toml", parlett.replace("[options]", "[options]\npatch_total = 380"))
    status, said, _ = check(path)
    assert status == 0
    assert "Not for 6 players: patch_total: 380 is too few: 390 carrots are dealt" in said


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    status, _, wrong = check(tmp_path / "none.toml")
    assert status == 1
    assert wrong.startswith("none.toml: it cannot be read: No such file or directory.\n")
    assert check(tmp_path)[0] == 1


# The guide


def test_the_example_of_the_guide_is_fine_and_is_played(put: Put) -> None:
    assert {name.split("/")[0] for name, _ in EXAMPLES} == set(KINDS)
    for path in [put(name, text) for name, text in EXAMPLES]:
        status, said, wrong = check(path)
        assert (status, wrong) == (0, "")
        assert "Not for" not in said
    rules = make_ruleset("sunday", 4)
    assert (rules.home, rules.deck[0], rules.options.restart_carrots) == (65, "+5", 70)
    state = new_game(make_ruleset("sunday", 4, {"hare": "die-table"}), 4)
    assert state.seats[0].carrots == 70
    assert "Sunday (sunday), 2026" in run("show", "sunday").stdout


def test_the_guide_has_every_option_there_is() -> None:
    section = GUIDE.read_text("utf-8").split("## Options")[1].split("## A track")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == set(
        Options.__struct_fields__
    )
