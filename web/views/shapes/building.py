"""Shapes for builders: readers, doctor, calibration."""

from collections.abc import Mapping
from typing import Any, Literal

from controller.game.pieces import Colour
from hardware.ports import ReaderState
from web.views.shapes.basics import Count, Seconds, Shape, SquareAt


class ReaderSeen(Shape, frozen=True):
    """How a reader is."""

    square: SquareAt
    state: ReaderState
    age_s: Seconds | None
    good: Count
    failed: Count
    resets: Count
    trouble: str


class ReadersAnswer(Shape, frozen=True):
    """How every reader is."""

    board: str | None
    readers: tuple[ReaderSeen, ...]


class FindingTold(Shape, frozen=True):
    """What the doctor found."""

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
    """What a state of a reader is called."""

    state: ReaderState
    title: str


class Diagnosis(Shape, frozen=True):
    """What the doctor says."""

    made_at: str
    version: str
    groups: tuple[Group, ...]
    readers: tuple[ReaderSeen, ...]
    states: tuple[StateTitle, ...]


class RoomSeen(Shape, frozen=True):
    """Who has the board, and whether there can be a workshop."""

    room: Literal["play", "workshop"] | None
    workshop: bool


class RoomEntered(Shape, frozen=True):
    """Who has the board now."""

    ok: Literal[True]
    room: Literal["play", "workshop"] | None


class Health(Shape, frozen=True):
    """Whether the board is at work."""

    alive: bool
    reason: str | None = None


class ReadingView(Shape, frozen=True):
    """How many readings are good of those that are wanted."""

    good: Count
    of: Count


class Progress(Shape, frozen=True):
    """What has been learned."""

    squares: Count
    of_squares: Count
    runners: Count
    of_runners: Count


class SquareLearned(Shape, frozen=True):
    """A square of the board, and what is known of it."""

    square: SquareAt
    row: Count
    column: Count
    state: Literal["good", "doubtful", "open", "left-out"]
    asked: bool


class RunnerLearned(Shape, frozen=True):
    """A runner, and whether its tags are known; `go` is the answer that asks for it."""

    colour: Colour
    number: Count
    named: bool
    asked: bool
    go: Mapping[str, Any]


class WorkshopFinding(Shape, frozen=True):
    """Something that is wrong; `check` is the answer that has it looked at again."""

    text: str
    todo: str
    check: Mapping[str, Any]
    about: tuple[SquareAt, ...]


class WorkshopView(Shape, frozen=True):
    """What the workshop asks, has learned and has found; choices come with their answers."""

    revision: Count
    version: Count
    stage: str
    square: SquareAt | None
    colour: Colour | None
    headline: str
    lead: str
    note: str | None
    reading: ReadingView | None
    choices: tuple[Mapping[str, Any], ...]
    progress: Progress
    squares: tuple[SquareLearned, ...]
    runners: tuple[RunnerLearned, ...]
    findings: tuple[WorkshopFinding, ...]
    changes: tuple[str, ...]
    news: str | None
    not_kept: str | None
    lights_trouble: str | None
