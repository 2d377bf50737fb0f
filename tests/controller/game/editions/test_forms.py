"""What is wrong with a data file is named: file, section, key, reason, and what was meant."""

import re
from typing import Any

import pytest

from controller.game.editions import catalogue
from controller.game.editions.mistakes import BadRules
from controller.game.editions.rulesets import load_edition, load_track, make_ruleset
from controller.game.rules import Options
from controller.game.rules.hares.actions import ACTIONS
from tests.controller.game.editions.conftest import Put


def mistakes(load: Any, name: str = "x") -> list[str]:
    """What is wrong with a file, without its name and the lines."""
    with pytest.raises(BadRules) as refused:
        load(name)
    assert refused.value.code == "bad-option"
    assert str(refused.value) == " ".join(refused.value.problems)
    return [
        re.sub(rf"^{name}\.toml(, line [0-9]+)?: ", "", problem)
        for problem in refused.value.problems
    ]


# Editions

NO_TWO_RUNNERS = "two_runners: is missing: write [two_runners] above its keys."


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('name = "', '# "', "name: is missing."),
        ('name = "Parlett 2018"', 'name = " "', "name: “ ” is not a text with something in it."),
        ("year = 2018", "year = 18", "year: 18 is not a whole number from 1973 to 9999."),
        ("year = 2018", "year = true", "year: true is not a whole number from 1973 to 9999."),
        ("about", "abuot", "there is no key “abuot”; did you mean “about”?"),
        ("[options]", "[option]", "there is no key “option”; did you mean “options”?"),
        ("\n4 = 65", "\n4 = 6.5", "[start_carrots] 4: 6.5 is not a whole number."),
        ("\n4 = 65", "\n4 = -1", "[start_carrots] 4: -1 is below 0."),
        ("\n4 = 65", "", "[start_carrots] 4: is missing."),
        ("\n4 = 65", "\n4 = 65\n2 = 65", "there is no key “2” in [start_carrots]."),
        ("lettuces = 5", "", "[two_runners] lettuces: is missing."),
        ("[two_runners]", "[two_runner]", NO_TWO_RUNNERS),
        (
            "lettuces = 3",
            "lettuces = 3\nletuces = 3",
            "there is no key “letuces” in [options]; did you mean “lettuces”?",
        ),
        ("lettuces = 3", "", "[options] lettuces: is missing."),
        ("lettuces = 3", 'lettuces = "3"', "[options] lettuces: “3” is not a whole number."),
        ('track = "B"', "track = 5", "[options] track: 5 is not the name of a track: A or B."),
        ('track = "B"', 'track = "b"', "[options] track: There is no track “b”; did you mean “B”?"),
        (
            '"place"',
            '"plaice"',
            "[options] home_limit: “plaice” is not place or flat-20; did you mean “place”?",
        ),
        (
            "restart_carrots = 65",
            "restart_carrots = 14",
            "[options] restart_carrots: 14 is below 15.",
        ),
        (
            "restart_carrots = 65",
            'restart_carrots = "start"',
            "[options] restart_carrots: “start” is not a whole number, nor “start-carrots”.",
        ),
        (
            '"with-patch-total"',
            '"with-total"',
            "[options] baulk: “with-total” is neither true nor false, nor “with-patch-total”.",
        ),
        ('"with-patch-total"', "1", "[options] baulk: 1 is neither true nor false."),
        (
            "lettuces = 3",
            "lettuces = 3\nstart_carrots = 65",
            (
                "[options] start_carrots: this is no option of an edition: it is decided in "
                "[start_carrots], by the number of seats."
            ),
        ),
        (
            "lettuces = 3",
            "lettuces = 3\nrunners = 2",
            "[options] runners: this is no option of an edition: it is decided in each game.",
        ),
        ('name = "', 'deck = ""\nname = "', "deck: “” is not a text with something in it."),
        (
            'name = "',
            'table = "die-table"\nname = "',
            "table: the hare rule “text-cards” has no table; table-1974 or die-table have.",
        ),
        (
            'track = "inferred: ',
            'track = "guessed: ',
            "[provenance] track: begin with “attested: ”, “inferred: ” or “reconstructed: ”.",
        ),
        (
            "[provenance]",
            '[words]\nlettuce = "bed"\nlettice = "bed"\n[provenance]',
            "there is no key “lettice” in [words]; did you mean “lettuce”?",
        ),
        (
            "[provenance]",
            "[words]\nlettuce = 3\n[provenance]",
            "[words] lettuce: 3 is not a text with something in it.",
        ),
        ("[words]", "words = 3", None),
    ],
)
def test_a_mistake_in_an_edition_is_named_r13_1(
    put: Put, parlett: str, old: str, new: str, problem: str | None
) -> None:
    if problem is None:
        put("editions/x.toml", "words = 3\n" + parlett)
        problem = "words: 3 is not a section: write [words] above its keys."
    else:
        assert old in parlett
        put("editions/x.toml", parlett.replace(old, new, 1))
    assert problem in mistakes(load_edition)


