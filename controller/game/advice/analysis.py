"""The analysis of a game: chances over its turns, what turned it, and where carrots went.

Chances count all holdings, because the game is over when it is read. What would have been better
is found by what the seat could see when it acted, so nobody is blamed for an unknown card.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from controller.game.advice.outlook import Outlook, WeighedMove
from controller.game.advice.reasons import AnyReason, reasons
from controller.game.advice.sources import Account, accounts
from controller.game.history import Game, Ply
from controller.game.opponents.memory import Memory, memory_of_start
from controller.game.opponents.sight import Sight, sight_of
from controller.game.rules import State, legal
from controller.game.rules.events import CardDrawn, Rolled

TURNING: Final = 0.1
"""How much somebody's chance must change for an action to have turned the race."""
MISTAKE: Final = 0.05
"""How much better another action must have been to be told."""
MOST_TURNING_POINTS: Final = 6
MOST_LOOKED_AT: Final = 12
"""Actions that are looked at closely, the heaviest ones, to find so many."""
MOST_REASONS: Final = 3
SAMPLES: Final = 24
FEWEST_SAMPLES: Final = 4
USUAL_ACTIONS: Final = 200
"""Up to so many actions a game has all samples; a longer one fewer, to take no longer."""


class Alternative(msgspec.Struct, frozen=True):
    """An action that would have been better than the one that was played.

    Attributes:
        action: the action, in notation (R14.1).
        chance: the seat's chance to win after it, as estimated before it acted.
        chance_as_played: that after the action that was played.
        turns_sooner: how many turns sooner it would have been HOME, as estimated; below 0: later.
        reasons: what was true of it.
        reasons_as_played: what was true of the action that was played.
    """

    action: str
    chance: float
    chance_as_played: float
    turns_sooner: float
    reasons: tuple[AnyReason, ...]
    reasons_as_played: tuple[AnyReason, ...]


class TurningPoint(msgspec.Struct, frozen=True):
    """An action after which the race stood otherwise.

    Attributes:
        number: which step of the game, counted from 1 as in its story.
        seat: the seat that acted, or for which chance was drawn.
        action: the action, in notation.
        changes: by how much each seat's chance to win changed.
        better: what would have been better, if anything would.
    """

    number: int
    seat: int
    action: str
    changes: tuple[float, ...]
    better: Alternative | None


class Analysis(msgspec.Struct, frozen=True):
    """What an analysis finds.

    Attributes:
        chances: each seat's chance that its side wins: before the first step, then after each.
            A correction of the board is a step too.
        turning_points: the actions that turned the race, oldest first.
        accounts: each seat's carrots by source.
    """

    chances: tuple[tuple[float, ...], ...]
    turning_points: tuple[TurningPoint, ...]
    accounts: tuple[Account, ...]


class _Moment(msgspec.Struct, frozen=True):
    """A step of the game: the position after it, and how it came about."""

    state: State
    memory: Memory
    ply: Ply | None = None
    memory_before: Memory | None = None


class _Choice(msgspec.Struct, frozen=True):
    """A step at which a seat chose: what it saw, what it chose, what was best."""

    number: int
    sight: Sight
    played: WeighedMove
    best: WeighedMove


def analyse(game: Game) -> Analysis:
    """Analyse a game, finished or not. The same game gives the same analysis.

    It takes seconds: do not call it in a thread that others wait for.
    """
    moments = list(_moments(game))
    seats = len(moments[0].state.seats)
    plies = game.history
    samples = max(FEWEST_SAMPLES, SAMPLES * USUAL_ACTIONS // max(USUAL_ACTIONS, len(plies)))
    chance = random.Random(1)
    outlook = Outlook(moments[0].state.rules, seats)
    ways = samples // 2  # each is valued after several rounds
    chances = tuple(outlook.chances(each.state, each.memory, ways, chance) for each in moments)
    choices = {each.number: each for each in _choices(moments, outlook, samples, chance)}
    turning = _turning_points(moments, chances, choices, outlook, chance)
    return Analysis(chances, tuple(turning), accounts(plies, seats))


def _moments(game: Game) -> Iterator[_Moment]:
    state = game.chapters[0].start
    memory = memory_of_start(state)
    yield _Moment(state, memory)
    for place, chapter in enumerate(game.chapters):
        if place:
            memory = memory.mended(state, chapter.start)
            yield _Moment(chapter.start, memory)
        state = chapter.start
        for ply in chapter.plies:
            before, memory = memory, memory.after(ply.seat, ply.step)
            state = ply.step.state
            yield _Moment(state, memory, ply, before)


def _choices(
    moments: Sequence[_Moment], outlook: Outlook, samples: int, chance: random.Random
) -> Iterator[_Choice]:
    for number, moment in enumerate(moments):
        ply, memory = moment.ply, moment.memory_before
        if ply is None or memory is None or ply.action.kind in ("deal", "roll"):
            continue
        actions = legal(ply.before)
        if len(actions) == 1:
            continue
        sight = sight_of(ply.before, memory, ply.seat)
        weighed = outlook.weigh(sight, actions, samples, chance, also=[ply.action])
        played = next(each for each in weighed if each.action == ply.action)
        yield _Choice(number, sight, played, weighed[0])


def _turning_points(
    moments: Sequence[_Moment],
    chances: Sequence[tuple[float, ...]],
    choices: dict[int, _Choice],
    outlook: Outlook,
    chance: random.Random,
) -> list[TurningPoint]:
    weights = {}
    for number, (before, after) in enumerate(pairwise(chances), start=1):
        ply = moments[number].ply
        if ply is None:
            continue
        # Without a card or roll the chances change by what the choice lost; else it is only the
        # estimate that has changed.
        drawn = zip(before, after, strict=True) if _was_chance(ply) else ()
        changes = [abs(late - early) for early, late in drawn]
        weights[number] = max([*changes, _lost(choices.get(number))])
    found: list[TurningPoint] = []
    for number in sorted(weights, key=lambda number: -weights[number])[:MOST_LOOKED_AT]:
        ply = moments[number].ply
        if weights[number] < TURNING or len(found) == MOST_TURNING_POINTS or ply is None:
            break
        better = _better(choices.get(number), outlook, chance)
        if better is None and not _was_chance(ply):
            continue
        before, after = chances[number - 1], chances[number]
        found.append(
            TurningPoint(
                number=number,
                seat=ply.seat,
                action=str(ply.action) if ply.action.kind != "deal" else "deal",
                changes=tuple(late - early for early, late in zip(before, after, strict=True)),
                better=better,
            )
        )
    return sorted(found, key=lambda point: point.number)


def _was_chance(ply: Ply) -> bool:
    return any(isinstance(event, CardDrawn | Rolled) for event in ply.step.events)


def _lost(choice: _Choice | None) -> float:
    return choice.best.chance - choice.played.chance if choice is not None else 0.0


def _better(choice: _Choice | None, outlook: Outlook, chance: random.Random) -> Alternative | None:
    """Return the better action, if a closer look still finds it better."""
    if choice is None or _lost(choice) < MISTAKE:
        return None
    two = [choice.best.action, choice.played.action]
    best, played = outlook.weigh_closely(choice.sight, two, chance)
    if best.chance - played.chance < MISTAKE:
        return None
    return Alternative(
        str(best.action),
        best.chance,
        played.chance,
        played.turns - best.turns,
        reasons(choice.sight, best.action)[:MOST_REASONS],
        reasons(choice.sight, played.action)[:MOST_REASONS],
    )
