"""Characters that think in a process of their own."""

import os
import random
import signal
from collections.abc import Iterator
from typing import Final

import msgspec
import pytest

from controller.game.opponents.characters import UnknownOpponent, find_opponent
from controller.game.opponents.memory import memory_of_start
from controller.game.opponents.process import Decision, Question, Thinker, ThinkingProcess
from controller.game.opponents.sight import Sight, sight_of
from controller.game.rules import Action, legal
from tests.support.rules.positions import position
from tests.support.tiers import sample

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


@pytest.mark.parametrize("name", sample(3, ["walker", "sprinter", "strategist-2"]))
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


HANGS: Final = "import time; time.sleep(3600)"
STARTS_TO_ANSWER: Final = (
    "import sys, time; sys.stdout.buffer.write(b'\\x80'); sys.stdout.flush(); time.sleep(3600)"
)
DIES: Final = "import sys; sys.stdin.buffer.read(1)"
READY_ONLY: Final = (
    "import pickle, sys, time\n"
    "pickle.load(sys.stdin.buffer); pickle.dump(None, sys.stdout.buffer); sys.stdout.flush()\n"
    "pickle.load(sys.stdin.buffer); time.sleep(3600)"
)
"""Makes a character ready, and hangs when it has to decide."""


@pytest.mark.parametrize(
    ("script", "what"),
    [
        (HANGS, "did not answer in time"),
        (STARTS_TO_ANSWER, "did not answer in time"),
        (READY_ONLY, "did not answer in time"),
        (DIES, "has died"),
    ],
    ids=["hangs", "starts to answer", "hangs when it decides", "dies"],
)
def test_a_process_that_hangs_or_dies_is_told_each_time_and_ended(
    script: str, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    ready_s = 60.0 if script in (READY_ONLY, DIES) else 0.1
    process = ThinkingProcess(0.1, ready_s, ("-c", script))
    try:
        for _ in range(2):
            with pytest.raises(EOFError, match=what):
                chosen(process, "walker")
            assert process.pid is None
    finally:
        process.close()
    assert "think in the program" not in caplog.text


def test_a_process_that_has_died_is_started_again_for_the_next_decision(
    process: ThinkingProcess,
) -> None:
    character = process.find("walker").prepare(STATE.rules, 3)
    first = character.choose(SIGHT, ACTIONS, random.Random(5))
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert character.choose(SIGHT, ACTIONS, random.Random(5)) == first
