"""The view of an acceptance."""

from collections.abc import Iterator
from typing import Final, Literal

from controller.maintenance.acceptance.judging.judge import SMALL, AcceptanceVerdict, Grade
from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.guidance import (
    aside,
    asked,
    doing,
    hint,
    part_of,
    parts_of,
    square_of,
)
from controller.maintenance.acceptance.measuring.questions import Ask, PressButton, Put, Question
from controller.maintenance.acceptance.measuring.tasks import Soak
from controller.maintenance.acceptance.report import GRADES, settings_sentences
from controller.maintenance.acceptance.run import (
    AcceptanceAnswer,
    AcceptanceSnapshot,
    MeasureAgain,
    MeasureOn,
    Told,
    WriteSettings,
)
from controller.plural import numbers
from web.languages.language import Speech
from web.modes.calibration.words import NEWS
from web.views.findings import in_words
from web.views.shapes.accepting import (
    AcceptanceChoice,
    AcceptanceStage,
    AcceptanceView,
    FaultTold,
    GradeTold,
    SquareAccepted,
)

MINUTE_S: Final = 60


def acceptance_view(
    snapshot: AcceptanceSnapshot, facts: Facts, file: str, say: Speech
) -> AcceptanceView:
    """Return the data of the page.

    Args:
        snapshot: the state of the acceptance.
        facts: the board.
        file: the name of the board file.
        say: the language.
    """
    verdict, question = snapshot.verdict, snapshot.question
    return AcceptanceView(
        revision=snapshot.revision,
        version=snapshot.version,
        stage=_stage(snapshot),
        step=_step(snapshot, facts, say),
        headline=_headline(snapshot, say),
        lead=_lead(snapshot, facts, say),
        square=_square(snapshot),
        choices=tuple(_choices(snapshot, file, say)),
        pick=_pick(question),
        progress=say._(
            "Squares: {squares} of {all}. Minutes: {minutes}.",
            squares=snapshot.walked,
            all=len(facts.squares),
            minutes=int(snapshot.seconds // MINUTE_S),
        ),
        share=_share(snapshot, facts),
        squares=tuple(_squares(snapshot, facts, say)),
        grades=tuple(_grades(verdict, say)) if verdict is not None else (),
        findings=tuple(_findings(verdict, say)) if verdict is not None else (),
        settings=_settings(facts, verdict, say),
        news=_news(snapshot, file, say),
        not_kept=snapshot.not_kept,
    )


def _stage(snapshot: AcceptanceSnapshot) -> AcceptanceStage:
    if snapshot.verdict is not None:
        return "done"
    if snapshot.trouble is not None:
        return "failed"
    return "measuring" if snapshot.question is None else "asking"


def _step(snapshot: AcceptanceSnapshot, facts: Facts, say: Speech) -> str | None:
    if snapshot.task is None:
        return None
    parts = parts_of(facts)
    step = parts.index(part_of(snapshot.task)) + 1
    return say._("Step {step} of {steps}", step=step, steps=len(parts))


def _headline(snapshot: AcceptanceSnapshot, say: Speech) -> str:
    if snapshot.question is not None:
        return in_words(asked(snapshot.question), say)
    if snapshot.trouble is not None:
        return say._("The board cannot be measured")
    if snapshot.verdict is not None:
        count = len(snapshot.verdict.findings)
        if count:
            return say.n_("{count} fault was found", "{count} faults were found", count)
        return say._("No fault was found")
    return say._("One moment") if snapshot.task is None else in_words(doing(snapshot.task), say)


def _lead(snapshot: AcceptanceSnapshot, facts: Facts, say: Speech) -> str:
    if snapshot.question is not None:
        if _pick(snapshot.question) is not None:
            return say._("Tap squares in the picture.")
        told = hint(snapshot.question, facts)
        return "" if told is None else in_words(told, say)
    if snapshot.trouble is not None:
        return say._(snapshot.trouble)
    if snapshot.verdict is not None:
        if "bad" in snapshot.verdict.grades.values():
            return say._("Repair what is listed here, then measure again.")
        return say._("Every square can be played on.")
    return "" if snapshot.task is None else in_words(aside(snapshot.task), say)


def _square(snapshot: AcceptanceSnapshot) -> int | None:
    if isinstance(snapshot.question, Put):
        return snapshot.question.square
    return None if snapshot.task is None else square_of(snapshot.task)


def _choices(snapshot: AcceptanceSnapshot, file: str, say: Speech) -> Iterator[AcceptanceChoice]:
    """List what can be said, the most frequent first."""
    version = snapshot.version
    if snapshot.question is not None:
        for text, label, main in _answers(snapshot.question, say):
            yield AcceptanceChoice(label, main, Told(version, text))
    if snapshot.trouble is not None:
        yield AcceptanceChoice(say._("Try again"), main=True, answer=MeasureOn(version))
    verdict = snapshot.verdict
    if verdict is not None and verdict.advised.any and not snapshot.written:
        label = say._("Write the settings into {file}", file=file)
        yield AcceptanceChoice(label, main=True, answer=WriteSettings(version))
    again: AcceptanceAnswer = MeasureAgain(version)
    if verdict is not None:
        yield AcceptanceChoice(say._("Measure again"), main=False, answer=again)
    else:
        label = say.p_("workshop", "Start again")
        sure = say._("Discard all measurements and start again?")
        yield AcceptanceChoice(label, main=False, answer=again, way=True, sure=sure)


def _answers(question: Question, say: Speech) -> Iterator[tuple[str, str, bool]]:
    """List answers: as `Builder.ask` returns them, in words, and whether it is the usual one."""
    match question:
        case Put(spot="centre", height_mm=0, way="upright"):
            yield "", say._("It is there, but nothing happens"), False
        case Put():
            yield "", say._("It stands there"), True
        case PressButton():
            yield "", say._("I have pressed it"), True
        case Ask(about="order"):
            yield "yes", say._("Yes"), True
            yield "no", say._("No"), False
        case Ask(about="lit", square=square):
            yield str(square), say._("Square {square} is lit", square=square), True
            yield "0", say._("No square is lit"), False
        case Ask(about="colour"):
            yield "red", say.p_("light", "Red"), False
            yield "green", say.p_("light", "Green"), False
            yield "blue", say.p_("light", "Blue"), False
            yield "other", say.p_("light", "Another one, or several"), False


def _pick(question: Question | None) -> Literal["one", "many"] | None:
    match question:
        case Ask(about="dark"):
            return "many"
        case Ask(about="lit"):
            return "one"
    return None


def _share(snapshot: AcceptanceSnapshot, facts: Facts) -> float:
    if isinstance(snapshot.task, Soak):
        return min(1.0, snapshot.soaked_s / max(snapshot.task.seconds, 1.0))
    return min(1.0, snapshot.walked / len(facts.squares))


def _squares(snapshot: AcceptanceSnapshot, facts: Facts, say: Speech) -> Iterator[SquareAccepted]:
    grades = {} if snapshot.verdict is None else snapshot.verdict.grades
    at = _square(snapshot)
    for number, square in enumerate(facts.squares):
        row, column = facts.places[square]
        measured = number < snapshot.walked
        if square in grades:
            grade = in_words(GRADES[grades[square]], say)
            label = say._("Square {square}: {grade}", square=square, grade=grade)
        elif square == at:
            label = say._("Square {square}, asked for now", square=square)
        elif measured:
            label = say._("Square {square}, checked", square=square)
        else:
            label = say._("Square {square}, not checked yet", square=square)
        state = grades.get(square) or ("measured" if measured else "open")
        yield SquareAccepted(square, row, column, state, square == at, label)
    for square, (row, column) in facts.only_lit.items():
        label = say._("There is no reader under square {square}.", square=square)
        yield SquareAccepted(square, row, column, "open", asked=False, label=label)


def _grades(verdict: AcceptanceVerdict, say: Speech) -> Iterator[GradeTold]:
    for grade, title in GRADES.items():
        squares = [square for square, each in verdict.grades.items() if each == grade]
        if squares:
            yield GradeTold(grade, in_words(title, say), numbers(squares, most=64, to="-"))


def _findings(verdict: AcceptanceVerdict, say: Speech) -> Iterator[FaultTold]:
    """List faults, those to be repaired first."""
    for finding in sorted(verdict.findings, key=lambda each: each.fault in SMALL):
        grade: Grade = "fair" if finding.fault in SMALL else "bad"
        yield FaultTold(
            grade,
            in_words(finding.where(), say),
            in_words(finding.found(), say),
            in_words(finding.remedy(), say),
            finding.squares,
        )


def _settings(facts: Facts, verdict: AcceptanceVerdict | None, say: Speech) -> tuple[str, ...]:
    if verdict is None:
        return ()
    return tuple(in_words(each, say) for each in settings_sentences(facts, verdict.advised))


def _news(snapshot: AcceptanceSnapshot, file: str, say: Speech) -> str | None:
    if snapshot.written:
        return say._("{file} is saved. The old version is kept as {file}.before.", file=file)
    return None if snapshot.news is None else say._(NEWS[snapshot.news])
