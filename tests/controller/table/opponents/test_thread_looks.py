"""Single looks of the opponents' thread at a table whose clock is set by hand."""

import logging
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from controller.game.opponents.characters import Opponent
from controller.game.opponents.sight import Sight
from controller.game.pieces import Player
from controller.game.rules import Action
from controller.game.setup import Setup
from controller.table.actor import GameActor
from controller.table.commands import Begin, Pause
from controller.table.opponents.mind import RETRY_S, OpponentMind
from controller.table.opponents.thread import LOOK_S, OpponentsThread
from controller.table.snapshot import Snapshot
from hardware.clock import ManualClock
from tests.support.table.opened import Opened

ANN = Player("Ann", ("red",))
BEN = Player("Ben", ("yellow",), "walker")
PACE_S = 0.4


class Eager:
    """Chooses its first action, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        self.asked += 1
        return actions[0]


class Looks(OpponentsThread):
    """The opponents' thread, which looks when a test asks it to, in the test's own thread."""

    def __init__(self, actor: GameActor, character: Eager) -> None:
        self.carry_s: Callable[[], float | None] = lambda: None
        self.carried_at_s: list[float] = []
        self.minds = 0
        opponent = Opponent("Plays.", lambda _rules, _seats: character)

        def make_mind() -> OpponentMind:
            self.minds += 1
            return OpponentMind(random.Random(1), lambda _: opponent)

        def carry(_: Snapshot, now_s: float) -> float | None:
            self.carried_at_s.append(now_s)
            return self.carry_s()

        super().__init__(actor, make_mind, carry)
        self.table = actor

    def _work(self) -> None:
        """Leave every look to the test."""

    def look(self) -> float:
        return self._look(self.table.snapshot)

    @property
    def played(self) -> list[str]:
        return [str(ply.action) for ply in self.table.snapshot.plies if ply.action.kind != "deal"]


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    return Opened(tmp_path)


@pytest.fixture
def clock(opened: Opened) -> ManualClock:
    return opened.clock


@pytest.fixture
def eager() -> Eager:
    return Eager()


@pytest.fixture
def looks(opened: Opened, eager: Eager) -> Iterator[Looks]:
    actor = GameActor(opened, opened.clock)
    actor.start()
    looks = Looks(actor, eager)
    looks.start()
    yield looks
    looks.stop()
    actor.stop()


def begin(looks: Looks, *seats: Player) -> None:
    looks.table.submit(Begin(Setup(seats, options={"runners": 1}, pace_s=PACE_S)))


@pytest.fixture
def bens_turn(looks: Looks) -> Looks:
    """Ben is to act first, and ready to think."""
    begin(looks, BEN, ANN)
    assert looks.look() == 0.0  # makes him ready
    return looks


def test_people_alone_need_no_mind_and_have_their_runners_carried(
    looks: Looks, clock: ManualClock
) -> None:
    assert looks.look() == LOOK_S
    begin(looks, ANN, Player("Cem", ("yellow",)))
    assert looks.look() == LOOK_S
    looks.carry_s = lambda: 0.25
    assert looks.look() == 0.25
    assert (looks.minds, looks.carried_at_s) == (0, [clock.now_s()] * 3)


def test_the_next_look_is_when_there_is_something_to_carry_or_in_a_second(
    looks: Looks, clock: ManualClock
) -> None:
    begin(looks, ANN, BEN)
    assert looks.look() == 0.0
    for carry_s, left_s in ((None, LOOK_S), (5.0, LOOK_S), (0.25, 0.25)):
        looks.carry_s = lambda carry_s=carry_s: carry_s  # type: ignore[misc]  # its default binds it
        assert looks.look() == left_s
    assert (looks.minds, looks.carried_at_s) == (1, [clock.now_s()] * 4)


def test_an_opponent_thinks_at_once_and_acts_at_its_pace(
    bens_turn: Looks, eager: Eager, clock: ManualClock
) -> None:
    assert bens_turn.look() == 0.0
    assert (eager.asked, bens_turn.played) == (1, [])
    assert bens_turn.look() == pytest.approx(PACE_S)
    bens_turn.carry_s = lambda: 0.125
    assert bens_turn.look() == 0.125
    assert bens_turn.played == []
    clock.advance(PACE_S)
    bens_turn.carry_s = lambda: None
    assert bens_turn.look() == 0.0
    assert (eager.asked, bens_turn.played) == (1, ["f1"])


def test_an_action_that_is_refused_is_logged_and_thought_of_again_a_little_later(
    bens_turn: Looks, eager: Eager, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "controller.table.opponents.thread")
    bens_turn.look()
    clock.advance(PACE_S)

    def paused_just_before() -> None:
        bens_turn.table.submit(Pause(paused=True))

    bens_turn.carry_s = paused_just_before
    assert bens_turn.look() == 0.0
    assert [record.getMessage() for record in caplog.records] == [
        "An opponent's action was refused: The game is paused. Resume it first."
    ]
    bens_turn.carry_s = lambda: None
    bens_turn.table.submit(Pause(paused=False))
    assert bens_turn.look() == 0.0
    assert eager.asked == 2
    assert bens_turn.look() == pytest.approx(RETRY_S)
    clock.advance(RETRY_S)
    bens_turn.look()
    assert bens_turn.played == ["f1"]


def test_an_opponent_does_not_think_about_a_game_that_has_changed_since_the_look(
    bens_turn: Looks, eager: Eager
) -> None:
    def paused_just_before() -> None:
        bens_turn.table.submit(Pause(paused=True))

    bens_turn.carry_s = paused_just_before
    assert bens_turn.look() == 0.0
    assert eager.asked == 0


def test_a_game_that_stops_while_an_opponent_asks_for_it_is_not_thought_about(
    bens_turn: Looks, eager: Eager
) -> None:
    bens_turn.carry_s = bens_turn.table.stop
    assert bens_turn.look() == 0.0
    assert eager.asked == 0


def test_a_look_after_the_stop_asks_no_opponent(bens_turn: Looks, eager: Eager) -> None:
    bens_turn.stop()
    assert bens_turn.look() == 0.0
    assert eager.asked == 0
