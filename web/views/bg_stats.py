"""A race as BG Stats takes it: a link that opens the app, which shows the race before it keeps it.

The link is the app's own, so nothing goes to a server, and the phone needs no network. Source:
bgstatsapp.com, "Push plays to BG Stats from other apps or websites".
"""

from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

import msgspec

from controller.game.pieces import Player
from controller.game.rules import State
from controller.game.rules.finish import side_of

APP: Final = "bgstats://app.bgstatsapp.com/createPlay.html?data="
GAME: Final = {
    "name": "Hare & Tortoise",
    "sourceGameId": "hare-and-tortoise",
    "bggId": 361,  # at boardgamegeek.com
    "highestWins": False,
    "noPoints": True,
}


def bg_stats_link(
    begun_at: str, edition_name: str, players: Sequence[Player], first: State, last: State
) -> str:
    """Return the link that sends a finished race to BG Stats.

    Args:
        begun_at: the date and time it was begun, UTC, ISO 8601.
        edition_name: of its rules.
        players: in seating order.
        first: the position at the start.
        last: the position at the end.
    """
    winners = side_of(last.ranking[0], last.rules.options.teams)
    play = {
        "sourceName": "hareboard",
        "sourcePlayId": begun_at,
        "playDate": begun_at[:19].replace("T", " "),
        "board": edition_name,
        "game": GAME,
        # The app for Android takes no player without each of these.
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": player.name,
                "startPlayer": first.to_act == seat,
                "winner": seat in winners,
                "rank": last.ranking.index(seat) + 1,
            }
            for seat, player in enumerate(players)
        ],
    }
    return APP + quote(msgspec.json.encode(play), safe="")
