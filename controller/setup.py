"""Setting a game up: who plays, in which order, by which rules."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from controller.editions import DEFAULT_EDITION, make_ruleset
from controller.game import Game
from controller.rules import BadSetup, new_game
from controller.table.pieces import Player

LONGEST_NAME: Final = 24
FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 6


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to begin.

    Attributes:
        seats: the players in seating order.
        edition: whose rules to play by.
        first: the seat that begins.
        options: house rules, by option.
        chance: whether the electronics shuffle and roll, or the players do and say what came.
    """

    seats: tuple[Player, ...]
    edition: str = DEFAULT_EDITION
    first: int = 0
    options: Mapping[str, Any] = {}
    chance: Literal["electronic", "by-hand"] = "electronic"


def start_game(setup: Setup) -> Game:
    """A game as its set-up has it.

    Raises:
        BadSetup: seats, names, colours, edition or options do not fit.
    """
    check_players(setup)
    rules = make_ruleset(setup.edition, len(setup.seats), setup.options)
    for player in setup.seats:
        if len(player.colours) != rules.options.runners:
            each = "one runner" if rules.options.runners == 1 else "two runners"
            raise BadSetup("bad-request", f"{player.name} needs {each}, a colour for each.")
    return Game(new_game(rules, len(setup.seats), setup.first))


def check_players(setup: Setup) -> None:
    """Refuse players that could not be told apart.

    Raises:
        BadSetup: too few or many, a name that is empty or too long, or a colour taken twice.
    """
    count = len(setup.seats)
    if not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
        raise BadSetup("bad-request", f"{count} players: this game is for two to six.")
    for seat, player in enumerate(setup.seats):
        if not player.name.strip() or len(player.name) > LONGEST_NAME:
            raise BadSetup(
                "bad-request", f"Player {seat + 1} needs a name of 1 to {LONGEST_NAME} letters."
            )
    each: tuple[tuple[str, list[str]], ...] = (
        ("name", [player.name.strip().casefold() for player in setup.seats]),
        ("colour", [str(colour) for player in setup.seats for colour in player.colours]),
    )
    for what, values in each:
        twice = next((value for value in values if values.count(value) > 1), None)
        if twice is not None:
            raise BadSetup("bad-request", f"The {what} “{twice}” is there twice.")
