"""A pulled plug: the real program, killed in the middle of play, again and again."""

import os
import random
import signal
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.config import Settings
from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from tests.support.end_to_end.ledger import Ledger, Line, View, read_journal
from tests.support.end_to_end.program import NoAnswer, Program, seated, simulation
from tests.support.tiers import few_or
from tests.support.waiting import until
from tools.autoplayer import choose

SEED = 64
START_UP_S = 0.3
SOON_S = (0.005, 0.03, 0.7)
"""Within one of these of an action the plug is pulled: as it is asked for, in what follows, or
while a runner rests."""
START, HOME = 0, 64
SETUP = Setup(
    tuple(Player(name, (COLOURS[seat],)) for seat, name in enumerate(("Ann", "Ben", "Cem")))
)
BEGIN: Line = ("begin", msgspec.json.encode(SETUP).decode())
UNDO: Line = ("undo", "")
ABANDON: Line = ("abandon", "")


class Company:
    """Three people with phones and hands, doing one random thing after another.

    Args:
        program: the program they play on.
        ledger: where they note what they asked, were answered and saw.
        rng: what they decide by.
    """

    def __init__(self, program: Program, ledger: Ledger, rng: random.Random) -> None:
        self._program = program
        self._ledger = ledger
        self._rng = rng
        self._plug: threading.Timer | None = None
        self._first_look_ends_s = time.monotonic() + Settings().first_look_s

    def do_something(self) -> None:
        """Play, take back, or begin anew; the wood is put in order first."""
        view = self.let_the_wood_settle()
        if view["phase"] != "playing":
            self._ask("/api/games", BEGIN, view["version"], **msgspec.to_builtins(SETUP))
            self._program.take_seats()
        elif self._rng.random() < 0.01:
            self._ask("/api/games/abandon", ABANDON, view["version"], version=view["version"])
        elif view["take_back"] is not None and self._rng.random() < 0.2:
            self._take_back(view)
        else:
            self._play(view["to_act"])

    def arm(self, plug: threading.Timer) -> None:
        """Let the time until the plug is pulled begin with the next action."""
        self._plug = plug

    def let_the_wood_settle(self) -> View:
        """Wait for a move that lies on the board to count, then carry what is to be carried."""
        until(self._has_settled, "the runners to stand where the game has them")
        return self.look()

    def look(self, seat: int | None = None) -> View:
        """What a page shows now."""
        view = self._program.get("/api/watch" if seat is None else f"/api/seats/{seat}")
        self._ledger.shown.append(view)
        return view

    def _play(self, seat: int) -> None:
        view = self.look(seat)
        if not view["me"]["my_turn"]:
            return  # A turn was missed meanwhile: everybody looks again.
        action = choose(view["me"], self._rng)
        to = {each["action"]: each["square"] for each in view["me"]["destinations"]}.get(action)
        if self._rng.random() < 0.4 and self._can_be_seen(view, action, to):
            self._play_by_hand(view, action, to)
        else:
            self._ask(
                f"/api/seats/{seat}/play",
                ("play", action),
                view["version"],
                action=action,
                version=view["version"],
            )

    def _can_be_seen(self, view: View, action: str, to: int | None) -> bool:
        """Whether the wood can tell of an action: a hand that comes after the first look."""
        if to is None and action != "chew":
            return False
        starts = view["me"]["runners"][0]["square"] == START
        return self._was_read() and (not starts or time.monotonic() >= self._first_look_ends_s)

    def _was_read(self) -> bool:
        """Whether every square was read once: a runner moved before that stood there all along."""
        readers = self._program.get("/api/readers")["readers"]
        return all(each["age_s"] is not None for each in readers)

    def _play_by_hand(self, view: View, action: str, to: int | None) -> None:
        """Set the runner down, or upright; then let it rest, or say that it is meant."""
        version, colour = view["version"], runner(view, view["to_act"])["colour"]
        self._ledger.asked[version + 1].add(("play", action))
        self._now()
        if to is None:
            self._hand(do="turn", piece=colour)
        else:
            self._hand(do="lift", piece=colour)
            self._hand(do="put", piece=colour, square=to)
        until(
            lambda: (now := self.look())["table"]["understood"] or now["version"] > version,
            f"{action} to be understood",
        )
        if self._rng.random() < 0.4:
            self._ask("/api/confirm", ("play", action), version, version=version)
        until(lambda: self.look()["version"] > version, f"{action} to be played")

    def _take_back(self, view: View) -> None:
        """By phone at once, or by putting the runner back and answering the question."""
        version, seat = view["version"], view["take_back"]["seat"]
        path, colour = f"/api/seats/{seat}/take-back", runner(view, seat)["colour"]
        before = self._before_the_last_move(view, seat)
        if before is not None and self._rng.random() < 0.5 and self._was_read():
            self._stand(colour, before)
            until(lambda: self.look()["take_back"]["offered"], "the question")
            if self._rng.random() < 0.5:
                self._ledger.asked[version + 1].add(UNDO)
                self._program.post("/api/simulator/press", button="take-back")
                until(lambda: self.look()["version"] > version, "the button to be heard")
                return
            path = "/api/confirm"
        self._ask(path, UNDO, version, version=version)

    def _ask(self, path: str, line: Line, seen: int, **body: Any) -> None:
        """Ask for an entry of the journal, as the game stood at the version seen."""
        self._now()
        try:
            answer = self._program.post(path, **body)
        except NoAnswer:
            self._ledger.asked[seen + 1].add(line)
            raise
        if answer.ok:
            self._ledger.confirmed[seen + 1] = line
            assert answer.body["version"] > seen
        else:
            # A runner that rested was quicker; nothing else is in the way.
            assert answer.body["error"]["code"] == "stale", answer

    def _now(self) -> None:
        if self._plug is not None:
            self._plug.start()
            self._plug = None

    def _before_the_last_move(self, view: View, seat: int) -> int | None:
        """Where a seat's runner stood before the entry of the journal that is the last now."""
        now = runner(view, seat)["square"]
        for earlier in reversed(self._ledger.shown):
            if earlier["version"] == view["version"] - 1 and earlier["to_act"] == seat:
                square: int = runner(earlier, seat)["square"]
                return square if now not in (START, square) else None
        return None

    def _has_settled(self) -> bool:
        """Whether nothing is left to carry, and the board has seen what was carried.

        A hand waits for that before it takes the same runner again: one lifted and set down
        again before three readings have missed it has not been touched.
        """
        view = self.look()
        table = view["table"]
        amiss = ("understood", "in_hand", "errands", "mismatches")
        return not self._carry(view) and not any(table[each] for each in amiss)

    def _carry(self, view: View) -> bool:
        """Put every runner where the game has it; returns whether there was one to carry."""
        understood = view["table"]["understood"]
        pieces = {each["piece"]: each for each in self._program.get("/api/simulator")["pieces"]}
        carried = False
        for seat in range(len(view["seats"])):
            if understood is not None and understood["seat"] == seat:
                continue
            wanted = runner(view, seat)
            colour, square = wanted["colour"], wanted["square"]
            piece = pieces[colour]
            turned = square not in (START, HOME) and piece["face_down"] != wanted["face_down"]
            stands = piece["square"] or START
            if turned:
                self._hand(do="turn", piece=colour)
            if stands not in (START if square == HOME else square, square):
                self._stand(colour, square)
                carried = True
            carried = carried or turned
        return carried

    def _stand(self, colour: str, square: int) -> None:
        if square == START:
            self._hand(do="knock", piece=colour)
        else:
            self._hand(do="put", piece=colour, square=square)

    def _hand(self, **body: Any) -> None:
        assert self._program.post("/api/simulator/hand", **body).ok


