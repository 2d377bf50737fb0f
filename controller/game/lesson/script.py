"""Reads the steps of the lesson from `lesson.toml`."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from controller.game.rules import Options
from controller.game.rules.state import Obligation

LESSON_FILE: Final = Path(__file__).with_name("lesson.toml")

Condition = Mapping[str, tuple[str | int | bool, ...]]
"""Values of options that something holds for, by name; of `teams` whether there are any;
`tortoise` and `lettuce` are the edition's own names of these squares."""


class LessonSentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence for people, in English, with facts in braces.

    Attributes:
        text: the sentence.
        when: the rules it is said under; always if empty.
    """

    text: str
    when: Condition = {}


class LearnersPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The runner and the hand of the player whose step it is.

    Attributes:
        at: the square, as `positions.square_named` reads it.
        owes: what the runner owes there.
        carrots: the hand, or `HOME + 20`: the way HOME and 20 more; else the starting carrots.
        lettuces: the lettuces held; else those of the beginning.
    """

    at: str = "START"
    owes: Obligation | None = None
    carrots: int | str | None = None
    lettuces: int | None = None


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of the lesson.

    Attributes:
        id: its name.
        asks: the action that ends it: `draw`, `pay`, `chew`, `back`, `forward`, or `forward` and
            a square.
        task: the sentence that asks for it.
        hint: how it is done, for whoever did something else.
        says: what is explained before.
        after: what is explained once it is done.
        learner: the player's runner and hand.
        others: squares of the other runners, the next player's first; the rest is on START.
        same: whether the player of the step before goes on.
        when: the rules it is taught under; always if empty.
    """

    id: str
    asks: str
    task: tuple[LessonSentence, ...]
    hint: LessonSentence
    says: tuple[LessonSentence, ...] = ()
    after: tuple[LessonSentence, ...] = ()
    learner: LearnersPlace = LearnersPlace()
    others: tuple[str, ...] = ()
    same: bool = False
    when: Condition = {}


class LessonScript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole lesson: its steps, and what is said at its end."""

    step: tuple[LessonStep, ...]
    ending: tuple[LessonSentence, ...]

    def sentences(self) -> Iterator[LessonSentence]:
        """Yield every sentence there is."""
        for each in self.step:
            yield from (*each.says, *each.task, each.hint, *each.after)
        yield from self.ending


@cache
def lesson_script() -> LessonScript:
    """Read the lesson."""
    return msgspec.toml.decode(LESSON_FILE.read_text("utf-8"), type=LessonScript)


def holds(when: Condition, options: Options, names: Mapping[str, str]) -> bool:
    """Check a condition.

    Args:
        when: the condition.
        options: the options of the game.
        names: the edition's own names of squares.
    """
    usual = {"tortoise": "tortoise", "lettuce": "lettuce"}
    facts = {**msgspec.structs.asdict(options), "teams": bool(options.teams), **usual, **names}
    return all(facts[name] in values for name, values in when.items())


def told_of(
    sentences: Iterable[LessonSentence], options: Options, names: Mapping[str, str]
) -> tuple[str, ...]:
    """Return the sentences that hold in a game; arguments as of `holds`."""
    return tuple(each.text for each in sentences if holds(each.when, options, names))
