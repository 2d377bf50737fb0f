"""A race is sent to BG Stats by a link that has all that the app asks for."""

import json
from typing import Any
from urllib.parse import unquote

import msgspec

from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup, start_game
from web.views.bg_stats import APP, bg_stats_link

NAMES = ("Ann", "Bë & n", "Cem", "Dan")
PLAYERS = tuple(Player(name, (colour,)) for name, colour in zip(NAMES, COLOURS, strict=False))


def sent(setup: Setup, ranking: tuple[int, ...]) -> dict[str, Any]:
    """What the app reads of a race with this order at its end."""
    first = start_game(setup).state
    last = msgspec.structs.replace(first, ranking=ranking)
    link = bg_stats_link("2026-08-14T12:00:05+00:00", "Parlett 2018", setup.seats, first, last)
    assert link.startswith(APP)
    data = link.removeprefix(APP)
    assert not set(data) & set('&"# <>')
    read: dict[str, Any] = json.loads(unquote(data))
    return read


def test_it_has_the_places_and_who_began() -> None:
    play = sent(Setup(PLAYERS, first=2), (1, 3, 0, 2))
    assert play["playDate"] == "2026-08-14 12:00:05"
    assert play["board"] == "Parlett 2018"
    assert [tuple(each.values()) for each in play["players"]] == [
        ("Ann", "Ann", False, False, 3),
        ("Bë & n", "Bë & n", False, True, 1),
        ("Cem", "Cem", True, False, 4),
        ("Dan", "Dan", False, False, 2),
    ]


def test_a_team_wins_together() -> None:
    play = sent(Setup(PLAYERS, options={"teams": ((0, 2), (1, 3))}), (1, 3, 0, 2))
    assert [each["winner"] for each in play["players"]] == [
        False,
        True,
        False,
        True,
    ]
