"""How much slower a sweep of the readers is while an opponent thinks, in this process or its own.

The sweep is a model: as many short waits as transfers of 64 readers, after each of which it has
to get the interpreter back.
"""

import random
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from benchmarks.figures import CannotMeasure, Figure, Figures, milliseconds
from controller.game.chance import draw_chance
from controller.game.editions.rulesets import make_ruleset
from controller.game.history import Game
from controller.game.opponents.characters import OPPONENTS, Opponent, find_opponent
from controller.game.opponents.memory import remember
from controller.game.opponents.process import ThinkingProcess
from controller.game.opponents.sight import sight_of
from controller.game.rules import legal, new_game

SEATS: Final = 4
TRANSFERS: Final = 400
TRANSFER_S: Final = 80e-6
SWEEPS: Final = 9


def measure_beside() -> Figures:
    """Sweep alone, beside the strongest opponent in a thread, and beside it in its process."""
    alone_s = _sweep_s()
    yield Figure("a sweep alone", milliseconds(alone_s), f"median of {SWEEPS}")
    with _thinking(find_opponent):
        yield Figure("beside an opponent in the same process", f"{_sweep_s() / alone_s:.1f} times")
    process = ThinkingProcess()
    try:
        with _thinking(process.find):
            yield Figure("beside one in its own process", f"{_sweep_s() / alone_s:.1f} times")
            yield Figure("memory of that process alone", _private(process), "written pages")
    finally:
        process.close()


@contextmanager
def _thinking(find: Callable[[str], Opponent]) -> Iterator[None]:
    """Let the strongest opponent think about its first move, again and again."""
    rules = make_ruleset(seats=SEATS)
    game = Game(new_game(rules, SEATS))
    game = game.push(draw_chance(game.state, random.Random(1)))
    character = find([*OPPONENTS][-1]).prepare(rules, SEATS)
    sight, actions = sight_of(game.state, remember(game), 0), legal(game.state)
    enough = threading.Event()

    def think() -> None:
        while not enough.is_set():
            character.choose(sight, actions, random.Random(1))

    thread = threading.Thread(target=think)
    thread.start()
    try:
        yield
    finally:
        enough.set()
        thread.join()


def _sweep_s() -> float:
    took: list[float] = []
    for _ in range(SWEEPS):
        began_s = time.perf_counter()
        for _ in range(TRANSFERS):
            time.sleep(TRANSFER_S)
        took.append(time.perf_counter() - began_s)
    return statistics.median(took)


def _private(process: ThinkingProcess) -> str:
    try:
        lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text("utf-8").splitlines()
    except OSError as error:
        raise CannotMeasure("The memory of a process is measured on Linux only.") from error
    kib = next(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty:"))
    return f"{kib / 1024:.1f} MiB"