def test_all_mistakes_are_named_at_once(put: Put) -> None:
    put("editions/x.toml", 'nmae = "X"\n[options]\ntrack = "C"\nlettuces = -1\n[start_carrots]\n')
    assert mistakes(load_edition) == [
        "there is no key “nmae”; did you mean “name”?",
        "[options] hare: is missing.",
        "[options] home_limit: is missing.",
        "[options] first_runner_lettuces: is missing.",
        "[options] restart_carrots: is missing.",
        "[options] track: There is no track “C”.",
        "[options] lettuces: -1 is below 0.",
        *(f"[start_carrots] {seats}: is missing." for seats in (3, 4, 5, 6)),
        "name: is missing.",
        "year: is missing.",
        NO_TWO_RUNNERS,
    ]


def test_a_fact_without_a_text_is_one_mistake(put: Put, parlett: str) -> None:
    put("editions/x.toml", parlett.partition("[provenance]")[0] + '[provenance]\ntrack = ""')
    assert mistakes(load_edition) == ["[provenance] track: “” is not a text with something in it."]


def test_an_edition_may_leave_out_what_it_does_not_care_about(put: Put, parlett: str) -> None:
    lean = parlett.split("[provenance]", maxsplit=1)[0]
    for option in ("restore_carrots", "equal", "give_ten", "baulk", "about"):
        lean = "\n".join(line for line in lean.splitlines() if not line.startswith(option))
    put("editions/x.toml", lean)
    ours, theirs = make_ruleset("x").options, make_ruleset("parlett-2018").options
    assert ours == theirs
    assert not make_ruleset("x", options={"patch_total": 400}).options.baulk


def test_an_edition_may_say_what_else_follows_from_the_hare_rule(put: Put, parlett: str) -> None:
    put(
        "editions/x.toml",
        parlett.replace('"text-cards"', '"deck-1978"\nten_may_be_declined = false'),
    )
    options = make_ruleset("x").options
    assert (options.ten_may_be_declined, options.skip_occupied_carrots) == (False, False)


# Any file


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("squares =", "Invalid value (at end of document)."),
        ('squares = "C"\nname = 1 2', "a statement (column 10)."),
        (f"squares = {'9' * 5000}", "a number is too long"),
        (f"squares = 0x{'f' * 5000}", "a number of thousands of digits"),
        (f"squares = {'[' * 5000}", "lie too deep in each other."),
    ],
)
def test_a_slip_of_syntax_is_told_with_its_line(put: Put, text: str, problem: str) -> None:
    put("tracks/x.toml", text)
    assert problem in mistakes(load_track)[0]


def test_a_file_in_another_encoding_is_told(put: Put) -> None:
    put("tracks/x.toml", "").write_bytes(b'name = "\xe9t\xe9"\nsquares = "C"')
    assert mistakes(load_track) == ["it is not a text file in UTF-8."]


def test_a_file_may_begin_with_the_mark_some_editors_write(put: Put) -> None:
    put("tracks/x.toml", "").write_bytes(b'\xef\xbb\xbfsquares = "C"')
    assert load_track("x").home == 2


# Tracks


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (
            'squares = "C X l"',
            [
                "squares: square 2: there is no kind “X”.",
                "squares: square 3: there is no kind “l”; did you mean “L”?",
            ],
        ),
        ('squares = ""', ["squares: “” is not a text with something in it."]),
        ("squares = 64", ["squares: 64 is not a text with something in it."]),
        ("", ["squares: is missing."]),
        (f'squares = "{"C" * 10_000}"', ["squares: 10000 are too many; 9999 is the most."]),
        ('squares = "C"\nlenght = 1', ["there is no key “lenght”."]),
    ],
)
def test_a_mistake_in_a_track_is_named_with_its_square_r1_4(
    put: Put, text: str, problems: list[str]
) -> None:
    put("tracks/x.toml", text)
    assert mistakes(load_track) == problems


