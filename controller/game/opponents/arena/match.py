"""A match: many races among the same characters, who change seats, on several processors."""

import os
import random
import signal
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import get_context
from typing import Any, Final

import msgspec

from controller.game.editions.rulesets import make_ruleset
from controller.game.opponents.arena.races import play_race
from controller.game.opponents.character import Character
from controller.game.opponents.characters import find_opponent
from controller.game.opponents.programs.player import USUAL_TIME_S, FaultKind, ProgramPlayer
from controller.game.rules import Ruleset, new_game

RACES_AT_ONCE: Final = 4
"""Races handed to a processor at a time: few, so that the progress is seen."""


class Match(msgspec.Struct, frozen=True):
    """What is played.

    Attributes:
        entrants: the name of each opponent that takes part; a name may come several times.
        edition: the edition whose rules to use.
        options: house rules, by option.
        seed: decides everything that is left to chance.
        programs: opponents that are programs: the words of each command, by the opponent's name.
        time_s: time of a program for an answer, in seconds.
    """

    entrants: tuple[str, ...]
    edition: str
    options: Mapping[str, Any] = {}
    seed: int = 1
    programs: Mapping[str, tuple[str, ...]] = {}
    time_s: float = USUAL_TIME_S


class Outcome(msgspec.Struct, frozen=True):
    """How one race of a match went.

    Attributes:
        seating: the number of the entrant at each seat.
        ranking: the seats in final order; empty if the race was given up.
        actions: every action in the notation of R14.
        turns: for each seat its moves and stays.
        faults: for each seat what a program did instead of answering; empty for characters.
        plain_moves: for each seat how many plain moves were played for its program.
    """

    seating: tuple[int, ...]
    ranking: tuple[int, ...]
    actions: tuple[str, ...]
    turns: tuple[int, ...]
    faults: tuple[tuple[FaultKind, ...], ...]
    plain_moves: tuple[int, ...]


def seating(match: Match, number: int) -> tuple[int, ...]:
    """Return the entrant at each seat in a race.

    In as many races as there are seats everybody sits once at each; who sits beside whom is
    drawn for these races together.
    """
    count = len(match.entrants)
    block, turn = divmod(number, count)
    order = list(range(count))
    random.Random(f"{match.seed} seats {block}").shuffle(order)
    return (*order[turn:], *order[:turn])


def play(match: Match, number: int) -> Outcome:
    """Play the race of this number, always the same one."""
    rules, characters = _prepared(msgspec.json.encode(match))
    seats = seating(match, number)
    with _begun_programs(match) as programs:
        race = play_race(
            new_game(rules, len(seats)),
            [programs.get(entrant) or characters[entrant] for entrant in seats],
            f"{match.seed} race {number}",
        )
    return Outcome(
        seating=seats,
        ranking=race.state.ranking,
        actions=tuple(str(action) for _, action in race.played),
        turns=race.turns,
        faults=tuple(
            tuple(fault.kind for fault in programs[entrant].faults) if entrant in programs else ()
            for entrant in seats
        ),
        plain_moves=tuple(
            programs[entrant].plain_moves if entrant in programs else 0 for entrant in seats
        ),
    )


def play_all(match: Match, races: int, processes: int) -> Iterator[Outcome]:
    """Play so many races, and yield each in the order of their numbers.

    Args:
        match: what is played.
        races: how many.
        processes: how many processors to use; the outcomes do not depend on it.
    """
    if processes == 1:
        yield from (play(match, number) for number in range(races))
        return
    # A process that is forked may hold locks of threads that it does not have.
    with ProcessPoolExecutor(processes, get_context("spawn"), _interrupt_once) as pool:
        numbers = range(races)
        yield from pool.map(_play_or_end, [match] * races, numbers, chunksize=RACES_AT_ONCE)


def _interrupt_once() -> None:
    """Let the first signal to end interrupt this process: no other one disturbs its clearing up.

    The pool ends its other processes as soon as one has ended.
    """
    ends = (signal.SIGINT, signal.SIGTERM)

    def interrupt(*_: object) -> None:
        for each in ends:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    for each in ends:
        signal.signal(each, interrupt)


def _play_or_end(match: Match, number: int) -> Outcome:
    """Play a race like `play`; an interrupt ends the process, not only the race.

    Otherwise it would go on with the races that it has been handed.
    """
    try:
        return play(match, number)
    except KeyboardInterrupt:
        os._exit(1)


@contextmanager
def _begun_programs(match: Match) -> Iterator[Mapping[int, ProgramPlayer]]:
    """Yield the programs of a match by entrant, begun anew for each race, and end them."""
    programs = {
        entrant: ProgramPlayer(match.programs[name], match.time_s)
        for entrant, name in enumerate(match.entrants)
        if name in match.programs
    }
    try:
        yield programs
    finally:
        for program in programs.values():
            program.close()


@lru_cache(maxsize=1)
def _prepared(match: bytes) -> tuple[Ruleset, Mapping[int, Character]]:
    """Prepare the rules and the characters of a match, by entrant, once in each process."""
    wanted = msgspec.json.decode(match, type=Match)
    count = len(wanted.entrants)
    rules = make_ruleset(wanted.edition, count, wanted.options)
    return rules, {
        entrant: find_opponent(name).prepare(rules, count)
        for entrant, name in enumerate(wanted.entrants)
        if name not in wanted.programs
    }
