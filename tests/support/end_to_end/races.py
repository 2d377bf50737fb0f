"""Races that are played by phone while a browser looks on."""

import random
from typing import Any, Final

from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Begin, Play
from tests.end_to_end.conftest import Running
from tests.support.web.views import view
from tools.autoplayer import choose
from web.languages.language import in_english

NAMES: Final = ("Ann", "Ben", "Cem")


def begin(running: Running, actions: int = 0) -> None:
    """Begin a game, and play so many actions of it, or all of them, by phone."""
    seats = tuple(Player(name, (colour,)) for name, colour in zip(NAMES, COLOURS, strict=False))
    running.table.actor.submit(Begin(Setup(seats)))
    play(running, actions)


def play(running: Running, actions: int) -> None:
    service = running.table.actor
    rng = random.Random(3)
    for _ in range(actions):
        seen = watch(running)
        seat = seen["to_act"]
        if seat is None:
            return
        service.submit(Play(seat, choose(hand(running, seat), rng), seen["version"]))


def hand(running: Running, seat: int) -> Any:
    """What a seat's own phone is shown."""
    return view(running.table.actor.snapshot, seat, in_english(), (), "")["me"]


def watch(running: Running) -> Any:
    return running.get("/api/watch")


def games(running: Running) -> list[Any]:
    listed: list[Any] = running.get("/api/games")["games"]
    return listed
