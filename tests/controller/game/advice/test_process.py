"""The process that finds hints: as they are found here."""

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


@pytest.mark.long
def test_it_finds_what_is_found_here_game_after_game(process: HintsProcess) -> None:
    for at in ((17, 12, 40), (17, 12, 40, 50), (3, 20, 30)):
        sight, actions = question(at)
        expected = hints(sight, actions, Outlook(sight.rules, len(at)))
        assert process.hints(sight, actions) == expected
