"""How often somebody may guess: what is forgotten, and how many guessers are remembered."""

import pytest

from controller.refusal import Refusal
from hardware.clock import ManualClock
from web.access.limits import EACH, FORGET_S, MOST_GUESSERS, Guesser, Tries

HIM = Guesser("him", seated=True)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def tries(clock: ManualClock) -> Tries:
    return Tries(clock, together=1_000)


def guess_wrong(tries: Tries, who: Guesser, times: int) -> None:
    for _ in range(times):
        assert not tries.guess(who, right=False)


def test_old_wrong_guesses_are_forgotten(tries: Tries, clock: ManualClock) -> None:
    guess_wrong(tries, HIM, EACH)
    clock.advance(FORGET_S)
    guess_wrong(tries, HIM, EACH)
    with pytest.raises(Refusal, match="Try again"):
        tries.guess(HIM, right=True)


def test_whoever_guessed_longest_ago_is_forgotten_where_there_are_too_many(tries: Tries) -> None:
    guess_wrong(tries, HIM, EACH)
    for number in range(MOST_GUESSERS - 1):
        guess_wrong(tries, Guesser(f"guesser {number}", seated=True), 1)
    with pytest.raises(Refusal, match="Try again"):
        tries.guess(HIM, right=True)
    for number in range(MOST_GUESSERS):
        guess_wrong(tries, Guesser(f"another {number}", seated=True), 1)
    assert tries.guess(HIM, right=True)
