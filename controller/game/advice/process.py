"""The process that finds hints, so that the program goes on sensing meanwhile."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from controller.answering_process import AnsweringProcess, answer_questions
from controller.game.rules import Action

if TYPE_CHECKING:
    from controller.game.advice.hints import Hint
    from controller.game.advice.outlook import Outlook
    from controller.game.opponents.sight import Sight

LIMIT_S: Final = 30.0
"""Longest time for hints, with the tables of a new game; then the process is ended."""


class HintsProcess(AnsweringProcess):
    """Asks a process of its own for hints."""

    def __init__(self) -> None:
        super().__init__("-m", __name__)

    def hints(self, sight: "Sight", actions: Sequence[Action]) -> "tuple[Hint, ...]":
        """Return the hints that `controller.game.advice.hints` finds. Raises as `ask`."""
        found: tuple[Hint, ...] = self.ask((sight, actions), LIMIT_S)
        return found


class Adviser:
    """Answers questions; keeps the tables of the game that it was asked about last."""

    def __init__(self) -> None:
        self._outlook: Outlook | None = None
        self._game: object = None

    def answer(self, question: "tuple[Sight, Sequence[Action]]") -> "tuple[Hint, ...]":
        """Find the hints for what a seat sees and may do."""
        from controller.game.advice.hints import hints  # noqa: PLC0415 - only its process needs it
        from controller.game.advice.outlook import Outlook  # noqa: PLC0415 - only its process needs it

        sight, actions = question
        game = sight.rules, len(sight.seats)
        if self._outlook is None or self._game != game:
            self._game, self._outlook = game, Outlook(*game)
        return hints(sight, actions, self._outlook)


if __name__ == "__main__":
    answer_questions(Adviser().answer)
