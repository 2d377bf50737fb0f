"""Messy hands on the lesson: whatever they did, its step can be done afterwards."""

import random
from pathlib import Path
from typing import Any, Final

import pytest

from controller.refusal import Refusal
from controller.table.commands import LessonTo, Mend, Pause, Play
from tests.support.table.learner import LESSON_S, do_step, go, lesson_of, tidy
from tests.support.table.tabletop import NAMES, SCAN_S, Tabletop
from tests.support.tiers import few_or

STOOD_S: Final = 1.2
"""After a start a runner that is first sighted within this time has stood there before."""
DEEDS: Final = 4
BUTTONS: Final[Any] = ("confirm", "take-back", "carrot-draw", "carrot-pay")
WAYS: Final[Any] = ("next", "back", "again")
ACTIONS: Final = ("f2", "f4", "b", "draw", "pay", "chew", "restart", "f64", "nonsense")
EDITIONS: Final = ("parlett-2018", "intellect-1974", "tournament-2019", "devir-2014")


def mess(top: Tabletop, rng: random.Random) -> None:
    """One thing that hands do."""
    name = rng.choice(NAMES[: len(top.snapshot.seating.players)])
    match rng.randrange(10):
        case 0 | 1 | 2:
            top.put(name, rng.randint(1, 64), face_down=rng.random() < 0.3)
        case 3:
            top.lift(name)
        case 4:
            top.turn(name)
        case 5:
            top.knock(name)
        case 6:
            top.press(rng.choice(BUTTONS))
        case 7:
            order(top, LessonTo(rng.choice(WAYS), top.snapshot.version - rng.randint(0, 1)))
        case 8:
            seat = rng.randrange(len(top.snapshot.seating.players))
            order(top, Play(seat, rng.choice(ACTIONS), top.snapshot.version))
        case _:
            by: Any = rng.choice(("board", "game"))
            order(top, Mend(by, top.snapshot.version))
    top.wait(rng.choice((SCAN_S, 0.3, 0.8, LESSON_S)))


def order(top: Tabletop, command: Any) -> None:
    """Send a command, which may be refused: then nothing has changed."""
    before = top.session.newest(1)
    try:
        top.command(command)
    except Refusal:
        assert top.session.newest(1) == before


def recover(top: Tabletop) -> None:
    """Put all in order; the step can be done, or is done."""
    if top.snapshot.paused:
        top.command(Pause(paused=False))
    if top.finding.put_back:
        top.press("take-back")
    tidy(top)
    if lesson_of(top).done:
        go(top, "again")
    do_step(top)
    go(top, "back" if lesson_of(top).is_last else "next")


@pytest.mark.parametrize("messes", few_or(5, 40))
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_step_of_the_lesson_hangs(tmp_path: Path, edition: str, messes: int) -> None:
    rng = random.Random(edition)
    players = rng.choice((2, 3, 6))
    top = Tabletop(tmp_path, players, edition=edition, lesson=True, crowned=rng.random() < 0.7)
    for number in range(messes):
        for _ in range(rng.randint(1, DEEDS)):
            if top.snapshot.lesson is None:
                break
            mess(top, rng)
        if top.snapshot.lesson is None:  # the last step was done, and somebody confirmed
            top.begin_anew()
            top.wait(SCAN_S)
        elif number % 7 == 0:
            top.pull_the_plug()
            top.wait(STOOD_S)
        recover(top)
