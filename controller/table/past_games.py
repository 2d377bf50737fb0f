"""Past games: their list, and the story of one.

All of it is computed by replaying the journal; `summaries.py` keeps the list rows.
"""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from controller.game.history import Chapter, Game, Ply
from controller.game.journal.entries import KeptGame
from controller.game.journal.saved_game import replayed
from controller.game.pieces import Player
from controller.game.rules import RulesError, State
from controller.game.rules.finish import side_of
from controller.game.setup import Setup
from controller.json_data import BadJson, from_json
from controller.refusal import Refusal

LISTED: Final = 100
"""Largest number of games in a list."""
REPLAYED: Final = 1_500
"""Entries that are replayed for one list, and the rest of a game: some hundredths of a second."""

GameState = Literal["playing", "over", "aside", "abandoned"]


class GameSummary(msgspec.Struct, frozen=True):
    """List row of a game.

    Attributes:
        game: its number: that of its first entry in the journal.
        begun_at: the date and time it was begun, UTC, ISO 8601.
        edition: the edition of the rules.
        players: the names, in seating order.
        state: under way, ended, or left unfinished.
        winner: the name of the winner; None before the end.
        played: number of actions that were played and not taken back.
        can_load: it can be resumed once no other game is under way.
        opponents: the character of each seat, "" for a person's; empty if only people play.
        team: the number of the team that won, from 0; None without teams and before the end.
    """

    game: int
    begun_at: str
    edition: str
    players: tuple[str, ...]
    state: GameState
    winner: str | None
    played: int
    can_load: bool
    opponents: tuple[str, ...] = ()
    team: int | None = None

    @property
    def lacks_rules(self) -> bool:
        """True if it could not be replayed: a file of its rules is missing or has mistakes."""
        return not self.can_load and self.state in ("aside", "abandoned")


class GameList(msgspec.Struct, frozen=True):
    """The last games begun.

    Attributes:
        rows: those that have been read, newest first.
        unread: number of others, which the next lists have.
    """

    rows: tuple[GameSummary, ...]
    unread: int


class Turn(msgspec.Struct, frozen=True):
    """One step of a story.

    Attributes:
        number: counted from 1.
        seat: the seat that acted or that chance was drawn for; None for a take-over of the board.
        ply: the action with its events; None for a take-over of the board. It holds the whole
            position: `seen_by` reduces an event to what other seats may know.
        squares: the squares of the runners afterwards, for each seat: 0 is START.
        carrots: the carrots of each seat afterwards; None while the game is not over.
    """

    number: int
    seat: int | None
    ply: Ply | None
    squares: tuple[tuple[int, ...], ...]
    carrots: tuple[int, ...] | None


class Story(msgspec.Struct, frozen=True):
    """Story of a game from its beginning.

    Attributes:
        game: its number.
        begun_at: the date and time it was begun, UTC, ISO 8601.
        edition: the edition of the rules.
        players: the players, in seating order.
        home: the index of HOME.
        over: True if it was played to its end.
        turns: all steps that were not taken back, oldest first.
    """

    game: int
    begun_at: str
    edition: str
    players: tuple[Player, ...]
    home: int
    over: bool
    turns: tuple[Turn, ...]


def summary_of(kept: KeptGame, under_way: int | None) -> GameSummary | None:
    """Return the list row of a game; None if not even its set-up can be read, or for a lesson
    that is not to go on.

    Args:
        kept: the game.
        under_way: the number of the game on the table, None without one.
    """
    try:
        setup, game = replayed(kept.entries)
    except (RulesError, IndexError):
        return _summary_without_game(kept)
    state = _state_of(kept, game, under_way)
    if setup.lesson is not msgspec.UNSET and state in ("over", "abandoned"):
        return None
    return _summary(kept.number, kept.begun_at, setup, game, state)


def summary_at_end(number: int, begun_at: str, setup: Setup, game: Game) -> GameSummary:
    """Return the list row of a game that is over, without a replay."""
    return _summary(number, begun_at, setup, game, "over")


