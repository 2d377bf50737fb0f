"""R14.5: a position as one line."""

import random
from typing import Any

import msgspec
import pytest

from controller.game.editions.rulesets import make_ruleset
from controller.game.rules import Action, IllegalAction, Ruleset, State, apply, apply_legal
from controller.game.rules.state import Drawing, FirstDeal, Gift, Pending, Prompt, Runner, Ten
from controller.game.rules.text.position import BadPosition, read_position, write_position
from tests.support.rules.positions import opening, position
from tests.support.rules.random_play import (
    begin,
    careless,
    choose,
    homeward,
    some_positions,
)

HARES = (
    *("text-cards", "number-cards", "deck-1978", "table-1974", "die-table"),
    *("tournament", "flat-cost", "nap", "off"),
)
CARDLESS = make_ruleset(seats=3, options={"hare": "off"})


def with_prompt(prompt: Prompt, pending: Pending | None, **changes: Any) -> State:
    return msgspec.structs.replace(
        position([4, 5, 6]), prompt=prompt, pending=pending, pile=(), **changes
    )


# Writing


def test_a_new_game() -> None:
    state = opening()
    assert write_position(state) == (
        f"65,3@0/65,3@0/65,3@0 0 move 0 - - {','.join(state.rules.deck)}"
    )


def test_before_the_first_deal() -> None:
    line = write_position(begin(4, {"patch_total": 300}, first=2))
    assert line.startswith("65,3@0/65,3@0/65,3@0/65,3@0 2 deal 2 - 40 give-ten,")


def test_what_seats_hold_and_owe() -> None:
    state = position(
        [(10, 30), (0, 64), (22, 64)],
        carrots=[0, 7, 120],
        lettuces=[5, 1, 0],
        to_act=2,
        owes={0: "chew", 2: "leave"},
        misses=[1],
        home=[(2, 1), (1, 1)],
        patch=12,
        rules=make_ruleset(seats=3, options={"runners": 2, "hare": "off", "patch_total": 400}),
    )
    assert write_position(state) == ("0,5@10c@30/7,1!@0@64/120,0@22l@64 2 move 0 2.1,1.1 12 -")


def test_runners_that_wait_and_sleep() -> None:
    state = position([31, 33, 44], rules=CARDLESS)
    runners = (Runner(31, "back", True), Runner(33, "rest"), Runner(44, None, True))
    seats = tuple(
        msgspec.structs.replace(seat, runners=(runner,))
        for seat, runner in zip(state.seats, runners, strict=True)
    )
    line = write_position(msgspec.structs.replace(state, seats=seats))
    assert line == "65,3@31bp/65,3@33r/65,3@44p 0 move 0 - - -"


@pytest.mark.parametrize(
    ("prompt", "pending", "word"),
    [
        ("gift", Gift(10, 1, (2, 0)), "gift:10:1:2,0"),
        ("ten", Ten(0), "ten:0"),
        ("deal", FirstDeal(), "deal"),
        ("deal", Drawing(1, 0, 15), "deal:1:0:15"),
        ("roll", Drawing(2, 0, 3), "roll:2:0:3"),
    ],
)
def test_what_a_prompt_needs_to_go_on(prompt: Prompt, pending: Pending, word: str) -> None:
    state = with_prompt(prompt, pending)
    line = write_position(state)
    assert line == f"65,3@4/65,3@5/65,3@6 0 {word} 0 - - -"
    assert read_position(line, state.rules) == state


def test_the_end_of_a_game() -> None:
    state = with_prompt("over", None, to_act=None, ranking=(2, 0, 1))
    line = write_position(state)
    assert line == "65,3@4/65,3@5/65,3@6 - over:2,0,1 0 - - -"
    assert read_position(line, state.rules) == state


# Reading what was written


def test_positions_of_all_kinds_of_games_read_as_they_were() -> None:
    for state in some_positions(600, seed=5):
        assert_inverse(state)


@pytest.mark.parametrize("hare", HARES)
@pytest.mark.parametrize("seats", [2, 4])
def test_positions_of_every_hare_rule_read_as_they_were(hare: str, seats: int) -> None:
    rng = random.Random(f"{hare} {seats}")
    for chooser in (careless, homeward):
        state = begin(seats, {"hare": hare}, rng.randrange(seats))
        for _ in range(150):
            assert_inverse(state)
            if state.prompt == "over":
                break
            rolled = Action("roll", value=rng.randint(1, 6))
            action = rolled if state.prompt == "roll" else choose(state, rng, chooser)
            state = apply_legal(state, action).state


