"""Characters that think in a process of their own."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from controller.game.opponents.characters import UnknownOpponent, find_opponent
from controller.game.opponents.memory import memory_of_start
from controller.game.opponents.process import Decision, Question, Thinker, ThinkingProcess
from controller.game.opponents.sight import Sight, sight_of
from controller.game.rules import Action, legal
from tests.support.rules.positions import position

STATE = position([13, 20, 5])
SIGHT: Sight = sight_of(STATE, memory_of_start(STATE), 0)
ACTIONS = legal(STATE)


@pytest.fixture
def process() -> Iterator[ThinkingProcess]:
    process = ThinkingProcess()
    yield process
    process.close()


def chosen(process: ThinkingProcess, name: str) -> Action:
    character = process.find(name).prepare(STATE.rules, 3)
    return character.choose(SIGHT, ACTIONS, random.Random(5))


@pytest.mark.parametrize("name", ["walker", "sprinter", "strategist-2"])
def test_a_character_chooses_as_it_would_in_the_program(
    process: ThinkingProcess, name: str
) -> None:
    there = random.Random(random.Random(5).getrandbits(64))
    here = find_opponent(name).character(STATE.rules, 3).choose(SIGHT, ACTIONS, there)
    assert chosen(process, name) == here
    assert here in ACTIONS


def test_an_unknown_character_is_refused_before_anything_is_started(
    process: ThinkingProcess,
) -> None:
    with pytest.raises(UnknownOpponent, match="did you mean “walker”"):
        process.find("wolker")
    assert process.pid is None


def test_where_no_process_can_be_started_a_character_thinks_in_the_program(
    process: ThinkingProcess, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("sys.executable", "/there/is/no/python")
    assert chosen(process, "walker") in ACTIONS
    assert process.pid is None
    assert "Opponents think in the program itself" in caplog.text


def test_a_thinker_keeps_the_characters_of_one_game() -> None:
    thinker, made = Thinker(), []
    question = Question("walker", STATE.rules, 3, None)
    assert thinker.answer(question) is None
    decision = Decision(SIGHT, ACTIONS, 5)
    for seats in (3, 3, 4):
        asked = msgspec.structs.replace(question, seats=seats, decision=decision)
        made.append(thinker.answer(asked))
    assert made[0] in ACTIONS
    assert made == [made[0]] * 3
