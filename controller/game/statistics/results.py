"""What a finished race says of each of its seats."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from controller.game.history import Game, Ply
from controller.game.journal.entries import KeptGame
from controller.game.journal.saved_game import replayed
from controller.game.pieces import Colour
from controller.game.rules import RulesError
from controller.game.rules.events import CardDrawn, Chewed, Moved, Rolled


class RaceAt(NamedTuple):
    """A race of a journal, and its last entry; by its checksum another journal's is told apart."""

    game: int
    last: int
    checksum: str


class SeatResult(msgspec.Struct, frozen=True):
    """What a seat did in a race.

    Attributes:
        name: of the player, as it was typed.
        colours: of its runners.
        opponent: the character of a computer opponent; "" for a person.
        place: in the final order, from 1 (R9.3).
        turns: that it had.
        eaten: carrots that it paid for moves forward (R4.3).
        left: carrots that it held at the end.
        cards: hare cards that it drew, and rolls for them.
        lettuces: that it chewed.
        longest: squares of its longest move forward.
        longest_turn: number of that move in the story of the race; 0 without one.
        deleted: True for a person who was deleted; the name is a stand-in.
    """

    name: str
    colours: tuple[Colour, ...]
    opponent: str
    place: int
    turns: int
    eaten: int
    left: int
    cards: int
    lettuces: int
    longest: int
    longest_turn: int
    deleted: bool = False


class RaceOutcome(msgspec.Struct, frozen=True):
    """A race that was played to its end.

    Attributes:
        begun_at: the date and time it was begun, UTC, ISO 8601.
        edition: of its rules.
        seats: in seating order.
        teams: seats that won or lost together (R11.1); none in most races.
    """

    begun_at: str
    edition: str
    seats: tuple[SeatResult, ...]
    teams: tuple[tuple[int, ...], ...]


def result_of(kept: KeptGame) -> RaceOutcome | None:
    """Return the result of a race; None if it was not played to its end, or cannot be replayed."""
    try:
        setup, game = replayed(kept.entries)
    except (RulesError, IndexError):
        return None
    state = game.state
    if state.prompt != "over" or setup.lesson is not msgspec.UNSET:
        return None
    plies = tuple(_numbered(game))
    seats = tuple(
        SeatResult(
            name=player.name,
            colours=player.colours,
            opponent="" if player.opponent is msgspec.UNSET else player.opponent,
            deleted=player.deleted is not msgspec.UNSET,
            place=state.ranking.index(seat) + 1,
            left=state.seats[seat].carrots,
            **_done(plies, seat),
        )
        for seat, player in enumerate(setup.seats)
    )
    return RaceOutcome(
        begun_at=kept.begun_at,
        edition=setup.edition,
        seats=seats,
        teams=tuple(map(tuple, state.rules.options.teams or ())),
    )


def _done(plies: tuple[tuple[int, Ply], ...], seat: int) -> dict[str, int]:
    """Count what a seat did."""
    events = [(number, each) for number, ply in plies for each in ply.step.events]
    moves = [
        (each.to - each.start, -number, each.cost)
        for number, each in events
        if isinstance(each, Moved) and each.seat == seat
    ]
    longest, turn, _ = max(moves, default=(0, 0, 0))
    return {
        "turns": sum(ply.seat == seat and ply.is_turn for _, ply in plies),
        "eaten": sum(cost for _, _, cost in moves),
        "cards": sum(
            isinstance(each, CardDrawn | Rolled) and each.seat == seat for _, each in events
        ),
        "lettuces": sum(isinstance(each, Chewed) and each.seat == seat for _, each in events),
        "longest": longest,
        "longest_turn": -turn,
    }


def _numbered(game: Game) -> Iterator[tuple[int, Ply]]:
    """The actions, numbered as in the story: where the game was mended, it has a step more."""
    number = 0
    for place, chapter in enumerate(game.chapters):
        number += place > 0
        for ply in chapter.plies:
            number += 1
            yield number, ply
