"""Whole races of two boards in bad weather: `python -m tests.controller.table.remote.storms 1000`.

The network loses, repeats, delays and reorders letters, is cut for up to a week, and both boards
lose power. At the end nothing may be lost, and nothing played twice.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

import click

from controller.game.rules.finish import final_order
from controller.table.commands import Pause, TakeBack
from tests.support.table.two_boards import TwoBoards, agreeing, begin, in_teams, with_opponent

Kind = Literal["phones", "hands", "an opponent", "teams"]
"""Who plays: phones; messy hands on wood; also a computer opponent; two teams."""
WEEK_S: Final = 604_800.0
MOST_TURNS: Final = 40_000
AT_ONCE: Final = 10
MOST_SHOWN: Final = 20


@dataclass
class Weather:
    """What happened in a race.

    Attributes:
        records: length of the log.
        letters: letters that arrived.
        restarts: stops and starts of a board, half of them by a pulled plug.
        cuts: times that the network was cut.
        cut_s: how long it was cut altogether, virtual time.
        take_backs: actions that were taken back.
    """

    records: int = 0
    letters: int = 0
    restarts: int = 0
    cuts: int = 0
    cut_s: float = 0.0
    take_backs: int = 0


def _in_teams(seed: int, folder: Path) -> TwoBoards:
    """A team at each board, or each team across both."""
    return TwoBoards(folder, seed, guests=((1, 3), (2, 3))[seed % 2], edit=in_teams)


KINDS: Final[Mapping[Kind, Callable[[int, Path], TwoBoards]]] = {
    "phones": lambda seed, folder: TwoBoards(folder, seed),
    "hands": lambda seed, folder: TwoBoards(
        folder, seed, wood=True, players=2 + seed % 5, guests=(1,)
    ),
    "an opponent": lambda seed, folder: TwoBoards(
        folder, seed, edit=lambda setup: with_opponent(setup, 2, "sprinter")
    ),
    "teams": _in_teams,
}


def raced(kind: Kind, seed: int, folder: Path) -> Weather:
    """Race to the end, and check that nothing was lost or doubled.

    Args:
        kind: who plays.
        seed: decides everything random.
        folder: empty; for what both boards keep.

    Raises:
        AssertionError: something was wrong.
    """
    two = KINDS[kind](seed, folder)
    try:
        begin(two)
        weather = storm(two, restarts=kind != "hands" or seed % 2 == 1)
        check(two)
        here, there = (final_order(board.state) for board in two.boards)
        assert here == there
        if kind == "teams":
            assert set(here[:2]) in ({0, 2}, {1, 3})
        return weather
    finally:
        two.close()


def storm(two: TwoBoards, *, restarts: bool = True) -> Weather:
    """Play to the end over a bad network, with take-backs, pauses, restarts and partitions."""
    chance, weather = two.chance, Weather()
    two.network.lost, two.network.repeated, two.network.delay_s = 0.2, 0.2, 3.0
    turns = 0
    while not all(board.snapshot.phase == "over" for board in two.boards):
        turns += 1
        assert turns < MOST_TURNS
        board, people = two.boards[which := chance.randrange(2)], two.people[which]
        people.act()
        roll = chance.random()
        seat = board.snapshot.take_back
        if roll < 0.01 and seat is not None and seat not in board.snapshot.seating.carried:
            board.try_to(TakeBack(seat, board.snapshot.version))
        elif roll < 0.014:
            board.try_to(Pause(True))
        elif roll < 0.03 or board.snapshot.paused:
            board.try_to(Pause(False))
        elif roll < 0.034 and restarts:
            (board.restart if chance.random() < 0.5 else board.pull_the_plug)()
            weather.restarts += 1
        elif roll < 0.036:
            two.network.is_cut = True
            began_s = two.clock.now_s()
            two.wait(chance.choice((5.0, 60.0)), 1.0)
            two.wait(chance.choice((0.0, 7200.0, WEEK_S)), 86_400.0)
            two.network.is_cut = False
            weather.cuts += 1
            weather.cut_s += two.clock.now_s() - began_s
        two.wait(0.25 if chance.random() < 0.7 else 1.0)
    two.network.lost = two.network.repeated = two.network.delay_s = 0.0
    two.until(agreeing(two))
    two.wait(60)
    log = two.host.race_log()
    weather.records, weather.letters = len(log), two.network.carried
    weather.take_backs = sum(record.kind == "undo" for record in log)
    return weather


def check(two: TwoBoards) -> None:
    """Nothing was lost or doubled: every action that was sent has one fate."""
    assert two.host.race_log() == two.guest.race_log()
    assert len(two.host.played_for) == len(set(two.host.played_for))
    # Both boards may have paused at once: then one pause has done what both asked for.
    pauses = {n for n, sent in two.guest.sent.items() if sent.kind in ("pause", "resume")}
    played = {number for number, fate in two.guest.fates.items() if fate == "played"}
    assert played - pauses <= set(two.host.played_for) <= played
    assert set(two.guest.fates) == set(two.guest.sent)


def _some_raced(numbers: range) -> tuple[list[Weather], list[str]]:
    """What happened in some races, and what was wrong in which."""
    told, wrong = [], []
    for number in numbers:
        kind, seed = [*KINDS][number % len(KINDS)], number // len(KINDS)
        with TemporaryDirectory() as folder:
            try:
                told.append(raced(kind, seed, Path(folder)))
            except Exception as error:  # noqa: BLE001 - it is told with its number
                fault = f"{type(error).__name__}: {error}"
                wrong.append(f"race {number} ({kind}, seed {seed}): {fault}")
    return told, wrong


@click.command()
@click.argument("races", type=int, default=10_000)
@click.option("--first", default=0, show_default=True, help="The number of the first one.")
@click.option("--processes", default=1, show_default=True, help="How many to use.")
def main(races: int, first: int, processes: int) -> None:
    """Race, one kind after another. Exit status 1 if anything was wrong in one."""
    started_s = time.monotonic()
    parts = [
        range(at, min(at + AT_ONCE, first + races)) for at in range(first, first + races, AT_ONCE)
    ]
    sums: Counter[str] = Counter()
    faults: list[str] = []
    with ProcessPoolExecutor(processes) as pool:
        for well, badly in pool.map(_some_raced, parts):
            for weather in well:
                sums.update(vars(weather))
            faults += badly
    print(f"{races} races, {len(faults)} wrong, {time.monotonic() - started_s:.0f} s")
    print(
        f"{sums['records']} records, {sums['letters']} letters, {sums['restarts']} restarts, "
        f"{sums['take_backs']} take-backs, {sums['cuts']} cuts of {sums['cut_s'] / 3600:.0f} h"
    )
    for fault in faults[:MOST_SHOWN]:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
