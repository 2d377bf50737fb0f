"""The thread of the opponents, on a table that runs in real time."""

import random
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from controller.bootstrap import SimulatedTable, parse_simulated, simulated_table
from controller.config import Settings
from controller.game.opponents.characters import Opponent
from controller.game.opponents.sight import Sight
from controller.game.pieces import Player
from controller.game.rules import Action
from controller.game.setup import Setup
from controller.table.actor import GameActor
from controller.table.commands import Begin, Pause, Play, SetLook
from controller.table.opponents.mind import OpponentMind
from controller.table.opponents.thread import OpponentsThread
from controller.table.snapshot import Snapshot
from tests.support.waiting import until

ANN = Player("Ann", ("red",))
BEN = Player("Ben", ("yellow",), "walker")


class Busy:
    """Computes, and holds the interpreter, until it may stop; then it moves a square."""

    def __init__(self) -> None:
        self.thinks = threading.Event()
        self.may_stop = threading.Event()

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        self.thinks.set()
        while not self.may_stop.is_set():
            sum(range(10_000))
        return actions[0]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimulatedTable]:
    """A running table whose own opponents do nothing."""
    settings = Settings(settle_s=0.05)
    made = simulated_table(tmp_path, settings, random.Random(7), parse_simulated("sim://direct"))
    made.start()
    made.opponents.stop()
    yield made
    made.stop()


def thread_of(actor: GameActor, character: Busy) -> OpponentsThread:
    opponent = Opponent("Computes.", lambda _rules, _seats: character)
    return OpponentsThread(actor, lambda: OpponentMind(random.Random(1), lambda _: opponent))


@pytest.fixture
def busy(table: SimulatedTable) -> Iterator[Busy]:
    """Ben thinks about his first move."""
    character = Busy()
    thread = thread_of(table.actor, character)
    thread.start()
    table.actor.submit(Begin(Setup((ANN, BEN), options={"runners": 1}, pace_s=0.0)))
    table.actor.submit(Play(0, "f5", table.actor.snapshot.version))
    table.world.put("red", 5)
    until(lambda: not table.actor.snapshot.finding.errands, "the runner to stand on 5")
    until(character.thinks.is_set, "Ben to think")
    yield character
    character.may_stop.set()
    thread.stop()


def actions(table: SimulatedTable) -> list[str]:
    return [str(ply.action) for ply in table.actor.snapshot.plies if ply.action.kind != "deal"]


def is_misplaced(table: SimulatedTable, square: int) -> bool:
    return [each.square for each in table.actor.snapshot.finding.mismatches] == [square]


def test_the_board_senses_and_answers_while_an_opponent_computes(
    table: SimulatedTable, busy: Busy
) -> None:
    for square in (7, 9, 11):
        table.world.put("red", square)
        until(partial(is_misplaced, table, square), f"the runner to be sensed on {square}")
    version = table.actor.submit(Pause(paused=True))
    assert version == table.actor.snapshot.version
    assert not busy.may_stop.is_set()


def test_what_was_thought_before_a_pause_is_dropped(table: SimulatedTable, busy: Busy) -> None:
    table.actor.submit(Pause(paused=True))
    busy.may_stop.set()
    busy.thinks.clear()
    table.actor.submit(Pause(paused=False))
    until(lambda: actions(table) == ["f5", "f1"], "Ben to move, once")
    assert busy.thinks.is_set()


def test_a_mind_that_is_made_just_as_the_table_stops_decides_nothing(
    table: SimulatedTable,
) -> None:
    making, stopping, looked_up = threading.Event(), threading.Event(), list[str]()
    opponent = Opponent("Computes.", lambda _rules, _seats: Busy())

    def find(name: str) -> Opponent:
        looked_up.append(name)
        return opponent

    def make_mind() -> OpponentMind:
        making.set()
        stopping.wait()
        return OpponentMind(random.Random(1), find)

    def nudged() -> None:
        if threading.current_thread() is stopper:
            stopping.set()

    stopper = threading.current_thread()
    thread = OpponentsThread(table.actor, make_mind)
    thread.start()
    table.actor.submit(Begin(Setup((BEN, ANN), options={"runners": 1})))
    until(making.is_set, "the mind to be made")
    with table.actor.watchers.watching(nudged):
        thread.stop()
    assert not looked_up


