"""The lesson in words: what a step explains and asks for, and the answer to something else."""

from collections.abc import Iterable

from controller.game.lesson.facts import LessonFacts, facts_of
from controller.game.lesson.progress import LessonAt
from controller.game.lesson.script import LessonSentence, lesson_script, told_of
from controller.game.rules.events import GameOver, seen_by
from controller.table.referee import Mismatch
from controller.table.snapshot import Snapshot
from web.languages.language import Speech
from web.views import refusals, words
from web.views.events import happened
from web.views.shapes.view import LessonSeen
from web.views.words import Teller, teller


def lesson_seen(snapshot: Snapshot, say: Speech) -> LessonSeen | None:
    """Return where the lesson is; None in a race."""
    lesson = snapshot.lesson
    if lesson is None or snapshot.state is None:
        return None
    step = lesson.part.step
    says = step.after if lesson.done else step.says
    if lesson.done and lesson.is_last:
        says = (*says, *lesson_script().ending)
    return LessonSeen(
        step=max(lesson.index, 0) + 1,
        steps=len(lesson.parts),
        id=step.id,
        says=_told(lesson, says, teller(snapshot, snapshot.state, say)),
        done=lesson.done,
        ends=lesson.is_last,
    )


def task_of_step(lesson: LessonAt, table: Teller) -> str:
    """Return the sentence that asks for the step's action."""
    return _told(lesson, lesson.part.step.task, table)


def what_step_showed(lesson: LessonAt, table: Teller, seat: int | None) -> str:
    """Return what happened in a step that is done.

    Args:
        lesson: where the lesson is.
        table: the table.
        seat: the seat it is told to; None for everybody.
    """
    events = [event for ply in lesson.plies for event in ply.step.events]
    told = [
        happened(seen_by(each, seat), table, seat)
        for each in events
        if not isinstance(each, GameOver)
    ]
    return " ".join(filter(None, told))


def kind_answer(lesson: LessonAt, faults: Iterable[Mismatch], table: Teller) -> str:
    """Return why a runner can't stay where it was set down, and what the step asks for."""
    first = next((each for fault in faults for each in fault.reasons), None)
    if first is None or first.code == "not-due":  # legal, but not what the step asks for
        answer = table.say._("In a race that would be a move.")
    else:
        answer = refusals.reason(first, table.say, hedgehog=table.hedgehog)
    return f"{answer} {_told(lesson, (lesson.part.step.hint,), table)}"


def _told(lesson: LessonAt, sentences: Iterable[LessonSentence], table: Teller) -> str:
    rules = lesson.state.rules
    names = words.board_words(rules.edition)
    facts = _in_words(facts_of(lesson.part), table.say)
    facts["name"] = table.name(lesson.part.seat)
    texts = told_of(sentences, rules.options, names)
    return " ".join(table.say._(text, **facts) for text in texts)


def _in_words(facts: LessonFacts, say: Speech) -> dict[str, object]:
    amounts = {
        "cost": facts.cost,
        "payout": facts.payout,
        "start": facts.start,
        "restart": facts.restart,
        "limit": facts.limit,
        "ten": facts.ten,
        "flat_cost": facts.flat_cost,
        **{f"cost_of_{squares}": amount for squares, amount in facts.costs},
    }
    return {
        **{name: words.carrots(amount, say) for name, amount in amounts.items()},
        "square": facts.square,
        "rolls": facts.rolls,
        "nth": words.ordinal(facts.place, say),
        "lettuces": words.lettuces(facts.lettuces, say),
    }
