"""Races of two programs with emulated chips, whose line and broker do what they should not."""

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from controller.game.journal.race_log import LOG_KINDS
from hardware.sightings import FOUND_S
from tests.support.end_to_end.ledger import Line, comes_by_itself, positions, read_journal
from tests.support.end_to_end.live_view import LiveView, View
from tests.support.end_to_end.program import simulation
from tests.support.end_to_end.two_boards import COLOURS, begin_race, reaches, stands
from tests.support.mqtt.bad_line import BadLine
from tests.support.mqtt.broker import Mosquitto
from tests.support.waiting import until as until_met
from tools.autoplayer import choose
from web.commands.two_boards import prepare_boards

SEED = 64
LOOK_AGAIN_S = 0.05
LONGEST_INTERRUPTION_S = 5.0
until = partial(until_met, every_s=LOOK_AGAIN_S)


class Town:
    """A board with one person at it, whose hands are messy.

    Args:
        file: the board's file.
        seat: the seat that plays here.
        rng: what the person decides by.

    Attributes:
        confirmed: the actions that were played here, race by race; the board has said so.
    """

    def __init__(self, file: Path, seat: int, rng: random.Random) -> None:
        self.folder = file.parent
        self.confirmed: list[list[str]] = []
        self._file = file
        self._seat = seat
        self._rng = rng
        self.start()

    def start(self) -> None:
        """Switch the board on."""
        self.board = simulation(self.folder, "--board", f"sim://{self._file}")
        self.board.wait_until_ready()
        self._live = LiveView(self.board)
        self._all_read_s: float | None = None
        self._was_carried = True
        assert self.board.post("/api/host", pin=self.board.pin).ok

    def pull_the_plug(self) -> None:
        """End the program as a pulled plug does, and start it again."""
        self.board.kill()
        self.board.wait()
        self.close()
        self.start()
        self.sit_down()

    def close(self) -> None:
        """End the program however it may be."""
        self._live.close()
        self.board.close()

    def sit_down(self) -> None:
        """Take the seat, whoever held it before."""
        self.board.post(f"/api/seats/{self._seat}/leave")
        assert self.board.post("/api/join", seat=self._seat, screen=True).ok

    def look(self) -> View:
        """What everybody at the board sees."""
        return self._live.newest()

    def is_racing(self) -> bool:
        """Whether a race goes on here."""
        return bool(self.look()["phase"] == "playing")

    def may_act(self) -> bool:
        """Whether it is the turn of the person here, and all runners stand where they belong."""
        view = self.look()
        if view["phase"] != "playing" or view["to_act"] != self._seat:
            return False
        amiss = ("understood", "in_hand", "errands", "mismatches")
        return not any(view["table"][each] for each in amiss) and stands(self.board)

    def act(self) -> None:
        """Play by phone or by hand; return when the log has decided the action."""
        view = self.board.get(f"/api/seats/{self._seat}")
        action, version = choose(view["me"], self._rng), view["version"]
        to = {each["action"]: each["square"] for each in view["me"]["destinations"]}
        square = to.get(action, 0)
        if square in range(1, 64) and self._rng.random() < 0.6 and self.was_read():
            taken = {runner["square"] for each in view["seats"] for runner in each["runners"]}
            self._by_hand(square, sorted(set(range(1, 64)) - set(to.values()) - taken))
        else:
            path = f"/api/seats/{self._seat}/play"
            answer = self.board.post(path, action=action, version=version)
            assert answer.ok, answer
            self._was_carried = True
        if action != "miss":  # it comes by itself, too
            self.confirmed[-1].append(action)
        until(lambda: self.look()["version"] > version, f"{action} to be played")

    def was_read(self) -> bool:
        """Whether a hand is seen: what the first readings of a square find stood there."""
        if self._all_read_s is None:
            readers = self.board.get("/api/readers")["readers"]
            if all(each["age_s"] is not None for each in readers):
                self._all_read_s = time.monotonic()
        return self._all_read_s is not None and time.monotonic() >= self._all_read_s + FOUND_S

    def _wait_until_seen(self) -> None:
        """Wait until the readers have seen where the runner was carried to after a move by phone.

        To where it was carried from it would be put as if it had never been carried.
        """
        carried_s = time.monotonic()

        def was_seen() -> bool:
            asked_s = time.monotonic()
            readers = self.board.get("/api/readers")["readers"]
            return all(asked_s - each["age_s"] > carried_s for each in readers)

        until(was_seen, "all squares are read once more")
        self._was_carried = False

    def _by_hand(self, square: int, others: list[int]) -> None:
        """Move the runner, sometimes over a square that is not lit, or taken up again."""
        if self._was_carried:
            self._wait_until_seen()
        if self._rng.random() < 0.3:
            self._hand(do="put", square=self._rng.choice(others))
        if self._rng.random() < 0.3:
            self._hand(do="lift")
        self._hand(do="put", square=square)

    def _hand(self, **what: Any) -> None:
        piece = COLOURS[self._seat]
        assert self.board.post("/api/simulator/hand", piece=piece, **what).ok

    def races(self) -> list[list[Line]]:
        """The log of each race, from the journal, after the program has ended."""
        found: list[list[Line]] = []
        for kind, text in read_journal(self.folder):
            if kind == "begin":
                found.append([])
            if kind in LOG_KINDS:
                found[-1].append((kind, text))
        return found


