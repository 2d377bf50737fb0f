"""Plays messy games by the thousand: `python -m tests.chaos 10000`, lessons with `--lesson`."""

import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

import click

from tests.chaos.opponents import opponents_of
from tests.chaos.race import Plan, Told, lesson_of, plan_of, play
from tests.chaos.shrinking import fault, shrunk
from tests.chaos.table import Kind

AT_ONCE: Final = 20
CHIPS_EACH: Final = 500
"""One game in so many goes through emulated chips, and one through co-processors."""


def kind_of(seed: int) -> Kind:
    """The kind of board a seed is played on."""
    match seed % CHIPS_EACH:
        case 250:
            return "chips"
        case 499:
            return "co-processors"
        case _:
            return "plain"


def plan_for(seed: int, *, opponents: bool, lesson: bool) -> Plan:
    """The plan of a game, or of a lesson; only plain boards are quick enough for lessons."""
    if lesson:
        return lesson_of(seed)
    return plan_of(seed, kind_of(seed), opponents_of(seed) if opponents else ())


def some_played(
    seeds: range, plan_for_seed: Callable[[int], Plan]
) -> tuple[list[Told], list[Plan]]:
    """What came of some games, and the plans of those that went wrong."""
    logging.getLogger("controller.table.opponents").setLevel(logging.CRITICAL)  # many fail
    told, wrong = [], []
    for seed in seeds:
        plan = plan_for_seed(seed)
        try:
            told.append(play(plan))
        except Exception:  # noqa: BLE001 - it is told below, with its seed
            wrong.append(plan)
    return told, wrong


@click.command()
@click.argument("games", type=int, default=10_000)
@click.option("--first", default=0, show_default=True, help="The seed of the first one.")
@click.option("--processes", default=1, show_default=True, help="How many to use.")
@click.option("--shrink/--no-shrink", default=True, help="Look for the deeds to blame.")
@click.option("--opponents", is_flag=True, help="With one to five computer opponents.")
@click.option("--lesson", is_flag=True, help="Lessons of one to six people instead of races.")
def main(
    games: int,
    first: int,
    processes: int,
    shrink: bool,
    opponents: bool,
    lesson: bool,
) -> None:
    """Play messy games. Exit status 1 if anything was wrong in one."""
    started_s = time.monotonic()
    parts = [
        range(at, min(at + AT_ONCE, first + games)) for at in range(first, first + games, AT_ONCE)
    ]
    plans = partial(plan_for, opponents=opponents, lesson=lesson)
    played = partial(some_played, plan_for_seed=plans)
    told: list[Told] = []
    wrong: list[Plan] = []
    with ProcessPoolExecutor(processes) as pool:
        for well, badly in pool.map(played, parts):
            told += well
            wrong += badly
    took_s = time.monotonic() - started_s
    plies = sum(each.plies for each in told)
    deeds = sum(each.deeds for each in told)
    print(f"{games} games, {len(wrong)} wrong, {took_s:.0f} s, {games / took_s:.1f} games/s")
    print(f"{plies} actions, {deeds} deeds, {sum(each.restarts for each in told)} restarts")
    ways = Counter((each.wrong, each.carries) for each in told)
    for (stood_wrong, carries), times in sorted(ways.items()):
        print(f"  {times:6} games: {stood_wrong} stood wrong, {carries} carries to the way back")
    if lesson:
        print("  steps done:", dict(sum((each.steps for each in told), Counter[str]())))
        print("  by edition:", dict(sorted(Counter(each.edition for each in told).items())))
    for plan in wrong[:20]:
        small = shrunk(plan) if shrink else plan
        print(f"seed {plan.seed} ({plan.kind}): {fault(small)}\n  {small}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
