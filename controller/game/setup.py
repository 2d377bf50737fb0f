"""Setting a game up: who plays, in which order, by which rules."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, Literal

import msgspec

from controller.game.editions.rulesets import DEFAULT_EDITION, make_ruleset
from controller.game.history import Game
from controller.game.pieces import Player, opponents_of
from controller.game.rules import BadSetup, new_game
from controller.game.turn_clock import TurnClock, check_clock
from controller.json_data import BadJson, from_json
from controller.plain_text import is_plain

LONGEST_NAME: Final = 24
LONGEST_BOARD_NAME: Final = 64
FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 6
RULES_BYTES: Final = 8
USUAL_PACE_S: Final = 2.0
SLOWEST_PACE_S: Final = 60.0


class Together(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A race of two boards that are paired.

    Attributes:
        pair: names the pair of boards; the same at both.
        guests: the seats that sit at the board that was invited.
        race: names the race, the same at both boards.
        boards: the names of the board that invites and of the other one, for people.
        rules: a digest of the rules as the board that invites has them; empty until it begins.
    """

    pair: str
    guests: tuple[int, ...]
    race: str
    boards: tuple[str, str]
    rules: str = ""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a game to begin.

    Attributes:
        seats: the players in seating order.
        edition: the edition whose rules to use.
        first: the seat that begins.
        options: house rules, by option.
        chance: whether the electronics shuffle and roll, or the players do and enter the result.
        clock: the clock to play with. Left out without one, so that earlier versions of the program
            can still read the game.
        pace_s: seconds that an opponent takes for an action, at least. Left out for
            `USUAL_PACE_S`, for the same reason.
        hints: whether phones offer hints; fading ones get fewer with every turn. Left out without
            them, for the same reason.
        lesson: whether this is the lesson before a race, which has these settings as well. Left
            out in a race, for the same reason.
        together: the two boards of the race. Left out with one board, for the same reason.
    """

    seats: tuple[Player, ...]
    edition: str = DEFAULT_EDITION
    first: int = 0
    options: Mapping[str, Any] = {}
    chance: Literal["electronic", "by-hand"] = "electronic"
    clock: TurnClock | msgspec.UnsetType = msgspec.UNSET
    pace_s: float | msgspec.UnsetType = msgspec.UNSET
    hints: Literal[True, "fading"] | msgspec.UnsetType = msgspec.UNSET
    lesson: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    together: Together | msgspec.UnsetType = msgspec.UNSET

    @property
    def pace_of_opponents_s(self) -> float:
        """Return the seconds that an opponent takes for an action, at least."""
        return USUAL_PACE_S if self.pace_s is msgspec.UNSET else self.pace_s


def start_game(setup: Setup) -> Game:
    """Start a game from its set-up, which may be of an earlier version of the program.

    Raises:
        BadSetup: seats, names, colours, edition or options do not fit.
    """
    _check_seats(setup)
    if setup.clock is not msgspec.UNSET:
        check_clock(setup.clock)
    if setup.pace_s is not msgspec.UNSET:
        check_pace(setup.pace_s)
    rules = make_ruleset(setup.edition, len(setup.seats), setup.options)
    for player in setup.seats:
        if len(player.colours) != rules.options.runners:
            if rules.options.runners == 1:
                raise BadSetup(
                    "bad-request", "{name} needs one runner, with one colour.", name=player.name
                )
            raise BadSetup(
                "bad-request", "{name} needs two runners, with a colour for each.", name=player.name
            )
    return Game(new_game(rules, len(setup.seats), setup.first))


def with_rules(setup: Setup) -> Setup:
    """Return the set-up with a digest of its rules, if it is of two boards.

    Tables, decks and editions may be the owner's: both boards have to have the same.

    Raises:
        BadSetup: edition or options do not fit.
    """
    if setup.together is msgspec.UNSET:
        return setup
    rules = make_ruleset(setup.edition, len(setup.seats), setup.options)
    written = msgspec.json.encode(rules, order="deterministic")
    digest = blake2b(written, digest_size=RULES_BYTES).hexdigest()
    return msgspec.structs.replace(
        setup, together=msgspec.structs.replace(setup.together, rules=digest)
    )


def check_players(setup: Setup) -> None:
    """Refuse new players that cannot be told apart, or whose names do not show as they are.

    Raises:
        BadSetup: too few or many, a name that is empty, too long or another player's, one with a
            control character or direction mark, a colour taken twice, or no person who could enter
            what their cards and dice show.
    """
    _check_seats(setup)
    for seat, player in enumerate(setup.seats):
        if not is_plain(player.name):
            raise BadSetup(
                "bad-request",
                "The name of player {number} has a character that does not show: type it anew.",
                number=seat + 1,
            )
    _check_names([" ".join(player.name.split()) for player in setup.seats])
    if setup.chance == "by-hand" and len(opponents_of(setup.seats)) == len(setup.seats):
        raise BadSetup(
            "bad-request",
            "Only a person can enter what your own cards and dice show: give somebody a seat, or "
            "let the board shuffle and roll.",
        )
    if setup.together is not msgspec.UNSET:
        _check_together(setup, setup.together)


def _check_together(setup: Setup, together: Together) -> None:
    seats, guests = set(range(len(setup.seats))), set(together.guests)
    people = seats - opponents_of(setup.seats)
    if not guests or not guests <= people or guests == people:
        raise BadSetup(
            "bad-request",
            "At each of the two boards somebody has to sit.",
        )
    if setup.chance == "by-hand":
        raise BadSetup(
            "bad-request",
            "In a race of two boards the board shuffles and rolls: choose that at “Cards and "
            "dice”.",
        )
    names = (together.race, together.pair, *together.boards)
    if not all(is_plain(name) and 0 < len(name) <= LONGEST_BOARD_NAME for name in names):
        raise BadSetup("bad-request", "The names of the two boards cannot be used.")


def _check_seats(setup: Setup) -> None:
    count = len(setup.seats)
    if not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
        raise BadSetup(
            "bad-request", "This game is for two to six players, not {count}.", count=count
        )
    for seat, player in enumerate(setup.seats):
        if not player.name.strip() or len(player.name) > LONGEST_NAME:
            raise BadSetup(
                "bad-request",
                "Player {number} needs a name of 1 to {most} letters.",
                number=seat + 1,
                most=LONGEST_NAME,
            )
    _check_names([player.name.strip() for player in setup.seats])
    colour = _twice([str(colour) for player in setup.seats for colour in player.colours])
    if colour is not None:
        raise BadSetup("bad-request", "The colour “{colour}” is used twice.", colour=colour)


def check_pace(pace_s: float) -> None:
    """Refuse a pace of opponents, in seconds, that is out of range.

    Raises:
        BadSetup: it is.
    """
    if not 0 <= pace_s <= SLOWEST_PACE_S:
        raise BadSetup(
            "bad-request",
            "An opponent may take 0 to {most} seconds for an action.",
            most=int(SLOWEST_PACE_S),
        )


def _check_names(names: Sequence[str]) -> None:
    """Refuse two equal names; upper and lower case make no difference."""
    seats: dict[str, int] = {}
    for seat, name in enumerate(names):
        first = seats.setdefault(name.casefold(), seat)
        if first != seat:
            raise BadSetup(
                "bad-request",
                "Players {first} and {second} have the same name, “{name}”: change one of them.",
                first=first + 1,
                second=seat + 1,
                name=names[first],
            )


def _twice(values: Sequence[str]) -> str | None:
    return next((value for value in values if values.count(value) > 1), None)


def race_of(text: str) -> str | None:
    """Return the race of two boards that a set-up of a journal begins; None for another one."""
    try:
        setup = from_json(text, Setup)
    except BadJson:
        return None
    return None if setup.together is msgspec.UNSET else setup.together.race
