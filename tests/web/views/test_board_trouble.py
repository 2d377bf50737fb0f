"""What is asked of hands where the board is not as the game has it."""

from typing import Any

import pytest

from controller.game.pieces import Colour, Player, Seating
from controller.game.rules import why
from controller.table.referee import Errand, Mismatch
from tests.support.rules.positions import HOME, position
from web.languages.language import in_english
from web.views.board_trouble import errand, mismatch, unseen
from web.views.words import Teller

ENGLISH = in_english()


def teller(*colours: tuple[Colour, ...]) -> Teller:
    """Ann, Ben ... with these runners."""
    players = (Player(name, own) for name, own in zip(("Ann", "Ben"), colours, strict=False))
    return Teller(ENGLISH, Seating(tuple(players)), HOME)


ONE_EACH = teller(("red",), ("yellow",))
TWO_EACH = teller(("red", "green"), ("yellow", "blue"))
STATE = position([0, 0, 0])
CHEWING = position([10, 0, 0], owes={0: "chew"})


@pytest.mark.parametrize(
    ("task", "sentence"),
    [
        (Errand("red", 0, 11, False), "Please carry Ann's runner from START to square 11."),
        (Errand("red", HOME, 0, False), "Please carry Ann's runner from HOME to START."),
        (Errand("red", 5, HOME, False), "Please carry Ann's runner from square 5 to HOME."),
        (
            Errand("red", 5, 10, True),
            "Please carry Ann's runner from square 5 to square 10, face down.",
        ),
        (Errand("red", None, 10, True), "Please put Ann's runner on square 10, face down."),
        (Errand("red", None, 0, False), "Please put Ann's runner on START."),
        (Errand("red", 10, 10, True), "Please lay Ann's runner on square 10 face down."),
        (Errand("red", 10, 10, False), "Please stand Ann's runner on square 10 upright."),
        (Errand("pink", None, 0, False), "Please put pink on START."),
    ],
)
def test_an_errand_is_a_request(task: Errand, sentence: str) -> None:
    assert errand(task, ONE_EACH) == sentence


def test_of_two_runners_an_errand_names_the_colour() -> None:
    asked = errand(Errand("green", None, 5, False), TWO_EACH)
    assert asked == "Please put Ann's green runner on square 5."


def test_ones_own_runner_is_called_so() -> None:
    task, fault = Errand("red", 0, 11, False), Mismatch("missing", None, "red", 5)
    assert errand(task, ONE_EACH, 0) == "Please carry your runner from START to square 11."
    assert errand(task, ONE_EACH, 1) == "Please carry Ann's runner from START to square 11."
    assert errand(task, TWO_EACH, 0) == "Please carry your red runner from START to square 11."
    assert mismatch(fault, STATE, ONE_EACH, 0) == "Your runner is missing: put it on square 5."
    assert mismatch(fault, STATE, TWO_EACH, 0) == "Your red runner is missing: put it on square 5."


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (Mismatch("stranger", 5), "There is something unknown on square 5: take it away."),
        (Mismatch("stranger", HOME), "There is something unknown on HOME: take it away."),
        (Mismatch("stranger", 5, "pink"), "Nobody plays pink: take it off square 5."),
        (Mismatch("stranger", HOME, "pink"), "Nobody plays pink: take it off HOME."),
        (Mismatch("missing", None, "red", 5), "Ann's runner is missing: put it on square 5."),
        (Mismatch("missing", None, "pink", 5), "pink is missing: put it on square 5."),
        (
            Mismatch("wrong-way-up", 5, "red", 5),
            "Stand Ann's runner on square 5 upright.",
        ),
        (Mismatch("wrong-way-up", 5, "pink", 5), "Stand pink on square 5 upright."),
        (
            Mismatch("crowded", 5, "red", HOME),
            "Square 5 is crowded. Ann's runner belongs on HOME.",
        ),
        (
            Mismatch("misplaced", 5, "red", 0),
            "Ann's runner stands on square 5 but belongs on START.",
        ),
    ],
)
def test_a_mismatch_says_what_to_do(fault: Mismatch, sentence: str) -> None:
    assert mismatch(fault, STATE, ONE_EACH) == sentence


def test_who_chews_is_asked_to_lie_down() -> None:
    fault = Mismatch("wrong-way-up", 10, "red", 10)
    assert mismatch(fault, CHEWING, ONE_EACH) == "Lay Ann's runner on square 10 face down."


def test_whoever_has_a_lettuce_to_chew_is_sent_back_to_it_and_nowhere_else() -> None:
    fault = Mismatch("misplaced", 12, "red", 10, reasons=tuple(why(CHEWING, "f2")))
    assert (
        mismatch(fault, CHEWING, ONE_EACH)
        == "Ann's runner stands on square 12 but belongs on square 10."
    )


@pytest.mark.parametrize(
    ("squares", "sentence"),
    [
        (range(1, HOME + 1), "The board cannot see any square: play here on the phone."),
        ([HOME], "The board cannot see HOME: play moves to it here on the phone."),
        ([7], "The board cannot see square 7: play moves to it here on the phone."),
        ([7, 9], "The board cannot see squares 7 and 9: play moves to them here on the phone."),
    ],
)
def test_who_may_go_where_nobody_sees_it_plays_on_that_phone(squares: Any, sentence: str) -> None:
    assert unseen(set(squares), HOME, ENGLISH, here=True) == sentence
