"""What the picture of a race shows, to be shared: nobody's name unless it is asked for."""

from collections.abc import Sequence
from datetime import date
from typing import Final

import msgspec

from controller.game.pieces import PIECES, PieceLook, Player
from controller.game.rules import State
from controller.game.rules.ruleset.track import LETTUCE, members
from controller.plain_text import plain
from controller.refusal import Refusal
from controller.table.past_games import Story
from web.languages.language import ENGLISH, Speech
from web.views.opponents import named_in
from web.views.words import colour_name, edition_name, ordinal

LOOKS: Final = {look.colour: look for look in PIECES}


class RunnerLine(msgspec.Struct, frozen=True):
    """The way of one runner.

    Attributes:
        look: colour, number and shape of the runner.
        squares: where it stood before the first turn and after each, until it was HOME.
    """

    look: PieceLook
    squares: tuple[int, ...]


class Finisher(msgspec.Struct, frozen=True):
    """A player in the final order.

    Attributes:
        place: the place, in words.
        name: the name, or the colours in words.
        team: the team, in words; empty where everybody plays for themselves.
        looks: of the player's runners.
    """

    place: str
    name: str
    team: str
    looks: tuple[PieceLook, ...]


class RacePicture(msgspec.Struct, frozen=True):
    """A race to be drawn.

    Attributes:
        language: of all its texts.
        game: the name of the game.
        headline: who won.
        about: the edition, and the day if it is known.
        text: all that the picture shows, for people who cannot see it.
        start: the word for START.
        home_word: the word for HOME.
        turn: the word for a turn.
        home: the number of HOME.
        turns: how many there were.
        lettuces: the squares with lettuces.
        lines: a line for each runner, in seating order.
        finishers: the players in their final order.
    """

    language: str
    game: str
    headline: str
    about: str
    text: str
    start: str
    home_word: str
    turn: str
    home: int
    turns: int
    lettuces: tuple[int, ...]
    lines: tuple[RunnerLine, ...]
    finishers: tuple[Finisher, ...]


def race_picture(told: Story, day: date | None, say: Speech, *, names: bool) -> RacePicture:
    """Return what the picture of a finished race shows.

    Args:
        told: the story of the race.
        day: the day on which it was begun, where it was; None if that is not known.
        say: the language.
        names: True to call the players by their names, False by the colours of their runners.

    Raises:
        Refusal: `game-running` while the race is not over.
    """
    plies = [turn.ply for turn in told.turns if turn.ply is not None]
    if not told.over or not plies:
        raise Refusal(
            "game-running",
            "This game isn't over yet, so there is no picture of it. Finish it first.",
        )
    first, last = plies[0].before, plies[-1].step.state
    finishers = _finishers(last, named_in(told.players, say), say, names=names)
    about = edition_name(told.edition)
    if day is not None:
        about = say._("{edition}, {date}", edition=about, date=_in_words(day, say))
    shown = say._(
        "How far every runner had come along the track after each turn. The lettuces are marked."
    )
    places = ", ".join(f"{each.place} {each.name}" for each in finishers)
    return RacePicture(
        language=say.language,
        game=say._("Hare & Tortoise"),
        headline=_headline(finishers[0], say, names=names),
        about=about,
        text=f"{about}. {shown} {places}.",
        start=say._("START"),
        home_word=say._("HOME"),
        turn=say._("Turn"),
        home=told.home,
        turns=len(told.turns),
        lettuces=tuple(members(first.rules.track.of_kind(LETTUCE))),
        lines=tuple(_lines(told, first)),
        finishers=finishers,
    )


def _lines(told: Story, first: State) -> Sequence[RunnerLine]:
    start = tuple(tuple(runner.at for runner in seat.runners) for seat in first.seats)
    moments = (start, *(turn.squares for turn in told.turns))
    return [
        RunnerLine(LOOKS[colour], _until_home([each[seat][runner] for each in moments], told.home))
        for seat, player in enumerate(told.players)
        for runner, colour in enumerate(player.colours)
    ]


def _until_home(squares: list[int], home: int) -> tuple[int, ...]:
    return tuple(squares[: squares.index(home) + 1] if home in squares else squares)


def _finishers(
    last: State, players: Sequence[Player], say: Speech, *, names: bool
) -> tuple[Finisher, ...]:
    teams = last.rules.options.teams or ()
    team_of = {seat: "ABC"[number] for number, team in enumerate(teams) for seat in team}
    return tuple(
        Finisher(
            place=ordinal(place, say),
            name=plain(players[seat].name) if names else _colours(players[seat], say),
            team=say._("Team {letter}", letter=team_of[seat]) if seat in team_of else "",
            looks=tuple(LOOKS[colour] for colour in players[seat].colours),
        )
        for place, seat in enumerate(last.ranking, start=1)
    )


def _colours(player: Player, say: Speech) -> str:
    """Return the colours of a player, written like names."""
    return say.listed([colour_name(colour, say).capitalize() for colour in player.colours])


def _headline(winner: Finisher, say: Speech, *, names: bool) -> str:
    if len(winner.looks) > 1 and not (names or winner.team):
        return say._("{colours} have won the race", colours=winner.name)
    return say._("{name} has won the race", name=winner.team or winner.name)


def _in_words(day: date, say: Speech) -> str:
    if say.language == ENGLISH:
        return f"{day.day} {day:%B %Y}"
    from babel.dates import format_date  # noqa: PLC0415 - English needs no Babel

    return format_date(day, "long", locale=say.language)
