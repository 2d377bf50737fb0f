"""Past games: their list, and the story of one.

Everything here is made from what the journal keeps, by playing it again.
"""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from controller.game.history import Chapter, Game, Ply
from controller.game.journal.journal import KeptGame
from controller.game.journal.saved_game import replayed
from controller.game.pieces import Player
from controller.game.records import record_of_kept, write
from controller.game.rules import RulesError, State
from controller.game.setup import Setup
from controller.refusal import Refusal

LISTED: Final = 100
"""How many games a list has at most."""

GameState = Literal["playing", "over", "aside", "abandoned"]


class GameSummary(msgspec.Struct, frozen=True):
    """A game as a list tells of it.

    Attributes:
        game: its number: that of its first entry in the journal.
        begun_at: the date and time it was begun, UTC, ISO 8601.
        edition: whose rules were played by.
        players: the names, in seating order.
        state: whether it goes on, has ended, or was left as it stood.
        winner: the name of who won, None before the end.
        played: how many actions were played and stand.
        can_load: it can go on, once no other game does.
    """

    game: int
    begun_at: str
    edition: str
    players: tuple[str, ...]
    state: GameState
    winner: str | None
    played: int
    can_load: bool


class Turn(msgspec.Struct, frozen=True):
    """One step of a story.

    Attributes:
        number: counted from 1.
        seat: who acted, or for whom chance was drawn; None when the wood was taken over.
        ply: what was done, with its events; None when the wood was taken over. It holds the
            whole position: `seen_by` says what others may know of an event.
        squares: where the runners were afterwards, for each seat: 0 is START.
        carrots: what each seat held afterwards; None while the game is not over.
    """

    number: int
    seat: int | None
    ply: Ply | None
    squares: tuple[tuple[int, ...], ...]
    carrots: tuple[int, ...] | None


class Story(msgspec.Struct, frozen=True):
    """A game told from its beginning.

    Attributes:
        game: its number.
        begun_at: the date and time it was begun, UTC, ISO 8601.
        edition: whose rules were played by.
        players: who played, in seating order.
        home: the index of HOME.
        over: it was played to its end.
        turns: everything that stands, oldest first.
    """

    game: int
    begun_at: str
    edition: str
    players: tuple[Player, ...]
    home: int
    over: bool
    turns: tuple[Turn, ...]


def summary_of(kept: KeptGame, under_way: int | None) -> GameSummary | None:
    """What a list tells of a game; None if not even its set-up can be read.

    Args:
        kept: the game.
        under_way: the number of the game on the table, None without one.
    """
    try:
        setup, game = replayed(kept.entries)
    except (RulesError, IndexError):
        return _summary_without_game(kept)
    state = _state_of(kept, game, under_way)
    ranking = game.state.ranking
    return GameSummary(
        game=kept.number,
        begun_at=kept.begun_at,
        edition=setup.edition,
        players=tuple(player.name for player in setup.seats),
        state=state,
        winner=setup.seats[ranking[0]].name if ranking else None,
        played=len(game.history),
        can_load=state in ("aside", "abandoned"),
    )


def story_of(kept: KeptGame) -> Story:
    """The story of a game.

    Raises:
        RulesError: it cannot be replayed, as `replayed` says.
        IndexError: it takes back what was not played.
    """
    setup, game = replayed(kept.entries)
    over = game.state.prompt == "over"
    return Story(
        game=kept.number,
        begun_at=kept.begun_at,
        edition=setup.edition,
        players=setup.seats,
        home=game.state.rules.home,
        over=over,
        turns=tuple(_turns(game, over=over)),
    )


def record_for_all(kept: KeptGame) -> str:
    """The record of a game, as text, once its hands are nobody's secret any more.

    Args:
        kept: the game.

    Raises:
        Refusal: it is not over and may still go on, so its hands are private.
        RulesError: it cannot be replayed, as `replayed` says.
        IndexError: it takes back what was not played.
    """
    record = record_of_kept(kept)
    if not record.header.result:
        raise Refusal(
            "game-running",
            "This game is not over, and its record would tell every hand. Play it to its end "
            "first.",
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
    """A game whose rules are not there any more, say: it is kept, but cannot go on."""
    try:
        setup = msgspec.json.decode(kept.entries[0].text, type=Setup)
    except msgspec.DecodeError:
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
    )
