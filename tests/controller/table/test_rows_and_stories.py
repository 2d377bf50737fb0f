"""List rows and stories of games, from what the journal has of them."""

import random
from functools import cache

import msgspec
import pytest

from controller.game.history import Game
from controller.game.journal.entries import Entry, KeptGame
from controller.game.journal.journal import EntryKind
from controller.game.journal.saved_game import replayed
from controller.game.records import replay
from controller.game.rules import RulesError, legal
from controller.game.rules.text.position import write_position
from controller.game.setup import Setup, start_game
from controller.refusal import Refusal
from controller.table.past_games import (
    GameState,
    GameSummary,
    record_for_all,
    story_of,
    story_of_game,
    summary_at_end,
    summary_of,
)
from tests.support.rules.positions import deal, position
from tests.support.rules.random_play import homeward
from tests.support.table.states import SETUP

USUAL = msgspec.json.encode(SETUP).decode()
BEGUN = "1978-11-01T20:00:00+00:00"
NAMES = ("Ann", "Ben", "Cem")
DEAL = deal(start_game(SETUP).state.pile)
Line = tuple[EntryKind, str]


def kept(
    *lines: Line, setup: str = msgspec.json.encode(SETUP).decode(), first: int = 7
) -> KeptGame:
    """Game 7 with these entries after its set-up."""
    entries: tuple[Line, ...] = (("begin", setup), *lines)
    return KeptGame(
        BEGUN, tuple(Entry(7 + at, kind, text) for at, (kind, text) in enumerate(entries))
    )


def plays(*actions: str) -> tuple[Line, ...]:
    return tuple(("play", action) for action in actions)


@cache
def whole() -> KeptGame:
    """A race to its end."""
    game, chance, actions = start_game(SETUP).push(DEAL), random.Random(6), [DEAL]
    while game.state.prompt != "over":
        if game.state.prompt == "deal":
            action = deal(game.state.rules.deck)
        else:
            action = str(homeward(game.state, legal(game.state), chance))
        game = game.push(action)
        actions.append(action)
    return kept(*plays(*actions))


def race() -> tuple[Setup, Game]:
    return replayed(whole().entries)


# Rows


@pytest.mark.parametrize(
    ("last", "under_way", "state", "can_load"),
    [
        ((), 7, "playing", False),
        ((("abandon", ""),), None, "abandoned", True),
        ((("aside", ""),), None, "aside", True),
        ((("abandon", ""),), 8, "abandoned", True),
        ((("aside", ""), ("load", "7")), 7, "playing", False),
        ((), None, "abandoned", True),
    ],
)
def test_a_row_tells_how_a_game_stands(
    last: tuple[Line, ...], under_way: int | None, state: GameState, *, can_load: bool
) -> None:
    game = kept(*plays(DEAL, "f5", "f4"), ("undo", ""), *last)
    assert summary_of(game, under_way) == GameSummary(
        7, BEGUN, "parlett-2018", NAMES, state, None, 2, can_load
    )


@pytest.mark.parametrize("under_way", [None, 7])
def test_the_row_of_a_race_names_its_winner_and_is_the_same_without_a_replay(
    under_way: int | None,
) -> None:
    setup, game = race()
    winner = NAMES[game.state.ranking[0]]
    row = summary_of(whole(), under_way)
    assert row == GameSummary(
        7, BEGUN, "parlett-2018", NAMES, "over", winner, len(game.history), can_load=False
    )
    assert row == summary_at_end(7, BEGUN, setup, game)


GONE = '{"seats":[{"name":"Ann","colours":["red"]}],"edition":"of-my-own"}'


@pytest.mark.parametrize(
    ("last", "state"),
    [((("aside", ""),), "aside"), ((("abandon", ""),), "abandoned"), ((), "abandoned")],
)
def test_a_game_by_rules_that_are_gone_is_listed_from_its_set_up(
    last: tuple[Line, ...], state: GameState
) -> None:
    game = kept(*plays("f5", "f6", "f7"), ("undo", ""), *last, setup=GONE)
    assert summary_of(game, None) == GameSummary(
        7, BEGUN, "of-my-own", ("Ann",), state, None, 2, can_load=False
    )


def test_a_game_that_takes_back_what_was_not_played_is_listed_too() -> None:
    row = summary_of(kept(*plays(DEAL), ("undo", ""), ("undo", "")), None)
    assert row is not None
    assert (row.state, row.played, row.can_load) == ("abandoned", -1, False)


def test_a_game_whose_set_up_cannot_be_read_has_no_row() -> None:
    assert summary_of(kept(setup="carrots"), None) is None


# Stories


def test_a_story_tells_every_turn_that_was_not_taken_back() -> None:
    story = story_of(kept(*plays(DEAL, "f5", "f7"), ("undo", ""), *plays("f4")))
    assert (story.game, story.begun_at, story.edition) == (7, BEGUN, "parlett-2018")
    assert (story.players, story.home, story.over) == (SETUP.seats, 64, False)
    assert [(turn.number, turn.seat, turn.squares, turn.carrots) for turn in story.turns] == [
        (1, 0, ((0,), (0,), (0,)), None),
        (2, 0, ((5,), (0,), (0,)), None),
        (3, 1, ((5,), (4,), (0,)), None),
    ]
    assert [str(turn.ply.action) for turn in story.turns if turn.ply] == [DEAL, "f5", "f4"]


def test_a_story_tells_where_the_board_was_taken_over() -> None:
    mended = write_position(position((5, 12, 8)))
    story = story_of(
        kept(*plays(DEAL, "f5", "f4", "f8"), ("mend", mended), *plays("f7"), ("mend", mended))
    )
    assert [(turn.number, turn.seat, turn.squares) for turn in story.turns[3:]] == [
        (4, 2, ((5,), (4,), (8,))),
        (5, None, ((5,), (12,), (8,))),
        (6, 0, ((7,), (12,), (8,))),
        (7, None, ((5,), (12,), (8,))),
    ]
    assert [turn.ply is None for turn in story.turns[3:]] == [False, True, False, True]


def test_once_a_race_is_over_its_story_tells_the_carrots() -> None:
    setup, game = race()
    story = story_of(whole())
    assert story.over
    assert [turn.carrots for turn in story.turns][:1] == [(65, 65, 65)]
    assert story.turns[-1].carrots == tuple(seat.carrots for seat in game.state.seats)
    assert len(story.turns) == len(game.history)
    assert story_of_game(game, setup.seats, 7, BEGUN) == story


def test_a_story_from_elsewhere_has_no_number_and_no_date() -> None:
    setup, game = race()
    story = story_of_game(game, setup.seats)
    assert (story.game, story.begun_at) == (0, "")


def test_a_story_of_a_game_that_cannot_be_replayed_says_so() -> None:
    with pytest.raises(RulesError):
        story_of(kept(setup=GONE))


# Records


def test_a_record_is_written_of_a_race_that_is_over() -> None:
    _, game = replay(record_for_all(whole()))
    assert game.state == race()[1].state


def test_no_record_is_written_before() -> None:
    with pytest.raises(Refusal) as caught:
        record_for_all(kept(*plays(DEAL, "f5")))
    assert (caught.value.code, caught.value.message) == (
        "game-running",
        "This game isn't over yet, and its record would reveal every hand. Finish it first.",
    )
