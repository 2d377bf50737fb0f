"""R14.4: records that people write, and what is wrong with them."""

import random

import pytest

from controller.game.editions.rulesets import make_ruleset
from controller.game.records import (
    Record,
    RecordError,
    RecordHeader,
    RecordSeat,
    read,
    record_of,
    replay,
    write,
)
from controller.game.rules.text.position import read_position
from tests.support.records.games import SHORT, changed, play
from tests.support.rules.random_play import begin, homeward


def refused(text: str) -> tuple[int, int, str]:
    """Where a text is wrong, and why."""
    with pytest.raises(RecordError) as error:
        replay(text)
    assert str(error.value).startswith(f"Line {error.value.line}, column {error.value.column}: ")
    return error.value.line, error.value.column, error.value.problem


def test_comments_blanks_and_any_order_are_for_people() -> None:
    text = """
# A game in the garden
first:1
hare:   off
  seat 0: red Ann
seat 1: yellow Ben
edition : parlett-2018
seat 2: green Cem
1.f5     # to the carrots

# and so on
  2. f4
3 .  f10
"""
    assert read(text) == read(SHORT)


def test_a_name_may_hold_what_it_likes() -> None:
    for name in ("Ann # 1", "A: B", "Zoë  van", "12", '"', " Ann", "new\nline"):
        seats = (RecordSeat(("red",), name), RecordSeat(("blue",)), RecordSeat(("pink",)))
        record = Record(RecordHeader(edition="parlett-2018", seats=seats))
        assert read(write(record)) == record


@pytest.mark.parametrize(
    ("old", "new", "where", "problem"),
    [
        ("edition: parlett-2018\n", "", (1, 1), "found no edition"),
        ("parlett-2018", "parlet-2018", (1, 10), "did you mean “parlett-2018”?"),
        ("edition:", "editoin:", (1, 1), "did you mean “edition”?"),
        ("edition:", "edition", (1, 1), "expected a header line like “edition: parlett-2018”"),
        ("parlett-2018", "", (1, 10), "found nothing, expected a value for “edition”."),
        ("red Ann", "rde Ann", (2, 9), "did you mean “red”?"),
        ("yellow Ben", "red Ben", (3, 9), "found red again"),
        ("yellow Ben", "yellow,red Ben", (3, 16), "found red again"),
        ("yellow Ben", "yellow,blue Ben", (3, 9), "found yellow and blue, expected a colour: one"),
        ("red Ann", 'red "Ann', (2, 13), "expected a closing quotation mark"),
        ("seat 1", "seat 2", (3, 1), "found “seat 2”, expected “seat 1”."),
        ("seat 1", "seat one", (3, 1), "expected “seat 0”, “seat 1”"),
        ("seat 2: green Cem", "hare: off", (6, 1), "found a second line “hare”"),
        ("first: 1", "first: 3", (5, 8), "found “3”, expected a seat; seats: 0 to 2."),
        ("first: 1", "first: Ben", (5, 8), "found “Ben”, expected a seat"),
        ("first: 1", "date: 30.11.1978", (5, 7), "expected a date like 1978-11-30."),
        ("first: 1", "date: 1978-02-30", (5, 7), "expected a date like 1978-11-30."),
        ("first: 1", "opponent 3: walker", (5, 13), "expected a seat from 0 to 2."),
        ("first: 1", "opponent x: walker", (5, 1), "found “opponent x”, expected one of"),
        ("first: 1", "result: 0 1", (5, 9), "expected each seat once"),
        ("first: 1", "result: 0 1 1", (5, 9), "expected each seat once"),
        ("hare: off", "haer: off", (6, 1), "did you mean “hare”?"),
        ("hare: off", "hare: of", (6, 7), "did you mean “off”?"),
        ("hare: off", "baulk: yes", (6, 8), "is neither true nor false"),
        ("hare: off", "lettuces: many", (6, 11), "is not a whole number"),
        ("hare: off", "teams: [[0,1],[2]]", (6, 8), "teams: four play as two pairs"),
        ("hare: off", f"lettuces: {'[' * 100_000}", (6, 11), "is not a whole number"),
        ("hare: off", "patch_total: 100", (6, 14), "195 carrots are dealt"),
        ("2. f4", "3. f4", (9, 1), "found action number 3, expected 2."),
        ("2. f4", "f4", (9, 1), "expected an action with its number: “2. f4”."),
        ("2. f4", "date: 1978-11-30", (9, 1), "expected action 2, or the end of the record."),
        ("2. f4", "2. F4", (9, 4), "action 2: found “F4”, expected an action like"),
        ("2. f4", "2. F4", (9, 4), "did you mean “f4”?"),
        ("2. f4", "2. chwe", (9, 4), "did you mean “chew”?"),
        ("2. f4", "2.", (9, 3), "action 2: found nothing, expected an action"),
    ],
)
def test_a_mistake_is_told_with_its_place(
    old: str, new: str, where: tuple[int, int], problem: str
) -> None:
    line, column, said = refused(changed(old, new))
    assert problem in said
    assert (line, column) == where


