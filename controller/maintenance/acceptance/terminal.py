"""The dialogue of an acceptance in a terminal."""

import queue
import sys
import threading
from collections.abc import Callable
from typing import Final, get_args

import click

from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.guidance import (
    DOING,
    Part,
    aside,
    asked,
    hint,
    part_of,
)
from controller.maintenance.acceptance.measuring.questions import Ask, Builder, Question
from controller.maintenance.acceptance.measuring.tasks import Colour, Measurement, Soak, Task
from controller.plural import counted

LOOK_S: Final = 0.05
PROMPTS: Final[dict[str, str]] = {
    "order": "Enter or no",
    "dark": "their numbers; Enter for none",
    "lit": "its number; 0 for none; Enter for the right one",
    "colour": "red, green, blue, other",
}
"""What may be typed, by what is asked."""
YES: Final = ("", "y", "yes")
NO: Final = ("n", "no")

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
        self._part: Part | None = None
        self._minutes = 0

    def begin(self, task: Task) -> None:
        """Print what happens in a new part."""
        part = part_of(task)
        if part != self._part:
            self._part = part
            self._say(f"\n{DOING[part]}.")
        if isinstance(task, Soak):
            self._minutes = 0
            self._say(str(aside(task)))

    def note_work(self) -> None:
        """Do nothing."""

    def note_time(self, seconds: float) -> None:
        """Print every minute of a soak."""
        minutes = int(seconds // 60)
        if minutes > self._minutes:
            self._minutes = minutes
            self._say(f"  {counted(minutes, 'minute')}")

    def take(self, measurement: Measurement) -> None:
        """Do nothing."""


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
        """Ask until there is an answer, or the board sees that it is done.

        Raises:
            click.Abort: the input has ended.
        """
        while True:
            typed = self._typed(_words(question, self._facts), ready)
            answer = _understood(question, typed, self._facts)
            if answer is not None:
                return answer
            self._say(f"“{typed}” is not understood.")

    def agrees(self, question: str) -> bool:
        """Ask until the answer is yes, or Enter, or no.

        Raises:
            click.Abort: the input has ended.
        """
        while (answer := self._typed(f"{question} [Enter or no]")) not in (*YES, *NO):
            self._say(f"“{answer}” is neither yes nor no.")
        return answer in YES

    def _typed(self, words: str, ready: Callable[[], bool] | None = None) -> str:
        while not self._answers.empty():  # typed before the question was asked
            if self._answers.get() is None:
                raise click.Abort
        self._say(words)
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


def _understood(question: Question, typed: str, facts: Facts) -> str | None:
    """Return the answer that was typed; None if it is none: another one would be taken for it."""
    if not isinstance(question, Ask):
        return typed
    squares = set(map(str, facts.lights))
    match question.about:
        case "order":
            return {**dict.fromkeys(YES, "yes"), **dict.fromkeys(NO, "no")}.get(typed)
        case "dark":
            fits = set(typed.replace(",", " ").split()) <= squares
        case "lit":
            fits = typed in squares | {"", "0"}
        case "colour":
            fits = typed in get_args(Colour)
    return typed if fits else None


def _words(question: Question, facts: Facts) -> str:
    said = str(asked(question))
    told = hint(question, facts)
    sentences = f"{said if said.endswith('?') else f'{said}.'} {told or ''}".rstrip()
    prompt = PROMPTS[question.about] if isinstance(question, Ask) else "Enter"
    return f"{sentences} [{prompt}]"
