"""Processor time of sensing, idle and busy: our driver and the emulated chips together."""

import random
import time
from cProfile import Profile
from types import CodeType
from typing import Final

from benchmarks.figures import Figure, Figures
from benchmarks.sensing_ours import OurBoard
from benchmarks.sensing_table import turns

MEASURED_S: Final = 300.0
PROFILED_S: Final = 30.0
MOVE_EVERY_S: Final = 20.0
DRIVER: Final = ("hardware/pn532/", "hardware/sensing/", "hardware/sightings.py", "adafruit_pn532/")
"""Where our driver and the library under it lie."""


def costs(board: OurBoard, measured_s: float = MEASURED_S) -> Figures:
    """Processor time of idling and of playing, on virtual time.

    Args:
        board: fresh.
        measured_s: for how long, on its clock, each.
    """
    rng = random.Random(1)
    board.table.lay_out(next(turns(rng)).standing)
    board.run(board.settings.idle_after_s + 5.0)
    began_s = time.process_time()
    board.run(measured_s)
    yield _figure("idle", time.process_time() - began_s, measured_s)
    began_s = time.process_time()
    _play(board, rng, measured_s)
    yield _figure("in play", time.process_time() - began_s, measured_s)
    profile = Profile()
    profile.runcall(_play, board, rng, PROFILED_S)
    yield Figure("of it our driver's", f"{_share(profile):.0%}", "in play, by cProfile")


def _figure(name: str, took_s: float, measured_s: float) -> Figure:
    minutes = round(measured_s / 60)
    how = f"a move every {MOVE_EVERY_S:.0f} s, " if name == "in play" else ""
    return Figure(
        f"processor time of {minutes} minutes {name}",
        f"{took_s:.1f} s",
        f"{how}{took_s / measured_s:.1%} of one core of this machine, emulated chips included",
    )


def _play(board: OurBoard, rng: random.Random, seconds: float) -> None:
    """A move every now and then, as in a game."""
    clock = board.table.clock
    until_s = clock.now_s() + seconds
    for turn in turns(rng):
        if clock.now_s() >= until_s:
            return
        board.table.lay_out(turn.standing)
        board.attend(turn.attended)
        board.table.carry(turn.runner, turn.to, MOVE_EVERY_S / 2, rng)
        board.run(MOVE_EVERY_S)


def _share(profile: Profile) -> float:
    """The driver's part, what it calls in C included."""
    driver_s = all_s = 0.0
    for entry in profile.getstats():
        if not isinstance(entry.code, CodeType):
            continue  # It counts where it is called.
        calls = entry.calls or ()
        own_s = entry.inlinetime + sum(
            each.inlinetime for each in calls if not isinstance(each.code, CodeType)
        )
        all_s += own_s
        path = entry.code.co_filename
        if "simulated" not in path and any(part in path for part in DRIVER):
            driver_s += own_s
    return driver_s / all_s