def runner(view: View, seat: int) -> dict[str, Any]:
    """The one runner of a seat, as a view has it."""
    (only,) = view["seats"][seat]["runners"]
    found: dict[str, Any] = only
    return found


@pytest.mark.parametrize("kills", few_or(2, int(os.environ.get("HAREBOARD_KILLS", "40"))))
def test_no_confirmed_action_is_lost_and_none_is_invented(tmp_path: Path, kills: int) -> None:
    """`HAREBOARD_KILLS=500 make test ARGS="-m long tests/end_to_end/test_sigkill.py"` for more."""
    kill_again_and_again(tmp_path, kills, SEED)


def kill_again_and_again(folder: Path, cuts: int, seed: int) -> None:
    """Play, kill, look at the journal, and go on: so many times."""
    rng = random.Random(seed)
    ledger = Ledger(confirmed={1: BEGIN})
    with seated(folder, "--players", "3") as program:
        play_until_killed(program, ledger, rng)
    ledger.check(read_journal(folder))
    for cut in range(1, cuts):
        if cut % 10 == 0:
            kill_while_it_starts(folder, rng)
            ledger.check(read_journal(folder))
        with seated(folder) as program:
            company = Company(program, ledger, rng)
            resumed = company.look()
            assert resumed["version"] >= len(ledger.lines)
            for each in resumed["seats"]:
                company.look(each["seat"])
            play_until_killed(program, ledger, rng)
        ledger.check(read_journal(folder))
    assert len(ledger.confirmed) > cuts


def play_until_killed(program: Program, ledger: Ledger, rng: random.Random) -> None:
    """A few things are done undisturbed, then the plug is pulled within or after the next."""
    company = Company(program, ledger, rng)
    for _ in range(rng.randint(0, 4)):
        company.do_something()
    plug = threading.Timer(rng.random() * rng.choice(SOON_S), program.kill)
    company.arm(plug)
    try:
        while True:
            company.do_something()
    except NoAnswer:
        plug.join()
    assert program.wait() == -signal.SIGKILL


def kill_while_it_starts(folder: Path, rng: random.Random) -> None:
    program = simulation(folder)
    time.sleep(rng.random() * START_UP_S)
    program.close()
