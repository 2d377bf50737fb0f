"""Answers to the questions that a listener may ask."""

from collections.abc import Callable
from typing import get_args

import pytest

from controller.table.commands import Pause
from controller.table.snapshot import Snapshot
from tests.support.table.tabletop import Tabletop
from web.languages.language import LANGUAGES, in_english, speech
from web.views.onlookers import view
from web.views.questions import answers
from web.views.shapes.view import Question

ANN, BEN, CEM = 0, 1, 2


def asked(snapshot: Snapshot, seat: int | None) -> dict[str, str]:
    told = answers(view(snapshot, seat, in_english(), (), ""), in_english())
    return {each.question: each.sentence for each in told.answers}


def test_a_player_may_ask_for_all_that_others_see(make: Callable[..., Tabletop]) -> None:
    table = make(options={"hare": "off"})
    table.move("Ann", 5)
    table.move("Ben", 4)
    table.move("Cem", 2)
    assert asked(table.snapshot, ANN) == {
        "carrots": "You have 50 carrots and 3 lettuces.",
        "square": "Your runner: square 5, carrot, 1st. Stay and draw or pay 10 carrots, turn after "
        "turn, or move on. HOME is 59 squares away and costs 1770 carrots. You can spend 50 "
        "carrots. You still hold 3 lettuces.",
        "runners": "1st Ann: square 5. 2nd Ben: square 4. 3rd Cem: square 2.",
        "choices": "Your move. 7, flag: costs 3 carrots. 8, number 2: costs 6 carrots. 9, number "
        "4: costs 10 carrots. 10, lettuce: costs 15 carrots. 12, number 3: costs 28 carrots. 13, "
        "carrot: costs 36 carrots. Draw 10 carrots. You stay where you are. Pay 10 carrots. You "
        "stay where you are.",
        "last-move": "Cem moved to square 2 for 3 carrots.",
    }
    assert list(asked(table.snapshot, None)) == ["runners", "choices", "last-move"]


def test_before_the_first_move_answers_tell_of_the_start(make: Callable[..., Tabletop]) -> None:
    answered = asked(make(options={"hare": "off", "start_carrots": 20}).snapshot, ANN)
    assert answered["square"].startswith("Your runner: START. ")
    assert answered["runners"] == "Ann: START. Ben: START. Cem: START."
    assert answered["last-move"] == "Nobody has moved yet."


def test_whoever_is_to_deal_is_told_so(make: Callable[..., Tabletop]) -> None:
    table = make(chance="by-hand")
    assert "eal" in asked(table.snapshot, ANN)["choices"]


def test_whoever_waits_is_told_for_what(make: Callable[..., Tabletop]) -> None:
    table = make()
    waits = "Ann to move. Until it is your turn, tap a square to see what it would cost you."
    assert asked(table.snapshot, BEN)["choices"] == waits
    looks_on = "Ann to move. Ann moves the runner to a lit square."
    assert asked(table.snapshot, None)["choices"] == looks_on
    table.put("Ben", 30)
    wrong = "Your runner stands on square 30 but belongs on START."
    assert wrong in asked(table.snapshot, BEN)["choices"]


def test_whoever_is_to_move_in_a_pause_is_told_of_nothing_else(
    make: Callable[..., Tabletop],
) -> None:
    table = make()
    table.command(Pause(paused=True))
    assert asked(table.snapshot, ANN)["choices"] == (
        "The game is paused. The host has paused the game. You can look, but not play."
    )


def test_a_move_that_first_draws_carrots_says_both(make: Callable[..., Tabletop]) -> None:
    table = make(options={"hare": "off"})
    for name, square in (("Ann", 4), ("Ben", 5), ("Cem", 8)):
        table.move(name, square)
    assert "7, flag: costs 6 carrots, draws 30 carrots." in asked(table.snapshot, ANN)["choices"]


def test_moves_that_draw_carrots_say_so(make: Callable[..., Tabletop]) -> None:
    table = make(options={"hare": "off", "start_carrots": 2080, "lettuces": 0})
    for name, square in (("Ann", 63), ("Ben", 61), ("Cem", 60)):
        table.move(name, square)
    assert "56, tortoise: draws 70 carrots." in asked(table.snapshot, ANN)["choices"]
    assert "HOME is 1 square away and costs 1 carrot." in asked(table.snapshot, ANN)["square"]


def test_two_runners_are_told_apart_by_colour(make: Callable[..., Tabletop]) -> None:
    table = make(2, options={"hare": "off", "start_carrots": 4})
    answered = asked(table.snapshot, ANN)
    assert answered["choices"] == (
        "Your move. red: 2, carrot: costs 3 carrots. green: 2, carrot: costs 3 carrots."
    )
    assert "Your runner: red, START." in answered["square"]
    assert "Your runner: green, START." in answered["square"]
    assert "Ann (green): START." in answered["runners"]


def test_a_runner_that_is_home_is_there(make: Callable[..., Tabletop]) -> None:
    table = make(options={"start_carrots": 2080, "lettuces": 0, "finish": "play-on", "hare": "off"})
    table.phone("Ann", "f64")
    answered = asked(table.snapshot, ANN)
    assert answered["square"].startswith("Your runner: HOME, 1st. ")
    assert answered["runners"] == "1st Ann: HOME. 2nd Ben: START. 2nd Cem: START."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_answers_every_question(
    make: Callable[..., Tabletop], language: str
) -> None:
    table = make()
    table.move("Ann", 5)
    told = answers(view(table.snapshot, ANN, speech(language), (), ""), speech(language)).answers
    assert [each.question for each in told] == list(get_args(Question))
    english = asked(table.snapshot, ANN)
    assert all(each.sentence for each in told)
    if language != "en":
        assert not {each.sentence for each in told} & set(english.values())
