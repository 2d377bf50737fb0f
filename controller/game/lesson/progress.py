"""Finds the step of the lesson that a game is in, from the game alone.

A step begins with a position of its own, so the newest such position tells which one it is: after
a power cut and a take-back as well.
"""

from functools import cached_property, lru_cache
from typing import Final

import msgspec

from controller.game.history import Game, Ply
from controller.game.lesson.positions import asked_of, position_of
from controller.game.lesson.script import LessonStep, holds, lesson_script
from controller.game.pieces import opponents_of
from controller.game.rules import Action, BadSetup, State, apply_legal
from controller.game.setup import Setup, start_game

BEFORE: Final = -1
"""Number of the step before the first one has begun."""


class LessonPart(msgspec.Struct, frozen=True):
    """A step in a game: the step, the seat whose it is, and the position it begins with."""

    step: LessonStep
    seat: int
    position: State


class LessonAt(msgspec.Struct, frozen=True, dict=True):
    """Where a game is in the lesson.

    Attributes:
        parts: the steps of this game.
        index: the step, from 0; `BEFORE` before the first.
        plies: what was played in this step.
        state: the position of the game.
    """

    parts: tuple[LessonPart, ...]
    index: int
    plies: tuple[Ply, ...]
    state: State

    @property
    def part(self) -> LessonPart:
        """The step; the first one before it has begun."""
        return self.parts[max(self.index, 0)]

    @property
    def done(self) -> bool:
        """Whether what the step asks for has been played."""
        return bool(self.plies)

    @property
    def is_last(self) -> bool:
        """Whether the race comes next."""
        return self.index == len(self.parts) - 1

    @cached_property
    def asked(self) -> tuple[Action, ...]:
        """The actions that the lesson accepts now; none between two steps."""
        if self.done or self.index == BEFORE:
            return ()
        return asked_of(self.part.step, self.state)


def lesson_at(setup: Setup | None, game: Game | None) -> LessonAt | None:
    """Return where a game is in the lesson; None without a lesson."""
    if setup is None or game is None or setup.lesson is msgspec.UNSET:
        return None
    parts = _parts_of(setup, game.chapters[0].start)
    positions = [part.position for part in parts]
    index = positions.index(game.start) if game.start in positions else BEFORE
    return LessonAt(parts, index, game.plies, game.state)


def refuse_lesson_that_cannot_be(setup: Setup) -> None:
    """Refuse a lesson without people, for two boards, or on a track with none of its squares.

    Raises:
        BadSetup: the lesson, or the game itself, cannot be.
    """
    if setup.lesson is msgspec.UNSET:
        return
    if len(opponents_of(setup.seats)) == len(setup.seats):
        raise BadSetup("bad-request", "The lesson is for people: let a person play.")
    if setup.together is not msgspec.UNSET:
        raise BadSetup("bad-request", "The lesson is for one board: let all sit at this one.")
    if not _parts_of(setup, start_game(setup).state):
        raise BadSetup("bad-request", "The lesson does not fit these rules: start the race.")


def race_after(setup: Setup) -> Setup:
    """Return the set-up of the race after the lesson, with hints that fade."""
    return msgspec.structs.replace(setup, lesson=msgspec.UNSET, hints="fading")


def _parts_of(setup: Setup, start: State) -> tuple[LessonPart, ...]:
    return _parts(setup.first, opponents_of(setup.seats), start)


@lru_cache(maxsize=4)
def _parts(first: int, opponents: frozenset[int], start: State) -> tuple[LessonPart, ...]:
    """Return the steps that these rules allow; people take turns at them."""
    count = len(start.seats)
    order = [(first + each) % count for each in range(count)]
    people = [seat for seat in order if seat not in opponents] or order
    parts: list[LessonPart] = []
    turns, before = 0, start
    for step in lesson_script().step:
        if not holds(step.when, start.rules.options, {}):
            continue
        seat = people[(turns - step.same) % len(people)]
        position = position_of(step, start, seat, before)
        # The position alone tells the step, so no two have the same.
        if position is not None and position not in [each.position for each in parts]:
            parts.append(LessonPart(step, seat, position))
            turns += not step.same
            before = apply_legal(position, asked_of(step, position)[0]).state
    return tuple(parts)
