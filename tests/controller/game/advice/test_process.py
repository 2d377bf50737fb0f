"""The process that finds hints: as they are found here, and none is left behind."""

import sys
from collections.abc import Iterator, Sequence

import pytest

from controller.game.advice.hints import hints
from controller.game.advice.outlook import Outlook
from controller.game.advice.process import HintsProcess
from controller.game.opponents.memory import memory_of_start
from controller.game.opponents.sight import Sight, sight_of
from controller.game.rules import Action, legal
from tests.support.rules.positions import position


@pytest.fixture(name="process")
def _process() -> Iterator[HintsProcess]:
    process = HintsProcess()
    yield process
    process.close()


def question(at: Sequence[int]) -> tuple[Sight, tuple[Action, ...]]:
    state = position(at)
    return sight_of(state, memory_of_start(state), 0), legal(state)


def test_it_finds_what_is_found_here_game_after_game(process: HintsProcess) -> None:
    for at in ((17, 12, 40), (17, 12, 40, 50), (3, 20, 30)):
        sight, actions = question(at)
        expected = hints(sight, actions, Outlook(sight.rules, len(at)))
        assert process.hints(sight, actions) == expected


def test_one_that_died_is_told_and_started_again(process: HintsProcess) -> None:
    asked = question((17, 12, 40))
    process.hints(*asked)
    assert process.process is not None
    process.process.kill()
    with pytest.raises(EOFError, match="has died"):
        process.hints(*asked)
    assert process.hints(*asked)


@pytest.mark.parametrize("script", ["pass", "print('hello')"])
def test_one_that_says_nothing_of_use_is_told(script: str) -> None:
    process = HintsProcess((sys.executable, "-c", script))
    with pytest.raises(EOFError, match="has died"):
        process.hints(*question((17, 12, 40)))
    assert process.process is None


def test_after_its_end_it_answers_nobody(process: HintsProcess) -> None:
    asked = question((17, 12, 40))
    process.hints(*asked)
    child = process.process
    assert child is not None
    process.close()
    assert child.returncode is not None
    with pytest.raises(EOFError, match="closed"):
        process.hints(*asked)
