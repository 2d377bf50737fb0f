"""What errors of the rules carry for those who translate them, and which name they propose."""

from controller.game.rules import BadSetup, IllegalAction
from controller.game.rules.errors import did_you_mean, reason
from controller.game.rules.text.shape import LONGEST_SHOWN, shown


def test_a_set_up_that_fits_not_says_so_with_facts_and_keeps_them_apart() -> None:
    error = BadSetup("bad-option", "{seats} seats are too many.", seats=7)
    assert str(error) == "7 seats are too many."
    assert (error.code, error.template) == ("bad-option", "{seats} seats are too many.")
    assert error.facts == {"seats": 7}


def test_a_sentence_without_facts_may_have_braces() -> None:
    assert str(BadSetup("bad-request", "“{” cannot be read.")) == "“{” cannot be read."


def test_the_nearest_name_is_proposed_or_none() -> None:
    assert did_you_mean("tounament", ("tournament", "tour")) == " Did you mean “tournament”?"
    assert did_you_mean("carrot", ("tournament", "nap")) == ""


def test_an_action_refused_without_its_position_names_none() -> None:
    assert str(IllegalAction("f5", (reason("game-over"),))) == "f5: The game is over."


def test_what_is_shown_is_cut_where_it_is_too_long() -> None:
    assert shown("x" * LONGEST_SHOWN) == "x" * LONGEST_SHOWN
    assert shown("x" * (LONGEST_SHOWN + 1)) == "x" * (LONGEST_SHOWN - 1) + "…"
