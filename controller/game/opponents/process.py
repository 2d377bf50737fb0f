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
    """Asks characters in a process of their own."""

    def __init__(self) -> None:
        super().__init__("-m", __name__)

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


class _Distant:
    """A character that thinks in the process; see `Character`."""

    def __init__(self, process: ThinkingProcess, question: Question) -> None:
        self._process = process
        self._question = question
        process.ask(question)

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        """Choose an action; see `Character`. Raises as `AnsweringProcess.ask`."""
        decision = Decision(sight, actions, chance.getrandbits(64))
        question = msgspec.structs.replace(self._question, decision=decision)
        answer: Action = self._process.ask(question)
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
