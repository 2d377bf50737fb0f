"""Whole games with messy hands, and every kind of fault.

Some of them in `make test`, three hundred without opponents and three hundred with them in
`make test-all`; ten thousand, in an hour or less, by `python -m tests.chaos 10000`, and with
computer opponents by `python -m tests.chaos 10000 --opponents`. Lessons likewise, with `--lesson`.
"""

import pytest

from tests.chaos.found import FOUND, Found
from tests.chaos.mess import DEEDS
from tests.chaos.opponents import opponents_of
from tests.chaos.race import lesson_of, plan_of, play
from tests.support.tiers import sample


@pytest.mark.parametrize("part", sample(30, range(30)))
def test_whatever_hands_do_the_game_is_right_and_goes_on_to_its_end(part: int) -> None:
    for seed in range(10 * part, 10 * part + 10):
        told = play(plan_of(seed))
        assert told.plies


@pytest.mark.parametrize("part", sample(100, range(100)))
def test_with_one_to_five_opponents_the_game_is_right_as_well(part: int) -> None:
    for seed in range(3 * part, 3 * part + 3):
        told = play(plan_of(seed, opponents=opponents_of(seed)))
        assert told.plies


@pytest.mark.parametrize("part", sample(50, range(50)))
def test_whatever_hands_do_no_step_of_the_lesson_hangs_and_the_race_begins(part: int) -> None:
    for seed in range(6 * part, 6 * part + 6):  # one to six people
        assert play(lesson_of(seed)).steps


@pytest.mark.parametrize("found", sample(2, FOUND), ids=lambda found: found.was)
def test_what_was_once_wrong_is_right(found: Found) -> None:
    play(found.plan)


def test_chips_with_every_fault_between_hands_and_game() -> None:
    assert play(plan_of(1, "chips")).plies


@pytest.mark.long
def test_co_processors_with_cables_pulled_between_hands_and_game() -> None:
    assert play(plan_of(1, "co-processors")).plies


def test_three_hundred_games_have_everything_in_them() -> None:
    had = {name for seed in range(300) for name, _ in plan_of(seed).deeds}
    assert had == set(DEEDS)
