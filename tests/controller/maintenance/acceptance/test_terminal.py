"""The dialogue in a terminal."""

import io
import queue

import click
import pytest

from controller.maintenance.acceptance.measuring.facts import facts_of
from controller.maintenance.acceptance.measuring.questions import Ask, PressButton, Put
from controller.maintenance.acceptance.measuring.tasks import FindChip, Soak, Walk
from controller.maintenance.acceptance.terminal import (
    Answers,
    RehearsedBuilder,
    TerminalBuilder,
    typed_lines,
)
from tests.support.acceptance.boards import spi_board
from tests.support.waiting import PATIENCE_S


class Person:
    """Types an answer when asked, and remembers what was said."""

    def __init__(self, *typed: str | None) -> None:
        self.answers: Answers = queue.SimpleQueue()
        self.said: list[str] = []
        self._typed = list(typed)
        facts = facts_of(spi_board(), (), in_full=False)
        self.builder = TerminalBuilder(facts, self.answers, self._hear)

    def _hear(self, line: str) -> None:
        self.said.append(line)
        if self._typed:
            self.answers.put(self._typed.pop(0))


def test_an_answer_is_returned_in_small_letters() -> None:
    assert Person(" RED \n").builder.ask(Ask("colour")) == "red"


@pytest.mark.parametrize(
    ("question", "slip", "typed", "answer"),
    [
        (Ask("order"), "nein", "n", "no"),
        (Ask("order"), "not quite", "", "yes"),
        (Ask("dark"), "1-3", "1, 3", "1, 3"),
        (Ask("dark"), "17", "", ""),
        (Ask("lit", 4), "none", "0", "0"),
        (Ask("lit", 4), "5", "", ""),
        (Ask("colour"), "", "blue", "blue"),
        (Ask("colour"), "gren", "other", "other"),
    ],
)
def test_a_slip_is_not_taken_for_another_answer(
    question: Ask, slip: str, typed: str, answer: str
) -> None:
    person = Person(slip, "typed before it is asked again", typed)
    assert person.builder.ask(question) == answer
    assert person.said == [person.said[0], f"“{slip}” is not understood.", person.said[0]]


def test_the_board_goes_on_by_itself_when_it_sees_the_runner() -> None:
    person = Person()
    looks = iter((False, False, True))
    assert person.builder.ask(Put(2), lambda: next(looks)) == ""
    assert "square 2. It is in row 2 from the far side, and 2 from the left." in person.said[0]


def test_what_was_typed_before_the_question_is_no_answer() -> None:
    person = Person("no")
    person.answers.put("red")
    assert person.builder.ask(Ask("order")) == "no"


@pytest.mark.parametrize(
    ("typed", "agreed"), [("\n", True), ("Yes\n", True), ("y\n", True), (" NO\n", False)]
)
def test_yes_or_enter_agrees_and_no_does_not(typed: str, agreed: bool) -> None:
    person = Person("maybe\n", "typed before it is asked again", typed)
    assert person.builder.agrees("Write them?") == agreed
    assert person.said == [
        "Write them? [Enter or no]",
        "“maybe” is neither yes nor no.",
        "Write them? [Enter or no]",
    ]


@pytest.mark.parametrize("early", [True, False])
def test_the_end_of_the_input_ends_it(early: bool) -> None:
    person = Person(*([] if early else [None]))
    if early:
        person.answers.put(None)
    with pytest.raises(click.Abort):
        person.builder.ask(Ask("dark"))


def test_each_part_is_announced_once() -> None:
    person = Person()
    for task in (FindChip(square=1), FindChip(square=2), Walk(square=1), Soak(seconds=600)):
        person.builder.begin(task)
    assert [line.strip() for line in person.said] == [
        "The board asks every reader what it is.",
        "Carry one runner to every square that is asked for.",
        "Leave the board alone.",
        "It is read as in a game for 10 minutes.",
    ]


def test_every_minute_of_a_soak_is_told() -> None:
    person = Person()
    person.builder.begin(Soak(seconds=180))
    for seconds in range(0, 170, 10):
        person.builder.note_time(seconds)
    assert [line.strip() for line in person.said[2:]] == ["1 minute", "2 minutes"]


def test_a_rehearsal_shows_questions_and_answers() -> None:
    said: list[str] = []
    person = Person("red")
    facts = facts_of(spi_board(), (), in_full=False)
    assert RehearsedBuilder(facts, person.builder, said.append).ask(Ask("colour")) == "red"
    assert said == [person.said[0], "  > red"]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (Put(1, "near left"), "corner of square 1: near left"),
        (Put(1, height_mm=5), "5 mm thick"),
        (Put(1, way="upside down"), "Turn the runner on square 1 upside down"),
        (Put(1, height_mm=5, way="upside down"), "under the runner on square 1, upside down"),
        (PressButton("confirm", 3), "“confirm” 3 times. [Enter]"),
        (Ask("lit", 4), "Enter for the right one"),
        (Ask("dark"), "stay dark"),
    ],
)
def test_questions_say_what_to_do(question: Put | PressButton | Ask, said: str) -> None:
    person = Person("")
    person.builder.ask(question)
    assert said in person.said[0]


def test_a_rehearsal_shows_no_answer_where_nothing_is_typed() -> None:
    said: list[str] = []
    person = Person("")
    facts = facts_of(spi_board(), (), in_full=False)
    assert RehearsedBuilder(facts, person.builder, said.append).ask(Ask("dark")) == ""
    assert said == person.said


def test_lines_are_taken_as_they_are_typed_and_then_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("red\n\n"))
    lines = typed_lines()
    assert [lines.get(timeout=PATIENCE_S) for _ in range(3)] == ["red\n", "\n", None]
