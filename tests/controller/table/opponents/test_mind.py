"""What an opponent is shown, and what is played for one that fails."""

import random
from collections.abc import Callable, Sequence

import msgspec
import pytest

from controller.game.journal.journal import JournalUnwritable
from controller.game.opponents.characters import USUAL_ACTIONS, Opponent, find_opponent
from controller.game.opponents.memory import memory_of_start
from controller.game.opponents.sight import Sight, sight_of
from controller.game.rules import Action, Ruleset, legal
from controller.table.opponents.mind import MOST_FAULTS, PLAIN
from tests.controller.table.conftest import Opener
from tests.support.rules.positions import opening
from tests.support.table.tabletop import SCAN_S, Tabletop

PACE_S = 2.0
Choice = Callable[[Sight, Sequence[Action]], Action]


class Character:
    def __init__(self, choice: Choice) -> None:
        self._choice = choice

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        return self._choice(sight, actions)


def against(lay: Opener, choice: Choice, seats: int = 3) -> Tabletop:
    """Ann against Ben, who chooses so."""
    opponent = Opponent("", lambda _rules, _seats: Character(choice))
    table = lay(seats, opponents={"Ben": "walker"}, pace_s=PACE_S, find=lambda _: opponent)
    table.move("Ann", 5)
    return table


def fails(sight: Sight, actions: Sequence[Action]) -> Action:
    raise ZeroDivisionError


def cheats(sight: Sight, actions: Sequence[Action]) -> Action:
    return Action("forward", None, 64)


@pytest.mark.parametrize("choice", [fails, cheats])
def test_a_plain_move_is_played_for_an_opponent_that_fails(
    lay: Opener, choice: Choice, caplog: pytest.LogCaptureFixture
) -> None:
    table = against(lay, choice)
    table.wait(PACE_S + SCAN_S)
    assert table.actions == ["f5", "f10"]
    assert "a plain move is played for it" in caplog.text


def test_plain_moves_break_out_of_a_race_without_end() -> None:
    state = opening()
    actions, start = legal(state), memory_of_start(state)
    played = ((0, actions[0]),) * (USUAL_ACTIONS + 1)
    long = sight_of(state, msgspec.structs.replace(start, played=played), 0)
    chances = [random.Random(seed) for seed in range(20)]
    assert len({PLAIN.choose(sight_of(state, start, 0), actions, each) for each in chances}) == 1
    assert len({PLAIN.choose(long, actions, each) for each in chances}) > 1


def test_where_there_is_no_choice_nobody_is_asked(lay: Opener) -> None:
    table = against(lay, fails)
    table.wait(PACE_S + SCAN_S)
    table.put("Ben", 10, face_down=True)
    table.move("Cem", 8)
    table.move("Ann", 6)
    table.wait(PACE_S + SCAN_S)
    assert table.actions == ["f5", "f10", "f8", "f6", "chew"]
    assert table.snapshot.plain == {3}


def test_plain_moves_are_played_for_an_opponent_that_is_no_longer_known(
    lay: Opener, caplog: pytest.LogCaptureFixture
) -> None:
    def find(name: str) -> Opponent:
        return find_opponent("wolker")

    table = lay(opponents={"Ben": "walker"}, pace_s=PACE_S, find=find)
    table.move("Ann", 5)
    table.wait(PACE_S + SCAN_S)
    assert table.actions == ["f5", "f10"]
    assert "There is no opponent “wolker”" in caplog.text


@pytest.mark.parametrize("choice", [fails, cheats])
def test_pages_say_that_a_plain_move_was_played(lay: Opener, choice: Choice) -> None:
    table = against(lay, choice)
    table.wait(PACE_S + SCAN_S)
    assert table.snapshot.plain == {3}


def test_an_opponent_that_cannot_be_made_ready_plays_plain_moves(
    lay: Opener, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(rules: Ruleset, seats: int) -> Character:
        raise ZeroDivisionError

    table = lay(opponents={"Ben": "walker"}, pace_s=PACE_S, find=lambda _: Opponent("", breaks))
    table.move("Ann", 5)
    table.wait(PACE_S + SCAN_S)
    assert table.actions == ["f5", "f10"]
    assert table.snapshot.plain == {3}
    assert "is never ready" in caplog.text


def test_a_character_is_asked_no_more_after_some_faults_until_a_move_is_taken_back(
    lay: Opener,
) -> None:
    asked: list[int] = []

    def dies(sight: Sight, actions: Sequence[Action]) -> Action:
        asked.append(len(sight.played))
        raise EOFError("The process that was asked did not answer in time.")

    table = against(lay, dies)
    table.wait(SCAN_S)
    game = table.session.table.game
    assert game is not None
    for _ in range(MOST_FAULTS + 2):
        table.mind.think(table.snapshot, game)
        assert table.mind.command().plain
    assert asked == [2] * MOST_FAULTS
    table.mind.think(table.snapshot, game.pop())
    assert asked == [2] * MOST_FAULTS + [1]


def test_a_character_is_shown_what_its_seat_sees_and_nothing_else(lay: Opener) -> None:
    shown: list[tuple[Sight, Sequence[Action]]] = []

    def notes(sight: Sight, actions: Sequence[Action]) -> Action:
        shown.append((sight, actions))
        return actions[0]

    table = against(lay, notes)
    table.wait(SCAN_S)
    ((sight, actions),) = shown
    assert type(sight) is Sight
    assert (sight.seat, sight.to_act, str(actions[0])) == (1, 1, "f1")
    deck = table.state.rules.deck
    assert sight.undrawn == tuple(sorted(deck)) != table.state.pile
    assert [str(action) for _, action in sight.played] == ["deal", "f5"]


def test_it_thinks_once_however_long_people_take(lay: Opener) -> None:
    thoughts: list[int] = []

    def notes(sight: Sight, actions: Sequence[Action]) -> Action:
        thoughts.append(len(sight.played))
        return actions[0]

    table = against(lay, notes)
    table.lift("Cem")
    table.put("Cem", 9)
    table.wait(5 * PACE_S)
    assert (thoughts, table.actions) == ([2], ["f5"])


def test_what_cannot_be_written_is_thought_and_tried_again(
    lay: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = against(lay, lambda _, actions: actions[0])
    with monkeypatch.context() as full:
        full.setattr("controller.game.journal.journal.Journal.append", _full)
        table.wait(3 * PACE_S)
        assert (table.actions, table.snapshot.trouble) == (["f5"], "The disk is full.")
    table.wait(PACE_S)
    assert (table.actions, table.snapshot.trouble) == (["f5", "f1"], None)


def _full(*_: object) -> int:
    raise JournalUnwritable("The disk is full.")
