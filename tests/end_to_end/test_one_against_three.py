"""One person against three opponents, from the command line to the end of the race."""

import random
import signal
from pathlib import Path
from typing import Any

import pytest

from controller.bootstrap import JOURNAL_FILE
from controller.game.journal.journal import Journal
from controller.game.records import record_of_kept, replay, write
from tests.support.end_to_end.program import Program, running
from tests.support.waiting import until
from tools.autoplayer import choose

OPPONENTS = "walker,sprinter,strategist-1"
TURNS_BEFORE_THE_PLUG = 4


def ann_plays(program: Program, rng: random.Random, turns: int | None = None) -> bool:
    """Ann plays on her phone and carries her own runner; return True once the race is over.

    Args:
        program: the program.
        rng: decides for her.
        turns: how many turns she plays, at most.
    """
    assert program.post("/api/host", pin=program.pin).ok
    assert program.post("/api/seats/0/leave").ok
    assert program.post("/api/join", seat=0).ok
    while turns is None or turns > 0:
        view = _her_turn_or_the_end(program)
        if view["phase"] == "over":
            return True
        action = choose(view["me"], rng)
        # An answer of an opponent may come between, to a gift she has given.
        if program.post("/api/seats/0/play", action=action, version=view["version"]).ok:
            turns = None if turns is None else turns - 1
            _carry(program)
    return False


def _her_turn_or_the_end(program: Program) -> dict[str, Any]:
    def come() -> bool:
        _carry(program)
        view = program.get("/api/seats/0")
        return view["phase"] == "over" or (view["me"]["my_turn"] and not view["table"]["errands"])

    until(come, "Ann's turn")
    return program.get("/api/seats/0")


def _carry(program: Program) -> None:
    for errand in program.get("/api/watch")["table"]["errands"]:
        if errand["colour"] == "red":
            runner = program.get("/api/watch")["seats"][0]["runners"][0]
            if runner["square"]:
                program.post("/api/simulator/hand", do="put", piece="red", square=runner["square"])
            if runner["face_down"] != _face_down(program):
                program.post("/api/simulator/hand", do="turn", piece="red")


def _face_down(program: Program) -> bool:
    pieces = program.get("/api/simulator")["pieces"]
    return bool(next(each["face_down"] for each in pieces if each["piece"] == "red"))


@pytest.mark.long
def test_one_against_three_to_the_end_with_the_plug_pulled_on_the_way(tmp_path: Path) -> None:
    rng = random.Random(21)
    board = ("--board", "sim://direct")
    with running(tmp_path, *board, "--opponents", OPPONENTS, "--pace", "0") as program:
        assert not ann_plays(program, rng, TURNS_BEFORE_THE_PLUG)
        program.kill()
        assert program.wait() == -signal.SIGKILL
    with running(tmp_path, *board) as program:
        assert ann_plays(program, rng)
        ranking = program.get("/api/watch")["ranking"]
    assert [each["place"] for each in ranking] == [1, 2, 3, 4]
    journal = Journal(tmp_path / JOURNAL_FILE)
    kept = journal.game(1)
    assert kept is not None
    record = record_of_kept(kept)
    journal.close()
    assert [seat.opponent for seat in record.header.seats] == ["", *OPPONENTS.split(",")]
    assert replay(write(record))[1].state.prompt == "over"
