"""Shapes for builders: readers, doctor, calibration."""

from typing import Literal

import msgspec

from controller.game.pieces import Colour
from controller.maintenance.calibration.answers import Answer, GoRunner, GoSquare
from hardware.ports import ReaderState
from web.views.shapes.basics import Count, Seconds, Shape, SquareAt


class ReaderSeen(Shape, frozen=True):
    """The state of a reader."""

    square: SquareAt
    state: ReaderState
    age_s: Seconds | None
    good: Count
    failed: Count
    resets: Count
    trouble: str


class ReadersAnswer(Shape, frozen=True):
    """The state of every reader."""

    board: str | None
    readers: tuple[ReaderSeen, ...]


class FindingTold(Shape, frozen=True):
    """A finding of the doctor."""

    check: str
    title: str
    found: str
    why: str
    do: str


class Group(Shape, frozen=True):
    """Findings of one verdict."""

    verdict: Literal["bad", "advice", "unknown", "good"]
    title: str
    findings: tuple[FindingTold, ...]


class StateTitle(Shape, frozen=True):
    """The title of a reader state."""

    state: ReaderState
    title: str


class Diagnosis(Shape, frozen=True):
    """The doctor's report."""

    made_at: str
    version: str
    groups: tuple[Group, ...]
    readers: tuple[ReaderSeen, ...]
    states: tuple[StateTitle, ...]


class ModeSeen(Shape, frozen=True):
    """The mode in use, and whether calibration is available."""

    mode: Literal["play", "workshop", "acceptance"] | None
    workshop: bool


class ModeEntered(Shape, frozen=True):
    """The mode in use after the change."""

    ok: Literal[True]
    mode: Literal["play", "workshop", "acceptance"] | None


class Health(Shape, frozen=True, omit_defaults=True):
    """The health of the board; the reason only where there is trouble."""

    alive: bool
    reason: str | None = None


class ReadingView(Shape, frozen=True):
    """The number of good readings, and of those wanted."""

    good: Count
    of: Count


class Progress(Shape, frozen=True):
    """The progress of the calibration."""

    squares: Count
    of_squares: Count
    runners: Count
    of_runners: Count


SquareState = Literal["good", "doubtful", "open", "left-out"]


class SquareLearned(Shape, frozen=True):
    """A square of the board, with its calibration."""

    square: SquareAt
    row: Count
    column: Count
    state: SquareState
    asked: bool


class RunnerLearned(Shape, frozen=True):
    """A runner, with its calibration in `label`; `go` is the answer that asks for it."""

    colour: Colour
    number: Count
    label: str
    named: bool
    asked: bool
    go: GoRunner


class WorkshopChoice(Shape, frozen=True):
    """A choice: its answer, or `pick`, the kind of answer that a tap on a square completes.

    `way` leads to another step; `sure` is asked before the answer is sent.
    """

    label: str
    main: bool
    answer: Answer | msgspec.UnsetType = msgspec.UNSET
    pick: Literal["lit", "square"] | msgspec.UnsetType = msgspec.UNSET
    way: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    sure: str | msgspec.UnsetType = msgspec.UNSET


class WorkshopFinding(Shape, frozen=True):
    """A fault found in calibration; `check` is the answer that asks for another check."""

    text: str
    todo: str
    check: GoRunner | GoSquare
    about: tuple[SquareAt, ...]


class WorkshopView(Shape, frozen=True):
    """The calibration: question, progress and findings; choices come with their answers."""

    revision: Count
    version: Count
    stage: str
    square: SquareAt | None
    colour: Colour | None
    headline: str
    lead: str
    note: str | None
    reading: ReadingView | None
    choices: tuple[WorkshopChoice, ...]
    progress: Progress
    squares: tuple[SquareLearned, ...]
    runners: tuple[RunnerLearned, ...]
    findings: tuple[WorkshopFinding, ...]
    changes: tuple[str, ...]
    news: str | None
    not_kept: str | None
    lights_trouble: str | None