def test_a_thread_that_was_not_started_has_looked_at_nothing_and_stops_at_once(
    table: SimulatedTable,
) -> None:
    woken: list[str] = []
    thread = thread_of(table.actor, Busy())
    assert (thread.turns, thread.failure, thread.carries) == (0, None, False)
    with table.actor.watchers.watching(lambda: woken.append(threading.current_thread().name)):
        thread.stop()
    assert threading.current_thread().name not in woken


def test_the_thread_looks_until_it_is_stopped_and_keeps_no_program_from_ending(
    table: SimulatedTable,
) -> None:
    before = set(threading.enumerate())
    thread = thread_of(table.actor, Busy())
    thread.start()
    until(lambda: thread.turns > 0, "a look")
    (running,) = {each for each in threading.enumerate() if each.name == "opponents"} - before
    assert running.daemon
    thread.stop()
    until(lambda: not running.is_alive(), "its end")


def has_looked(thread: OpponentsThread, looks: int) -> bool:
    return thread.turns > looks


def test_the_thread_looks_once_at_each_new_snapshot_and_ends_when_stopped(
    table: SimulatedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.table.opponents.thread.LOOK_S", 1000.0)
    before, first = set(threading.enumerate()), table.actor.snapshot.revision
    thread = thread_of(table.actor, Busy())
    thread.start()
    until(lambda: thread.turns > 0, "a look")
    (running,) = {each for each in threading.enumerate() if each.name == "opponents"} - before
    for night in (True, False, True):
        looks = thread.turns
        table.actor.submit(SetLook(night=night))
        until(partial(has_looked, thread, looks), "another look")
    assert thread.turns <= 1 + table.actor.snapshot.revision - first
    thread.stop()
    until(lambda: not running.is_alive(), "its end")


def test_runners_are_carried_at_every_look(table: SimulatedTable) -> None:
    seen: list[tuple[int, float]] = []

    def carry(snapshot: Snapshot, now_s: float) -> float | None:
        seen.append((snapshot.version, now_s))
        return 0.01 if len(seen) < 3 else None

    opponent = Opponent("Moves a square.", lambda _rules, _seats: Busy())
    mind = OpponentMind(random.Random(1), lambda _: opponent)
    thread = OpponentsThread(table.actor, lambda: mind, carry)
    assert thread.carries
    table.actor.submit(Begin(Setup((ANN, BEN), options={"runners": 1})))
    now_s = table.actor.clock.now_s()
    thread.start()
    until(lambda: len(seen) >= 3, "three looks")
    thread.stop()
    assert {version for version, _ in seen} == {table.actor.snapshot.version}
    assert all(now_s <= at_s <= table.actor.clock.now_s() for _, at_s in seen)


def test_a_table_stops_while_an_opponent_computes(tmp_path: Path) -> None:
    table = simulated_table(
        tmp_path, chance=random.Random(7), address=parse_simulated("sim://direct")
    )
    character = Busy()
    table.start()
    thread = thread_of(table.actor, character)
    thread.start()
    table.actor.submit(Begin(Setup((BEN, ANN), options={"runners": 1})))
    until(character.thinks.is_set, "Ben to think")
    thread.stop()
    table.stop()
    character.may_stop.set()
    assert not table.actor.alive


def test_a_thread_that_failed_is_seen_and_starts_again(
    table: SimulatedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = table.opponents
    with monkeypatch.context() as broken:
        broken.setattr(OpponentMind, "prepare", _broken)
        thread.start()
        table.actor.submit(Begin(Setup((BEN, ANN), options={"runners": 1}, pace_s=0.0)))
        until(lambda: thread.failure is not None, "the thread to fail")
    thread.start()
    until(lambda: actions(table)[:1] != [], "Ben to move")
    assert thread.failure is None


def _broken(*_: object) -> bool:
    raise RuntimeError("a mistake")
