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
from web.views.words import Teller


def lesson_seen(snapshot: Snapshot) -> LessonSeen | None:
    """Return where the lesson is; None in a race."""
    lesson = snapshot.lesson
    if lesson is None:
        return None
    return LessonSeen(
        step=max(lesson.index, 0) + 1,
        steps=len(lesson.parts),
        id=lesson.part.step.id,
        done=lesson.done,
        ends=lesson.is_last,
    )


def what_step_says(lesson: LessonAt, table: Teller) -> str:
    """Return what the step explains, and the task."""
    step = lesson.part.step
    return _told(lesson, (*step.says, *step.task), table)


def what_step_showed(lesson: LessonAt, table: Teller, seat: int | None) -> str:
    """Return what happened in a step that is done, and what follows from it.

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
    after = lesson.part.step.after
    if lesson.is_last:
        after = (*after, *lesson_script().ending)
    return " ".join(filter(None, (*told, _told(lesson, after, table))))


def kind_answer(lesson: LessonAt, faults: Iterable[Mismatch], table: Teller) -> str:
    """Return why a runner can't stay where it was set down, and what the step asks for."""
    reasons = [
        refusals.reason(each, table.say, hedgehog=table.hedgehog)
        for fault in faults
        for each in fault.reasons
        if each.code != "not-due"  # legal, but not what the step asks for: the hint says it
    ]
    return " ".join((*reasons, _told(lesson, (lesson.part.step.hint,), table)))


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
        **{f"cost_of_{squares}": amount for squares, amount in facts.costs},
    }
    return {
        **{name: words.carrots(amount, say) for name, amount in amounts.items()},
        "square": facts.square,
        "nth": words.ordinal(facts.place, say),
        "lettuces": words.lettuces(facts.lettuces, say),
    }