# Decks


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        (["give-ten", "shuffle"], "text-cards"),
        (["+5", "-1", "+1000", "0"], "number-cards"),
        (["ten", "again", "chew-carrot"], "deck-1978"),
    ],
)
def test_the_cards_tell_what_a_deck_is_for(put: Put, cards: list[str], rule: str) -> None:
    put("decks/x.toml", f"cards = {cards}")
    assert catalogue.deck("x").rule == rule


@pytest.mark.parametrize(
    ("cards", "strange", "rule", "near"),
    [
        (["show", "free-rid"], ["free-rid"], "text-cards", "; did you mean “free-ride”?"),
        (["show", "shuffle", "miss"], ["miss"], "text-cards", "."),
        (["miss", "ten", "agian"], ["agian"], "deck-1978", "; did you mean “again”?"),
        (
            ["+5", "-5", "0", "5", "+05", "-0", "٣"],
            ["5", "+05", "-0", "٣"],
            "number-cards",
            "; write “+5”, “-5” or “0”.",
        ),
    ],
)
def test_a_card_that_is_not_like_the_others_is_named(
    put: Put, cards: list[str], strange: list[str], rule: str, near: str
) -> None:
    put("decks/x.toml", f"cards = {cards}")
    assert mistakes(catalogue.deck) == [
        f"cards: “{card}” is no card of {rule}, as the others are{near}" for card in strange
    ]


def test_a_deck_without_cards_is_told(put: Put) -> None:
    put("decks/x.toml", 'provenance = "Ours."')
    assert mistakes(catalogue.deck) == ["cards: is missing."]


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ([], 'this should be a list of texts in quotes, like ["+5", "0"].'),
        ([5, "0"], 'this should be a list of texts in quotes, like ["+5", "0"]; 5 lacks them.'),
        (["show"] * 201, "201 are too many; 200 is the most."),
        (
            ["position-back", "position-forward"],
            "a runner could be carried to and fro without end; add a card that stops it.",
        ),
    ],
)
def test_a_deck_that_cannot_be_played_is_refused(put: Put, cards: list[Any], problem: str) -> None:
    put("decks/x.toml", f"cards = {cards}")
    assert mistakes(catalogue.deck) == [f"cards: {problem}"]


# Tables


def test_a_table_may_use_every_action_there_is_r8_2(put: Put) -> None:
    rows = tuple((action,) * 6 for action in sorted(ACTIONS))
    put("tables/x.toml", f"rows = {[list(row) for row in rows]}")
    assert catalogue.table("x").rows == rows


NO_ROWS = "this should be a list of 1 to 100 rows, each a list itself."


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([["miss"]], "row 1 has 1 action; 6 are needed, one a position."),
        ([["miss"] * 6, ["free"] * 5], "row 2 has 5 actions; 6 are needed, one a position."),
        (
            [["miss"] * 5 + ["fre"]],
            "row 1, position 6: there is no action “fre”; did you mean “free”?",
        ),
        ([["miss"] * 5 + [1]], "row 1, position 6: there is no action 1."),
        (["miss"], NO_ROWS),
        ([], NO_ROWS),
        ("miss", NO_ROWS),
    ],
)
def test_a_mistake_in_a_table_is_named_with_its_cell(put: Put, rows: Any, problem: str) -> None:
    put("tables/x.toml", f"rows = {rows!r}")
    assert mistakes(catalogue.table) == [f"rows: {problem}"]


def test_a_table_that_is_not_there_is_named_with_the_nearest(put: Put, parlett: str) -> None:
    text = parlett.replace('hare = "text-cards"', 'hare = "die-table"')
    put("editions/x.toml", 'table = "die-tabel"\n' + text)
    with pytest.raises(BadRules, match="no table “die-tabel”; did you mean “die-table”"):
        make_ruleset("x")


def test_options_have_no_other_fields_than_those_an_edition_knows() -> None:
    known = {*load_edition("parlett-2018").options, "runners", "start_carrots", "teams"}
    assert known | {"skip_occupied_carrots", "ten_may_be_declined"} == {*Options.__struct_fields__}
