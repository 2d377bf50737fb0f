"""What happens on a board, in its log: each state once, and nobody's name."""

import logging
from typing import Any

import msgspec
import pytest

from controller.appliance.status.event_log import STEADY, EventLog
from controller.appliance.status.status import GameNow, LightsNow, ReadersStatus, Running

NOBODY = GameNow("setup", (), None, None, None, 0, False, None)
GAME = GameNow("playing", ("Ann", "Ben"), "Ann", 1.0, None, 0, False, None)
QUIET = Running(
    version="0.1.0",
    up_s=1.0,
    address="http://192.168.7.31/",
    board="Majas Brett",
    mode="play",
    alive=True,
    trouble=None,
    game=NOBODY,
    readers=ReadersStatus(4, 4, ()),
    lights=LightsNow(there=True, trouble=None, draw_ma=1.0),
)


class Told:
    """A board that becomes what it is told, and what its log says of that."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        self.running = QUIET
        self._caplog = caplog
        self._event_log = EventLog(lambda: self.running)
        caplog.set_level(logging.INFO)

    def after(self, looks: int, **changes: Any) -> list[tuple[str, str]]:
        self.running = msgspec.structs.replace(self.running, **changes)
        self._caplog.clear()
        for _ in range(looks):
            self._event_log.look()
        return [(each.levelname, each.getMessage()) for each in self._caplog.records]


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture) -> Told:
    told = Told(caplog)
    assert told.after(10) == [("INFO", "The game has the board: hareboard 0.1.0.")]
    return told


def test_a_game_from_its_beginning_to_its_end(told: Told) -> None:
    assert told.after(10, game=GAME) == [("INFO", "A game of 2 is being played.")]
    paused = msgspec.structs.replace(GAME, paused=True)
    assert told.after(10, game=paused) == [("INFO", "The game is paused.")]
    assert told.after(10, game=GAME) == [("INFO", "A game of 2 is being played.")]
    over = msgspec.structs.replace(GAME, phase="over", to_act=None)
    assert told.after(10, game=over) == [("INFO", "The game is over.")]
    assert told.after(10, game=NOBODY) == [("INFO", "There is no game.")]


def test_a_disk_that_is_full_and_has_room_again(told: Told) -> None:
    told.after(1, game=GAME)
    full = msgspec.structs.replace(GAME, trouble="The disk is full.")
    assert told.after(10, game=full) == [("ERROR", "The disk is full.")]
    assert told.after(10, game=GAME) == [("INFO", "The game goes on.")]


def test_readers_that_are_out_are_told_once_and_only_if_they_stay_so(told: Told) -> None:
    out = ReadersStatus(4, 2, (2, 3))
    assert told.after(STEADY - 1, readers=out) == []
    assert told.after(1, readers=QUIET.readers) == []
    assert told.after(STEADY - 1, readers=out) == []
    assert told.after(10) == [("WARNING", "2 of 4 readers do not answer: squares 2, 3.")]
    assert told.after(10, readers=QUIET.readers) == [("INFO", "All 4 readers answer.")]


@pytest.mark.parametrize(
    ("there", "silent", "answering"),
    [
        (4, "1 of 4 readers does not answer: square 2.", "All 4 readers answer."),
        (1, "1 of 1 reader does not answer: square 2.", "The reader answers."),
    ],
)
def test_one_reader_is_told_in_the_singular(
    told: Told, there: int, silent: str, answering: str
) -> None:
    assert told.after(10, readers=ReadersStatus(there, there - 1, (2,))) == [("WARNING", silent)]
    assert told.after(10, readers=ReadersStatus(there, there, ())) == [("INFO", answering)]


def test_lights_that_go_out_and_come_back(told: Told) -> None:
    dark = LightsNow(there=True, trouble="The helper has ended.", draw_ma=0.0)
    assert told.after(10, lights=dark) == [("WARNING", "The lights are out. The helper has ended.")]
    assert told.after(10, lights=QUIET.lights) == [("INFO", "The lights work again.")]


def test_the_workshop(told: Told) -> None:
    assert told.after(10, mode="workshop", game=None) == [
        ("INFO", "The workshop has the board: hareboard 0.1.0.")
    ]
