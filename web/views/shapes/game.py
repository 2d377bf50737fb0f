"""Shapes of the game: track, editions, rules, lights, past games."""

from collections.abc import Mapping

from controller.game.pieces import PieceLook, Player
from controller.game.rules import Options
from controller.light.look import Look
from controller.table.past_games import GameState
from web.views.shapes.basics import (
    Carrots,
    Count,
    Hexadecimal,
    Kind,
    Seat,
    Seconds,
    Sentence,
    Shape,
    SquareAt,
)


class SquareOfTrack(Shape, frozen=True):
    """A square of the track."""

    square: SquareAt
    kind: Kind
    name: str


class PieceView(PieceLook, frozen=True, forbid_unknown_fields=True):
    """A runner of the box."""

    name: str


class TrackView(Shape, frozen=True):
    """The track in play."""

    edition: str
    edition_name: str
    home: SquareAt
    squares: tuple[SquareOfTrack, ...]
    colours: tuple[PieceView, ...]


OptionValue = bool | int | str
"""A value of a house rule."""


class ByPlayers(Shape, frozen=True):
    """Options that differ with this number of players."""

    players: Count
    runners: Count
    options: Mapping[str, OptionValue | None]


class EditionOffered(Shape, frozen=True):
    """An edition to play by."""

    id: str
    name: str
    summary: tuple[Sentence, ...]
    options: Options
    by_players: tuple[ByPlayers, ...]


class ValueOffered(Shape, frozen=True):
    """A value of an option."""

    value: OptionValue
    title: str


class OptionOffered(Shape, frozen=True):
    """A house rule: values to choose from, or a number, of which `least` is the smallest.

    `may_be_none` is the meaning of an empty number; null if it must not be empty.
    """

    option: str
    group: str
    title: str
    values: tuple[ValueOffered, ...]
    least: int | None
    may_be_none: str | None


class OpponentOffered(Shape, frozen=True):
    """A computer opponent: its character, its usual name, how strong it is and how it plays."""

    opponent: str
    name: str
    level: str
    text: Sentence


class EditionsAnswer(Shape, frozen=True):
    """Editions, options and opponents of set-up; opponents from the weakest to the strongest."""

    default: str
    editions: tuple[EditionOffered, ...]
    options: tuple[OptionOffered, ...]
    opponents: tuple[OpponentOffered, ...]


class Section(Shape, frozen=True):
    """A part of the rules."""

    title: str
    text: tuple[Sentence, ...]


class CardExplained(Shape, frozen=True):
    """A card, or an action of the table."""

    title: str
    text: str
    count: Count | None


class PayoutView(Shape, frozen=True):
    """The payout of a kind of square, by the leaving runner's place."""

    kind: Kind
    name: str
    places: tuple[str, ...]
    carrots: tuple[Carrots, ...]


class Rules(Shape, frozen=True):
    """The rules of the game in play, in words."""

    edition_name: str
    sections: tuple[Section, ...]
    race_card: tuple[Count, ...]
    flat_cost: Count | None
    cards: tuple[CardExplained, ...]
    payouts: tuple[PayoutView, ...]


class GameListed(Shape, frozen=True):
    """A game, as listed."""

    game: Count
    begun_at: str
    edition: str
    edition_name: str
    players: tuple[str, ...]
    state: GameState
    winner: str | None
    played: Count
    can_load: bool


class Games(Shape, frozen=True):
    """The latest games, the newest first; how many of them the next answers have."""

    games: tuple[GameListed, ...]
    unread: Count


class TurnTold(Shape, frozen=True):
    """One step of a story; carrots once the game is over."""

    number: Count
    seat: Seat | None
    sentence: str
    squares: tuple[tuple[SquareAt, ...], ...]
    carrots: tuple[Carrots, ...] | None


class SeatStanding(Shape, frozen=True):
    """The places of the runners; carrots once the game is over."""

    squares: tuple[tuple[SquareAt, ...], ...]
    carrots: tuple[Carrots, ...] | None


class SeatFacts(Shape, frozen=True):
    """What a player did in a game: carrots eaten on the way, hare cards drawn, the longest move."""

    eaten: Carrots
    cards: Count
    longest: Count


class StoryTold(Shape, frozen=True):
    """The story of a game; the track is that of its edition.

    `bg_stats` is the link that sends it to the app BG Stats once it is over.
    """

    game: Count
    begun_at: str
    edition_name: str
    players: tuple[Player, ...]
    home: SquareAt
    over: bool
    turns: tuple[TurnTold, ...]
    facts: tuple[SeatFacts, ...]
    start: SeatStanding | None
    track: TrackView | None
    lettuces: tuple[SquareAt, ...]
    ranking: tuple[Seat, ...]
    teams: tuple[tuple[Seat, ...], ...] | None
    bg_stats: str | None


class BetterTold(Shape, frozen=True):
    """What would have been better than what was played, with reasons for both; chances in %."""

    sentence: Sentence
    chance: Count
    chance_as_played: Count
    reasons: tuple[Sentence, ...]
    reasons_as_played: tuple[Sentence, ...]


class TurningPointTold(Shape, frozen=True):
    """A step of a story that turned the race; changes of everybody's chance in % of all."""

    number: Count
    seat: Seat
    sentence: str
    changes: tuple[int, ...]
    better: BetterTold | None


class SourceTold(Shape, frozen=True):
    """What every player earned from a source of carrots, and spent on it."""

    title: str
    earned: tuple[Carrots, ...]
    spent: tuple[Carrots, ...]


class AnalysisTold(Shape, frozen=True):
    """The analysis of a game: chances in % before its first step, and after each.

    Everything else is empty until it is `ready`: ask again.
    """

    ready: bool
    chances: tuple[tuple[Count, ...], ...]
    turning_points: tuple[TurningPointTold, ...]
    sources: tuple[SourceTold, ...]


class ThemeView(Shape, frozen=True):
    """A theme of the lights."""

    theme: str
    name: str
    about: str
    colours: tuple[Hexadecimal, ...]


class Meaning(Shape, frozen=True):
    """One round of a light, as it looks now."""

    meaning: str
    title: str
    text: str
    moves: str
    period_s: Seconds
    frames: tuple[Hexadecimal, ...]


class LightsAnswer(Shape, frozen=True):
    """The meaning of the lights, and their theme."""

    look: Look
    themes: tuple[ThemeView, ...]
    legend: tuple[Meaning, ...]
