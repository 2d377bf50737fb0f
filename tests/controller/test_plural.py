"""Counted nouns, their verbs, and lists of numbers."""

import pytest

from controller.plural import counted, noun, numbers, verb


@pytest.mark.parametrize(
    ("count", "what", "said"),
    [
        (0, "player", "0 players"),
        (1, "player", "1 player"),
        (2, "player", "2 players"),
        (1, "bus", "1 bus"),
        (2, "bus", "2 buses"),
    ],
)
def test_a_noun_agrees_with_its_count(count: int, what: str, said: str) -> None:
    assert counted(count, what) == said
    assert noun(count, what) == said.partition(" ")[2]


@pytest.mark.parametrize(
    ("count", "what", "said"),
    [(0, "answer", "answer"), (1, "answer", "answers"), (2, "do", "do"), (1, "do", "does")],
)
def test_a_verb_agrees_with_the_count_of_its_subject(count: int, what: str, said: str) -> None:
    assert verb(count, what) == said


def test_numbers_that_follow_each_other_are_joined() -> None:
    assert numbers({9, 5, 7, 1, 2, 6}) == "1, 2, 5 to 7, 9"
    assert numbers([1, 3, 5], most=2) == "1, 3, …"
    assert numbers([1, 2, 3, 5], to="-") == "1-3, 5"
