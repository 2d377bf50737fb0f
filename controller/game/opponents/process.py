"""A process in which characters think, so that the program goes on sensing meanwhile.

In the program's own process they would take turns with the threads of readers and lights, which
hold the interpreter many times in each sweep. The program sends questions to the process's
standard input and reads the answers from its standard output, one at a time. The process ends
when its input does.
"""

import contextlib
import logging
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Final

import msgspec

from controller.game.opponents.character import Character
from controller.game.opponents.characters import OPPONENTS, Opponent, find_opponent
from controller.game.opponents.sight import Sight
from controller.game.rules import Action, Ruleset

NICENESS: Final = 10
"""The process gives way to readers and lights where there is one processor."""

_LOG: Final = logging.getLogger(__name__)


class Decision(msgspec.Struct, frozen=True):
    """What a character has to decide, and the seed of its chance."""

    sight: Sight
    actions: Sequence[Action]
    seed: int


class Question(msgspec.Struct, frozen=True):
    """A character of a game, and what it has to decide; nothing yet if it is to be made ready."""

    name: str
    rules: Ruleset
    seats: int
    decision: Decision | None


class ThinkingProcess:
    """Starts the process when it is first asked, and again if it has died."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """Number of the process; None if none was started."""
        return None if self._process is None else self._process.pid

    def find(self, name: str) -> Opponent:
        """Return the character of this name, which thinks in the process.

        Raises:
            UnknownOpponent: there is none.
        """
        opponent = find_opponent(name)

        def character(rules: Ruleset, seats: int) -> Character:
            try:
                return _Distant(self, Question(name, rules, seats, None))
            except (OSError, EOFError) as error:
                _LOG.warning("Opponents think in the program itself: %s", error)
                return opponent.character(rules, seats)

        return msgspec.structs.replace(opponent, character=character)

    def ask(self, question: Question) -> Action | None:
        """Return the answer to a question.

        Raises:
            EOFError, OSError: the process has died, or cannot be started.
        """
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        pickle.dump(question, process.stdin)
        process.stdin.flush()
        answer: Action | None = pickle.load(process.stdout)
        return answer

    def close(self) -> None:
        """End the process, also while it thinks: whoever asks gets an `EOFError`."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                _end(self._process)

    def _running(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise EOFError("The opponents' process is closed.")
            if self._process is not None and self._process.poll() is not None:
                _end(self._process)
                self._process = None
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-m", __name__],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
            return self._process


class _Distant:
    """A character that thinks in the process; see `Character`."""

    def __init__(self, process: ThinkingProcess, question: Question) -> None:
        self._process = process
        self._question = question
        process.ask(question)

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        """Choose an action; see `Character`. Raises as `ThinkingProcess.ask`."""
        decision = Decision(sight, actions, chance.getrandbits(64))
        answer = self._process.ask(msgspec.structs.replace(self._question, decision=decision))
        if answer is None:
            raise EOFError("The opponents' process gave no answer.")
        return answer


class Thinker:
    """Answers questions; keeps the characters of the game that it was asked about last."""

    def __init__(self) -> None:
        self._game: tuple[Ruleset, int] | None = None
        self._characters: dict[str, Character] = {}

    def answer(self, question: Question) -> Action | None:
        """Make a character ready, or let it decide."""
        if self._game != (question.rules, question.seats):
            self._game = (question.rules, question.seats)
            self._characters.clear()
        character = self._characters.get(question.name)
        if character is None:
            make = OPPONENTS[question.name].character
            character = self._characters[question.name] = make(question.rules, question.seats)
        decision = question.decision
        if decision is None:
            return None
        return character.choose(decision.sight, decision.actions, random.Random(decision.seed))


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):  # it has not read everything
                pipe.close()


def main() -> None:
    """Answer questions from standard input until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program ends it
    with contextlib.suppress(OSError, AttributeError):  # not allowed, or not there
        os.nice(NICENESS)
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    thinker = Thinker()
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            pickle.dump(thinker.answer(pickle.load(questions)), answers)
            answers.flush()


if __name__ == "__main__":
    main()