def assert_inverse(state: State) -> None:
    line = write_position(state)
    assert "\n" not in line
    read = read_position(line, state.rules)
    assert read == state
    assert write_position(read) == line


def test_more_blanks_than_needed_do_no_harm() -> None:
    line = "65,3@4/65,3@5/65,3@6 0 move 0 - - -"
    spread = "  " + line.replace(" ", "   ") + " "
    assert read_position(spread, CARDLESS) == read_position(line, CARDLESS)


# Errors


CARDS = make_ruleset(seats=3)


@pytest.mark.parametrize(
    ("rules", "line", "column", "problem"),
    [
        (CARDLESS, "", 1, "The line ends before the seats; a position has seven fields."),
        (CARDLESS, "65,3@0/65,3@0 0 move", 21, "The line ends before the seat that began;"),
        (CARDLESS, "65,3@0/65,3@0 0 move 0 - - - -", 30, "found “-”, expected the end of"),
        (CARDLESS, "65,3@0 0 move 0 - - -", 1, "found “65,3@0”, expected 2 to 6 seats"),
        (CARDLESS, "65,3@0/65;3@0 0 move 0 - - -", 8, "found “65;3@0”, expected a seat, such"),
        (CARDLESS, "65,3@0/ 0 move 0 - - -", 8, "found nothing, expected a seat"),
        (CARDLESS, "65,3@0/65,3@0@1 0 move 0 - - -", 8, "expected a seat with one runner,"),
        (CARDLESS, "065,3@0/65,3@0 0 move 0 - - -", 1, "expected a number of carrots"),
        (CARDLESS, "65,3@0/65,3@65 0 move 0 - - -", 13, "“65”, expected a square from 0 to 64"),
        (CARDLESS, "65,3@7/65,3@10x 0 move 0 - - -", 15, "found “x”, expected c, l, r or b"),
        (CARDLESS, "65,3@0/65,3@0 2 move 0 - - -", 15, "“2”, expected a seat from 0 to 1"),
        (CARDLESS, "65,3@0/65,3@0 - move 0 - - -", 15, "expected the seat to act"),
        (CARDLESS, "65,3@0/65,3@0 0 over:0,1 0 - - -", 15, "“-” when the game is over"),
        (CARDLESS, "65,3@0/65,3@0 0 mvoe 0 - - -", 17, "Did you mean “move”?"),
        (CARDLESS, "65,3@0/65,3@0 0 gift:10 0 - - -", 17, "expected “gift:10:1:2,3”"),
        (CARDLESS, "65,3@0/65,3@0 0 gift:10:1:0,7 0 - - -", 29, "found “7”, expected a seat"),
        (CARDLESS, "65,3@0/65,3@0 0 roll:1:1:9 0 - - -", 24, "expected a runner from 0 to 0"),
        (CARDLESS, "65,3@0/65,3@0 0 move x - - -", 22, "found “x”, expected a seat"),
        (CARDLESS, "65,3@0/65,3@0 0 move 0 1 - -", 24, "found “1”, expected seat.runner"),
        (CARDLESS, "65,3@0/65,3@0 0 move 0 1.0,2.0 - -", 28, "found “2”, expected a seat"),
        (CARDLESS, "65,3@0/65,3@0 0 move 0 - -5 -", 26, "found “-5”, expected a number of car"),
        (CARDS, "65,3@0/65,3@0 0 move 0 - - show,restor", 33, "Did you mean “restore”?"),
    ],
)
def test_a_mistake_is_told_with_its_column(
    rules: Ruleset, line: str, column: int, problem: str
) -> None:
    with pytest.raises(BadPosition) as refused:
        read_position(line, rules)
    assert problem in refused.value.problem
    assert refused.value.column == column
    assert str(refused.value) == f"Position, column {column}: {refused.value.problem}"
    assert isinstance(refused.value, ValueError)


SQUARES_EACH = "a seat with two runners, “@” and a square for each."
TWO_RUNNERS = make_ruleset(seats=2, options={"hare": "off", "runners": 2})


