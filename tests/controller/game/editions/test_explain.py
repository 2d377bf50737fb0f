"""An edition in words."""

import pytest

from controller.game.editions.explain import explain
from controller.game.editions.rulesets import DEFAULT_EDITION, edition_ids, load_edition
from controller.game.rules.ruleset.options import HareRule
from tests.controller.game.editions.conftest import Put


def told(edition: str, width: int = 80) -> str:
    return explain(load_edition(edition), load_edition(DEFAULT_EDITION), width)


def in_one_line(edition: str) -> str:
    return " ".join(told(edition).split())


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("width", [36, 50, 80, 120])
def test_no_line_is_wider_than_the_terminal(edition: str, width: int) -> None:
    assert max(map(len, told(edition, width).splitlines())) <= width


@pytest.mark.parametrize(
    ("edition", "sentences"),
    [
        (
            "intellect-1974",
            ["carrots 65 each;", "At most 20 carrots, whatever the place.", "A: 63"],
        ),
        ("ravensburger-1978", ["12 of them.", "10 carrots for the first", "a scan of its board"]),
        ("gibsons-1987", ["65 with 3 or 4, 95 with 5 or 6;", "A die;", "reconstructed table:"]),
        (
            "abacus-2000",
            [
                "65 with 3 players, 95 with 4 to 6; 95 with two runners each.",
                "the first must not come HOME with lettuces left",
                "as many carrots as this game began with, at least 15.",
                "1434 carrots, the players' own among them; it can run out.",
                "a tortoise square is a hedgehog",
                "Parlett 2018 has instead: carrots 65 each;",
            ],
        ),
        ("ravensburger-2008", ["restores the hand to 68;", "plays again;", "gives nothing."]),
        ("gibsons-2010", ["the first may come HOME", "gives 5, or 1."]),
        ("devir-2014", ["a number of carrots to draw or pay;", "15 of them.", "1644 carrots"]),
        ("parlett-2018", ["does nothing;", "Only in a game whose patch can run out:"]),
        ("broadway-2018", ["a lettuce square is a bed", "inferred"]),
        (
            "tournament-2019",
            ["No luck involved:", "all others first pay in half of what they hold."],
        ),
    ],
)
def test_what_sets_an_edition_apart_is_told_r13(edition: str, sentences: list[str]) -> None:
    text = in_one_line(edition)
    assert load_edition(edition).name in text
    for sentence in sentences:
        assert sentence in text


def test_the_default_edition_is_compared_with_nothing() -> None:
    assert "has instead" not in told(DEFAULT_EDITION)


def test_an_edition_that_differs_in_nothing_is_told_so(put: Put, parlett: str) -> None:
    put("editions/x.toml", parlett)
    assert "It plays exactly like Parlett 2018." in told("x")


@pytest.mark.parametrize("hare", HareRule.__args__)  # type: ignore[attr-defined]  # a Literal
def test_every_hare_rule_has_its_words(put: Put, parlett: str, hare: str) -> None:
    put("editions/x.toml", parlett.replace('"text-cards"', f'"{hare}"'))
    assert "hare squares" in told("x")


def test_cards_and_tables_of_ones_own_are_told(put: Put, parlett: str) -> None:
    put("decks/three.toml", 'cards = ["show", "show", "shuffle"]\nprovenance = "Ours."')
    put("editions/x.toml", 'deck = "three"\n' + parlett)
    assert "3 of them. They are those of “three”." in in_one_line("x")
    assert "the cards Ours." in in_one_line("x")
    put("decks/two.toml", 'cards = ["free", "again"]')
    text = parlett.replace('hare = "text-cards"', 'hare = "deck-1978"')
    put("editions/x.toml", 'deck = "two"\n' + text)
    assert "hare squares Cards with an action each; you draw one when you land. 2 of them." in (
        in_one_line("x")
    )
    put("tables/coin.toml", f"rows = {[['free'] * 6] * 2}")
    text = parlett.replace('hare = "text-cards"', 'hare = "die-table"')
    put("editions/x.toml", 'table = "coin"\n' + text)
    assert "The table is “coin”." in in_one_line("x")
    put("editions/x.toml", 'table = "coin"\n' + text.replace("die-table", "table-1974"))
    assert "hare squares Numbered cards;" in in_one_line("x")


def test_an_edition_of_which_nothing_is_known_names_no_sources(put: Put, parlett: str) -> None:
    put("tracks/short.toml", 'squares = "CHL"')
    text = parlett.partition("[provenance]")[0].replace('track = "B"', 'track = "short"')
    put("editions/x.toml", text.replace('"text-cards"', '"off"'))
    assert "track short: 3 squares and HOME at 4" in in_one_line("x")
    assert "How this is known" not in told("x")


def test_open_hands_and_a_game_that_ends_at_once_are_told(put: Put, parlett: str) -> None:
    extra = '[options]\nopen_hands = true\nfinish = "first-home"'
    put("editions/x.toml", parlett.replace("[options]", extra))
    assert "The first arrival ends the game." in in_one_line("x")
    assert "Everybody sees them." in in_one_line("x")
