"""From a runner set down to the light under it: the table in this process, no network."""

import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from benchmarks.figures import Figures, median_and_p99
from controller.bootstrap import SimulatedTable, simulated_table
from controller.game.pieces import COLOURS, Player
from controller.game.rules import legal
from controller.game.setup import Setup
from controller.light.look import Look
from controller.light.themes import load_theme
from controller.table.commands import Begin
from hardware.ports import RGB

PUTS: Final = 300
PATIENCE_S: Final = 10.0
SHADE: Final = 6
"""How far a colour may be from the one meant: a strip has few shades of dark."""
LONGEST_PAUSE_S: Final = 0.1
"""Hands come at any moment of a frame: pauses before them are random, up to this."""
RED: Final = COLOURS[0]


class Watcher:
    """Waits for the light of a square, and notes when it took the colour asked for."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self._changed = threading.Condition()
        self._wanted: Callable[[], bool] = lambda: False
        self._met_s: float | None = None
        table.strip.watch(self._look)

    def expect(self, wanted: Callable[[], bool]) -> None:
        """Look out for a condition from now on."""
        with self._changed:
            self._wanted, self._met_s = wanted, None

    def met_s(self) -> float:
        """When it was first met; waits for it."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._met_s is not None, PATIENCE_S)
            assert self._met_s is not None
            return self._met_s

    def _look(self) -> None:
        now_s = time.perf_counter()
        with self._changed:
            if self._met_s is None and self._wanted():
                self._met_s = now_s
                self._changed.notify_all()


def is_understood(colour: RGB) -> bool:
    """Whether a light says “understood”, at whatever brightness."""
    full = load_theme(Look().theme).colours["understood"]
    level = colour[2] / full[2]
    return level > 0 and all(
        abs(value - level * most) <= SHADE for value, most in zip(colour, full, strict=True)
    )


def measure() -> Figures:
    """From `put` in the simulated world to the strip's frame with the answer."""
    with _running_table() as table:
        seconds = list(_puts(table, random.Random(64)))
    yield from median_and_p99(
        "runner put down to its light's answer", seconds, f"simulated board, {len(seconds)} puts"
    )


def _puts(table: SimulatedTable, rng: random.Random) -> Iterator[float]:
    state = table.actor.snapshot.state
    assert state is not None
    squares = [action.to for action in legal(state)]
    watcher = Watcher(table)
    for _ in range(PUTS):
        square = rng.choice(squares)

        def understood(square: int = square) -> bool:
            return is_understood(table.strip.colours[square - 1])

        time.sleep(rng.uniform(0, LONGEST_PAUSE_S))
        watcher.expect(understood)
        put_s = time.perf_counter()
        table.world.put(RED, square)
        yield watcher.met_s() - put_s

        def dark(understood: Callable[[], bool] = understood) -> bool:
            return not understood()

        watcher.expect(dark)
        table.world.lift(RED)
        watcher.met_s()


@contextmanager
def _running_table() -> Iterator[SimulatedTable]:
    names = ("Ann", "Ben", "Cem", "Dot")
    seats = tuple(Player(name, (colour,)) for name, colour in zip(names, COLOURS[:4], strict=True))
    with tempfile.TemporaryDirectory() as folder:
        table = simulated_table(Path(folder), chance=random.Random(2018))
        table.start()
        try:
            table.actor.submit(Begin(Setup(seats)))
            yield table
        finally:
            table.stop()
