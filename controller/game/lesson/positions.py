"""Builds the position of a lesson's step under the rules of a game."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from controller.game.lesson.script import LearnersPlace, LessonStep
from controller.game.rules import Action, Ruleset, Runner, Seat, State, Track, legal
from controller.game.rules.moves import price
from controller.game.rules.ruleset.track import (
    CARROT,
    FLAG,
    HARE,
    LETTUCE,
    START,
    TORTOISE,
    members,
)
from controller.game.rules.text.check import problems

KINDS: Final = {
    "hare": HARE,
    "carrot": CARROT,
    "lettuce": LETTUCE,
    "tortoise": TORTOISE,
    "flag": FLAG,
    "two": "2",
    "three": "3",
    "four": "4",
}
KIND_CARDS: Final = ("free-ride", "+20", "free")
"""Hare cards for the lesson that are easy to follow, the first that a deck has."""
_KIND: Final = "|".join(KINDS)
_NAMED: Final = re.compile(rf"(START|HOME|(?:{_KIND}) (?:\d+|last))(?: ([+-]) (\d+))?")


def square_named(name: str, track: Track) -> int | None:
    """Return a square by its name; None if the track has none.

    Args:
        name: `START`, `HOME`, or a kind and which one of it: `carrot 2`, `carrot last`; and how
            many squares before or behind it: `lettuce 1 - 2`.
        track: the track.

    Raises:
        ValueError: it is no such name.
    """
    found = _NAMED.fullmatch(name)
    if found is None:
        raise ValueError(f"“{name}” names no square of a lesson.")
    base, sign, count = found.groups()
    square = _base(base, track)
    if square is None:
        return None
    square += int(f"{sign or '+'}{count or 0}")
    return square if START <= square <= track.home else None


def _base(base: str, track: Track) -> int | None:
    if base in ("START", "HOME"):
        return START if base == "START" else track.home
    kind, which = base.split()
    squares = list(members(track.of_kind(KINDS[kind])))
    at = len(squares) - 1 if which == "last" else int(which) - 1
    return squares[at] if 0 <= at < len(squares) else None


def position_of(step: LessonStep, start: State, seat: int, before: State) -> State | None:
    """Return the position that a step begins with; None if the rules do not allow it.

    Args:
        step: the step.
        start: the position that the game began with.
        seat: the seat whose step it is.
        before: the position that the step before ends with: runners that already stand where
            others are to stand stay there.
    """
    rules = start.rules
    track = rules.track
    at = square_named(step.learner.at, track)
    others = [square_named(each, track) for each in step.others]
    if at is None or None in others:
        return None
    runners = [[Runner() for _ in each.runners] for each in start.seats]
    runners[seat][0] = Runner(at, step.learner.owes)
    for (other, index), square in _standing(_others(start, seat), others, before).items():
        runners[other][index] = Runner(square)
    seats = tuple(
        Seat(holder.carrots, holder.lettuces, False, tuple(runners[other]))
        if other != seat
        else _hand(step.learner, holder, rules, at, tuple(runners[other]))
        for other, holder in enumerate(start.seats)
    )
    patch = start.patch
    if patch is not None:
        patch += sum(each.carrots for each in start.seats) - sum(each.carrots for each in seats)
    state = msgspec.structs.replace(
        start, to_act=seat, prompt="move", seats=seats, pile=_pile(rules), patch=patch, pending=None
    )
    if problems(state) or not asked_of(step, state):
        return None
    return state


def asked_of(step: LessonStep, state: State) -> tuple[Action, ...]:
    """Return the legal actions that a step asks for; those of the first runner only."""
    kind, _, where = step.asks.partition(" ")
    to = square_named(where, state.rules.track) if where else None
    actions = [each for each in legal(state) if each.kind == kind and not each.runner]
    if where:
        return tuple(each for each in actions if each.to == to)
    # A step that leaves the choice leads to no square that another step explains.
    track = state.rules.track
    other = set(members(track.of_kind(HARE) | track.of_kind(LETTUCE))) | {track.home}
    return tuple(each for each in actions if each.to not in other)


def _others(start: State, seat: int) -> list[tuple[int, int]]:
    """List the runners of all other seats, the next seat's first."""
    count = len(start.seats)
    seats = [(seat + each) % count for each in range(1, count)]
    return [(other, index) for index in range(len(start.seats[0].runners)) for other in seats]


def _standing(
    runners: Sequence[tuple[int, int]], squares: Iterable[int | None], before: State
) -> dict[tuple[int, int], int]:
    """Return which runner stands on each square: whoever is there already, else the next one."""
    there = {before.seats[seat].runners[index].at: (seat, index) for seat, index in runners}
    wanted = [square for square in squares if square is not None][: len(runners)]
    standing = {there[square]: square for square in wanted if square in there}
    free = (each for each in runners if each not in standing)
    for square in wanted:
        if square not in there:
            standing[next(free)] = square
    return standing


def _hand(
    place: LearnersPlace, holder: Seat, rules: Ruleset, at: int, runners: tuple[Runner, ...]
) -> Seat:
    carrots = place.carrots
    if isinstance(carrots, str):
        carrots = price(rules, at, rules.home) + int(carrots.removeprefix("HOME + "))
    return Seat(
        holder.carrots if carrots is None else carrots,
        holder.lettuces if place.lettuces is None else place.lettuces,
        False,
        runners,
    )


def _pile(rules: Ruleset) -> tuple[str, ...]:
    """Return the deck with an easy card on top."""
    top = next((card for card in KIND_CARDS if card in rules.deck), None)
    if top is None:
        return rules.deck
    rest = list(rules.deck)
    rest.remove(top)
    return (top, *rest)
