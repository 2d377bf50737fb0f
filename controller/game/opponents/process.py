"""The process in which characters think, so that the program goes on sensing meanwhile."""

import logging
import random
from collections.abc import Sequence
from typing import Final

import msgspec

from controller.answering_process import AnsweringProcess, answer_questions
from controller.game.opponents.character import Character
from controller.game.opponents.characters import OPPONENTS, Opponent, find_opponent
from controller.game.opponents.sight import Sight
from controller.game.rules import Action, Ruleset

THINKING_S: Final = 10.0
"""Longest time for a decision, on a slow board too; docs/opponents.md tells what they take."""
READY_S: Final = 60.0
"""Longest time to start the process and make a character ready."""

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


class ThinkingProcess(AnsweringProcess):
    """Asks characters in a process of their own, which is ended if one does not answer in time.

    Args:
        thinking_s: time for a decision, in seconds.
        ready_s: time to start and to make a character ready, in seconds.
        arguments: those of Python for another process that answers `Question`.
    """

    def __init__(
        self,
        thinking_s: float = THINKING_S,
        ready_s: float = READY_S,
        arguments: Sequence[str] = ("-m", __name__),
    ) -> None:
        super().__init__(*arguments)
        self.thinking_s = thinking_s
        self.ready_s = ready_s

    def find(self, name: str) -> Opponent:
        """Return the character of this name, which thinks in the process.

        Raises:
            UnknownOpponent: there is none.
        """
        opponent = find_opponent(name)

        def character(rules: Ruleset, seats: int) -> Character:
            question = Question(name, rules, seats, None)
            try:
                self.ask(question, self.ready_s)
            except OSError as error:
                _LOG.warning("Opponents think in the program itself: %s", error)
                return opponent.character(rules, seats)
            except EOFError as error:  # it is tried again when it has to decide
                _LOG.warning("Opponent “%s” is not ready. %s", name, error)
            return _Distant(self, question)

        return msgspec.structs.replace(opponent, character=character)


class _Distant:
    """A character that thinks in the process; see `Character`."""

    def __init__(self, process: ThinkingProcess, question: Question) -> None:
        self._process = process
        self._question = question

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        """Choose an action; see `Character`. Raises as `AnsweringProcess.ask`."""
        if self._process.pid is None:  # it has died, or was ended
            self._process.ask(self._question, self._process.ready_s)
        decision = Decision(sight, actions, chance.getrandbits(64))
        question = msgspec.structs.replace(self._question, decision=decision)
        answer: Action = self._process.ask(question, self._process.thinking_s)
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


if __name__ == "__main__":
    answer_questions(Thinker().answer)