class Evening:
    """Two towns, the broker between them and the line to it.

    Args:
        folder: for all files.
        seed: what chance depends on.
    """

    def __init__(self, stack: ExitStack, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.broker = stack.enter_context(Mosquitto(folder))
        self.line = stack.enter_context(BadLine(self.broker.port, seed))
        self.happened: Counter[str] = Counter()
        files = prepare_boards(folder, self.line.port)
        self.towns: list[Town] = []
        for seat, file in enumerate(files):
            self.towns.append(Town(file, seat, self.rng))
            stack.callback(self.towns[seat].close)
        for town in self.towns:
            until(partial(reaches, town.board), "the other board is there")

    def race(self) -> None:
        """Race from the invitation to the end, with something going wrong now and then."""
        near, far = self.towns
        until(lambda: near.was_read() and far.was_read(), "all that stands on the boards is known")
        begin_race(near.board, far.board, pace_s=0.0)
        for town in self.towns:
            town.sit_down()
            town.confirmed.append([])
            until(town.is_racing, "its stream tells of the race")
        while near.is_racing():  # the other board learns of the end after it
            until(lambda: self._acting() is not None or not near.is_racing(), "somebody's turn")
            if (acting := self._acting()) is not None:
                acting.act()
                self._go_wrong()
        until(lambda: not far.is_racing(), "the end comes to the other board")

    def end(self) -> None:
        """Stop both programs."""
        for town in self.towns:
            town.board.send(signal.SIGTERM)
            town.board.wait()

    def _acting(self) -> Town | None:
        return next((town for town in self.towns if town.may_act()), None)

    def _go_wrong(self) -> None:
        roll = self.rng.random()
        if roll < 0.10:
            self.happened["cut"] += 1
            self.line.cut()
        elif roll < 0.16:
            self.happened["broker forgot"] += 1
            self.broker.stop()
            self.broker.start()
        elif roll < 0.20:
            self.happened["interrupted"] += 1
            self.line.interrupt()
            again = threading.Timer(
                self.rng.uniform(0.0, LONGEST_INTERRUPTION_S), self.line.restore
            )
            again.daemon = True
            again.start()
        elif roll < 0.24:
            self.happened["plug"] += 1
            self.rng.choice(self.towns).pull_the_plug()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with ExitStack() as stack:
        yield Evening(stack, tmp_path, int(os.environ.get("HAREBOARD_SEED", SEED)))


@pytest.mark.long
def test_whatever_the_line_and_the_broker_do_both_boards_play_one_race(evening: Evening) -> None:
    """`HAREBOARD_RACES=100 HAREBOARD_SEED=1 make test ARGS="-m long -k bad_line -s"` for more."""
    races = int(os.environ.get("HAREBOARD_RACES", "1"))
    for _ in range(races):
        evening.race()
    evening.end()
    line, (near, far) = evening.line, evening.towns
    print(f"lost {line.lost}, repeated {line.repeated}, delayed {line.delayed}; {evening.happened}")
    assert near.races() == far.races()
    confirmed = [list(pair) for pair in zip(near.confirmed, far.confirmed, strict=True)]
    actions = sum(len(side) for race in confirmed for side in race)
    print(f"{races} races, {actions} actions by people")
    for race, seats in zip(near.races(), confirmed, strict=True):
        assert _asked_for(race) == seats
    assert min(line.lost, line.repeated, line.delayed, *evening.happened.values()) > 0


def _asked_for(race: list[Line]) -> list[list[str]]:
    """The actions of each seat that somebody must have asked for."""
    asked: list[list[str]] = [[], []]
    for line, state in zip(race, positions(race), strict=False):
        if line[0] == "play" and not comes_by_itself(state, line):
            assert state is not None
            assert state.to_act is not None
            asked[state.to_act].append(line[1])
    return asked
