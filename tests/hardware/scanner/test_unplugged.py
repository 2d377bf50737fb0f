"""The cable is cut at a byte of a conversation, and put in again: the board is whole again.

`make test-all` cuts at every seventh byte; for each one:
HAREBOARD_EVERY=1 make test ARGS="-m 'long or not long' tests/hardware/scanner/test_unplugged.py"
"""

import os
import random
from typing import Final

import pytest

from hardware.scanner.coprocessor import SILENCE_S
from tests.support.hardware.benches import bench
from tests.support.scanner.whole import DARK, GREEN, RED, Seen, WholeBoard
from tests.support.tiers import sample

EVERY: Final = int(os.environ.get("HAREBOARD_EVERY", "7"))
"""Bytes from one cut to the next."""
PARTS: Final = 16
SQUARES: Final = 2
OP_S: Final = 200e-6
TALK_S: Final = 0.25
"""How long the conversation is that is cut."""
DEAD_S: Final = 0.01
"""How long the line is dead before anybody notices that the plug is out."""
OUT_S: Final = 0.1
WHOLE_S: Final = 2.0
"""How soon everything works again once the device is there."""
AFTER: Final = [(0, 0, 60), GREEN]
"""What the lights are to show in the end."""


class Cable:
    """Lets so many bytes through, in either direction, and then none."""

    def __init__(self, most: float) -> None:
        self.passed = 0
        self.most = most

    @property
    def is_cut(self) -> bool:
        return self.passed > self.most

    def __call__(self, data: bytes) -> bytes:
        left = max(self.most - self.passed, 0)
        self.passed += len(data)
        return data if left >= len(data) else data[: int(left)]


class Talk:
    """A greeting, some phases, a frame of lights and a button, over a cable that is cut."""

    def __init__(self, most: float) -> None:
        self.cable = Cable(most)
        self.board = WholeBoard(SQUARES, self.cable, op_s=OP_S)
        self.board.world.put("red", 1)
        self.board.show([GREEN, DARK])
        self._began_s = self.board.clock.now_s()

    def go_on(self) -> bool:
        """One step; returns False when it is over, or the cable cut."""
        board = self.board
        now_s = board.clock.now_s() - self._began_s
        board.press(down=0.12 < now_s < 0.17)
        if now_s > 0.15:
            board.show([GREEN, GREEN])
        board.step()
        return now_s < TALK_S and not self.cable.is_cut


def _measured() -> tuple[int, int]:
    """Bytes of the greeting, and of the whole conversation."""
    talk, greeting = Talk(float("inf")), 0
    while talk.go_on():
        if talk.board.host.state != "ready":
            greeting = talk.cable.passed
    return greeting, talk.cable.passed


GREETING, WHOLE = _measured()


def check_cut_after(passed: int) -> None:
    talk = Talk(passed)
    board = talk.board
    while talk.go_on():
        pass
    board.run(DEAD_S)
    board.scanner.line.plug(out=True)
    board.press(down=False)
    board.world.slide("red", 2)
    board.show(AFTER)
    board.run(OUT_S)
    assert board.host.trouble == "The cable of the co-processor is pulled: plug it in."
    assert board.host.state == "away"
    board.sighted()
    talk.cable.most = float("inf")
    board.scanner.line.plug(out=False)
    board.run_until(lambda: board.host.state == "ready", WHOLE_S)
    sighted: list[Seen] = []

    def is_as_it_should() -> bool:
        sighted.extend(board.sighted())
        return board.is_whole and list(board.lights.duties) == AFTER and bool(sighted)

    board.run_until(is_as_it_should, WHOLE_S)
    assert sighted == [(2, RED, True)]


def test_the_conversation_has_everything_in_it() -> None:
    talk = Talk(float("inf"))
    while talk.go_on():
        pass
    assert talk.board.is_whole
    assert talk.board.sighted() == [(1, RED, True)]
    assert len(talk.board.pressed) == 1
    assert list(talk.board.lights.duties) == [GREEN, GREEN]
    assert 300 < GREETING < WHOLE - 300