def test_a_game_needs_seats() -> None:
    line, _, said = refused("edition: parlett-2018\nseat 0: red Ann\n1. f5\n")
    assert said == "expected 2 to 6 seats, a line like “seat 0: red Ann” for each; found 1."
    assert line == 1


def test_an_action_that_is_not_legal_is_told_with_reasons_and_position() -> None:
    assert refused(changed("3. f10", "3.   f11")) == (
        10,
        6,
        (
            "action 3 is not legal: f11: Square 11 is a tortoise: you can only move back to it."
            " That costs 66 carrots, and you have 65."
            " Position: 65,3@0/50,3@5/55,3@4 0 move 1 - - -"
        ),
    )


def test_a_misspelt_card_is_found() -> None:
    cards = list(make_ruleset().deck)
    cards[2] = "restor"
    text = SHORT.partition("hare")[0] + f"\n1. deal {' '.join(cards)}\n"
    line, column, said = refused(text)
    assert said == "found “restor”, expected a card; did you mean “restore”?"
    assert text.splitlines()[line - 1][column - 1 :].startswith("restor ")


def test_a_result_must_be_what_the_actions_lead_to() -> None:
    text = changed("first: 1", "first: 1\nresult: 1 0 2")
    _, column, said = refused(text)
    assert column == 9
    assert said.startswith("found “1 0 2”, but after the last action the game is not over.")
    game = play(begin(3, {"hare": "off", "finish": "first-home"}), random.Random(2), homeward)
    right = " ".join(map(str, game.state.ranking))
    wrong = " ".join(map(str, reversed(game.state.ranking)))
    text = write(record_of(game))
    said = refused(text.replace(f"result: {right}", f"result: {wrong}"))[2]
    assert said == f"found “{wrong}”, but the actions lead to “{right}”."


START = "start: 65,3@4/65,3@5/65,3@7 0 move 1 - - -"


@pytest.mark.parametrize(
    ("old", "new", "column", "problem"),
    [
        ("65,3@7", "65,3@77", 27, "found “77”, expected a square from 0 to 64."),
        ("/65,3@7", "", 8, "found 2 seats, expected 3 as above."),
        ("move 1", "move 0", 8, "seat 0 began here, but “first” is 1."),
        ("65,3@7", "65,3@5", 8, "no game has this position: Square 5 holds one runner"),
    ],
)
def test_a_start_that_cannot_be_is_told_with_its_place(
    old: str, new: str, column: int, problem: str
) -> None:
    text = changed("hare: off", f"hare: off\n{START.replace(old, new)}")
    line, found, said = refused(text)
    assert problem in said
    assert (line, found) == (7, column)


def test_a_game_may_begin_in_any_position() -> None:
    text = changed("1. f5\n2. f4\n3. f10", "1. f9").replace("hare: off", f"hare: off\n{START}")
    record, game = replay(text)
    assert game.start == read_position(START.removeprefix("start: "), game.start.rules)
    assert [runner.at for seat in game.state.seats for runner in seat.runners] == [9, 5, 7]
    assert write(record) == text
