"""One messy game: how it is set up, what happens in it, and what must be true all along."""

import random
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.game.editions.rulesets import edition_ids
from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from tests.chaos import checks, lessons
from tests.chaos.mess import DEEDS, some
from tests.chaos.people import (
    check_way_back,
    check_way_out,
    finish,
    go_on_if_paused,
)
from tests.chaos.table import Kind, Table, begun

NAMES: Final = ("Ann", "Ben", "Cem", "Dot", "Eli", "Fay")
HARES: Final = (None, None, "nap", "tournament", "off", "flat-cost", "die-table", "deck-1978")
ALL_DEEDS: Final = {**DEEDS, **lessons.DEEDS}
MEMORY: Final = Path("/dev/shm")


@dataclass(frozen=True)
class Plan:
    """A game as it is to be played.

    Attributes:
        seed: decides everything that is not said here.
        deeds: what happens, in order, each with what decides its details.
        kind: of board.
        opponents: computer opponents that take seats, as long as one is left for a person.
        learners: how many people are taught before the race; 0 without a lesson.
    """

    seed: int
    deeds: tuple[tuple[str, int], ...]
    kind: Kind = "plain"
    opponents: tuple[str, ...] = ()
    learners: int = 0


@dataclass
class Told:
    """What came of a game.

    Attributes:
        plies: how many actions were played in all.
        carries: how many runners were carried on the way back, once the mess was over.
        wrong: how many stood wrong then.
        restarts: how often the program started anew.
        deeds: how many things happened besides.
        bitten: how often a co-processor's watchdog fired.
        steps: how often each step of the lesson was done.
        edition: whose rules were played by.
    """

    plies: int
    carries: int
    wrong: int
    restarts: int
    deeds: int
    bitten: int
    steps: Counter[str]
    edition: str


def plan_of(seed: int, kind: Kind = "plain", opponents: tuple[str, ...] = ()) -> Plan:
    """The plan that a seed stands for."""
    rng = random.Random(seed)
    count = rng.randint(10, 60) if kind == "plain" else rng.randint(5, 12)
    deeds = tuple((name, rng.getrandbits(32)) for name in some(rng, count))
    return Plan(seed, deeds, kind, opponents)


def lesson_of(seed: int, kind: Kind = "plain") -> Plan:
    """The plan of a lesson that a seed stands for: one to six people, opponents beside them."""
    rng = random.Random(seed)
    count = rng.randint(5, 20) if kind == "plain" else rng.randint(3, 6)
    deeds = tuple((name, rng.getrandbits(32)) for name in lessons.lesson_deeds(rng, count))
    learners = 1 + seed % 6
    seats = rng.randint(max(2, learners), rng.choice((max(2, learners), 6)))
    return Plan(seed, deeds, kind, ("walker",) * (seats - learners), learners)


def setup_of(rng: random.Random, players: int = 0) -> Setup:
    """Players, edition and house rules."""
    players = players or rng.choice((2, 2, 3, 3, 4, 4, 5, 6))
    options: dict[str, Any] = {}
    each = rng.choice((1, 2)) if players <= 3 else 1
    options["runners"] = each
    hare = rng.choice(HARES)
    if hare is not None:
        options["hare"] = hare
    if rng.random() < 0.6:
        options["finish"] = "first-home"
    if players == 4 and rng.random() < 0.4:
        options["teams"] = [[0, 2], [1, 3]]
    if players == 6 and rng.random() < 0.4:
        options["teams"] = [[0, 3], [1, 4], [2, 5]]
    seats = tuple(
        Player(name, COLOURS[seat * each : (seat + 1) * each])
        for seat, name in enumerate(NAMES[:players])
    )
    return Setup(
        seats,
        edition=rng.choice(edition_ids()),
        first=rng.randrange(players),
        options=options,
        chance=rng.choice(("electronic", "electronic", "by-hand")),
    )


def with_opponents(setup: Setup, opponents: Sequence[str], rng: random.Random) -> Setup:
    """The same game with opponents on some seats, who take their time or none."""
    seats = list(setup.seats)
    free = rng.sample(range(len(seats)), len(seats) - 1)
    for seat, opponent in zip(free, opponents, strict=False):
        seats[seat] = msgspec.structs.replace(seats[seat], opponent=opponent)
    pace_s = rng.choice((0.0, 0.3, 2.0))
    return msgspec.structs.replace(setup, seats=tuple(seats), pace_s=pace_s)


def play(plan: Plan, note: Callable[[str], None] = lambda _: None) -> Told:
    """Play a plan, then follow the guidance, then play to the end.

    Raises:
        Exception: whatever is wrong.
    """
    rng = random.Random(plan.seed)
    place = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=place) as folder:
        absent = rng.sample(range(1, 64), 3) if rng.random() < 0.1 else ()
        table = Table(
            Path(folder),
            plan.kind,
            rng,
            crowned=rng.random() < 0.7,
            proved=rng.random() < 0.5,
            absent=absent,
        )
        try:
            seats = plan.learners + len(plan.opponents) if plan.learners else 0
            setup = setup_of(rng, seats)
            if plan.opponents:
                setup = with_opponents(setup, plan.opponents, random.Random(plan.seed))
            if plan.learners:
                setup = msgspec.structs.replace(setup, lesson=True)
            begun(table, setup)
            return _played(table, plan, note)
        finally:
            table.board.stop()
            table.session.close()
            table.board.close()


def _played(table: Table, plan: Plan, note: Callable[[str], None]) -> Told:
    languages = checks.languages()
    for number, (name, seed) in enumerate(plan.deeds):
        rng = random.Random(seed)
        table.rng.seed(seed)
        ALL_DEEDS[name](table, rng)
        if table.is_dead:
            table.pull_the_plug()
        note(f"{name}: {table.finding}")
        if seed % 4 == 0 and table.kind == "plain":
            table.wait(0.5)
            checks.check_explained(table)
        checks.check_sentences(table, languages[number % len(languages)])
        if seed % 16 == 0:
            seats = range(len(table.snapshot.seating.players))
            for viewer in (None, *seats):
                checks.check_secrets(table, viewer)
    return _to_the_end(table, plan, note)


def _to_the_end(table: Table, plan: Plan, note: Callable[[str], None]) -> Told:
    """The mess is over: people do as they are told, and play on."""
    for colour in tuple(table.world.between):
        table.put(colour, 0)
    table.board.heal()
    table.wait(1.5 if table.kind == "plain" else 8.0)
    go_on_if_paused(table)
    if plan.learners:
        lessons.finish_lesson(table, table.rng)
    table.wait(11.0 if table.kind == "plain" else 1.0)
    wrong = len(checks.differing(table))
    check_way_out(table)
    carries = check_way_back(table)
    note(f"way back: {carries} carries for {wrong}")
    if plan.learners:
        lessons.begin_race(table)
    else:
        finish(table)
    setup = table.snapshot.setup
    assert setup is not None
    return Told(
        table.snapshot.played,
        carries,
        wrong,
        table.restarts,
        len(plan.deeds),
        table.board.bitten,
        table.steps,
        setup.edition,
    )