def _summary(number: int, begun_at: str, setup: Setup, game: Game, state: GameState) -> GameSummary:
    ranking, teams = game.state.ranking, game.state.rules.options.teams
    return GameSummary(
        game=number,
        begun_at=begun_at,
        edition=setup.edition,
        players=tuple(player.name for player in setup.seats),
        state=state,
        winner=setup.seats[ranking[0]].name if ranking else None,
        played=len(game.history),
        can_load=state in ("aside", "abandoned"),
        opponents=_characters(setup),
        team=teams.index(side_of(ranking[0], teams)) if ranking and teams else None,
    )


def story_of(kept: KeptGame) -> Story:
    """Return the story of a game.

    Raises:
        RulesError: it cannot be replayed, as `replayed` says.
        IndexError: it takes back an action that was not played.
    """
    setup, game = replayed(kept.entries)
    return story_of_game(game, setup.seats, kept.number, kept.begun_at)


def story_of_game(
    game: Game, players: tuple[Player, ...], number: int = 0, begun_at: str = ""
) -> Story:
    """Return the story of a game that has been replayed.

    Args:
        game: the game.
        players: the players, in seating order.
        number: its number in the journal, if it is from there.
        begun_at: the date and time it was begun, UTC, ISO 8601, if that is known.
    """
    over = game.state.prompt == "over"
    return Story(
        game=number,
        begun_at=begun_at,
        edition=game.state.rules.edition,
        players=players,
        home=game.state.rules.home,
        over=over,
        turns=tuple(_turns(game, over=over)),
    )


def record_for_all(kept: KeptGame) -> str:
    """Return the record of a game, as text, once its hands are no longer private.

    Args:
        kept: the game.

    Raises:
        Refusal: it is not over and can be resumed, so its hands are private.
        RulesError: it cannot be replayed, as `replayed` says.
        IndexError: it takes back an action that was not played.
    """
    from controller.game.records import (  # noqa: PLC0415 - few games are written out
        record_of_kept,
        write,
    )

    record = record_of_kept(kept)
    if not record.header.result:
        raise Refusal(
            "game-running",
            "This game isn't over yet, and its record would reveal every hand. Finish it first.",
        )
    return write(record)


def _turns(game: Game, *, over: bool) -> Iterator[Turn]:
    number = 0
    for place, chapter in enumerate(game.chapters):
        for ply, state in _positions(chapter, mended=place > 0):
            number += 1
            yield Turn(
                number=number,
                seat=ply.seat if ply is not None else None,
                ply=ply,
                squares=tuple(tuple(each.at for each in seat.runners) for seat in state.seats),
                carrots=tuple(seat.carrots for seat in state.seats) if over else None,
            )


def _positions(chapter: Chapter, *, mended: bool) -> Iterator[tuple[Ply | None, State]]:
    if mended:
        yield None, chapter.start
    for ply in chapter.plies:
        yield ply, ply.step.state


def _state_of(kept: KeptGame, game: Game, under_way: int | None) -> GameState:
    if game.state.prompt == "over":
        return "over"
    if kept.number == under_way:
        return "playing"
    return "aside" if kept.entries[-1].kind == "aside" else "abandoned"


def _summary_without_game(kept: KeptGame) -> GameSummary | None:
    """Return the row of a game that cannot be resumed, as when its rules no longer exist."""
    try:
        setup = from_json(kept.entries[0].text, Setup)
    except BadJson:
        return None
    return GameSummary(
        game=kept.number,
        begun_at=kept.begun_at,
        edition=setup.edition,
        players=tuple(player.name for player in setup.seats),
        state="aside" if kept.entries[-1].kind == "aside" else "abandoned",
        winner=None,
        played=sum({"play": 1, "undo": -1}.get(entry.kind, 0) for entry in kept.entries),
        can_load=False,
        opponents=_characters(setup),
    )


def _characters(setup: Setup) -> tuple[str, ...]:
    characters = tuple(player.opponent or "" for player in setup.seats)
    return characters if any(characters) else ()
