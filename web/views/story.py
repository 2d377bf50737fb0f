"""The story of a game, for everybody: what happened, where the runners stood, who held what."""

from collections.abc import Sequence

import msgspec

from controller.game.history import Ply
from controller.game.pieces import Player, Seating
from controller.game.rules import State
from controller.game.rules.events import CardDrawn, Moved, Rolled, seen_by
from controller.game.rules.ruleset.track import LETTUCE, members
from controller.table.past_games import GameSummary, Story, Turn
from web.languages.language import Speech
from web.views import words
from web.views.bg_stats import bg_stats_link
from web.views.events import happened
from web.views.headline import team_name
from web.views.opponents import named_in
from web.views.shapes.game import GameListed, SeatFacts, SeatStanding, StoryTold, TurnTold
from web.views.track import track_view
from web.views.words import Teller


def story(told: Story, say: Speech) -> StoryTold:
    """Return a story in words; hands only once the game is over."""
    table = story_teller(told, say)
    plies = [turn.ply for turn in told.turns if turn.ply is not None]
    first = plies[0].before if plies else None
    last = plies[-1].step.state if plies else None
    name, players = words.edition_name(told.edition), table.seating.players
    return StoryTold(
        game=told.game,
        begun_at=told.begun_at,
        edition_name=name,
        players=players,
        home=told.home,
        over=told.over,
        turns=tuple(
            TurnTold(turn.number, turn.seat, turn_told(turn, table), turn.squares, turn.carrots)
            for turn in told.turns
        ),
        facts=tuple(_facts(plies, seat) for seat in range(len(told.players))),
        track=None if first is None else track_view(told.edition, first.rules.track, say),
        start=None if first is None else _standing(first, over=told.over),
        lettuces=() if first is None else tuple(members(first.rules.track.of_kind(LETTUCE))),
        ranking=() if last is None else last.ranking,
        teams=None if first is None else first.rules.options.teams,
        bg_stats=(
            bg_stats_link(told.begun_at, name, players, first, last)
            if told.over and first is not None and last is not None
            else None
        ),
    )


def _facts(plies: Sequence[Ply], seat: int) -> SeatFacts:
    """Count what a seat did: what it paid for moves, its cards, and its longest move (R4.3)."""
    events = [each for ply in plies for each in ply.step.events]
    moves = [each for each in events if isinstance(each, Moved) and each.seat == seat]
    return SeatFacts(
        eaten=sum(each.cost for each in moves),
        cards=sum(isinstance(each, CardDrawn | Rolled) and each.seat == seat for each in events),
        longest=max((each.to - each.start for each in moves), default=0),
    )


def _standing(state: State, *, over: bool) -> SeatStanding:
    """Return the places of all runners; the carrots only once the game is over."""
    return SeatStanding(
        squares=tuple(tuple(runner.at for runner in seat.runners) for seat in state.seats),
        carrots=tuple(seat.carrots for seat in state.seats) if over else None,
    )


def story_teller(told: Story, say: Speech) -> Teller:
    """Make the teller for the table of a story."""
    seating = Seating(named_in(told.players, say))
    return Teller(say, seating, told.home, hedgehog=words.is_hedgehog(told.edition))


def turn_told(turn: Turn, table: Teller) -> str:
    """Describe a step of a story."""
    if turn.ply is None:
        return table.say._("The runners were taken over as they stood on the board.")
    told = [happened(seen_by(each, None), table) for each in turn.ply.step.events]
    return " ".join(filter(None, told))


def game_listed(row: GameSummary, say: Speech) -> GameListed:
    """Return the list row of a game in words."""
    characters = row.opponents or ("",) * len(row.players)
    players = tuple(
        Player(name, (), character or msgspec.UNSET)
        for name, character in zip(row.players, characters, strict=True)
    )
    names = tuple(each.name for each in named_in(players, say))
    return GameListed(
        game=row.game,
        begun_at=row.begun_at,
        edition=row.edition,
        edition_name=words.edition_name(row.edition),
        players=names,
        state=row.state,
        winner=_winner(row, names, say),
        played=row.played,
        can_load=row.can_load,
    )


def _winner(row: GameSummary, names: Sequence[str], say: Speech) -> str | None:
    """Name the player or the team (R11.1) that has won a game; None before its end."""
    if row.team is not None:
        return team_name(row.team, say)
    return None if row.winner is None else names[row.players.index(row.winner)]
