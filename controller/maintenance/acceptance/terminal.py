"""The dialogue of an acceptance in a terminal."""

import queue
import sys
import threading
from collections.abc import Callable
from typing import Final

import click

from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.questions import (
    Ask,
    Builder,
    PressButton,
    Put,
    Question,
)
from controller.maintenance.acceptance.measuring.tasks import (
    Examine,
    FindChip,
    FindMultiplexers,
    LoadSupply,
    Press,
    PullReset,
    ShowColour,
    ShowLight,
    ShowRun,
    Soak,
    Sweep,
    Task,
    Walk,
)
from controller.plural import counted

LOOK_S: Final = 0.05
PARTS: Final[tuple[tuple[tuple[type, ...], str], ...]] = (
    ((FindMultiplexers, FindChip), "Asking every reader what it is."),
    ((PullReset,), "Pulling the reset lines."),
    ((Sweep, Examine), "Testing every line at faster and faster clocks, and every antenna."),
    ((ShowRun, ShowLight, ShowColour, LoadSupply), "Lights and power supply."),
    ((Press,), "Buttons."),
    ((Walk,), "Now carry one runner to every square that is lit."),
    ((Soak,), "Leave the board alone: it is read as in a game."),
)
"""Tasks with which a part of the acceptance begins, and its title."""

Answers = queue.SimpleQueue[str | None]
"""Lines that were typed; None at the end of the input."""


class _Announcer:
    """Prints which part begins, and how far a soak has come.

    Args:
        facts: the board.
        say: prints a line.
    """

    def __init__(self, facts: Facts, say: Callable[[str], None]) -> None:
        self._facts = facts
        self._say = say
        self._part = ""
        self._minutes = 0

    def begin(self, task: Task) -> None:
        """Print the title of a new part."""
        for kinds, title in PARTS:
            if isinstance(task, kinds) and title != self._part:
                self._part = title
                self._say(f"\n{title}")
        if isinstance(task, Soak):
            self._minutes = 0
            self._say(f"This takes {task.seconds / 60:g} minutes.")

    def note_time(self, seconds: float) -> None:
        """Print every minute of a soak."""
        minutes = int(seconds // 60)
        if minutes > self._minutes:
            self._minutes = minutes
            self._say(f"  {counted(minutes, 'minute')}")


class RehearsedBuilder(_Announcer):
    """Prints what another builder is asked and answers. Follows `Builder`.

    Args:
        facts: the board.
        person: answers.
        say: prints a line.
    """

    def __init__(
        self, facts: Facts, person: Builder, say: Callable[[str], None] = click.echo
    ) -> None:
        super().__init__(facts, say)
        self._person = person

    def ask(self, question: Question, ready: Callable[[], bool] | None = None) -> str:
        """Print the question and the answer to it."""
        self._say(_words(question, self._facts))
        answer = self._person.ask(question, ready)
        if answer:
            self._say(f"  > {answer}")
        return answer


class TerminalBuilder(_Announcer):
    """Asks the person at the terminal. Follows `Builder`.

    Args:
        facts: the board.
        answers: the lines that are typed.
        say: prints a line.
    """

    def __init__(
        self, facts: Facts, answers: Answers, say: Callable[[str], None] = click.echo
    ) -> None:
        super().__init__(facts, say)
        self._answers = answers

    def ask(self, question: Question, ready: Callable[[], bool] | None = None) -> str:
        """Ask, and wait for an answer, or until the board sees that it is done.

        Raises:
            click.Abort: the input has ended.
        """
        while not self._answers.empty():  # typed before the question was asked
            if self._answers.get() is None:
                raise click.Abort
        self._say(_words(question, self._facts))
        while True:
            if ready is not None and ready():
                return ""
            try:
                line = self._answers.get(timeout=LOOK_S)
            except queue.Empty:
                continue
            if line is None:
                raise click.Abort
            return line.strip().lower()


def typed_lines() -> Answers:
    """Return the lines that are typed from now on."""
    answers: Answers = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            answers.put(line)
        answers.put(None)

    threading.Thread(target=read, name="typed lines", daemon=True).start()
    return answers


def _words(question: Question, facts: Facts) -> str:
    match question:
        case Put(spot="centre", height_mm=0, way="upright"):
            where = _where(question.square, facts)
            return f"Put the runner in the middle of square {question.square} ({where}). [Enter]"
        case Put(way="upside down", height_mm=height_mm) if height_mm:
            return f"Put something {height_mm} mm thick under it, upside down, then press Enter."
        case Put(way="upside down"):
            return f"Turn the runner on square {question.square} upside down, then press Enter."
        case Put(height_mm=height_mm) if height_mm:
            return (
                f"Put something {height_mm} mm thick, not of metal, under the runner in the middle "
                f"of square {question.square}, then press Enter."
            )
        case Put():
            return (
                f"Put the runner into the corner {question.spot} of square {question.square}, "
                "then press Enter."
            )
        case PressButton(button=button, times=times):
            return f"Press the button “{button}” {times} times, then Enter."
        case Ask(about="order"):
            return "Did the lights run along the track, from the first to the last? [Enter or no]"
        case Ask(about="dark"):
            return "Which squares stay dark now? [their numbers; Enter for none]"
        case Ask(about="lit", square=square):
            return f"Which square is lit? [its number; 0 for none; Enter for {square}]"
        case Ask():
            return "Which colour do the lights have now? [red, green, blue, other]"


def _where(square: int, facts: Facts) -> str:
    row, column = facts.places[square]
    return f"row {row + 1} from the far side, {column + 1} from the left"
