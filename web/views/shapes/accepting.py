"""Shapes for the acceptance of a board."""

from typing import Annotated, Literal

import msgspec

from controller.maintenance.acceptance.judging.judge import Grade
from controller.maintenance.acceptance.run import AcceptanceAnswer
from web.views.shapes.basics import Count, Sentence, Shape, SquareAt

AcceptanceStage = Literal["measuring", "asking", "done", "failed"]


class SquareAccepted(Shape, frozen=True):
    """A square of the board, how far it has come, and how good it is."""

    square: SquareAt
    row: Count
    column: Count
    state: Literal["open", "measured", "good", "fair", "bad"]
    asked: bool
    label: Sentence


class AcceptanceChoice(Shape, frozen=True):
    """What can be said to a question; `sure` is asked before the answer is sent."""

    label: Sentence
    main: bool
    answer: AcceptanceAnswer
    way: bool = False
    sure: Sentence | None = None


class GradeTold(Shape, frozen=True):
    """The squares of one grade, in words."""

    grade: Grade
    title: Sentence
    squares: str


class FaultTold(Shape, frozen=True):
    """A fault of the board; `where` names its squares."""

    grade: Grade
    where: Sentence
    found: Sentence
    todo: Sentence
    squares: tuple[SquareAt, ...]


class AcceptanceView(Shape, frozen=True):
    """The acceptance: what to do now, how far it has come, and at the end what was found.

    `pick` lets squares of the drawn board be tapped: `one` is an answer at once, `many` are sent
    together. `share` is how much of a long test has been done.
    """

    revision: Count
    version: Count
    stage: AcceptanceStage
    step: Sentence | None
    headline: Sentence
    lead: Sentence
    square: SquareAt | None
    choices: tuple[AcceptanceChoice, ...]
    pick: Literal["one", "many"] | None
    progress: Sentence
    share: Annotated[float, msgspec.Meta(ge=0, le=1)]
    squares: tuple[SquareAccepted, ...]
    grades: tuple[GradeTold, ...]
    findings: tuple[FaultTold, ...]
    settings: tuple[Sentence, ...]
    news: Sentence | None
    not_kept: str | None