@pytest.mark.parametrize(
    ("rules", "line", "column", "problem"),
    [
        (CARDLESS, "65,03@0/65,3@0 0 move 0 - - -", 4, "“03”, expected a number of lettuces."),
        (CARDLESS, "65,3@0/065,3@0 0 move 0 - - -", 8, "“065”, expected a number of carrots."),
        (TWO_RUNNERS, "65,3@0/65,3@0@0 0 move 0 - - -", 1, f"“65,3@0”, expected {SQUARES_EACH}"),
        (
            TWO_RUNNERS,
            "65,3@0@0/65,3@0@66 0 move 0 - - -",
            17,
            "“66”, expected a square from 0 to 64.",
        ),
        (CARDLESS, "65,3@0/65,3@0 9 move 0 - - -", 15, "“9”, expected a seat from 0 to 1."),
        (
            CARDLESS,
            "65,3@0/65,3@0 0 hop 0 - - -",
            17,
            "“hop”, expected a prompt: move, gift, ten, deal, roll, over.",
        ),
        (CARDLESS, "65,3@0/65,3@0 0 gift:x:1:0 0 - - -", 22, "“x”, expected a number of carrots."),
        (CARDLESS, "65,3@0/65,3@0 0 gift:10:7:0 0 - - -", 25, "“7”, expected a seat from 0 to 1."),
        (CARDLESS, "65,3@0/65,3@0 0 ten:4 0 - - -", 21, "“4”, expected a runner from 0 to 0."),
        (CARDLESS, "65,3@0/65,3@0 0 roll:7:0:1 0 - - -", 22, "“7”, expected a seat from 0 to 1."),
        (CARDLESS, "65,3@0/65,3@0 0 roll:0:0:x 0 - - -", 26, "“x”, expected a number of carrots."),
        (CARDLESS, "65,3@0/65,3@0 - over:0,7 0 - - -", 24, "“7”, expected a seat from 0 to 1."),
        (CARDLESS, "65,3@0/65,3@0 0 move 7 - - -", 22, "“7”, expected a seat from 0 to 1."),
        (CARDLESS, "65,3@0/65,3@0 0 move 0 7.0 - -", 24, "“7”, expected a seat from 0 to 1."),
        (CARDLESS, "65,3@0/65,3@0 0 move 0 1.4 - -", 26, "“4”, expected a runner from 0 to 0."),
        (CARDLESS, "65,3@0/65,3@0 0 move 0 - x -", 26, "“x”, expected a number of carrots."),
        (
            CARDS,
            "65,3@0/65,3@0 0 move 0 - - kiss",
            28,
            "“kiss”, expected a card of this game's deck.",
        ),
    ],
)
def test_what_a_field_may_be_is_told(rules: Ruleset, line: str, column: int, problem: str) -> None:
    with pytest.raises(BadPosition) as refused:
        read_position(line, rules)
    assert (refused.value.column, refused.value.problem) == (column, f"found {problem}")


def test_any_slip_of_the_keyboard_is_told_or_makes_another_position() -> None:
    rng = random.Random(8)
    for state in some_positions(60, seed=6):
        line = write_position(state)
        for _ in range(20):
            at = rng.randrange(len(line))
            slip = line[:at] + rng.choice(["", *" ,/@:!-.x09²"]) + line[at + 1 :]
            column = 1
            try:
                assert_inverse(read_position(slip, state.rules))
            except BadPosition as error:
                column = error.column
            assert 1 <= column <= len(slip) + 1


# In errors


def test_an_illegal_action_shows_the_position() -> None:
    state = position([4, 11, 0], rules=CARDLESS)
    with pytest.raises(IllegalAction) as refused:
        apply(state, "f11")
    assert refused.value.position == write_position(state)
    assert str(refused.value) == f"{refused.value.refusal} Position: {write_position(state)}"
    assert refused.value.refusal.startswith("f11: Square 11 is taken by another runner.")


def test_the_reasons_and_the_refusal_tell_no_hands() -> None:
    state = position([4, 11, 0], carrots=[65, 123, 65])
    with pytest.raises(IllegalAction) as refused:
        apply(state, "f11")
    told = [refused.value.refusal, *(each.message for each in refused.value.reasons)]
    assert not any("123" in each for each in told)