@pytest.mark.parametrize("part", sample(PARTS, range(PARTS)))
def test_a_cable_that_is_cut_again_and_again(part: int) -> None:
    for passed in range(part * EVERY, WHOLE, PARTS * EVERY):
        check_cut_after(passed)


class TestAtTheStart:
    """A co-processor that is not there when the board is started."""

    def test_nothing_is_said_of_it_at_first(self) -> None:
        with bench("three-scanners") as board:
            board.devices[1].line.plug(out=True)
            board.run(SILENCE_S - 0.1)
            assert board.events == []

    def test_soon_its_squares_are_missed_and_no_others(self) -> None:
        with bench("three-scanners") as board:
            board.devices[1].line.plug(out=True)
            board.run(SILENCE_S + 0.1)
            missed = {square: board.changes(square) for square in board.places}
            assert {sq for sq, states in missed.items() if states} == {5, 6, 7, 8}
            assert {tuple(states) for states in missed.values()} == {(), ("quarantined",)}
            (trouble,) = {each.trouble for each in board.board.readers() if each.trouble}
            assert trouble == "The cable of the co-processor is pulled: plug it in."
            board.world.put("red", 9)
            assert board.run(1.0) == [(9, RED, True)]

    @pytest.mark.long
    def test_when_it_comes_it_is_read(self) -> None:
        with bench("three-scanners") as board:
            board.devices[1].line.plug(out=True)
            board.world.put("red", 6)
            board.run(5.0)
            board.devices[1].line.plug(out=False)
            assert board.run(2.0) == [(6, RED, True)]
            assert {each.state for each in board.board.readers()} == {"healthy"}

    @pytest.mark.long
    def test_one_that_does_not_answer_says_so(self) -> None:
        board = WholeBoard(SQUARES, lambda _: b"")
        board.run(SILENCE_S + 0.1)
        assert board.states(1) == ["quarantined"]
        (trouble,) = {each.trouble for each in board.board.readers()}
        assert trouble.startswith("The co-processor at here does not answer: has it its firmware")


class TestAgain:
    """Plugs that are pulled more than once, or only for a moment."""

    def test_a_plug_that_was_out_for_a_moment_makes_another_beginning(self) -> None:
        board = WholeBoard(SQUARES)
        board.run(0.5)
        board.world.put("red", 1)
        board.scanner.line.plug(out=True)
        board.scanner.line.plug(out=False)
        board.step()
        assert not board.is_whole
        board.run_until(lambda: board.is_whole, WHOLE_S)
        assert board.run(1.0) == [(1, RED, True)]
        assert board.states(1) == board.states(2) == ["quarantined", "back", "healthy"]

    @pytest.mark.long
    def test_a_plug_that_is_loose(self) -> None:
        board = WholeBoard(SQUARES)
        rng = random.Random(1)
        for _ in range(40):
            board.scanner.line.plug(out=rng.random() < 0.5)
            board.run(rng.choice((0.001, 0.01, 0.1, 0.5)))
        board.scanner.line.plug(out=False)
        board.world.put("red", 2)
        board.show(AFTER)
        board.run_until(lambda: board.is_whole and list(board.lights.duties) == AFTER, WHOLE_S)
        board.run(0.5)
        assert [each.uids for each in board.readings[-SQUARES:]].count((RED,)) == 1


class TestButtons:
    """What is pressed while the plug is out."""

    @pytest.fixture
    def board(self) -> WholeBoard:
        board = WholeBoard(SQUARES)
        board.run(0.5)
        board.press(down=True)
        board.run(0.2)
        board.scanner.line.plug(out=True)
        board.run(0.5)
        return board

    @pytest.mark.long
    def test_a_button_that_was_let_go_meanwhile_is_not_held(self, board: WholeBoard) -> None:
        board.press(down=False)
        board.scanner.line.plug(out=False)
        board.run(3.0)
        assert board.pressed == []
        board.tap()
        assert [each.held for each in board.pressed] == [False]

    @pytest.mark.long
    def test_a_button_that_is_still_pressed_is_pressed_once(self, board: WholeBoard) -> None:
        board.scanner.line.plug(out=False)
        board.run(0.5)
        board.press(down=False)
        board.run(0.5)
        assert [each.held for each in board.pressed] == [False]
